import { expect, it } from "vitest";

import { aggregateScores } from "./aggregate-scores.ts";

const MEAN = { aggregate: { kind: "mean" } } as const;

it("takes the arithmetic mean, whatever the order", () => {
  expect(aggregateScores(MEAN, [0.25, 0.5, 0.75])).toBe(0.5);
  expect(aggregateScores(MEAN, [0.1, 0.2, 0.7])).toBe(aggregateScores(MEAN, [0.7, 0.1, 0.2]));
});

it("gives equal scores back exactly", () => {
  expect(aggregateScores(MEAN, Array(10).fill(0.1))).toBe(0.1);
});

it("has no mean of nothing", () => {
  expect(aggregateScores(MEAN, [])).toBeUndefined();
});

it("takes the median of bootstrap means, which of one score is the score", () => {
  const aggregate = {
    kind: "bootstrap-median",
    resamples: 1000,
    seed: 42,
    typesBefore: 3,
  } as const;
  expect(aggregateScores({ aggregate }, [0.3])).toBe(0.3);
});
