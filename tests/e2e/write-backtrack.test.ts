import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFakeModel } from "../../src/models/index.ts";
import { systemClock } from "../../src/pipeline/index.ts";
import { openWriter, parseBrief, writeDocument } from "../../src/writing/index.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../../src/writing/run/memory-run-store.ts";
import { longhand, longhandJson, newFolder } from "./longhand-process.ts";

interface DocumentJson {
  readonly run: string;
  readonly leaves: number;
  readonly exports: { readonly md: string };
}

interface JournalLine {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const BRIEF = [
  "goal: Tell how a keeper and her daughter save a ferry in a storm.",
  "kind: story",
  "title: The lamp",
  "length: { words: 600 }",
  "candidates: 1",
  "model: fake",
];
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A model that refuses whatever it is asked while these words stand in the request. */
const refusing = (words: string): string =>
  `modelSettings: { failures: [{ reason: refused, match: ${words} }] }`;

async function written(lines: readonly string[]) {
  const cwd = newFolder("write-backtrack");
  folders.push(cwd);
  writeFileSync(join(cwd, "brief.yaml"), lines.join("\n"));
  const { code, json } = await longhandJson<DocumentJson>(["write", "brief.yaml"], { cwd });
  await longhand(["writing", "export", json.run, "--ids"], { cwd });
  const folder = join(cwd, "runs", json.run);
  const markdown = readFileSync(join(folder, "exports", "document.ids.md"), "utf8");
  const parts = markdown.split(/<!-- node (\w+) -->\n/).slice(1);
  const ids = parts.filter((_, index) => index % 2 === 0);
  const texts = parts.filter((_, index) => index % 2 === 1).map((text) => text.trim());
  const journal = readFileSync(join(folder, "journal.jsonl"), "utf8").trimEnd().split("\n");
  return { code, ids, texts, journal: journal.map((line) => JSON.parse(line) as JournalLine) };
}

/** Refuses a third of the requests for a part, each for good: only other words are answered. */
const MOODY =
  'modelSettings: { failures: [{ reason: refused, match: "Write the (?:first|next|last) part", every: 3 }] }';

const isReopening = ({ type, body }: JournalLine): boolean =>
  type === "repair" && "reopenedFor" in body;

/** A seed with which the refused part is written once the part before it has changed. */
async function seedThatNeedsToGoBack(): Promise<number> {
  for (let seed = 1; seed <= 100; seed += 1) {
    const brief = parseBrief([...BRIEF, MOODY, `seed: ${seed}`].join("\n"), "brief.yaml");
    const run = emptyMemoryRun();
    const writer = await openWriter({
      brief,
      store: openMemoryRunStore(run),
      clock: systemClock,
      writerModel: createFakeModel({ clock: systemClock, settings: brief.modelSettings }),
    });
    const { status } = await writeDocument(writer);
    if (status === "complete" && run.lines.some(isReopening)) return seed;
  }
  throw new TypeError("No seed from 1 to 100 needs to go back.");
}

describe("a leaf that can only be written after the leaf before it has changed", () => {
  it("is written: the leaf before it is written anew", async () => {
    const seed = await seedThatNeedsToGoBack();
    const { code, ids, texts, journal } = await written([...BRIEF, MOODY, `seed: ${seed}`]);
    expect([code, texts.length]).toEqual([0, 5]);
    const reopened = journal.filter(isReopening).map(({ body }) => body);
    expect(reopened.length).toBeGreaterThan(0);
    for (const { node, reopenedFor } of reopened) {
      expect(ids.indexOf(String(reopenedFor)) - ids.indexOf(String(node))).toBe(1);
    }
    expect(texts.join(" ")).not.toContain("This part is missing");
  }, 240_000);

  it("is marked as missing where the leaf before it is the author's, which stays as it is", async () => {
    const mine = "The keeper counted the boats twice and wrote down one too few.";
    const outline = `outline: [{ heading: One, text: ${mine} }, { heading: Two }, { heading: Three }]`;
    const { code, texts, journal } = await written([
      ...BRIEF,
      outline,
      refusing("wrote down one too few"),
    ]);
    expect(code).toBe(3);
    expect(journal.some(isReopening)).toBe(false);
    expect(texts.join(" ")).toContain("This part is missing: refused");
    expect(texts.join(" ")).toContain(mine);
  }, 240_000);
});
