import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";
import { requireContext } from "./check-context.ts";

const clock = createVirtualClock(0);
const fake = (contextTokens: number): LanguageModel =>
  createFakeModel({ clock, settings: { contextTokens } });

const briefOf = (strategy: string) =>
  parseBrief(
    [
      "goal: Tell how a keeper and her daughter save a ferry in a storm, and what the harbour owes them.",
      "kind: story\nmodel: fake\ncandidates: 1\nlength: { words: 1500 }",
      "must: [{ text: brass lamp }, { text: ferry, when: range }]",
      "facts: [{ subject: Ann, attribute: age, value: 40 }, { subject: Ann, attribute: post, value: clerk }]",
      `strategy: ${strategy}`,
    ].join("\n"),
    "brief.yaml",
  );

describe("requireContext", () => {
  it("says what is needed, what there is and what is largest, and makes no call", async () => {
    let calls = 0;
    const model: LanguageModel = {
      ...fake(300),
      generate: async () => {
        calls += 1;
        throw new TypeError("no call was to be made");
      },
    };
    const brief = briefOf("tree");
    const store = openMemoryRunStore();
    const writer = await openWriter({ brief, store, clock, writerModel: model });
    // The largest leaf of a tiny model has 150 · 1.1 = 165 words: ⌈1.3 · 1.35 · 165⌉ = 290 tokens.
    await expect(writeDocument(writer)).rejects.toMatchObject({
      code: "context-too-small",
      details: { availableTokens: 300 - 290, largestPart: "previous" },
    });
    expect(calls).toBe(0);
  });

  it.each(["tree", "chapters", "rolling", "outline"])(
    "lets a window pass in which the document can be written, and not much later: %s",
    async (strategy) => {
      const brief = briefOf(strategy);
      let least = 300;
      for (;;) {
        const isRefused = await requireContext(brief, fake(least)).then(
          () => false,
          () => true,
        );
        if (!isRefused) break;
        least += 10;
      }
      const store = openMemoryRunStore();
      const writer = await openWriter({ brief, store, clock, writerModel: fake(least) });
      const { words } = await writeDocument(writer);
      // The fake may fail at a leaf for what it wrote, but not for want of room.
      expect(words).toBeGreaterThan(1000);
      expect(least).toBeLessThan(strategy === "outline" ? 1200 : 900);
    },
  );

  it("asks nothing of a model whose window is unknown", async () => {
    const { contextTokens: _, ...description } = fake(10).description;
    await expect(
      requireContext(briefOf("tree"), { ...fake(10), description }),
    ).resolves.toBeUndefined();
  });
});
