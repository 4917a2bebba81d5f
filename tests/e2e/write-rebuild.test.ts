import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JournalLine } from "../../src/records/index.ts";
import { hashOfLine } from "../../src/writing/run/journal-chain.ts";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

interface Accepted {
  readonly node: string;
  readonly version: number;
  readonly textHash: string;
  readonly reads: readonly { readonly object: string; readonly version: string }[];
}

interface Impact {
  readonly touched: readonly {
    readonly node: string;
    readonly strength: "hard" | "soft";
    readonly reasons: readonly { readonly quote?: string }[];
  }[];
  readonly differences: readonly string[];
}

interface Facts {
  readonly facts: readonly {
    readonly id: string;
    readonly value: string;
    readonly origin: "author" | "text";
    readonly evidence?: { readonly node: string; readonly quote: string };
  }[];
}

// The file names a model that is not there: the run was begun with another one, and keeps it.
const BRIEF = [
  "goal: Tell how a keeper and her daughter save the Osprey in a storm.",
  "kind: story",
  "title: The lamp",
  "length: { words: 600 }",
  "candidates: 1",
  "must: [{ text: Ann Vole was forty years old }]",
  "facts: [{ subject: the Osprey, attribute: engine, value: two-cylinder diesel }]",
  "model: gguf:not-there",
].join("\n");
/** Parts that an interrupted run has, and of these those that were written with something else. */
const WRITTEN = 3;
const OLD = 2;

const folders: string[] = [];
let cwd = "";
let run = "";

