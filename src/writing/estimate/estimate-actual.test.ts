import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { estimateWriting } from "./estimate-writing.ts";

const clock = createVirtualClock(0);
const GOAL =
  "goal: Tell how a keeper and her daughter save a ferry in a storm, and what the harbour owes them.\nkind: story\nmodel: fake\n";
/** Mentions that the fake model never makes by itself, and a fact. */
const ASKED =
  "must: [{ text: brass lamp }, { text: the drowned bell, when: range }]\nfacts: [{ subject: keeper, attribute: age, value: 58 }]\n";
const ORDERS = ["ltr", "bfs", "anchors", "repair"];
const WAYS = [
  ...ORDERS.map((order) => ({ way: order, lines: `order: ${order}\n` })),
  ...["chapters", "rolling", "outline"].map((way) => ({ way, lines: `strategy: ${way}\n` })),
];
const WORDS = { tiny: 900, small: 1900, hosted: 3300 } as const;
const CASES = WAYS.flatMap(({ way, lines }) =>
  (["tiny", "small", "hosted"] as const).map((size) => ({ way, size, lines })),
);

/** Writes a document and tells what it took beside what it was estimated to take. */
async function written(yaml: string, writerModel: LanguageModel) {
  const brief = parseBrief(`${GOAL}${yaml}`, "brief.yaml");
  const store = openMemoryRunStore();
  const writer = await openWriter({ brief, store, clock, writerModel });
  const { status } = await writeDocument(writer);
  const { calls, tokens } = writer.journal.state;
  return { status, estimate: estimateWriting(brief), took: { calls, ...tokens } };
}

const PARTS = ["calls", "in", "out"] as const;

function briefOf(size: keyof typeof WORDS, lines: string): string {
  return `${lines}models: { size: ${size} }\nlength: { words: ${WORDS[size]} }\n`;
}

describe("estimateWriting beside what is taken", () => {
  it.each(CASES)("at least and at most hold for the fake model: $way, $size", async (one) => {
    const yaml = ASKED + briefOf(one.size, one.lines);
    const { status, estimate, took } = await written(yaml, createFakeModel({ clock }));
    expect(status).toBe("complete");
    for (const part of PARTS) {
      expect.soft(took[part], `${part}, at least`).toBeGreaterThanOrEqual(estimate.low[part]);
      expect.soft(took[part], `${part}, at most`).toBeLessThanOrEqual(estimate.high[part]);
    }
  });
});
