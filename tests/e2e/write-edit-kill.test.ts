import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomStream } from "../../src/foundation/index.ts";
import { finished, longhand, longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

/** Kills of each verb; raise it by hand to try more moments. */
const KILLS = 4;

interface Impact {
  readonly touched: readonly { readonly node: string; readonly strength: "hard" | "soft" }[];
  readonly dirty: readonly { readonly node: string }[];
  readonly decision?: { readonly dirty: readonly string[]; readonly open: readonly string[] };
  readonly facts: readonly { readonly id: string; readonly leaves: number }[];
}

const folders: string[] = [];
const CHANGE = ["--fact", "the Osprey/engine", "--value", "paddle wheels"];
const CHOICE = ["--choose", "fix,retcon"];
let cwd = "";
let run = "";

beforeAll(async () => {
  cwd = newFolder("write-edit");
  folders.push(cwd);
  writeFileSync(
    join(cwd, "brief.yaml"),
    [
      "goal: Tell how a keeper and her daughter save the Osprey in a storm.",
      "kind: story",
      "title: The lamp",
      "length: { words: 1200 }",
      "candidates: 2",
      "facts:",
      "  - { subject: the Osprey, attribute: engine, value: two-cylinder diesel }",
      "model: fake",
      "modelSettings: { delayMs: [5, 30], callLog: calls.jsonl }",
    ].join("\n"),
  );
  const { code, json } = await longhandJson<{ run: string }>(["write", "brief.yaml"], { cwd });
  expect(code).toBe(0);
  run = json.run;
}, 120_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The same run in a place of its own. */
function copied(name: string): string {
  const place = newFolder(name);
  folders.push(place);
  cpSync(cwd, place, { recursive: true });
  return place;
}

const journalOf = (place: string): string =>
  readFileSync(join(place, "runs", run, "journal.jsonl"), "utf8");
const textsOf = async (place: string): Promise<Map<string, string>> => {
  await longhand(["writing", "export", run, "--ids"], { cwd: place });
  const markdown = readFileSync(join(place, "runs", run, "exports", "document.ids.md"), "utf8");
  return new Map(
    markdown.split("<!-- node ").map((piece) => [piece.slice(0, 12), piece.slice(16)] as const),
  );
};

async function killed(args: readonly string[], place: string, mostMs: number): Promise<void> {
  const random = randomStream(5, "kill-moments", ...args);
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startLonghand(args, { cwd: place });
    const ended = finished(child);
    await Promise.race([wait(150 + mostMs * random.next()), ended]);
    child.kill("SIGKILL");
    await ended;
  }
}

describe("longhand writing edit", () => {
  it("loses nothing to kills and changes the same parts as without them", async () => {
    const whole = copied("write-edit-whole");
    const before = await textsOf(whole);
    const preview = await longhandJson<Impact>(["writing", "impact", run, ...CHANGE], {
      cwd: whole,
    });
    const hard = preview.json.touched.filter(({ strength }) => strength === "hard");
    expect(hard.length).toBeGreaterThan(0);
    expect(preview.json.facts[0]?.leaves).toBe(hard.length);
    const edit = await longhandJson<Impact>(["writing", "edit", run, ...CHANGE, ...CHOICE], {
      cwd: whole,
    });
    expect(edit.json.decision?.dirty).toEqual(hard.map(({ node }) => node));
    const resumed = await longhand(["writing", "resume", run], { cwd: whole });
    expect(resumed.code).toBe(0);
    const after = await textsOf(whole);
    const changed = [...after].filter(([id, text]) => before.get(id) !== text).map(([id]) => id);
    expect(changed).toEqual(hard.map(({ node }) => node));

    const place = copied("write-edit-killed");
    const journal = journalOf(place);
    await killed(["writing", "impact", run, ...CHANGE], place, 600);
    expect(journalOf(place)).toBe(journal);
    await killed(["writing", "edit", run, ...CHANGE, ...CHOICE], place, 600);
    const again = await longhandJson<Impact>(["writing", "edit", run, ...CHANGE, ...CHOICE], {
      cwd: place,
    });
    expect(again.json.dirty.map(({ node }) => node)).toEqual(changed);
    expect(again.json.decision?.open).toEqual([]);
    await killed(["writing", "resume", run], place, 900);
    expect((await longhand(["writing", "resume", run], { cwd: place })).code).toBe(0);
    expect(await textsOf(place)).toEqual(after);
    const calls = (folder: string) => readdirSync(join(folder, "runs", run, "calls")).sort();
    expect(calls(place)).toEqual(calls(whole));
  }, 240_000);

  it("takes an edited export, locks it, and resumes without a call", async () => {
    const place = copied("write-edit-text");
    await textsOf(place);
    const exported = join(place, "runs", run, "exports", "document.ids.md");
    const mine = readFileSync(exported, "utf8").replace(
      /\n\n([A-Z][^<#\n]+?\.)/,
      "\n\nMine alone.",
    );
    writeFileSync(join(place, "mine.md"), mine);
    const edit = await longhand(["writing", "edit", run, "--from", "mine.md"], { cwd: place });
    expect(edit.code).toBe(0);
    const calls = readFileSync(join(place, "calls.jsonl"), "utf8");
    await longhand(["writing", "resume", run], { cwd: place });
    expect(readFileSync(join(place, "calls.jsonl"), "utf8")).toBe(calls);
    const status = await longhand(["writing", "status", run], { cwd: place });
    expect(status.stdout).toContain(", locked");
    writeFileSync(join(place, "mine.md"), mine.replace("<!-- node ", "<!-- knot "));
    const bad = await longhand(["writing", "edit", run, "--from", "mine.md"], { cwd: place });
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining("mine.md:3: ")]);
  }, 120_000);

  it("needs consent for a changed brief", async () => {
    const place = copied("write-edit-brief");
    const brief = readFileSync(join(place, "brief.yaml"), "utf8");
    writeFileSync(join(place, "brief.yaml"), brief.replace("two-cylinder diesel", "paddle wheels"));
    const args = ["writing", "resume", run, "--brief", "brief.yaml"];
    const refused = await longhand(args, { cwd: place });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("--accept-changes"),
    ]);
    expect((await longhand([...args, "--accept-changes"], { cwd: place })).code).toBe(0);
  }, 120_000);
});

