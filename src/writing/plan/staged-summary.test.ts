import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import type { PlanNode } from "../../records/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { emptyMemoryRun, type MemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import { openWriter, type Writer } from "../run/writer.ts";
import { makePlan } from "./make-plan.ts";
import { slicesOf, stagedText } from "./staged-summary.ts";

const clock = createVirtualClock(0);

/** The fake model, with a word that it hands in when it is asked to mention it. */
function helpful(word: string): LanguageModel {
  const fake = createFakeModel({ clock });
  return {
    ...fake,
    generate: async (request, options) => {
      const reply = await fake.generate(request, options);
      const isAsked = request.messages.some(({ content }) =>
        content.includes(`Mention: "${word}"`),
      );
      // The fake model says back what it is asked; this one does not.
      const text = reply.text.replaceAll(/brass|lamps?/gi, "sea");
      return { ...reply, text: isAsked ? `There is a ${word}. ${text}` : text };
    },
  };
}

async function planned(yaml: string, writerModel: LanguageModel, run: MemoryRun): Promise<Writer> {
  const brief = parseBrief(`goal: Tell of a harbour.\nkind: story\nmodel: fake\n${yaml}`, "b.yaml");
  const writer = await openWriter({ brief, store: openMemoryRunStore(run), clock, writerModel });
  await makePlan(writer);
  return writer;
}

const treeOf = (writer: Writer) => writer.journal.state.tree;

describe("a staged plan", () => {
  it.each([2000, 12_000, 40_000])(
    "begins with a short summary of %i words, and no level is more than ten times the one above it",
    async (words) => {
      const yaml = `staged: true\nlength: { words: ${words} }\n`;
      const writer = await planned(yaml, createFakeModel({ clock }), emptyMemoryRun());
      const tree = treeOf(writer);
      const summary = tree.root?.summary ?? "";
      expect(countWords(summary)).toBeGreaterThan(10);
      expect(countWords(summary)).toBeLessThanOrEqual(Math.min(800, words / 20));
      for (const node of tree.inOrder()) {
        const children = tree.childrenOf(node.id);
        const below = children.reduce((sum, { brief }) => sum + countWords(brief), 0);
        if (children.length > 1)
          expect(below).toBeLessThanOrEqual(10 * countWords(stagedText(node)) + 7);
      }
    },
  );

  it("is asked for mentions that its summary lacks, and says which are still missing", async () => {
    const yaml = "staged: true\nmust: [{ text: brass lamp }]\nlength: { words: 2000 }\n";
    const missedIn = ({ lines }: MemoryRun) =>
      lines.find(({ body }) => body["missed"] !== undefined)?.body["missed"];
    const asksIn = ({ lines }: MemoryRun) =>
      lines.filter(({ body }) => String(body["variant"]).startsWith("whole.")).length;
    const [with_, without] = [emptyMemoryRun(), emptyMemoryRun()];
    const writer = await planned(yaml, helpful("brass lamp"), with_);
    expect(treeOf(writer).root?.summary).toContain("There is a brass lamp.");
    expect([missedIn(with_), asksIn(with_)]).toEqual([[], 1]);
    await planned(yaml, helpful("nothing"), without);
    expect([missedIn(without), asksIn(without)]).toEqual([["must-1"], 3]);
  });

  it("goes on after any line of its journal without a call", async () => {
    const yaml = "staged: true\nlength: { words: 2000 }\n";
    const whole = emptyMemoryRun();
    const before = treeOf(await planned(yaml, createFakeModel({ clock }), whole)).inOrder();
    for (let cut = 0; cut < whole.lines.length; cut++) {
      const run = { ...whole, lines: whole.lines.slice(0, cut) };
      const silent = {
        ...createFakeModel({ clock }),
        generate: () => Promise.reject(new Error("call")),
      };
      expect(treeOf(await planned(yaml, silent, run)).inOrder()).toEqual(before);
    }
  });

  it("cuts the parent's text into slices for lines that are missing", () => {
    const node = {
      summary: "One came. Two went. Three stayed.",
      brief: "x",
    } as unknown as PlanNode;
    expect(slicesOf(node, 3)).toEqual(["One came.", "Two went.", "Three stayed."]);
    expect(slicesOf(node, 2)).toEqual(["One came.", "Two went. Three stayed."]);
    expect(slicesOf(node, 4)).toEqual(["", "One came.", "Two went.", "Three stayed."]);
  });
});
