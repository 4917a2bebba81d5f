import { expect, it } from "vitest";

import {
  bestGreedyMatch,
  greedyMatch,
  inverseDocumentFrequency,
  rescaled,
} from "./greedy-match.ts";

const SPECIAL = [0, 0, 1];

it("gives values worked by hand", () => {
  // Cosines: x–x 1, x–xy √½, y–x 0, y–xy √½; special tokens are orthogonal to all but each other.
  const prediction = { vectors: [SPECIAL, [1, 0, 0], [0, 2, 0], SPECIAL], weights: [0, 1, 1, 0] };
  const reference = { vectors: [SPECIAL, [3, 0, 0], [1, 1, 0], SPECIAL], weights: [0, 1, 3, 0] };
  const match = greedyMatch(prediction, reference);
  const { precision = 0, recall = 0, fmeasure } = match ?? {};
  const half = Math.SQRT1_2;
  expect(precision).toBeCloseTo((1 + half) / 2, 12);
  expect(recall).toBeCloseTo((1 + 3 * half) / 4, 12);
  expect(fmeasure).toBeCloseTo((2 * precision * recall) / (precision + recall), 12);
});

it("takes the best of several references for each number by itself", () => {
  const side = (vector: number[]): { vectors: number[][]; weights: number[] } => ({
    vectors: [SPECIAL, vector, SPECIAL],
    weights: [0, 1, 0],
  });
  const best = bestGreedyMatch(side([1, 0, 0]), [side([0, 1, 0]), side([2, 0, 0])]);
  expect(best).toEqual({ precision: 1, recall: 1, fmeasure: 1 });
  expect(bestGreedyMatch(side([1, 0, 0]), [])).toBeUndefined();
});

it("refuses vectors of unlike lengths", () => {
  const one = { vectors: [SPECIAL, [1, 0], SPECIAL], weights: [0, 1, 0] };
  expect(() => greedyMatch(one, one)).toThrow("Token vectors of 3 and of 2 numbers");
  const two = { vectors: [SPECIAL, SPECIAL, SPECIAL], weights: [0, 1] };
  expect(() => greedyMatch(two, two)).toThrow("2 weights for 3 token vectors");
});

it("refuses a vector without direction, and has no score where nothing weighs", () => {
  const zero = { vectors: [SPECIAL, [0, 0, 0], SPECIAL], weights: [0, 1, 0] };
  expect(() => greedyMatch(zero, zero)).toThrow("The vector of token 2 is zero or not finite.");
  const weightless = { vectors: [SPECIAL, SPECIAL, SPECIAL], weights: [0, 0, 0] };
  expect(greedyMatch(weightless, weightless)).toBeUndefined();
});

it("weighs rare tokens more", () => {
  const weight = inverseDocumentFrequency([["the", "tent", "the"], ["the"]]);
  expect(weight("the")).toBe(0);
  expect(weight("tent")).toBeCloseTo(Math.log(3 / 2), 12);
  expect(weight("new")).toBeCloseTo(Math.log(3), 12);
});

it("spreads by a baseline", () => {
  const match = { precision: 0.9, recall: 0.8, fmeasure: 0.85 };
  const baseline = { precision: 0.8, recall: 0.8, fmeasure: 0.8 };
  const { precision, recall, fmeasure } = rescaled(match, baseline);
  expect(precision).toBeCloseTo(0.5, 12);
  expect(recall).toBe(0);
  expect(fmeasure).toBeCloseTo(0.25, 12);
});
