import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type CliError, cli } from "../../../tests/in-process-cli.ts";
import type { EditReport, WritingRunStatus } from "../../pipeline/index.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-choices-"));
const runs = join(folder, "runs");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let run = "";
let leaves: string[] = [];

function edit<T = EditReport>(...args: readonly string[]) {
  return cli<T>("writing", "edit", run, ...args, "--runs", runs);
}

async function textOf(place: number, text: string, ...more: readonly string[]) {
  const file = join(folder, "part.txt");
  writeFileSync(file, text);
  const { code, json } = await edit("--node", leaves[place] ?? "", "--text-file", file, ...more);
  expect(code).toBe(0);
  return json;
}

async function status(): Promise<WritingRunStatus> {
  return (await cli<WritingRunStatus>("writing", "status", run, "--runs", runs)).json;
}

const WAIVE = ["--choose", "waive", "--reason", "meant"];

beforeEach(async () => {
  const brief = join(folder, "brief.yaml");
  writeFileSync(
    brief,
    "goal: Tell of the harbour.\nmodel: fake\ncandidates: 1\nlength: { words: 400 }\n",
  );
  run = (await cli<{ run: string }>("write", brief, "--runs", runs)).json.run;
  leaves = (await status()).nodes.flatMap(({ id, level }) => (level === "leaf" ? [id] : []));
  expect(leaves.length).toBeGreaterThanOrEqual(3);
});

describe("longhand writing edit --choose together with a change", () => {
  it("settles what the change touches, and nothing that waits because of an earlier one", async () => {
    await textOf(0, "The ferry passed the light in 1961. The rope was 40 fathoms long.");
    await textOf(1, "It was 1961, and all was quiet.");
    await textOf(2, "The rope of 40 fathoms held.");
    const first = await textOf(
      0,
      "The ferry passed the light in 1975. The rope was 40 fathoms long.",
    );
    expect(first.decision.open).toEqual([leaves[1]]);
    const second = await textOf(
      0,
      "The ferry passed the light in 1975. The rope was 50 fathoms long.",
      ...WAIVE,
    );
    expect(second.decision).toMatchObject({ waived: [leaves[2]], open: [leaves[1]] });
    const again = await textOf(
      0,
      "The ferry passed the light in 1975. The rope was 50 fathoms long.",
      ...WAIVE,
    );
    expect(again).toMatchObject({ changed: false, decision: { waived: [], open: [leaves[1]] } });
  });

  it("leaves a part waiting for what an earlier change did to it", async () => {
    await textOf(0, "The ferry passed the light in 1961. The rope was 40 fathoms long.");
    await textOf(1, "It was 1961, and the rope of 40 fathoms held.");
    await textOf(0, "The ferry passed the light in 1975. The rope was 40 fathoms long.");
    const { decision, open } = await textOf(
      0,
      "The ferry passed the light in 1975. The rope was 50 fathoms long.",
      ...WAIVE,
    );
    expect(decision.waived).toEqual([leaves[1]]);
    expect(open).toMatchObject([{ node: leaves[1], edit: 3 }]);
    const { json } = await edit(...WAIVE);
    expect(json.decision).toMatchObject({ waived: [leaves[1]], open: [] });
    expect((await status()).waivers).toHaveLength(2);
  });

  it("refuses a part that the change does not touch, before anything is changed", async () => {
    const brief = join(folder, "changed.yaml");
    writeFileSync(
      brief,
      "goal: Tell of the harbour.\nmodel: fake\ncandidates: 1\nlength: { words: 400 }\navoid: [{ text: zeppelin }]\n",
    );
    const node = leaves[0] ?? "";
    const { code, json } = await edit<CliError>("--brief", brief, "--node", node, ...WAIVE);
    expect([code, json.error.code]).toEqual([2, "unknown-node"]);
    expect(json.error.message).toContain("nothing was changed");
    expect((await edit(...WAIVE)).json.decision.open).toEqual([]);
  });
});

describe("--node with several parts", () => {
  it("takes ids with commas or spaces between them", async () => {
    await textOf(0, "The ferry passed the light in 1961.");
    await textOf(1, "It was 1961, and all was quiet.");
    await textOf(2, "In 1961 the rope held.");
    await textOf(0, "The ferry passed the light in 1975.");
    const both = [leaves[1], leaves[2]].join(",");
    const { code, json } = await edit("--node", both, ...WAIVE);
    expect([code, json.decision.waived]).toEqual([0, [leaves[1], leaves[2]]]);
  });

  it("locks and unlocks them; of one that cannot be, none is", async () => {
    const both = `${leaves[0]},${leaves[1]}`;
    const mark = <T>(verb: string, ...more: readonly string[]) =>
      cli<T>("writing", verb, run, "--node", both, ...more, "--runs", runs);
    const locked = await mark<{ nodes: string[] }>("lock");
    expect([locked.code, locked.json.nodes]).toEqual([0, [leaves[0], leaves[1]]]);
    const quoted = await mark<CliError>("lock", "--quote", "the");
    expect([quoted.code, quoted.json.error.code]).toEqual([2, "usage"]);
    expect((await mark("unlock")).code).toBe(0);
    const twice = await mark<CliError>("unlock");
    expect([twice.code, twice.json.error.code]).toEqual([2, "invalid-option"]);
  });

  it("says that a text is the text of one part", async () => {
    const file = join(folder, "part.txt");
    writeFileSync(file, "The rope held.");
    const two = `${leaves[0]},${leaves[1]}`;
    const { code, json } = await edit<CliError>("--node", two, "--text-file", file);
    expect([code, json.error.code]).toEqual([2, "usage"]);
    expect(json.error.message).toContain("one --node");
  });
});
