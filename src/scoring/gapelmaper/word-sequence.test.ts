import { describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { collectWords, shuffledWords, type WordRule, wordSequence } from "./word-sequence.ts";

function cut(text: string, rule: WordRule): readonly (string | undefined)[] {
  const { words, sequence } = wordSequence(text, rule);
  return [...sequence].map((number) => words[number]);
}

describe("letters", () => {
  it.each([
    ["Don\u2019t stop, O\u02bcBrien; 'tis dogs'", ["don't", "stop", "o'brien", "tis", "dogs"]],
    ["Caf\u00e9 na\u00efve e\u0301 \ufb01sh \uff21", ["cafe", "naive", "e", "fish", "a"]],
    ["well-known 3rd x2y _a_", ["well", "known", "rd", "x", "y", "a"]],
    ["stra\u00dfe", ["stra", "e"]],
    ["\u4e2d\u6587", []],
    ["", []],
  ])("cuts %s", (text, words) => {
    expect(cut(text, "letters")).toEqual(words);
  });
});

describe("reference", () => {
  it("leaves out characters that Python's decoder leaves out, and keeps white space that it keeps", () => {
    expect(cut("a&#28;b a&#11;b a&#12;b a&#x110000;b a&#9999999999999;b", "reference")).toEqual([
      "ab",
      "ab",
      "a",
      "b",
      "ab",
      "ab",
    ]);
    expect(cut("&#x8a;x &Aacute;x &aacutex; &unknown; &#xd800;", "reference")).toEqual([
      "\u0161x",
      "\u00e1x",
      "\u00e1x",
      "unknown",
    ]);
  });
});

describe("collecting", () => {
  it("numbers words by first occurrence, over pieces", () => {
    const collector = collectWords("letters");
    for (const piece of ["the whale ", "the sea"]) collector.add(piece);
    const { words, sequence } = collector.finish();
    expect(words).toEqual(["the", "whale", "sea"]);
    expect([...sequence]).toEqual([0, 1, 0, 2]);
  });

  it("grows with the text", () => {
    expect(wordSequence("a b ".repeat(50_000), "letters").sequence.length).toBe(100_000);
  });

  it("knows a text of another script", () => {
    for (const rule of ["letters", "reference"] as const) {
      expect(wordSequence("\u4e2d\u6587\uff0c\u53e5\u5b50\u3002 Yes", rule).isForeign).toBe(true);
      expect(wordSequence("Call me Ishmael, \u4e2d", rule).isForeign).toBe(false);
      expect(wordSequence("", rule).isForeign).toBe(false);
    }
  });
});

it("shuffles words without losing any, the same way for the same seed", () => {
  const text = wordSequence("a b c d e f g h", "letters");
  const shuffled = shuffledWords(text, randomStream(1));
  expect(shuffled.sequence).toEqual(shuffledWords(text, randomStream(1)).sequence);
  expect(shuffled.sequence).not.toEqual(text.sequence);
  expect([...shuffled.sequence].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect([...text.sequence]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
