import fc from "fast-check";
import { expect, it } from "vitest";
import { bestFirst, laterFirst } from "./best-first.ts";

it("puts high scores first and, among equals, the lower rank", () => {
  const scores = Float64Array.of(1, 3, 2, 3, 0);
  expect([...bestFirst(scores, Int32Array.of(0, 1, 2, 3, 4), 3)]).toEqual([1, 3, 2]);
  expect([...bestFirst(scores, laterFirst(5), 3)]).toEqual([3, 1, 2]);
  expect([...bestFirst(scores, laterFirst(5), 0)]).toEqual([]);
  expect([...bestFirst(scores, laterFirst(5), 99)]).toEqual([3, 1, 2, 0, 4]);
});

it("chooses a few of many as sorting all of them would", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6), { maxLength: 300 }), fc.nat(80), (values, k) => {
      const scores = Float64Array.from(values);
      const all = bestFirst(scores, laterFirst(values.length), values.length);
      expect([...bestFirst(scores, laterFirst(values.length), k)]).toEqual([...all].slice(0, k));
    }),
  );
});
