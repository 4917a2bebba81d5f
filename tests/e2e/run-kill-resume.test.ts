import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { randomStream } from "../../src/foundation/index.ts";
import { finished, longhand, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

const home = newFolder("home");
const env = { LONGHAND_HOME: home };
const EXPERIMENT = join(process.cwd(), "examples/fake-run.yaml");

interface RunJson {
  readonly run: string;
  readonly folder: string;
  readonly report: string;
  readonly calls: { readonly made: number };
  readonly cells: readonly {
    readonly planned: number;
    readonly scored: number;
    readonly failed: number;
  }[];
}

const linesOf = (path: string): string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
const callsIn = (cwd: string): unknown[] =>
  linesOf(join(cwd, "runs/fake-calls.jsonl")).map((line) => JSON.parse(line) as unknown);
const runIn = (cwd: string): string | undefined =>
  readdirSafely(join(cwd, "runs")).find((name) => name.startsWith("fake-run-"));
const onlyRun = (cwd: string): string => runIn(cwd) as string;

describe("longhand run, with kills", () => {
  let whole: RunJson & { readonly cwd: string };

  beforeAll(async () => {
    const cwd = newFolder("whole");
    const { code, json } = await longhandJson<RunJson>(["run", EXPERIMENT], { cwd, env });
    expect(code).toBe(0);
    whole = { ...json, cwd };
  }, 120_000);

  it("makes each of the 40 texts with one call", () => {
    expect(whole.cells).toMatchObject([{ planned: 40, scored: 40, failed: 0 }]);
    expect(whole.calls.made).toBe(40);
    expect(linesOf(join(whole.folder, "generation.jsonl"))).toHaveLength(40);
    expect(callsIn(whole.cwd)).toHaveLength(40);
  });

  it("says of a complete run that there is nothing to do, without a call", async () => {
    const before = callsIn(whole.cwd).length;
    const again = await longhandJson<RunJson>(["run", "--resume", whole.run], {
      cwd: whole.cwd,
      env,
    });
    expect([again.code, again.json.calls.made, callsIn(whole.cwd).length]).toEqual([0, 0, before]);
  });

  it("loses nothing finished to ten kills at random moments, and ends with the same bytes", async () => {
    const cwd = newFolder("killed");
    const random = randomStream(11, "kill-moments");
    for (let kill = 0; kill < 10; kill++) {
      const begun = runIn(cwd);
      const args = begun === undefined ? [EXPERIMENT] : [EXPERIMENT, "--resume", begun];
      const child = startLonghand(["run", ...args, "--json"], { cwd, env });
      const ended = once(child, "close");
      // The first kill waits until there is something to lose, however slow the machine starts.
      while (runIn(cwd) === undefined && child.exitCode === null) await wait(20);
      // Every run begins by reading what there is; the moments spread over that and the generating.
      await Promise.race([wait(300 + 2000 * random.next()), ended]);
      child.kill("SIGKILL");
      await ended;
    }
    const log = join(cwd, "runs", onlyRun(cwd), "generation.jsonl");
    const { code, json } = await longhandJson<RunJson>(
      ["run", EXPERIMENT, "--resume", onlyRun(cwd)],
      { cwd, env },
    );
    expect(code).toBe(0);
    const lines = linesOf(log).map((line) => JSON.parse(line) as { key: string; status: string });
    const made = lines.filter(({ status }) => status === "generated");
    expect([made.length, new Set(made.map(({ key }) => key)).size]).toEqual([40, 40]);
    for (const name of ["outputs.jsonl", "summary.json"]) {
      expect(readFileSync(join(json.folder, name), "utf8")).toBe(
        readFileSync(join(whole.folder, name), "utf8"),
      );
    }
    // A call that a kill cut off is made again; a finished one never is.
    const calls = callsIn(cwd) as { promptHash?: string; requestHash?: string }[];
    expect(calls.length).toBeGreaterThanOrEqual(40);
    expect(calls.length).toBeLessThanOrEqual(40 + 10 * 2);
    // Each of them, and those that were cut off, is a line of the log.
    expect(lines.length).toBeGreaterThanOrEqual(calls.length);
    expect(lines.length).toBeLessThanOrEqual(40 + 10 * 2);
  }, 120_000);

  it("stops at Ctrl-C with code 130, keeps everything finished, and goes on", async () => {
    const cwd = newFolder("interrupted");
    const child = startLonghand(["run", EXPERIMENT, "--json"], { cwd, env });
    const ended = finished(child);
    while (!readdirSafely(join(cwd, "runs")).some((name) => name === "fake-calls.jsonl"))
      await wait(20);
    await wait(200);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "interrupted" } });
    const done = linesOf(join(cwd, "runs", onlyRun(cwd), "generation.jsonl")).length;
    expect(done).toBeGreaterThan(0);
    expect(callsIn(cwd)).toHaveLength(done);
    const { json } = await longhandJson<RunJson>(["run", "--resume", onlyRun(cwd)], { cwd, env });
    expect(json.calls.made).toBe(40 - done);
  }, 120_000);

  it("refuses a second writer with code 2 and names the first", async () => {
    const cwd = newFolder("locked");
    // Slow enough for the second process to come in time on a busy machine.
    const slow = join(cwd, "slow.yaml");
    writeFileSync(slow, readFileSync(EXPERIMENT, "utf8").replace("delayMs: 50", "delayMs: 400"));
    const child = startLonghand(["run", slow], { cwd, env });
    const ended = finished(child);
    while (!readdirSafely(join(cwd, "runs")).some((name) => name === "fake-calls.jsonl"))
      await wait(20);
    const second = await longhandJson<{ error: { code: string; details: { pid: number } } }>(
      ["run", "--resume", onlyRun(cwd)],
      { cwd, env },
    );
    expect(second.code).toBe(2);
    expect(second.json.error).toMatchObject({ code: "run-locked", details: { pid: child.pid } });
    expect((await ended).code).toBe(0);
  }, 120_000);

  it("refuses to go on with an experiment file that says something else", async () => {
    const changed = join(newFolder("changed"), "changed.yaml");
    writeFileSync(changed, readFileSync(EXPERIMENT, "utf8").replace("k: [2]", "k: [3]"));
    const result = await longhand(["run", changed, "--resume", whole.run], { cwd: whole.cwd, env });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("grid.k: [2] → [3]");
  });
});

function readdirSafely(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
