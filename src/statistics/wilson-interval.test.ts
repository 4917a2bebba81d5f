import { describe, expect, it } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

describe("wilsonInterval", () => {
  it("gives the published values for 6 of 8 and 0 of 10", () => {
    expect(wilsonInterval(6, 8)?.low).toBeCloseTo(0.4093, 4);
    expect(wilsonInterval(6, 8)?.high).toBeCloseTo(0.9285, 4);
    expect(wilsonInterval(0, 10)?.low).toBe(0);
    expect(wilsonInterval(0, 10)?.high).toBeCloseTo(0.2775, 4);
  });

  it("ends at exactly 1 where every trial succeeds", () => {
    expect(wilsonInterval(10, 10)?.high).toBe(1);
  });

  it("has no interval without trials", () => {
    expect(wilsonInterval(0, 0)).toBeUndefined();
  });

  it("refuses what cannot be counted", () => {
    expect(() => wilsonInterval(3, 2)).toThrow(/3 successes of 2 trials/);
    expect(() => wilsonInterval(-1, 2)).toThrow(/-1 successes/);
    expect(() => wilsonInterval(0.5, 2)).toThrow(/0.5 successes/);
  });
});
