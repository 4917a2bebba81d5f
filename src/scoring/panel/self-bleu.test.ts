import fc from "fast-check";
import { expect, it } from "vitest";

import { createBleu } from "../sacrebleu/bleu.ts";
import { selfBleu } from "./self-bleu.ts";

it("matches a value worked by hand", () => {
  // Two parts that differ in the last of five words: 4/5, 3/4, 2/3 and 1/2 of the n-grams are shared;
  // the product is 1/5, its fourth root .66874. Both directions alike.
  const score = selfBleu("a b c d e a b c d f", { parts: 2, partWords: 5 });
  expect(score).toEqual({
    status: "scored",
    signature: "self-bleu|order:4|smooth:exp|tok:unicode-words|parts:2x5|v:1",
    value: expect.closeTo(0.2 ** 0.25, 12),
    windows: 1,
    full: true,
  });
});

it("is 1 for parts that are alike", () => {
  const text = "The rain fell on us. ".repeat(8);
  expect(selfBleu(text, { parts: 4, partWords: 5 })).toMatchObject({
    value: expect.closeTo(1, 12),
    windows: 2,
  });
});

it("leaves a text below one run unscored: fewer parts would give another number", () => {
  expect(selfBleu("a b c d e a b c d", { parts: 2, partWords: 5 })).toMatchObject({
    reason: "too-few-words",
  });
  expect(selfBleu("rain ".repeat(9_999))).toMatchObject({ reason: "too-few-words" });
  expect(selfBleu("")).toMatchObject({ reason: "no-words" });
});

it("equals BLEU of each part against the others", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 18, maxLength: 36 });
  fc.assert(
    fc.property(words, (list) => {
      const bleu = createBleu({ tokenizer: "none" });
      const parts = [0, 1, 2].map((part) => list.slice(6 * part, 6 * part + 6).join(" "));
      const scores = parts.map((part, at) =>
        bleu.score(
          bleu.count(
            part,
            parts.filter((_, other) => other !== at),
          ),
          false,
        ),
      );
      const expected = scores.reduce((sum, score) => sum + score, 0) / 300;
      fc.pre(list.length < 36);
      expect(selfBleu(list.join(" "), { parts: 3, partWords: 6 })).toMatchObject({
        value: expect.closeTo(expected, 12),
      });
    }),
    { seed: 5, numRuns: 300 },
  );
});
