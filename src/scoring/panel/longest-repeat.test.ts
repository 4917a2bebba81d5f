import fc from "fast-check";
import { expect, it } from "vitest";

import { longestRepeat } from "./longest-repeat.ts";

it("finds the longest run that is there twice", () => {
  const text = "The rain fell on us. We slept. In the morning the rain fell on us again.";
  expect(longestRepeat(text)).toEqual({
    status: "scored",
    signature: "longest-repeat|tok:unicode-words|overlap:yes|v:1",
    value: 5,
    words: "the rain fell on us",
    places: [0, 10],
  });
});

it("lets the two overlap", () => {
  expect(longestRepeat("no no no no no")).toMatchObject({ value: 4, places: [0, 1] });
});

it("gives 0 where no word is there twice, and no score without words", () => {
  expect(longestRepeat("the rain fell")).toMatchObject({ value: 0, words: "", places: undefined });
  expect(longestRepeat("rain")).toMatchObject({ value: 0 });
  expect(longestRepeat("!")).toMatchObject({ status: "unscored", reason: "no-words" });
});

it("equals a plain search", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, (list) => {
      const score = longestRepeat(list.join(" "));
      const { length, first } = byTheBook(list);
      const places = length === 0 ? undefined : [first, expect.any(Number)];
      expect(score).toMatchObject({ value: length, places });
    }),
    { seed: 5, numRuns: 500 },
  );
});

function byTheBook(list: readonly string[]): { length: number; first: number } {
  for (let length = list.length - 1; length > 0; length--) {
    const runs = list.slice(length - 1).map((_, at) => list.slice(at, at + length).join(" "));
    const first = runs.findIndex((run, at) => runs.indexOf(run, at + 1) > at);
    if (first >= 0) return { length, first };
  }
  return { length: 0, first: -1 };
}

it("finds a long repeat in a long text", () => {
  const filler = (from: number): string =>
    Array.from({ length: 20_000 }, (_, at) => `w${from + at}`).join(" ");
  const copied = Array.from({ length: 1234 }, (_, at) => `c${at}`).join(" ");
  const text = [filler(0), copied, filler(20_000), copied, filler(40_000)].join(" ");
  expect(longestRepeat(text)).toMatchObject({ value: 1234, places: [20_000, 41_234] });
});
