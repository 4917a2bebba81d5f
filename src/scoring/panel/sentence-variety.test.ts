import fc from "fast-check";
import { expect, it } from "vitest";

import { sentenceLengthVariation } from "./sentence-variety.ts";

it("matches a value worked by hand", () => {
  // Lengths 2 and 4: mean 3, deviation √((1 + 1)/1) = √2.
  expect(sentenceLengthVariation("Rain fell. We slept in tents.")).toEqual({
    status: "scored",
    signature: "sentence-length-cv|sents:rules-1|tok:unicode-words|sd:n-1|win:10000|v:1",
    value: Math.SQRT2 / 3,
    windows: 1,
    full: false,
  });
});

it("ends sentences at blank lines, not at abbreviations or bare marks", () => {
  // A heading of 1, then 4 and 4 words: mean 3, deviation √((4 + 1 + 1)/2) = √3.
  const text = "Rain\n\nDr. Hale slept well. ...\nThe tent\nwas dry.";
  expect(sentenceLengthVariation(text)).toMatchObject({ value: Math.sqrt(3) / 3 });
});

it("takes the mean over windows of whole sentences", () => {
  // 2 + 4 + 6 = 12 words reach the window of 10: mean 4, deviation 2. Then 5 + 5: 0. The last is left out.
  const lengths = [2, 4, 6, 5, 5, 9];
  const text = lengths.map((length) => `Rain${" rain".repeat(length - 1)}.`).join(" ");
  expect(sentenceLengthVariation(text, { windowWords: 10 })).toMatchObject({
    value: 0.25,
    windows: 2,
    full: true,
  });
});

it("leaves a text with fewer than two sentences unscored", () => {
  expect(sentenceLengthVariation("Rain fell on us.")).toMatchObject({
    reason: "too-few-sentences",
  });
  expect(sentenceLengthVariation("...")).toMatchObject({ reason: "no-words" });
  const endless = `${"rain ".repeat(12)}. Rain. Rain.`;
  expect(sentenceLengthVariation(endless, { windowWords: 10 })).toMatchObject({
    reason: "too-few-sentences",
  });
});

it("is 0 for sentences of one length, and does not change when all are doubled", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(lengths, (list) => {
      const text = (factor: number): string =>
        list.map((length) => `Rain${" rain".repeat(factor * length - 1)}.`).join(" ");
      const [single, double] = [1, 2].map((factor) => sentenceLengthVariation(text(factor)));
      expect(double).toMatchObject({
        value: expect.closeTo(single?.status === "scored" ? single.value : Number.NaN, 12),
      });
      const allEqual = list.every((length) => length === list[0]);
      expect(single?.status === "scored" && single.value === 0).toBe(allEqual);
    }),
    { seed: 5 },
  );
});
