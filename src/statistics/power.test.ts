import { describe, expect, it } from "vitest";
import { neededPermutations, powerAdvice, smallestN } from "./power.ts";

describe("power", () => {
  it.each([
    [1, 6],
    [3, 7],
    [6, 8],
    [10, 9],
    [15, 10],
    [28, 11],
    [45, 11],
    [95, 12],
  ])("needs for %i contrasts at least %i texts", (contrasts, n) => {
    expect(smallestN(contrasts)).toBe(n);
  });

  it("needs as many permutations as the smallest adjusted p asks for", () => {
    // 95 / 1,901 is below 0.05, 95 / 1,900 is not.
    expect(neededPermutations(95)).toBe(1900);
    expect(neededPermutations(4560)).toBe(91_200);
    expect(neededPermutations(1)).toBe(20);
  });

  it("says that five texts can show nothing", () => {
    expect(powerAdvice({ n: 5 })).toEqual({
      possible: false,
      smallestP: 0.0625,
      neededN: 6,
      text: "With 5 texts p < 0.05 is impossible: the smallest two-sided p is 0.0625. At least 6 texts are needed.",
    });
  });

  it("speaks of one text in the singular", () => {
    expect(powerAdvice({ n: 1, unit: "test prompts" }).text).toBe(
      "With 1 test prompt p < 0.05 is impossible: the smallest two-sided p is 1. At least 6 test prompts are needed.",
    );
  });

  it("takes the family into account", () => {
    const advice = powerAdvice({ n: 7, contrasts: 6, unit: "users" });
    expect(advice.text).toBe(
      "With 7 users p < 0.05 is impossible in any of 6 comparisons: the smallest two-sided p is 0.0156, 0.0938 after Holm's correction. At least 8 users are needed.",
    );
    expect(powerAdvice({ n: 8, contrasts: 6 }).text).toBe(
      "With 8 texts p < 0.05 is possible in any of 6 comparisons: the smallest two-sided p is 0.0078, 0.0469 after Holm's correction.",
    );
  });

  it("refuses a family of none", () => {
    expect(() => smallestN(0)).toThrow(/contrasts must be a whole number/);
    expect(() => neededPermutations(3, 5)).toThrow(/alpha must lie between 0 and 1/);
  });
});
