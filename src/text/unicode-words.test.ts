import fc from "fast-check";
import { expect, it } from "vitest";

import { unicodeWordStarts, unicodeWords } from "./unicode-words.ts";

it("finds where each word begins, in the text's own case", () => {
  const text = "“Don't!” said ÉTÉ; 国道 3.";
  expect(unicodeWords(text)).toEqual(["don", "t", "said", "été", "国", "道", "3"]);
  expect([...unicodeWordStarts(text)]).toEqual([1, 5, 9, 14, 19, 20, 22]);
});

it("finds as many places as there are words, in any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      expect(unicodeWordStarts(text)).toHaveLength(unicodeWords(text).length);
    }),
    { seed: 5, numRuns: 1000 },
  );
});
