import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OverflowPolicy, ProfileItem, PromptTemplate } from "../records/index.ts";
import { canonicalTemplate } from "./canonical-template.ts";
import { renderPrompt } from "./render-prompt.ts";

const TOPIC: PromptTemplate = {
  passage: '"{summary}" is a summary for "{content}" ',
  separator: ", and ",
  wrap: "{ppeps}. Following the given patterns, {input}",
};
const TOPIC_LLAMA = { ...TOPIC, wrap: "{ppeps}. Following the given patterns {input}" };

interface TrapCase {
  readonly name: string;
  readonly input: string;
  readonly passages: readonly Readonly<Record<string, string>>[];
  readonly expectedGpt: string;
  readonly expectedLlama: string;
}

const traps = readFileSync("tests/cases/prompt/template-traps.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as TrapCase);

interface WordCase {
  readonly name: string;
  readonly text: string;
  readonly firstTwo: string;
}

const wordCases = JSON.parse(
  readFileSync("tests/cases/prompt/word-limits.json", "utf8"),
) as WordCase[];

describe("renderPrompt", () => {
  it.each(wordCases)(
    "takes the first two words as Python does: $name",
    async ({ text, firstTwo }) => {
      const prompt = await renderPrompt({
        template: { ...SIMPLE, passage: "<{text|words:2}>" },
        input: "x",
        passages: [item("a", text)],
      });
      expect(prompt.text).toBe(`<${firstTwo}> x`);
    },
  );

  it.each(traps)(
    "is byte equal on the trap $name",
    async ({ input, passages, expectedGpt, expectedLlama }) => {
      const items = passages.map((fields, index) => ({ id: `p${index}`, fields }));
      const gpt = await renderPrompt({ template: TOPIC, input, passages: items });
      const llama = await renderPrompt({ template: TOPIC_LLAMA, input, passages: items });
      expect(gpt.text).toBe(expectedGpt);
      expect(llama.text).toBe(expectedLlama);
    },
  );

  it("starts the list with the lead, so that the separator follows it", async () => {
    const { text } = await renderPrompt({
      template: {
        passage: '"{text|words:2}"',
        lead: "Reviews:",
        separator: ", and ",
        wrap: "{ppeps}. Now {input}",
      },
      input: "write.",
      passages: [item("a", "one two three"), item("b", "four")],
    });
    expect(text).toBe('Reviews:, and "one two", and "four". Now write.');
  });

  it("gives the input alone without passages, lead or not", async () => {
    const template = { ...SIMPLE, lead: "Reviews:" };
    expect(await renderPrompt({ template, input: "write.", passages: [] })).toEqual({
      text: "write.",
      passageIds: [],
      droppedPassageIds: [],
      truncatedPassageIds: [],
    });
  });

  it("prints ids and dates where a template asks for them", async () => {
    const { text } = await renderPrompt({
      template: { ...SIMPLE, passage: "{id} {date} {stars}" },
      input: "x",
      passages: [{ id: "p1", date: "2011", fields: { stars: 4.5 } }],
    });
    expect(text).toBe("p1 2011 4.5 x");
  });

  it("names the field that a passage lacks", async () => {
    const passages = [{ id: "p1", fields: { title: "T" } }];
    await expect(renderPrompt({ template: SIMPLE, input: "x", passages })).rejects.toMatchObject({
      code: "missing-field",
      message: 'The template needs "text", which the profile item p1 does not have.',
      hint: "It has: id, title.",
    });
  });

  it.each([
    "{ppeps}",
    "{input}",
    "{ppeps} {input} {input}",
    "{ppeps} {input} {title}",
    "{ppeps} {input|words:9}",
  ])("refuses the wrap %j", async (wrap) => {
    await expect(
      renderPrompt({ template: { ...SIMPLE, wrap }, input: "x", passages: [] }),
    ).rejects.toMatchObject({ code: "invalid-template" });
  });
});

const SIMPLE: PromptTemplate = { passage: "{text}", separator: " + ", wrap: "{ppeps} {input}" };

function item(id: string, text: string): ProfileItem {
  return { id, fields: { text } };
}

/** Counts words, and its own calls. */
function wordCounter(): { countTokens(text: string): Promise<number>; calls(): number } {
  let calls = 0;
  return {
    countTokens: (text) => {
      calls += 1;
      return Promise.resolve(text.split(/\s+/).filter((word) => word !== "").length);
    },
    calls: () => calls,
  };
}

const FOUR = [
  item("a", "a1 a2 a3 a4"),
  item("b", "b1 b2 b3 b4"),
  item("c", "c1 c2 c3 c4"),
  item("d", "d1 d2 d3 d4"),
];

async function squeeze(maxPromptTokens: number, onOverflow: OverflowPolicy, passages = FOUR) {
  const counter = wordCounter();
  const prompt = await renderPrompt({
    template: SIMPLE,
    input: "i1 i2",
    passages,
    tokenBudget: { maxPromptTokens, onOverflow, countTokens: counter.countTokens },
  });
  return { ...prompt, calls: counter.calls() };
}

describe("a token budget", () => {
  // Four passages of 4 words, 3 plus signs, 2 words of input: 16 + 3 + 2 = 21 words in all.
  it("leaves a prompt that fits as it is, with one count", async () => {
    expect(await squeeze(21, "drop-last-passage")).toMatchObject({
      passageIds: ["a", "b", "c", "d"],
      droppedPassageIds: [],
      promptTokens: 21,
      calls: 1,
    });
  });

  it("drops passages from the last on", async () => {
    // Two passages: 8 + 1 + 2 = 11; three: 12 + 2 + 2 = 16.
    const prompt = await squeeze(15, "drop-last-passage");
    expect(prompt).toMatchObject({
      text: "a1 a2 a3 a4 + b1 b2 b3 b4 i1 i2",
      passageIds: ["a", "b"],
      droppedPassageIds: ["c", "d"],
      truncatedPassageIds: [],
      promptTokens: 11,
    });
    // The whole, and at most ⌈log2(5)⌉ = 3 more for sizes 0 to 3.
    expect(prompt.calls).toBeLessThanOrEqual(4);
  });

  it("falls back on the input alone, without the template around it", async () => {
    expect(await squeeze(2, "drop-last-passage")).toMatchObject({
      text: "i1 i2",
      passageIds: [],
      promptTokens: 2,
    });
  });

  it("cuts the first passage that does not fit, to the last word that does", async () => {
    // 8 words, two plus signs, two words of input: 12; three words of c make 15.
    expect(await squeeze(15, "truncate-passage")).toMatchObject({
      text: "a1 a2 a3 a4 + b1 b2 b3 b4 + c1 c2 c3 i1 i2",
      passageIds: ["a", "b", "c"],
      truncatedPassageIds: ["c"],
      droppedPassageIds: ["d"],
      promptTokens: 15,
    });
  });

  it("drops the passage of which not one word fits", async () => {
    expect(await squeeze(12, "truncate-passage")).toMatchObject({
      passageIds: ["a", "b"],
      truncatedPassageIds: [],
      droppedPassageIds: ["c", "d"],
      promptTokens: 11,
    });
  });

  it("cuts the longest text of a passage and keeps its title", async () => {
    const { text } = await renderPrompt({
      template: { ...SIMPLE, passage: "<{title}> {text}" },
      input: "i",
      passages: [{ id: "a", fields: { title: "The title", text: "a1 a2 a3 a4 a5" } }],
      tokenBudget: {
        maxPromptTokens: 6,
        onOverflow: "truncate-passage",
        countTokens: wordCounter().countTokens,
      },
    });
    expect(text).toBe("<The title> a1 a2 a3 i");
  });

  it("needs few counts to cut a passage of 1,000 words", async () => {
    const long = item("long", Array.from({ length: 1000 }, (_, index) => `w${index}`).join(" "));
    const prompt = await squeeze(302, "truncate-passage", [long]);
    expect(prompt.text.split(" ")).toHaveLength(302);
    // The whole, the input alone, and ⌈log2(1000)⌉ = 10.
    expect(prompt.calls).toBeLessThanOrEqual(12);
  });

  it("refuses when told to", async () => {
    await expect(squeeze(20, "fail")).rejects.toMatchObject({
      code: "context-overflow",
      message: "The prompt with 4 passages has 21 tokens, and 20 are allowed.",
      details: { promptTokens: 21, maxPromptTokens: 20 },
    });
  });

  it.each(["drop-last-passage", "truncate-passage"] as const)(
    "refuses when not even the input fits (%s)",
    async (policy) => {
      await expect(squeeze(1, policy)).rejects.toMatchObject({
        code: "context-overflow",
        message: "The input alone has 2 tokens, and 1 are allowed.",
      });
      await expect(squeeze(1, policy, [])).rejects.toMatchObject({ code: "context-overflow" });
    },
  );

  it.each([0, -5, Number.NaN])("refuses the budget %d", async (maxPromptTokens) => {
    await expect(squeeze(maxPromptTokens, "fail")).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it("is kept, loses no passage uncounted and stays as large as it can, whatever the passages", async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 });
    const policy = fc.constantFrom("drop-last-passage" as const, "truncate-passage" as const);
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.integer({ min: 2, max: 60 }),
        policy,
        async (words, max, onOverflow) => {
          const passages = words.map((count, index) => item(`p${index}`, "w ".repeat(count)));
          const prompt = await squeeze(max, onOverflow, passages);
          expect(prompt.promptTokens).toBeLessThanOrEqual(max);
          expect([...prompt.passageIds, ...prompt.droppedPassageIds]).toEqual(
            passages.map(({ id }) => id),
          );
          const next = passages.slice(0, prompt.passageIds.length + 1);
          if (prompt.droppedPassageIds.length > 0 && prompt.truncatedPassageIds.length === 0) {
            const more = await renderPrompt({ template: SIMPLE, input: "i1 i2", passages: next });
            expect(await wordCounter().countTokens(more.text)).toBeGreaterThan(max);
          }
        },
      ),
    );
  });
});

describe("canonicalTemplate", () => {
  it("is the same for equal templates and differs for others", () => {
    const { passage, separator, wrap } = TOPIC;
    expect(canonicalTemplate({ wrap, passage, separator })).toBe(canonicalTemplate(TOPIC));
    expect(canonicalTemplate(TOPIC_LLAMA)).not.toBe(canonicalTemplate(TOPIC));
    expect(canonicalTemplate({ ...TOPIC, lead: "" })).not.toBe(canonicalTemplate(TOPIC));
  });
});
