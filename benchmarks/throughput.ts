// How much of a server's capacity a run uses: a server that works on 16 requests at a time and takes
// 200 ms for each, without faults and with some. What the server could have done in the least time is
// the peer. A slot is given on only when its text is on disk, some milliseconds after the reply.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaultyServer, startFaultyServer } from "../tests/faulty-server.ts";
import { topicRows } from "../tests/tiny-run.ts";
import type { BenchRow } from "./bench-row.ts";

const PARALLEL = 16;
const DELAY_MS = 200;
const EXAMPLES = 500;
/** The last answers are of calls that waited to try again, while there was nothing else to do. */
const COUNTED_SHARE = 0.95;

/** Runs the benchmark. */
export async function benchThroughput(): Promise<BenchRow[]> {
  return [await measure(false), await measure(true)];
}

async function measure(faults: boolean): Promise<BenchRow> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  const server = await startFaultyServer({ delayMs: DELAY_MS, parallel: PARALLEL, faults });
  try {
    writeFileSync(join(folder, "topic.jsonl"), topicRows("topic", { users: EXAMPLES }));
    writeFileSync(join(folder, "experiment.yaml"), experimentText(server.baseUrl, faults));
    await run(folder);
    return rowOf(server, faults);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With faults, the least limit says what the server can do: its 429s here have other causes than load. */
function experimentText(baseUrl: string, faults: boolean): string {
  const least = faults ? `limits: { concurrency: { start: ${PARALLEL}, min: ${PARALLEL} } }\n` : "";
  return `version: 1
name: throughput
dataset: { path: topic.jsonl }
grid: { retriever: [none, recency], k: [1, 2], model: ["openai:model"] }
generation: { maxOutputTokens: 60 }
models: { "openai:model": { baseUrl: "${baseUrl}" } }
${least}metrics: [rouge-1]
statistics: { resamples: 100, permutations: 100 }
`;
}

async function run(folder: string): Promise<void> {
  const main = join(process.cwd(), "dist/cli/main.js");
  const child = spawn(process.execPath, [main, "run", "experiment.yaml", "--quiet"], {
    cwd: folder,
    env: { ...process.env, LONGHAND_HOME: join(folder, "home") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`The run ended with code ${code}.`);
}

function rowOf(server: FaultyServer, faults: boolean): BenchRow {
  const { spanMs, workMs, waitMs } = server.load(COUNTED_SHARE);
  // With a 429 the server says for how long it wants no calls: then it has no capacity.
  const leastMs = workMs / PARALLEL + waitMs;
  const bad = server.served.filter(({ outcome }) => outcome !== "answered").length;
  return {
    what: `a run's calls to a server that works on ${PARALLEL} at a time${faults ? ", some of them answered badly" : ""}`,
    size: `${server.served.length.toLocaleString("en")} requests of ${DELAY_MS} ms${faults ? `, ${bad} with 429, 500, half a reply or cut off` : ""}, up to 95 % of the answers`,
    oursMs: spanMs,
    peerMs: leastMs,
    ratio: leastMs / spanMs,
    peer: faults
      ? "the server's capacity, waits that it asked for included"
      : "the server's capacity",
    maxDifference: 0,
    bound: "≥ 0.9×",
  };
}