beforeAll(async () => {
  cwd = newFolder("write-rebuild");
  folders.push(cwd);
  writeFileSync(join(cwd, "brief.yaml"), BRIEF);
  const begun = ["write", "brief.yaml", "--model", "fake"];
  const { code, json } = await longhandJson<{ run: string }>(begun, { cwd });
  expect(code).toBe(0);
  run = json.run;
}, 300_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The same run in a place of its own. */
function copied(): string {
  const place = newFolder("write-rebuild");
  folders.push(place);
  cpSync(cwd, place, { recursive: true });
  return place;
}

const journalPath = (place: string): string => join(place, "runs", run, "journal.jsonl");

function linesOf(place: string): JournalLine[] {
  const lines = readFileSync(journalPath(place), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as JournalLine);
}

/** The last text of each part, by its node. */
function acceptedIn(place: string): Map<string, Accepted> {
  const leaves = linesOf(place)
    .filter(({ type }) => type === "accept")
    .map(({ body }) => body as unknown as Accepted);
  return new Map(leaves.map((leaf) => [leaf.node, leaf]));
}

/** The run as it would be if it had been stopped after three parts, and two of them were made otherwise. */
function interrupted(maker: "template" | "model"): { place: string; nodes: string[] } {
  const place = copied();
  const lines = linesOf(place);
  const accepts = lines.filter(({ type }) => type === "accept");
  const last = accepts[WRITTEN - 1] as JournalLine;
  const old = new Set(accepts.slice(0, OLD));
  let previousHash = lines[0]?.previousHash ?? "";
  const kept = lines.slice(0, lines.indexOf(last) + 1).map((line) => {
    const body = old.has(line) ? madeOtherwise(line.body, maker) : line.body;
    const chained = { ...line, body, previousHash };
    previousHash = hashOfLine(chained);
    return JSON.stringify(chained);
  });
  writeFileSync(journalPath(place), `${kept.join("\n")}\n`);
  return { place, nodes: accepts.slice(0, WRITTEN).map(({ body }) => String(body["node"])) };
}

function madeOtherwise(body: JournalLine["body"], maker: string): JournalLine["body"] {
  const { reads } = body as unknown as Accepted;
  const isOwn = ({ object }: Accepted["reads"][number]): boolean => object.startsWith(`${maker}:`);
  return { ...body, reads: reads.map((read) => (isOwn(read) ? { ...read, version: "0" } : read)) };
}

describe("longhand writing resume --rebuild-on", () => {
  it.each(["template", "model"] as const)(
    "%s: refuses to go on unasked, and writes the parts anew that were written with another one",
    async (maker) => {
      const { place, nodes } = interrupted(maker);
      const before = acceptedIn(place);
      const refused = await longhand(["writing", "resume", run], { cwd: place });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`${maker}: `);
      expect(refused.stderr).toContain("(2 parts)");
      expect(refused.stderr).toContain(`--rebuild-on ${maker}`);
      expect(acceptedIn(place)).toEqual(before);

      const choice = ["--rebuild-on", maker];
      const resumed = await longhand(["writing", "resume", run, ...choice], { cwd: place });
      expect(resumed.code).toBe(0);
      expect(resumed.stderr).toContain("2 parts to be written anew; 0 written");
      const after = acceptedIn(place);
      const rewritten = nodes.filter((id) => after.get(id)?.version !== before.get(id)?.version);
      expect(rewritten.slice(0, OLD)).toEqual(nodes.slice(0, OLD));
      expect(after.size).toBe(acceptedIn(cwd).size);
    },
    300_000,
  );

  it("none: keeps the parts and goes on, and is asked once", async () => {
    const { place, nodes } = interrupted("template");
    const before = acceptedIn(place);
    const choice = ["--rebuild-on", "none"];
    const resumed = await longhand(["writing", "resume", run, ...choice], { cwd: place });
    expect(resumed.code).toBe(0);
    expect(resumed.stderr).toContain("0 parts to be written anew; 2 written");
    const drafts = linesOf(place).filter(
      ({ type, body }) => type === "call" && body["stage"] === "draft",
    );
    // One draft of each part: none was drafted twice.
    expect(new Set(drafts.map(({ body }) => body["node"])).size).toBe(drafts.length);
    expect(
      nodes.every((id) => acceptedIn(place).get(id)?.reads.length === before.get(id)?.reads.length),
    ).toBe(true);
    expect((await longhand(["writing", "resume", run], { cwd: place })).code).toBe(0);
  }, 300_000);

  it("refuses none beside another choice", async () => {
    const choice = ["--rebuild-on", "none,model"];
    const { code, stderr } = await longhand(["writing", "resume", run, ...choice], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("--rebuild-on names template, model or both, or none alone.");
  }, 300_000);
});

describe("longhand writing resume --brief", () => {
  it("keeps the model that the run was begun with, whatever the file names", async () => {
    const place = copied();
    const changed = BRIEF.replace("two-cylinder diesel", "paddle wheels");
    writeFileSync(join(place, "changed.yaml"), changed);
    const brief = ["writing", "resume", run, "--brief", "changed.yaml"];
    const asked = await longhand(brief, { cwd: place });
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("paddle wheels");
    expect(asked.stderr).not.toContain("not-there");
    const { code, stderr } = await longhand([...brief, "--accept-changes"], { cwd: place });
    expect(stderr).not.toContain("not-there");
    expect(code).toBe(0);
  }, 300_000);
});

describe("longhand writing impact", () => {
  it("takes a fact that only a text says, and names the part that says it", async () => {
    const listed = await longhandJson<Facts>(["writing", "facts", run], { cwd });
    const fact = listed.json.facts.find(
      ({ origin, evidence }) => origin === "text" && evidence?.quote.includes("forty") === true,
    );
    expect(fact?.value).toBe("forty");
    const journal = readFileSync(journalPath(cwd), "utf8");
    const change = ["--fact", String(fact?.id), "--value", "50"];
    const { code, json } = await longhandJson<Impact>(["writing", "impact", run, ...change], {
      cwd,
    });
    expect(code).toBe(0);
    const hard = json.touched.filter(({ strength }) => strength === "hard");
    expect(hard.map(({ node }) => node)).toContain(fact?.evidence?.node);
    expect(hard.some(({ reasons }) => reasons.some(({ quote }) => quote?.includes("forty")))).toBe(
      true,
    );
    expect(readFileSync(journalPath(cwd), "utf8")).toBe(journal);
  }, 300_000);
});
