import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "../foundation/index.ts";
import { percentGain } from "./percent-gain.ts";

const settings = () => ({ resamples: 500, random: randomStream(7, "gain") });

describe("percentGain", () => {
  it("gives 100·(p − n)/n over the examples, with the absolute difference", () => {
    // Means 0.3 and 0.2: the gain is 50 %, the difference 0.1.
    const found = percentGain({
      systems: [{ values: [0.3, 0.2, 0.4, 0.3, 0.3], baseline: [0.2, 0.1, 0.3, 0.2, 0.2] }],
      ...settings(),
    });
    expect(found).toMatchObject({ pairs: 5, clusters: 5 });
    expect(found.gain).toBeCloseTo(50, 12);
    expect(found.difference).toBeCloseTo(0.1, 12);
    // Every difference is 0.1, and so is every resampled one.
    expect(found.differenceLow).toBeCloseTo(0.1, 12);
    expect(found.differenceHigh).toBeCloseTo(0.1, 12);
    // The baseline's mean lies between 0.1 and 0.3, so that the gain lies between 33 and 100 %.
    expect(found.ciLow).toBeGreaterThan(100 / 3);
    expect(found.ciHigh).toBeLessThan(100);
  });

  it("gives the mean of the systems' gains, not the gain of their means", () => {
    const half = { values: [3, 3, 3, 3, 3], baseline: [2, 2, 2, 2, 2] };
    const double = { values: [20, 20, 20, 20, 20], baseline: [10, 10, 10, 10, 10] };
    // 50 % and 100 %; the gain of the means would be 23/12, about 92 %.
    const found = percentGain({ systems: [half, double], ...settings() });
    expect(found.gain).toBe(75);
    expect(found.ciLow).toBe(75);
    expect(found.ciHigh).toBe(75);
  });

  it("draws whole users, and gives no interval for fewer than five", () => {
    const values = [0.3, 0.2, 0.4, 0.3, 0.3, 0.6];
    const baseline = [0.2, 0.1, 0.3, 0.2, 0.2, 0.1];
    const clusters = ["a", "a", "b", "b", "c", "c"];
    const found = percentGain({ systems: [{ values, baseline }], clusters, ...settings() });
    expect(found).toMatchObject({ pairs: 6, clusters: 3, reason: "n is below 5: no interval" });
    expect(found.gain).toBeDefined();
    expect(found.ciLow).toBeUndefined();
  });

  it("has no gain over a baseline of 0, and nothing without examples", () => {
    const zero = percentGain({
      systems: [{ values: [1, 1, 1, 1, 1], baseline: [0, 0, 0, 0, 0] }],
      ...settings(),
    });
    expect(zero).toMatchObject({ difference: 1, reason: "the baseline's mean is not above 0" });
    expect(zero.gain).toBeUndefined();
    expect(percentGain({ systems: [{ values: [], baseline: [] }], ...settings() })).toEqual({
      pairs: 0,
      clusters: 0,
      reason: "no example has all scores",
    });
  });

  it("changes no number when the examples stand in another order or users have other names", () => {
    const scores = fc.double({ min: 0.01, max: 1, noNaN: true });
    const row = fc.tuple(scores, scores, fc.nat(6));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const gainOf = (own: readonly (readonly [number, number, number])[], name: string) =>
          percentGain({
            systems: [{ values: own.map(([p]) => p), baseline: own.map(([, n]) => n) }],
            clusters: own.map(([, , user]) => `${name}${user}`),
            resamples: 50,
            random: randomStream(7, "gain"),
          });
        expect(gainOf([...rows].reverse(), "other")).toEqual(gainOf(rows, "user"));
      }),
      { numRuns: 50 },
    );
  });
});
