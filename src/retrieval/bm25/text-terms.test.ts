import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pythonWords, unicodeWords, wellFormed } from "../../text/index.ts";
import type { TermCounts } from "./term-counts.ts";
import { countTexts, type WordSplit } from "./text-terms.ts";
import { countTokens } from "./token-terms.ts";

const SPLITS: Record<WordSplit, (text: string) => string[]> = {
  "python-words": pythonWords,
  "unicode-words": unicodeWords,
};

/** Everything that two counts of the same documents must agree on. */
function picture(counts: TermCounts, words: readonly string[]) {
  return {
    wordCounts: [...counts.wordCounts],
    termOfWord: [...counts.termOfWord],
    termCount: counts.termCount,
    found: words.map((word) => [word, counts.find(word)]),
    documents: Array.from(
      { length: counts.termCount },
      (_, term) => counts.documentsWith[term + 1] as number,
    ),
  };
}

function expectSameCounts(texts: readonly string[], split: WordSplit): void {
  const corpus = texts.map((text) => SPLITS[split](wellFormed(text)));
  const words = [...new Set(corpus.flat()), "not-a-word", "", "two words"];
  expect(picture(countTexts(texts, split), words)).toEqual(picture(countTokens(corpus), words));
}

describe.each(["python-words", "unicode-words"] as const)("countTexts (%s)", (split) => {
  it("numbers the words of plain texts as splitting them does", () => {
    expectSameCounts(["a b a", "b c", "", "  ", "a"], split);
    const counts = countTexts(["a b a", "b c", "", "  ", "a"], split);
    expect([...counts.wordCounts]).toEqual([3, 2, 0, 0, 1]);
    expect([...counts.termOfWord]).toEqual([1, 2, 1, 2, 3, 1]);
    expect([1, 2, 3].map((term) => counts.documentsWith[term] as number)).toEqual([2, 2, 1]);
  });

  it("tells words of every length apart, also where they differ in one byte only", () => {
    const stem = "abcdefghijklmnopqrstuvwxyz0123456789";
    const words = Array.from({ length: 36 }, (_, length) => stem.slice(0, length + 1));
    const changed = words.flatMap((word) =>
      Array.from(word, (_, at) => `${word.slice(0, at)}9${word.slice(at + 1)}`),
    );
    expectSameCounts([words.join(" "), changed.join("\n"), changed.toReversed().join("\t")], split);
  });

  it("grows past every number of terms", () => {
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}`);
    expectSameCounts([words.slice(0, 10).join(" "), words.join(" ")], split);
    for (let terms = 20; terms < 80; terms++)
      expectSameCounts([words.slice(0, terms).join(" ")], split);
  });

  it("splits where the slow way splits: odd spaces, control characters, any script", () => {
    const pieces = fc.constantFrom(
      ..." \n\t\r\u000b\f\u001c\u001f\u0085\u00a0\u1680\u2003\u2028\u202f\u3000\ufeff\u200b",
      ..."\u0000\u0001\u0008\u000e\u001b\u007f!a\u00e9\u0130\ud800\u6f22\u304b",
      "word",
      "A-B",
      "eightbyt",
      "sixteen-bytes-xx",
      "more than sixteen bytes",
      "\ud83d\ude00",
    );
    fc.assert(
      fc.property(fc.array(fc.array(pieces, { maxLength: 20 }), { maxLength: 4 }), (texts) => {
        expectSameCounts(
          texts.map((parts) => parts.join("")),
          split,
        );
      }),
      { numRuns: 500 },
    );
  });

  it("splits any Unicode text as the slow way does", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 4 }), (texts) => {
        expectSameCounts(texts, split);
      }),
    );
  });

  it("reads a text of any length", () => {
    expectSameCounts(["long ".repeat(60_000), "short one"], split);
    expectSameCounts([`${"x".repeat(300_000)} y`, "x y"], split);
  });
});
