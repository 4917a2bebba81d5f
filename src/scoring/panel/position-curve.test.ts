import fc from "fast-check";
import { expect, it } from "vitest";

import { repeatedNgrams } from "./ngram-variety.ts";
import { positionCounts, positionCurve } from "./position-curve.ts";

const repeats = (part: string) => repeatedNgrams(part, { order: 1 });

it("measures each part by itself", () => {
  // Four words, twice the same one in the second half.
  const curve = positionCurve("One two. No no!", repeats, { parts: 2 });
  const signature = "curve:2|rep-1|tok:unicode-words|win:10000|v:1";
  const facts = { status: "scored", signature, windows: 1, full: false };
  expect(curve).toEqual([
    { fromWord: 0, toWord: 2, score: { ...facts, value: 0 } },
    { fromWord: 2, toWord: 4, score: { ...facts, value: 0.5 } },
  ]);
});

it("cuts tenths that differ by one word at most and give the text when joined", () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 200 }), (words) => {
      const text = `“${Array.from({ length: words }, (_, at) => `w${at}, `).join("")}”`;
      const seen: string[] = [];
      const curve = positionCurve(text, (part) => {
        seen.push(part);
        return repeats(part);
      });
      expect(seen.join("")).toBe(text);
      const lengths = curve.map(({ fromWord, toWord }) => toWord - fromWord);
      expect(lengths).toHaveLength(10);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    }),
    { seed: 5 },
  );
});

it("is unscored in every part of a text with fewer words than parts", () => {
  const curve = positionCurve("One two three.", repeats);
  expect(curve).toHaveLength(10);
  expect(new Set(curve.map(({ score }) => score.status === "unscored" && score.reason))).toEqual(
    new Set(["too-few-words"]),
  );
});

it("counts things by the part they lie in, per 1,000 words", () => {
  const text = "One two.\r\n\r\nNo no!";
  const places = [0, 4, 8, text.indexOf("No"), text.length];
  const values = positionCounts(text, places, { parts: 2 }).map(({ score }) =>
    score.status === "scored" ? score.value : score.reason,
  );
  // Three lie before the third word, two from there on; each half has two words.
  expect(values).toEqual([1500, 1000]);
  const short = positionCounts("One.", [0]);
  expect(short[0]?.score).toMatchObject({ status: "unscored", reason: "too-few-words" });
});

it("refuses places outside the text and odd numbers of parts", () => {
  const wrong = expect.objectContaining({ code: "invalid-option" });
  expect(() => positionCounts("One two.", [9])).toThrow(wrong);
  expect(() => positionCurve("One two.", repeats, { parts: 1 })).toThrow(wrong);
});
