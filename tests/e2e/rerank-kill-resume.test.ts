import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyServer, startFaultyServer } from "../faulty-server.ts";
import { topicRows } from "../tiny-run.ts";
import { finished, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

interface LogLine {
  readonly stage?: string;
  readonly text?: string;
  readonly cached?: boolean;
  readonly noCall?: boolean;
}

const cwd = newFolder("rerank");
const env = { LONGHAND_HOME: join(cwd, "home") };
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer({ delayMs: 10 });
  const size = { users: 8, examplesPerUser: 3, profileItems: 8 };
  writeFileSync(join(cwd, "topic.jsonl"), topicRows("topic", size));
  writeFileSync(
    join(cwd, "rerank.yaml"),
    `version: 1
name: rerank
dataset: { path: topic.jsonl }
grid: { retriever: [none, "bm25+rerank:llm:openai:judge"], k: [2], model: ["openai:writer"] }
generation: { maxOutputTokens: 50 }
limits: { maxCalls: 2000, concurrency: { start: 4, min: 2, max: 8 } }
models:
  "openai:judge": { baseUrl: "${server.baseUrl}" }
  "openai:writer": { baseUrl: "${server.baseUrl}" }
metrics: [rouge-1]
statistics: { resamples: 100, permutations: 100 }
`,
  );
});
afterAll(() => server.close());

function runFolder(): string {
  const name = readdirSync(join(cwd, "runs")).find((entry) => entry.startsWith("rerank-"));
  return join(cwd, "runs", name as string);
}

function linesOf(file: string): LogLine[] {
  const path = join(runFolder(), file);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** What was asked in the requests whose replies the log holds. */
function askedOnDisk(): Set<string> {
  const numbers = linesOf("side.jsonl").flatMap(
    ({ text }) => /^reply (\d+) /.exec(text ?? "")?.[1] ?? [],
  );
  return new Set(numbers.map((number) => server.served[Number(number) - 1]?.asked ?? ""));
}

async function runAndKill(args: readonly string[], requests: number): Promise<void> {
  const child = startLonghand(["run", ...args, "--cache", "off", "--quiet"], { cwd, env });
  const ended = finished(child);
  while (server.served.length < requests && child.exitCode === null) await wait(5);
  child.kill("SIGKILL");
  expect((await ended).code).toBeNull();
}

describe("a run killed while it re-ranks", () => {
  it("makes no finished judgement again, and charges those that the kill cut off", async () => {
    await runAndKill(["rerank.yaml"], 60);
    expect(existsSync(join(runFolder(), "retrieval.jsonl"))).toBe(false);
    const first = askedOnDisk();
    const servedAtFirst = server.served.length;
    expect(first.size).toBeGreaterThan(20);
    await runAndKill(["--resume", runFolder()], servedAtFirst + 60);
    const second = askedOnDisk();
    const servedAtSecond = server.served.length;
    expect(second.size).toBeGreaterThan(first.size);

    const { code, json } = await longhandJson<{ calls: { reranks: { made: number } } }>(
      ["run", "--resume", runFolder(), "--quiet"],
      { cwd, env: { ...env } },
    );
    expect(code).toBe(0);
    const askedSince = (from: number): string[] =>
      server.served.slice(from).map(({ asked }) => asked);
    expect(askedSince(servedAtFirst).filter((asked) => first.has(asked))).toEqual([]);
    expect(askedSince(servedAtSecond).filter((asked) => second.has(asked))).toEqual([]);
    // 24 examples with eight passages each.
    const judged = linesOf("side.jsonl").filter(({ text }) => text !== undefined);
    expect(judged).toHaveLength(24 * 8);
    expect(json.calls.reranks.made).toBe(24 * 8 - second.size);
    // Every request of the server is a line, those in flight at a kill included.
    const made = [...linesOf("side.jsonl"), ...linesOf("generation.jsonl")].filter(
      ({ cached, noCall }) => cached !== true && noCall !== true,
    );
    expect(made.length).toBeGreaterThanOrEqual(server.served.length);
    expect(made.length).toBeLessThanOrEqual(server.served.length + 2 * 8);
    expect(existsSync(join(runFolder(), "begun.jsonl"))).toBe(false);
  }, 240_000);
});
