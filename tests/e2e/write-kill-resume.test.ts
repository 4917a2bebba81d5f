import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Random, randomStream } from "../../src/foundation/index.ts";
import { keptCalls, killAtRandom, killCount, killTimeoutMs } from "./kills.ts";
import { finished, longhand, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

const KILLS = killCount(10);
const STRATEGY_KILLS = 4;

interface DocumentJson {
  readonly run: string;
  readonly words: number;
  readonly targetWords: number;
  readonly leaves: number;
  readonly tokens: { readonly in: number; readonly out: number };
  readonly exports: { readonly md: string };
}

type Order = "ltr" | "bfs" | "anchors" | "repair";

const folders: string[] = [];

/** A folder with a brief whose fake model takes its time and counts its calls. */
function workplace(name: string, order: Order): string {
  const cwd = newFolder(name);
  folders.push(cwd);
  writeFileSync(
    join(cwd, "brief.yaml"),
    [
      "goal: Tell how a keeper and her daughter save a ferry in a storm.",
      "kind: story",
      "title: The lamp",
      // What the fake model hardly ever writes by itself: it is asked for, and mended where it is missing.
      "must: [{ text: brass lamp }, { text: ferry, when: range }, { text: the drowned bell }, { text: a letter from Oslo }, { text: grey wool }]",
      "length: { words: 1200 }",
      "candidates: 3",
      `order: ${order}`,
      "model: fake",
      "modelSettings: { delayMs: [5, 40], callLog: calls.jsonl }",
    ].join("\n"),
  );
  return cwd;
}

const callsIn = (cwd: string): string[] =>
  readFileSync(join(cwd, "calls.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { requestHash: string }).requestHash);

/** The run that can be resumed: a folder without a manifest was killed before it became one. */
function runIn(cwd: string): string | undefined {
  try {
    return readdirSync(join(cwd, "runs")).find((name) =>
      readdirSync(join(cwd, "runs", name)).includes("manifest.json"),
    );
  } catch {
    return undefined;
  }
}

/** Tries to mend in the run's journal. */
function repairsIn(cwd: string): number {
  const journal = join(cwd, "runs", runIn(cwd) ?? "", "journal.jsonl");
  const lines = readFileSync(journal, "utf8").split("\n");
  return lines.filter((line) => line.includes('"type":"repair"')).length;
}

const argsFor = (cwd: string): string[] => {
  const begun = runIn(cwd);
  return begun === undefined ? ["write", "brief.yaml"] : ["writing", "resume", begun];
};

/** What kills left of one run that was then brought to its end. */
interface KilledRun {
  readonly cwd: string;
  readonly kills: number;
  /** Finished calls that were made again. */
  readonly repeated: readonly string[];
}

/** Kills a run until it is finished, or often enough. */
async function killedRun(order: Order, mostKills: number, random: Random): Promise<KilledRun> {
  const cwd = workplace("write-killed", order);
  const kept = new Map<string, string>();
  const repeated: string[] = [];
  const look = (): void => {
    const run = runIn(cwd);
    if (run === undefined) return;
    for (const [name, file] of keptCalls(join(cwd, "runs", run))) {
      if (kept.has(name) && kept.get(name) !== file) repeated.push(name);
      kept.set(name, file);
    }
  };
  let kills = 0;
  let isHit = true;
  while (isHit && kills < mostKills) {
    isHit = await killAtRandom([...argsFor(cwd), "--json"], { cwd, random, latestMs: 350 });
    kills += isHit ? 1 : 0;
    look();
  }
  await longhand(argsFor(cwd), { cwd });
  look();
  return { cwd, kills, repeated };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.each(["ltr", "bfs", "anchors", "repair"] as const)(
  "longhand write in order %s, with kills",
  (order) => {
    let text = "";
    let calls: string[] = [];
    let whole: DocumentJson;
    let cwdOfWhole = "";

    beforeAll(async () => {
      const cwd = workplace("write-whole", order);
      cwdOfWhole = cwd;
      const { code, json } = await longhandJson<DocumentJson>(["write", "brief.yaml"], { cwd });
      expect(code).toBe(0);
      whole = json;
      text = readFileSync(json.exports.md, "utf8");
      calls = callsIn(cwd);
    }, 120_000);

    it("writes the document within 5 % and makes no call twice", () => {
      expect(Object.keys(whole)).toEqual([
        ...["run", "words", "targetWords", "leaves", "leavesWithin15", "leavesWithin15OfPlan"],
        ...["mustHit", "mustRequired", "tokens", "seconds", "openIssues", "exports"],
      ]);
      expect(Math.abs(whole.words / whole.targetWords - 1)).toBeLessThanOrEqual(0.05);
      expect(new Set(calls).size).toBe(calls.length);
      expect(repairsIn(cwdOfWhole)).toBeGreaterThan(0);
    });

    it(
      `loses nothing finished to ${KILLS} kills at random moments, and ends with the same bytes`,
      async () => {
        const random = randomStream(3, "kill-moments", order);
        let kills = 0;
        let cutOff = 0;
        while (kills < KILLS) {
          const killed = await killedRun(order, KILLS - kills, random);
          kills += killed.kills;
          expect(killed.repeated).toEqual([]);
          const { cwd } = killed;
          const made = callsIn(cwd);
          const { code, json } = await longhandJson<DocumentJson>(argsFor(cwd), { cwd });
          expect([code, callsIn(cwd).length]).toEqual([0, made.length]);
          expect(readFileSync(json.exports.md, "utf8")).toBe(text);
          expect(json.tokens).toEqual(whole.tokens);
          // Every call of the uninterrupted run was made; those that a kill cut off were made again.
          expect(new Set(made)).toEqual(new Set(calls));
          cutOff += made.length - calls.length;
        }
        // Three drafts of a leaf, or three sentences for each of three mentions; of eight leaves at once.
        const inFlight = order === "ltr" || order === "repair" ? 9 : 72;
        expect(cutOff).toBeLessThanOrEqual(KILLS * inFlight);
      },
      killTimeoutMs(KILLS),
    );
  },
);

describe.each(["chapters", "rolling", "outline"] as const)(
  "longhand write with the strategy %s, with kills",
  (strategy) => {
    it("loses nothing finished, repeats no finished call, and ends with the same bytes", async () => {
      const args = ["write", "brief.yaml", "--strategy", strategy];
      const [wholeCwd, cwd] = [workplace("write-whole", "ltr"), workplace("write-killed", "ltr")];
      const whole = await longhandJson<DocumentJson>(args, { cwd: wholeCwd });
      const random = randomStream(4, "kill-moments", strategy);
      for (let kill = 0; kill < STRATEGY_KILLS; kill++) {
        const begun = runIn(cwd);
        const next = begun === undefined ? args : ["writing", "resume", begun];
        const child = startLonghand([...next, "--json"], { cwd });
        const ended = finished(child);
        while (runIn(cwd) === undefined && child.exitCode === null) await wait(20);
        await Promise.race([wait(250 + 1200 * random.next()), ended]);
        child.kill("SIGKILL");
        await ended;
      }
      const { code, json } = await longhandJson<DocumentJson>(argsFor(cwd), { cwd });
      expect([whole.code, code]).toEqual([0, 0]);
      expect(readFileSync(json.exports.md, "utf8")).toBe(
        readFileSync(whole.json.exports.md, "utf8"),
      );
      expect(json.tokens).toEqual(whole.json.tokens);
      const [all, made] = [callsIn(wholeCwd), callsIn(cwd)];
      expect(new Set(made)).toEqual(new Set(all));
      // At most the three drafts of one step are in flight at a kill.
      expect(made.length).toBeLessThanOrEqual(all.length + STRATEGY_KILLS * 3);
    }, 120_000);
  },
);

describe("longhand write, from outside", () => {
  it("stops at Ctrl-C with code 130 and goes on from there", async () => {
    const cwd = workplace("write-interrupted", "ltr");
    const child = startLonghand(["write", "brief.yaml", "--json"], { cwd });
    const ended = finished(child);
    while (runIn(cwd) === undefined && child.exitCode === null) await wait(20);
    await wait(300);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const { error } = JSON.parse(stdout) as { error: { code: string; details: { run: string } } };
    expect(error).toMatchObject({ code: "interrupted", details: { run: runIn(cwd) } });
    const before = callsIn(cwd);
    const { json } = await longhandJson<DocumentJson>(["writing", "resume", error.details.run], {
      cwd,
    });
    expect(json.words).toBeGreaterThan(1100);
    const after = callsIn(cwd);
    expect(new Set(after).size).toBe(after.length);
    expect(after.slice(0, before.length)).toEqual(before);
  }, 120_000);

  it("plans first and writes later; status and export show the state", async () => {
    const cwd = workplace("write-plan", "ltr");
    const plan = await longhandJson<{ run: string; status: string; nodes: unknown[] }>(
      ["writing", "plan", "brief.yaml"],
      { cwd },
    );
    expect([plan.code, plan.json.status]).toEqual([0, "open"]);
    expect(plan.json.nodes.length).toBeGreaterThan(11);
    const status = await longhand(["writing", "status", plan.json.run], { cwd });
    expect(status.stdout).toContain("· The lamp — 0 of 1200 words");
    await longhandJson(["writing", "resume", plan.json.run], { cwd });
    const exported = await longhandJson<{ exports: { html: string } }>(
      ["writing", "export", plan.json.run, "--format", "html"],
      { cwd },
    );
    expect(readFileSync(exported.json.exports.html, "utf8")).toContain("<h1>The lamp</h1>");
  }, 120_000);

  it("refuses a bad brief with code 2 before anything is spent", async () => {
    const cwd = newFolder("write-bad");
    folders.push(cwd);
    writeFileSync(join(cwd, "brief.yaml"), "kind: poem\nlength: { words: 100 }\n");
    const { code, stderr } = await longhand(["write", "brief.yaml"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("brief.yaml:1:1: goal: is required");
    expect(stderr).toContain("brief.yaml:1:7: kind: unknown value poem");
    expect(stderr).toContain("brief.yaml:2:18: length.words: must be 200 or more");
    expect(readdirSync(cwd)).toEqual(["brief.yaml"]);
  });
});
