import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "../foundation/index.ts";
import { type SampleInput, summariseSample } from "./summarise-sample.ts";

function summarise(input: Partial<SampleInput>) {
  return summariseSample({
    values: [],
    resamples: 500,
    random: randomStream(1, "test"),
    ...input,
  });
}

describe("summariseSample", () => {
  it("gives a mean and a deviation worked by hand", () => {
    // Mean 20 / 5; squares 9 + 1 + 1 + 0 + 9 = 20, over n − 1 = 4.
    const summary = summarise({ values: [1, 3, 5, 4, 7] });
    expect(summary.mean).toBe(4);
    expect(summary.sd).toBeCloseTo(Math.sqrt(5), 12);
    expect(summary).not.toHaveProperty("reason");
  });

  it("has no mean for no values, and says so", () => {
    expect(summarise({ values: [] })).toEqual({ n: 0, clusters: 0, reason: "no values" });
  });

  it("has no deviation for one value and no interval below five", () => {
    expect(summarise({ values: [0.25] })).toEqual({
      n: 1,
      clusters: 1,
      mean: 0.25,
      reason: "n is below 5: no interval",
    });
    expect(summarise({ values: [1, 2, 3, 4] })).not.toHaveProperty("ciLow");
    expect(summarise({ values: [1, 2, 3, 4, 5] }).ciLow).toBeGreaterThanOrEqual(1);
  });

  it("has no interval for many values of fewer than five clusters", () => {
    const summary = summarise({
      values: [1, 2, 3, 4, 5, 6, 7, 8],
      clusters: [1, 1, 2, 2, 3, 3, 4, 4],
    });
    expect(summary).toMatchObject({ n: 8, clusters: 4, mean: 4.5 });
    expect(summary.reason).toBe("fewer than 5 clusters: no interval");
    expect(summary).not.toHaveProperty("ciHigh");
  });

  it.each(["percentile", "bca"] as const)("gives [c, c] for a constant c (%s)", (method) => {
    // 0.1 is the trap: 0.1 added up seven times and divided by 7 is not 0.1.
    const summary = summarise({ values: new Array(7).fill(0.1), method });
    expect(summary).toEqual({ n: 7, clusters: 7, mean: 0.1, sd: 0, ciLow: 0.1, ciHigh: 0.1 });
  });

  it("agrees with the normal interval on a large sample", () => {
    const random = randomStream("sample");
    const values = Array.from({ length: 4000 }, () => random.next());
    const { mean = 0, sd = 0, ciLow = 0, ciHigh = 0 } = summarise({ values, resamples: 4000 });
    const reach = (1.96 * sd) / Math.sqrt(values.length);
    expect(Math.abs(mean - reach - ciLow)).toBeLessThan(0.1 * reach);
    expect(Math.abs(mean + reach - ciHigh)).toBeLessThan(0.1 * reach);
  });

  it("widens when the values of a user are alike, because whole users are resampled", () => {
    const values = Array.from({ length: 200 }, (_, index) => Math.floor(index / 10));
    const clusters = values.map((value) => `user-${value}`);
    const alone = summarise({ values });
    const together = summarise({ values, clusters });
    const width = (of: typeof alone) => (of.ciHigh ?? 0) - (of.ciLow ?? 0);
    // Ten equal values a user: the standard error grows by √10.
    expect(width(together) / width(alone)).toBeGreaterThan(2.5);
    expect(width(together) / width(alone)).toBeLessThan(4);
  });

  it.each(["percentile", "bca"] as const)(
    "does not depend on the order of the examples or the names of the users (%s)",
    (method) => {
      const sample = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(7)), {
        minLength: 1,
        maxLength: 30,
      });
      fc.assert(
        fc.property(sample, fc.nat(), (pairs, seed) => {
          const mixed = shuffled(pairs, randomStream(seed));
          const summaryOf = (list: typeof pairs, name: string) =>
            summarise({
              values: list.map(([value]) => value),
              clusters: list.map(([, cluster]) => `${name}${cluster}`),
              resamples: 20,
              method,
            });
          expect(summaryOf(mixed, "renamed-")).toEqual(summaryOf(pairs, "user-"));
        }),
      );
    },
  );

  it("gives clusters of one value each what no clusters give", () => {
    const values = [0.3, 0.1, 0.25, 0.7, 0.2, 0.6];
    expect(summarise({ values, clusters: ["f", "e", "d", "c", "b", "a"] })).toEqual(
      summarise({ values }),
    );
  });

  it("keeps the mean inside the interval, and the interval inside the values", () => {
    const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 5 });
    fc.assert(
      fc.property(values, (list) => {
        const { mean = 0, ciLow = 0, ciHigh = 0 } = summarise({ values: list, resamples: 200 });
        expect(ciLow).toBeLessThanOrEqual(ciHigh);
        expect(ciLow).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9);
        expect(ciHigh).toBeLessThanOrEqual(Math.max(...list) + 1e-9);
        expect(Number.isFinite(mean)).toBe(true);
      }),
    );
  });

  it("names the value that is not finite, lists of unequal length and settings out of range", () => {
    expect(() => summarise({ values: [1, Number.NaN] })).toThrow(/value 2 of 2 is NaN/);
    expect(() => summarise({ values: [1, 2], clusters: ["a"] })).toThrow(/2 values .* 1 cluster/);
    expect(() => summarise({ values: [1], resamples: 0 })).toThrow(/resamples/);
    expect(() => summarise({ values: [1], resamples: 1.5 })).toThrow(/resamples/);
    expect(() => summarise({ values: [1], level: 95 })).toThrow(/level must lie between 0 and 1/);
  });
});
