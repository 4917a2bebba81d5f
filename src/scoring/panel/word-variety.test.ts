import fc from "fast-check";
import { expect, it } from "vitest";

import { slidingWordVariety } from "./word-variety.ts";

it("matches a value worked by hand", () => {
  // a b a, b a a, a a b: two different words of three each.
  expect(slidingWordVariety("a b a a b", { slidingWords: 3 })).toEqual({
    status: "scored",
    signature: "mattr|tok:unicode-words|win:3|step:1|v:1",
    value: 2 / 3,
    windows: 3,
    full: true,
  });
});

it("gives a text that is shorter than a run its plain share of different words", () => {
  expect(slidingWordVariety("a b a a b")).toMatchObject({ value: 2 / 5, windows: 1, full: false });
  expect(slidingWordVariety("…")).toMatchObject({ status: "unscored", reason: "no-words" });
});

it("equals the mean over all runs", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 20 }), (list, slidingWords) => {
      const size = Math.min(slidingWords, list.length);
      const shares = list
        .slice(size - 1)
        .map((_, at) => new Set(list.slice(at, at + size)).size / size);
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      const score = slidingWordVariety(list.join(" "), { slidingWords });
      expect(score).toMatchObject({ value: expect.closeTo(mean, 12) });
    }),
    { seed: 5, numRuns: 300 },
  );
});
