import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { finished, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

/** Calls after which the process is killed, each time. */
const CALLS_BETWEEN_KILLS = 40;
const KILLS = 3;
const LONGEST_WAIT_MS = 30_000;
const LOOK_EVERY_MS = 20;

interface ComparisonJson {
  readonly folder: string;
  readonly runs: number;
  readonly notComplete: readonly unknown[];
  readonly report: { readonly json: string };
}

interface ReportJson {
  readonly runs: readonly { readonly run: string; readonly calls: number }[];
}

const folders: string[] = [];

function workplace(): string {
  const cwd = newFolder("compare");
  folders.push(cwd);
  writeFileSync(
    join(cwd, "compare.yaml"),
    [
      "name: kills",
      `briefs: [${resolve("examples/briefs/ferry-story.yaml")}]`,
      "grid: { writer: [rolling, tree-bfs, tree-repair], seed: [1] }",
      "words: 1200",
      "model: fake",
      "modelSettings: { delayMs: [5, 30], callLog: calls.jsonl }",
    ].join("\n"),
  );
  return cwd;
}

function callsIn(cwd: string): string[] {
  const path = join(cwd, "calls.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => (JSON.parse(line) as { requestHash: string }).requestHash);
}

function reportOf({ report }: ComparisonJson): ReportJson {
  return JSON.parse(readFileSync(report.json, "utf8")) as ReportJson;
}

async function killAfter(calls: number, cwd: string): Promise<void> {
  const child = startLonghand(["writing", "compare", "compare.yaml", "--out", "out"], { cwd });
  const end = finished(child);
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    if (callsIn(cwd).length >= calls || child.exitCode !== null) break;
    await wait(LOOK_EVERY_MS);
  }
  child.kill("SIGKILL");
  await end;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe("longhand writing compare, with kills", () => {
  it("repeats no finished call and ends with the same texts and report numbers", async () => {
    const args = ["writing", "compare", "compare.yaml", "--out", "out"];
    const wholeCwd = workplace();
    const whole = await longhandJson<ComparisonJson>(args, { cwd: wholeCwd });
    expect([whole.code, whole.json.runs, whole.json.notComplete]).toEqual([0, 3, []]);

    const cwd = workplace();
    for (let kill = 1; kill <= KILLS; kill++) await killAfter(kill * CALLS_BETWEEN_KILLS, cwd);
    const resumed = await longhandJson<ComparisonJson>(args, { cwd });
    expect(resumed.code).toBe(0);
    const textsIn = (folder: string): string[] =>
      reportOf(whole.json).runs.map(({ run }) =>
        readFileSync(join(folder, "out/runs", run, "exports/document.md"), "utf8"),
      );
    expect(textsIn(cwd)).toEqual(textsIn(wholeCwd));
    const countsOf = (json: ComparisonJson): number[] =>
      reportOf(json).runs.map(({ calls }) => calls);
    expect(countsOf(resumed.json)).toEqual(countsOf(whole.json));
    // What a kill cuts off in flight may be asked for again, eight calls at most each time.
    const calls = callsIn(cwd);
    expect(new Set(calls).size).toBe(new Set(callsIn(wholeCwd)).size);
    expect(calls.length - new Set(calls).size).toBeLessThanOrEqual(KILLS * 8);

    const before = callsIn(cwd).length;
    const again = await longhandJson<ComparisonJson>(["run", "--resume", resolve(cwd, "out")], {
      cwd,
    });
    expect([again.code, callsIn(cwd).length]).toEqual([0, before]);
  }, 240_000);
});
