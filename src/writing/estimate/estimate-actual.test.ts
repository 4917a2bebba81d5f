import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { plantFacts } from "../planted/plant-facts.ts";
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

/**
 * How far the likely figure may be off, as a share: chance decides much of what eight parts take, and little of what
 * thirty take.
 */
const NEAR = { short: 0.5, long: 0.2 } as const;
const LONG_CASES = [
  { way: "ltr", size: "tiny", words: 4000, lines: "" },
  { way: "rolling", size: "tiny", words: 4000, lines: "strategy: rolling\n" },
  { way: "ltr", size: "small", words: 6000, lines: "" },
] as const;

describe("estimateWriting beside what is taken", () => {
  it.each(CASES)("holds for the fake model: $way, $size", async (one) => {
    const yaml = ASKED + briefOf(one.size, one.lines);
    const { status, estimate, took } = await written(yaml, createFakeModel({ clock }));
    expect(status).toBe("complete");
    for (const part of PARTS) {
      expect.soft(took[part], `${part}, at least`).toBeGreaterThanOrEqual(estimate.low[part]);
      expect.soft(took[part], `${part}, at most`).toBeLessThanOrEqual(estimate.high[part]);
      const off = Math.abs(took[part] / estimate.expected[part] - 1);
      expect.soft(off, `${part}, about`).toBeLessThanOrEqual(NEAR.short);
    }
  });

  it.each(LONG_CASES)("comes within 20 %% for a longer document: $way, $size", async (one) => {
    const yaml = `${ASKED}${one.lines}models: { size: ${one.size} }\nlength: { words: ${one.words} }\n`;
    const { estimate, took } = await written(yaml, createFakeModel({ clock }));
    for (const part of PARTS) {
      const off = Math.abs(took[part] / estimate.expected[part] - 1);
      expect.soft(off, `${part}, about`).toBeLessThanOrEqual(NEAR.long);
      expect.soft(took[part], `${part}, at most`).toBeLessThanOrEqual(estimate.high[part]);
    }
  });

  it("promises at most what its parts add up to, and no more than twice what is likely for a long document", () => {
    const brief = parseBrief(
      `${GOAL.replace("fake", "gguf:smollm2-135m-instruct")}${ASKED}length: { words: 30000 }\n`,
      "brief.yaml",
    );
    const { parts, expected, high } = estimateWriting(brief);
    for (const part of PARTS) {
      const sum = (bound: "expected" | "high"): number =>
        parts.reduce((all, each) => all + each[bound][part], 0);
      expect(Math.abs(sum("expected") - expected[part])).toBeLessThanOrEqual(parts.length);
      expect(Math.abs(sum("high") - high[part])).toBeLessThanOrEqual(parts.length);
      expect(high[part]).toBeLessThanOrEqual(2 * expected[part]);
    }
  });
});

/** What runs of the default model took, as their journals tell it. */
const RECORDED = [
  {
    brief: "examples/briefs/glasshouse-story.yaml",
    took: { calls: 2519, in: 1_486_864, out: 239_425 },
  },
];

describe("estimateWriting beside recorded runs of the default model", () => {
  it.each(RECORDED)("comes within 15 %%, and the bounds hold: $brief", ({ brief: file, took }) => {
    const brief = plantFacts(parseBrief(readFileSync(file, "utf8"), file));
    const { low, expected, high } = estimateWriting(brief, { contextTokens: 2048 });
    for (const part of PARTS) {
      expect(Math.abs(took[part] / expected[part] - 1)).toBeLessThanOrEqual(0.15);
      expect(took[part]).toBeGreaterThanOrEqual(low[part]);
      expect(took[part]).toBeLessThanOrEqual(high[part]);
      expect(high[part]).toBeLessThanOrEqual(1.6 * took[part]);
    }
  });
});
