import { describe, expect, it } from "vitest";
import { LonghandError } from "../../foundation/index.ts";
import { countWords, estimateTokens, targetWordsOf } from "./brief-words.ts";
import { decodeText, parseBrief } from "./read-brief.ts";

function faultsOf(text: string): string {
  try {
    parseBrief(text, "brief.yaml");
  } catch (error) {
    if (error instanceof LonghandError) return error.message;
  }
  return "no fault";
}

describe("parseBrief", () => {
  it("writes out every default", () => {
    expect(parseBrief("goal: Thank the volunteers.\n", "brief.yaml")).toEqual({
      goal: "Thank the volunteers.",
      kind: "essay",
      length: { words: 300, tolerance: 0.05 },
      must: [],
      avoid: [],
      keywords: [],
      topics: [],
      facts: [],
      model: "gguf:smollm2-135m-instruct",
      modelSettings: {},
      models: {},
      strategy: "tree",
      order: "ltr",
      repair: true,
      autoEditLimit: 0.1,
      staged: false,
      generation: { temperature: 0.7, topP: 0.95, repeatPenalty: 1.1 },
      seed: 1,
    });
  });

  it("names must items and takes their text as the accepted form", () => {
    const { must } = parseBrief("goal: x\nmust: [{ text: the ferry }]\n", "brief.yaml");
    expect(must).toEqual([
      { id: "must-1", text: "the ferry", accept: ["the ferry"], when: "once" },
    ]);
  });

  it.each([
    ["kind: essay\n", "brief.yaml:1:1: goal: is required"],
    ["goal: 7\n", "brief.yaml:1:7: goal: is required: say what the text must do, got 7"],
    ["goal: ' '\n", "goal: must say what the text must do"],
    ["goal: x\nkind: poem\n", "brief.yaml:2:7: kind: unknown value poem: known are story"],
    ["goal: x\nlength: { words: 199 }\n", "brief.yaml:2:18: length.words: must be 200 or more"],
    [
      "goal: x\nlength: { words: 200001 }\n",
      "length.words: must be 200,000 or less (a document has 200 to 200,000 words)",
    ],
    ["goal: x\nlength: { tokens: 100 }\n", "100 tokens are about 74 words"],
    ["goal: x\nlength: { words: 300, tokens: 400 }\n", "give words or tokens, not both"],
    [
      "goal: x\nlenght: { words: 90 }\n",
      'brief.yaml:2:1: unknown key "lenght": did you mean "length"?',
    ],
    ["goal: x\nprofile: { corpus: sotu }\n", "brief.yaml:2:10: profile.author"],
    ["goal: x\ngoal: y\n", "brief.yaml:2:1: this key stands twice"],
    ["goal: [unclosed\n", "not valid YAML"],
    ["", "brief.yaml:1:1: the file must hold keys with values"],
    // 10 items · 20 words = 200 > 0.6 · 300 = 180
    [
      `goal: x\nmust: [${Array.from({ length: 10 }, (_, index) => `{ text: w${index} }`).join(", ")}]\n`,
      "brief.yaml:2:7: must: the items need 200 words, more than 60 % of the document's 300",
    ],
    [
      "goal: x\nmust: [{ text: the red ferry }]\navoid: [{ text: Ferry }]\n",
      'brief.yaml:2:8: must.0: "the red ferry" holds "Ferry", which avoid.0 forbids',
    ],
    [
      "goal: x\nfacts:\n  - { subject: Ann, attribute: age, value: 40 }\n  - { subject: ann, attribute: age, value: 41 }\n",
      'brief.yaml:4:5: facts.1: "ann, age: 41" contradicts "Ann, age: 40"',
    ],
    ["goal: x\nfacts: [{ subject: a, attribute: b, value: [1] }]\n", "must be text, a number"],
    ["goal: x\nmust: [{ text: a, where: 2 }]\n", "must.0.where: must be a place from 0 to 1"],
    ["goal: x\nmust: [{ text: a, when: every }]\n", "must.0.every: is required"],
    ["goal: x\nmust: [{ id: a, text: a }, { id: a, text: b }]\n", "must.1.id: a is must.0, too"],
    [
      "goal: x\noutline: [{ heading: ' ' }]\n",
      "brief.yaml:2:22: outline.0.heading: must not be empty",
    ],
    [
      "goal: x\noutline:\n  - heading: One\n  - heading: one\n",
      'brief.yaml:4:14: outline: the heading "one" stands twice',
    ],
    [
      "goal: x\noutline: [{ heading: a, childen: [] }]\n",
      'brief.yaml:2:25: unknown key "childen": did you mean "children"?',
    ],
    [`goal: x\noutline: [{ heading: a, text: ${"word ".repeat(301)} }]\n`, "have 301 words"],
    [
      `goal: x\noutline: [${"{ heading: a, children: [".repeat(6)}{ heading: deep }${"]}".repeat(6)}]\n`,
      "is more than 6 headings deep",
    ],
    ["goal: x\norder: ancors\n", 'order: unknown value ancors: did you mean "anchors"?'],
  ])("says of %j: %s", (text, said) => {
    expect(faultsOf(text)).toContain(said);
  });

  it("lets facts disagree that hold at different places", () => {
    const text =
      "goal: x\nfacts:\n  - { subject: Ann, attribute: age, value: 40, to: 0.5 }\n  - { subject: Ann, attribute: age, value: 41, from: 0.5 }\n";
    expect(parseBrief(text, "brief.yaml").facts).toHaveLength(2);
  });
});

describe("targetWordsOf", () => {
  it("turns tokens into words: 40,500 / 1.35 = 30,000", () => {
    expect(targetWordsOf(parseBrief("goal: x\nlength: { tokens: 40500 }\n", "b"))).toBe(30_000);
  });
});

describe("countWords", () => {
  it("counts words with apostrophes as one and each CJK character as one", () => {
    // The · keeper's · 12 · lamps · 海 · 港
    expect(countWords("The keeper's 12 lamps: 海港.")).toBe(6);
    // 4 · 1.35 + 2 · 1.5 = 8.4
    expect(estimateTokens("The keeper's 12 lamps: 海港.")).toBe(9);
  });
});

describe("decodeText", () => {
  it("honours byte-order marks and counts what it takes out", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x67, 0x00, 0x6f, 0x00]);
    expect(decodeText(utf16, "b")).toEqual({ text: "go", removedCharacters: 0 });
    const hidden = new TextEncoder().encode("go\u200bal\u0007");
    expect(decodeText(hidden, "b")).toEqual({ text: "goal", removedCharacters: 2 });
  });

  it("names the offset of a byte that is not UTF-8", () => {
    const bytes = new Uint8Array([0x67, 0xc3, 0xa9, 0x6f, 0xe9, 0x61]);
    expect(() => decodeText(bytes, "brief.yaml")).toThrow(
      "brief.yaml: the byte at offset 4 is not UTF-8.",
    );
  });
});
