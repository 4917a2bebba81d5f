// What a run costs beside the model: 100,000 examples on the fake model without delay, in a process
// of its own whose processor time and memory the system counts.
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { BenchRow } from "./bench-row.ts";

const EXAMPLES = 100_000;
const BOUND_MS_PER_EXAMPLE = 1;

/** Runs the benchmark. */
export async function benchOverhead(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    await writeExamples(join(folder, "test.jsonl"), EXAMPLES);
    writeFileSync(join(folder, "experiment.yaml"), experimentText(folder));
    return [measure(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes small topic examples of 2,000 users, three profile items each, in the released layout.
 *
 * @param path - The file.
 * @param examples - How many.
 */
export async function writeExamples(path: string, examples: number): Promise<void> {
  const file = createWriteStream(path);
  for (let at = 0; at < examples; at++) {
    const user = `user-${at % 2000}`;
    const profile = [1, 2, 3].map((n) => ({
      author: user,
      id: `${user}-${at}-${n}`,
      content: `the ${n} harbour of ${user} was quiet on day ${at + n} and the boats lay still`,
      summary: `harbour day ${at + n}`,
    }));
    const row = {
      author: user,
      input: `Generate the content for a reddit post harbour day ${at}`,
      output: `the harbour of ${user} was loud on day ${at} because the boats came home late`,
      profile,
    };
    if (!file.write(`${JSON.stringify(row)}\n`))
      await new Promise<void>((resolve) => file.once("drain", () => resolve()));
  }
  file.end();
  await finished(file);
}

function experimentText(folder: string): string {
  return `version: 1
name: overhead
dataset: { path: "${folder}/test.jsonl", split: test }
grid: { retriever: [bm25], k: [2], model: [fake] }
generation: { maxOutputTokens: 60 }
metrics: [rouge-1, rouge-l]
statistics: { resamples: 200, permutations: 200 }
`;
}

function measure(folder: string): BenchRow {
  const started = performance.now();
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [
      "benchmarks/count-resources.mjs",
      "run",
      `${folder}/experiment.yaml`,
      "--json",
      "--quiet",
      "--runs",
      `${folder}/runs`,
    ],
    {
      encoding: "utf8",
      maxBuffer: 1 << 26,
      env: { ...process.env, LONGHAND_HOME: `${folder}/home` },
    },
  );
  if (status !== 0) throw new Error(`The run ended with code ${status}: ${stderr}${stdout}`);
  const usage = JSON.parse(stderr.trim().split("\n").at(-1) as string) as {
    cpuMs: number;
    maxRssMb: number;
  };
  const seconds = Math.round((performance.now() - started) / 1000);
  const memory = `${Math.round(usage.maxRssMb)} MB resident at most`;
  return {
    what: "processor time of a run of the fake model: plan, retrieve, generate, score, report",
    size: `${EXAMPLES.toLocaleString("en")} examples in ${seconds} s, ${memory}`,
    oursMs: usage.cpuMs,
    peerMs: EXAMPLES * BOUND_MS_PER_EXAMPLE,
    ratio: (EXAMPLES * BOUND_MS_PER_EXAMPLE) / usage.cpuMs,
    peer: "the bound of 1 ms per example",
    maxDifference: 0,
    bound: "≥ 1×, under 350 MB resident",
  };
}
