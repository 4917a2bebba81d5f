import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { createFakeModel, type LanguageModel } from "../../models/index.ts";
import { parseBrief } from "../brief/read-brief.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { emptyMemoryRun, openMemoryRunStore } from "../run/memory-run-store.ts";
import type { DirtyLeaf, LockedSpan } from "../run/revision-state.ts";
import { openWriter } from "../run/writer.ts";
import { writeDocument } from "../write-document.ts";

const clock = createVirtualClock(0);
const briefOf = (size: string) =>
  parseBrief(
    `goal: Tell how a keeper saves a ferry in a storm.\nkind: story\nmodel: fake\nmodels: { size: ${size} }\ncandidates: 1\nrepair: false\nlength: { words: ${{ tiny: 400, small: 1500, hosted: 2400 }[size] ?? 0} }\n`,
    "brief.yaml",
  );

function watched(): { readonly prompts: string[]; readonly model: LanguageModel } {
  const prompts: string[] = [];
  const fake = createFakeModel({ clock });
  return {
    prompts,
    model: {
      ...fake,
      generate: (request, options) => {
        prompts.push(request.messages.map(({ content }) => content).join("\n\n"));
        return fake.generate(request, options);
      },
    },
  };
}

const WRONG = "says “58”, which Ann, age: 60 makes wrong";

/** The second leaf of a written run, to be written anew; with its first sentence locked, if so wanted. */
async function redrafted(size: string, isLocked: boolean) {
  const run = emptyMemoryRun();
  const brief = briefOf(size);
  const open = () =>
    openWriter({ brief, store: openMemoryRunStore(run), clock, writerModel: watch.model });
  let watch = watched();
  const first = await open();
  await writeDocument(first);
  const drafts = watch.prompts.filter((prompt) => prompt.includes("Write the next part"));
  const [, node] = first.journal.state.tree.leaves();
  const id = node?.id ?? "";
  const accepted = first.journal.state.accepted.get(id);
  const text = first.texts.get(id) ?? "";
  const [quote = ""] = /^[^.]+\./.exec(text) ?? [];
  const dirty: DirtyLeaf = {
    node: id,
    choice: "fix",
    change: "fact",
    reasons: [{ kind: "value", strength: "hard", message: WRONG }],
    textHash: accepted?.textHash ?? "",
  };
  const span: LockedSpan = { quote, start: 0 };
  if (isLocked) {
    const lock = { nodes: [id], action: "lock", span };
    await first.journal.record([{ type: "lock", body: lock }]);
  }
  await first.journal.record([{ type: "dirty", body: { leaves: [dirty] } }]);
  watch = watched();
  await writeDocument(await open());
  return { prompts: watch.prompts, drafts, text, quote, brief: node?.brief ?? "" };
}

const wordsOf = (text: string): number => text.split(/\s+/).length;
const PLACEHOLDER = /\{[a-z][A-Za-z]*\}/;

describe("the request to write a part once more", () => {
  it.each(["small", "hosted"])("ends with these very words: %s", async (size) => {
    const { prompts, drafts, text } = await redrafted(size, false);
    const asked = `The part as it stands now:\n"""\n${text}\n"""\nWrite this part anew with the same events and about the same length. This is wrong in it and must be right now: it ${WRONG}. Keep everything else as it is, as far as you can.`;
    const again = prompts.filter((prompt) => prompt.endsWith(`\n\n${asked}`));
    expect(again.length).toBeGreaterThan(0);
    for (const prompt of again) {
      expect(prompt.replace(text, "")).not.toMatch(PLACEHOLDER);
      // A draft's prompt with at most 80 words of the text after it, the part as it stands, and the request.
      const most = Math.max(...drafts.map(wordsOf));
      expect(wordsOf(prompt)).toBeLessThanOrEqual(most + 120 + wordsOf(asked));
    }
  });

  it("shows a tiny model its plan alone", async () => {
    const { prompts } = await redrafted("tiny", false);
    expect(prompts.some((prompt) => prompt.includes("Write the next part"))).toBe(true);
    for (const prompt of prompts) expect(prompt).not.toContain("The part as it stands now");
  });
});

describe("the request for a piece between the author's own words", () => {
  it.each(["tiny", "small", "hosted"])("ends with these very words: %s", async (size) => {
    const { prompts, drafts, text, quote, brief } = await redrafted(size, true);
    const rest = text.slice(quote.length).trim();
    const asks = prompts.filter((prompt) => prompt.includes("Write only the piece between them"));
    expect(asks.length).toBeGreaterThan(0);
    for (const prompt of asks) {
      const [, words = "0"] = /about (\d+) words, in place/.exec(prompt) ?? [];
      expect(Math.abs(Number(words) - wordsOf(rest))).toBeLessThanOrEqual(2);
      expect(prompt).toContain(
        `Write only the piece between them, about ${words} words, in place of this one:\n"""\n${rest}\n"""\nThis is wrong in it and must be right now: it ${WRONG}. The part is about this: ${brief}`,
      );
      expect(prompt).toContain(
        "The author has written these words; they stay as they are, and your piece follows them:",
      );
      expect(prompt.replace(text, "")).not.toMatch(PLACEHOLDER);
      const most = Math.max(...drafts.map(wordsOf));
      expect(wordsOf(prompt)).toBeLessThanOrEqual(1.05 * most + wordsOf(rest) + 150);
    }
  });
});

describe("the templates of the writer", () => {
  it("have these slots and no other in what is written once more", () => {
    const slots = (template: string): string[] =>
      [...template.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name ?? "");
    expect(slots(TEMPLATES.again.ask)).toEqual(["text", "wrong"]);
    expect(slots(TEMPLATES.piece.before)).toEqual(["text"]);
    expect(slots(TEMPLATES.piece.after)).toEqual(["text"]);
    expect(slots(TEMPLATES.piece.ask)).toEqual(["words", "text", "wrong", "brief"]);
  });

  it("tell nobody but the last part to end the document", () => {
    const { again, piece, repair } = TEMPLATES;
    for (const template of [again.ask, piece.before, piece.after, piece.ask, repair.ask]) {
      expect(template).not.toMatch(/to (?:its|an) end|conclu|final|last part/i);
    }
  });
});
