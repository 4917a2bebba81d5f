import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyServer, startFaultyServer } from "../faulty-server.ts";
import { reviewRows, topicRows } from "../tiny-run.ts";
import { finished, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

/** A line of `generation.jsonl` or `side.jsonl`. */
interface LogLine {
  readonly key: string;
  readonly status: "generated" | "failed";
  readonly reason?: string;
  readonly text?: string;
  readonly cached?: boolean;
  readonly noCall?: boolean;
}

interface RunJson {
  readonly run: string;
  readonly folder: string;
  readonly failed: number;
  readonly cells: readonly {
    readonly cell: string;
    readonly planned: number;
    readonly scored: number;
    readonly pending: number;
    readonly flags: Readonly<Record<string, number>>;
  }[];
}

const EXAMPLES = 50;
/** Two tasks × (one cell of none, and 4 retrievers × 3 k × 2 modes) × 2 models. */
const CELLS = 2 * (1 + 4 * 3 * 2) * 2;
/** Two models with at most 32 calls at once. */
const MOST_IN_FLIGHT = 64;

const cwd = newFolder("grid");
const env = { LONGHAND_HOME: join(cwd, "home") };
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer({ delayMs: 2 });
  const size = { users: 10, examplesPerUser: EXAMPLES / 10, profileItems: 6 };
  writeFileSync(join(cwd, "topic.jsonl"), topicRows("topic", size));
  writeFileSync(join(cwd, "review.jsonl"), reviewRows("review", size));
  writeFileSync(join(cwd, "grid.yaml"), experimentText(server.baseUrl));
});
afterAll(() => server.close());

function experimentText(baseUrl: string): string {
  return `version: 1
name: grid
dataset: { path: [topic.jsonl, review.jsonl] }
grid:
  retriever: [none, bm25, recency, random-own, random-all]
  k: [1, 2, 4]
  mode: [plain, summary]
  model: ["openai:model-a", "openai:model-b"]
generation: { maxOutputTokens: 100 }
limits: { concurrency: { start: 16, min: 4, max: 32 } }
models:
  "openai:model-a": { baseUrl: "${baseUrl}" }
  "openai:model-b": { baseUrl: "${baseUrl}" }
metrics: [rouge-1]
statistics: { resamples: 100, permutations: 100 }
`;
}

function runFolder(): string {
  const name = readdirSync(join(cwd, "runs")).find((entry) => entry.startsWith("grid-"));
  return join(cwd, "runs", name as string);
}

/** Whole lines of both logs: what a kill left on disk. */
function logLines(): LogLine[] {
  return ["generation.jsonl", "side.jsonl"].flatMap((name) => {
    const path = join(runFolder(), name);
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line) as LogLine);
  });
}

function callsIn(lines: readonly LogLine[]): number {
  return lines.filter(({ cached, noCall }) => cached !== true && noCall !== true).length;
}

/** What was asked in the requests whose replies the log holds. */
function askedOnDisk(lines: readonly LogLine[]): Set<string> {
  const numbers = lines.flatMap(({ text }) => /^reply (\d+) /.exec(text ?? "")?.[1] ?? []);
  return new Set(numbers.map((number) => server.served[Number(number) - 1]?.asked ?? ""));
}

/** Runs until the server has so many requests, then kills. */
async function runAndKill(args: readonly string[], requests: number): Promise<void> {
  const child = startLonghand(["run", ...args, "--quiet"], { cwd, env });
  const ended = finished(child);
  while (server.served.length < requests && child.exitCode === null) await wait(5);
  child.kill("SIGKILL");
  const { code, stderr } = await ended;
  // It was still at work.
  expect([code, stderr]).toEqual([null, ""]);
}

describe("a grid against a server that fails now and then", () => {
  it("ends complete after two kills, pays for nothing twice, and accounts for every call", async () => {
    await runAndKill(["grid.yaml"], 1200);
    const first = askedOnDisk(logLines());
    const servedAtFirst = server.served.length;
    await runAndKill(["--resume", runFolder()], 2600);
    const second = askedOnDisk(logLines());
    const servedAtSecond = server.served.length;
    expect(first.size).toBeGreaterThan(200);
    expect(second.size).toBeGreaterThan(first.size);

    const { code, json, stderr } = await longhandJson<RunJson>(
      ["run", "--resume", runFolder(), "--quiet"],
      { cwd, env },
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(json.cells).toHaveLength(CELLS);
    for (const cell of json.cells) {
      expect(cell).toMatchObject({ planned: EXAMPLES, scored: EXAMPLES, pending: 0 });
    }

    // What was on disk at a kill was never asked again.
    const askedSince = (from: number): string[] =>
      server.served.slice(from).map(({ asked }) => asked);
    expect(askedSince(servedAtFirst).filter((asked) => first.has(asked))).toEqual([]);
    expect(askedSince(servedAtSecond).filter((asked) => second.has(asked))).toEqual([]);

    // The log knows every request of the server, those that a kill cut off included. It may know of
    // a few more: calls that a kill cut off before they reached the server.
    const unsent = callsIn(logLines()) - server.served.length;
    expect(unsent).toBeGreaterThanOrEqual(0);
    expect(unsent).toBeLessThanOrEqual(2 * MOST_IN_FLIGHT);

    const outcomes = new Set(server.served.map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(["429", "500", "answered", "cut-off", "half a reply"]);
    const failed = new Set(logLines().map(({ reason }) => reason ?? "none"));
    expect([...failed].sort()).toEqual([
      "cancelled",
      "network",
      "none",
      "rate-limited",
      "server-error",
    ]);
    const cutOff = json.cells.reduce((sum, { flags }) => sum + (flags["cut-off"] ?? 0), 0);
    expect(cutOff).toBeGreaterThan(0);
  }, 240_000);

  it("tells the same of the run in its status", async () => {
    const { json } = await longhandJson<{
      planned: number;
      generated: number;
      calls: number;
      damaged: string[];
    }>(["generation", "status", runFolder()], { cwd, env });
    expect(json).toMatchObject({
      planned: CELLS * EXAMPLES,
      generated: CELLS * EXAMPLES,
      calls: callsIn(logLines()),
      damaged: [],
    });
  });
});
