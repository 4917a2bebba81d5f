import fc from "fast-check";
import { expect, it } from "vitest";

import { sectionConsistency } from "./section-consistency.ts";

it("matches values worked by hand", () => {
  // Neighbours: 1 and 0. The third against the first two: 0; each of these against [1, 0] + [0, 1]: √½.
  const score = sectionConsistency(
    [
      [2, 0],
      [1, 0],
      [0, 3],
    ],
    "m",
  );
  const close = (value: number) => expect.closeTo(value, 12);
  expect(score).toEqual({
    status: "scored",
    signature: "section-consistency|vec:m|of:neighbours|v:1",
    value: close(0.5),
    neighbours: [close(1), close(0)],
    toOthers: [close(Math.SQRT1_2), close(Math.SQRT1_2), close(0)],
    meanToOthers: close(Math.SQRT2 / 3),
    loosest: 2,
  });
});

it("leaves fewer than two sections unscored", () => {
  for (const sections of [[], [[1, 0]]]) {
    expect(sectionConsistency(sections, "m")).toMatchObject({
      status: "unscored",
      reason: "too-few-sections",
    });
  }
});

it("is 1 for sections in one direction, 0 for those that cancel out, and the same read backwards", () => {
  expect(
    sectionConsistency(
      [
        [1, 2],
        [2, 4],
        [3, 6],
      ],
      "m",
    ),
  ).toMatchObject({
    value: expect.closeTo(1, 12),
    meanToOthers: expect.closeTo(1, 12),
  });
  expect(
    sectionConsistency(
      [
        [0, 1],
        [1, 0],
        [-1, 0],
      ],
      "m",
    ),
  ).toMatchObject({
    toOthers: [0, expect.any(Number), expect.any(Number)],
  });
  const vector = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: 9 }))
    .map((pair) => [...pair]);
  fc.assert(
    fc.property(fc.array(vector, { minLength: 2, maxLength: 9 }), (sections) => {
      const forwards = sectionConsistency(sections, "m");
      const value = forwards.status === "scored" ? forwards.value : Number.NaN;
      expect(Math.abs(value)).toBeLessThanOrEqual(1);
      const backwards = sectionConsistency([...sections].reverse(), "m");
      expect(backwards).toMatchObject({ value: expect.closeTo(value, 12) });
    }),
    { seed: 5 },
  );
});