describe("longhand doctor on a run of the writer", () => {
  it("repairs a damaged journal and a lost text, and keeps the damaged one", async () => {
    const place = copied("write-doctor");
    const folder = join(place, "runs", run);
    const lines = journalOf(place).split("\n");
    const middle = Math.floor(lines.length / 2);
    lines[middle] = (lines[middle] ?? "").replace('"seq"', '"sequence"');
    const damaged = lines.join("\n");
    writeFileSync(join(folder, "journal.jsonl"), damaged);
    const found = await longhand(["doctor", run], { cwd: place });
    expect([found.code, found.stdout]).toEqual([
      1,
      expect.stringContaining(`journal.jsonl:${middle + 1}: it is no line of a journal`),
    ]);
    expect((await longhand(["doctor", run, "--repair"], { cwd: place })).code).toBe(0);
    expect(readFileSync(join(folder, "journal.damaged-1.jsonl"), "utf8")).toBe(damaged);
    const before = await textsOf(copied("write-doctor-whole"));
    expect((await longhand(["writing", "resume", run], { cwd: place })).code).toBe(0);
    expect(await textsOf(place)).toEqual(before);
    const [blob = ""] = readdirSync(join(folder, "blobs"));
    for (const name of readdirSync(join(folder, "blobs"))) rmSync(join(folder, "blobs", name));
    const lost = await longhand(["doctor", run], { cwd: place });
    expect([lost.code, lost.stdout]).toEqual([1, expect.stringContaining("missing or damaged")]);
    expect(blob).not.toBe("");
    expect((await longhand(["doctor", run, "--repair"], { cwd: place })).code).toBe(0);
    expect((await longhand(["writing", "resume", run], { cwd: place })).code).toBe(0);
  }, 120_000);
});
