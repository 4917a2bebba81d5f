import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "../foundation/index.ts";
import { comparePairs, type PairsInput } from "./compare-pairs.ts";

function compare(input: Partial<PairsInput>) {
  return comparePairs({
    differences: [],
    resamples: 200,
    permutations: 10_000,
    random: randomStream(1, "test"),
    ...input,
  });
}

describe("comparePairs", () => {
  it("counts all patterns of signs: only all-positive and all-negative reach 15", () => {
    expect(compare({ differences: [1, 2, 3, 4, 5] })).toMatchObject({ p: 0.0625, exact: true });
  });

  it("counts the patterns that reach 7 with [1, −1, 2, 2, 3]: 6 of 32", () => {
    // Sizes 1, 1, 2, 2, 3 sum to 9; losing 1 in all means flipping one of the ones: 1 + 2 ways, two
    // signs.
    expect(compare({ differences: [1, -1, 2, 2, 3] }).p).toBe(0.1875);
  });

  it("flips whole clusters: sums [2, 2, −1] reach 3 in 4 of 8 patterns", () => {
    const comparison = compare({
      differences: [1, 1, 2, 0.5, -1.5],
      clusters: ["a", "a", "b", "c", "c"],
    });
    expect(comparison).toMatchObject({ pairs: 5, clusters: 3, p: 0.5, exact: true });
  });

  it("gives p = 1 where nothing differs", () => {
    expect(compare({ differences: [0, 0, 0, 0, 0] })).toEqual({
      pairs: 5,
      clusters: 5,
      wins: 0,
      ties: 5,
      losses: 0,
      ciLow: 0,
      ciHigh: 0,
      difference: 0,
      p: 1,
      exact: true,
    });
  });

  it("takes rounding for no difference", () => {
    // 0.1 + 0.2 − 0.3 is 5.6e-17, and would be won six times of six.
    const differences = new Array<number>(6).fill(0.1 + 0.2 - 0.3);
    expect(compare({ differences })).toMatchObject({ difference: 0, p: 1, ties: 6, wins: 0 });
  });

  it("counts a pattern that equals the observed one but for rounding", () => {
    // 0.1 + 0.2 − 0.3 again: every pattern reaches a sum of 0, so p is 1.
    expect(compare({ differences: [0.1, 0.2, -0.3] }).p).toBe(1);
  });

  it("gives effect, wins, ties and losses worked by hand", () => {
    // Mean 1, squares 4 + 1 + 1 + 4 = 10 over n − 1 = 4: effect 1 / √2.5.
    const comparison = compare({ differences: [3, 2, 1, 0, -1] });
    expect(comparison).toMatchObject({ difference: 1, wins: 3, ties: 1, losses: 1 });
    expect(comparison.effect).toBeCloseTo(1 / Math.sqrt(2.5), 12);
  });

  it("gives an interval [c, c] and no effect size for a constant difference", () => {
    const comparison = compare({ differences: new Array<number>(6).fill(0.1) });
    expect(comparison).toMatchObject({ difference: 0.1, ciLow: 0.1, ciHigh: 0.1, p: 0.03125 });
    expect(comparison).not.toHaveProperty("effect");
  });

  it("has nothing to say about no pairs", () => {
    expect(compare({ differences: [] })).toEqual({
      pairs: 0,
      clusters: 0,
      wins: 0,
      ties: 0,
      losses: 0,
      reason: "no values",
    });
  });

  it("gives p, but no interval, below five pairs", () => {
    const comparison = compare({ differences: [1, 2, 3] });
    expect(comparison).toMatchObject({ p: 0.25, exact: true, reason: "n is below 5: no interval" });
    expect(comparison).not.toHaveProperty("ciLow");
  });

  it("draws patterns where there are too many to count, and never reports 0", () => {
    // 2^14 = 16,384 patterns are more than 10,000; 2^13 are not.
    const thirteen = compare({ differences: new Array<number>(13).fill(1) });
    const fourteen = compare({ differences: new Array<number>(14).fill(1) });
    expect(thirteen).toMatchObject({ exact: true, p: 2 / 2 ** 13 });
    expect(fourteen.exact).toBe(false);
    expect(fourteen.p).toBeGreaterThanOrEqual(1 / 10_001);
    expect(fourteen.p).toBeLessThan(0.002);
    expect(compare({ differences: new Array<number>(200).fill(1) }).p).toBe(1 / 10_001);
  });

  it("comes close to the exact p when it draws", () => {
    const random = randomStream("pairs");
    const differences = Array.from({ length: 12 }, () => random.next() - 0.35);
    const exact = compare({ differences }).p ?? 0;
    const drawn = compare({ differences, permutations: 4000 }).p ?? 0;
    // Four standard errors of a share of 4,000 draws.
    expect(Math.abs(drawn - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 4000));
  });

  it("does not depend on the order of the pairs, nor p on the order of the sides", () => {
    const list = fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.nat(9)), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(list, fc.nat(), (pairs, seed) => {
        const of = (some: typeof pairs, sign = 1) =>
          compare({
            differences: some.map(([difference]) => sign * difference),
            clusters: some.map(([, cluster]) => cluster),
            permutations: 50,
            resamples: 10,
          });
        const comparison = of(pairs);
        expect(of(shuffled(pairs, randomStream(seed)))).toEqual(comparison);
        expect(of(pairs, -1).p).toBe(comparison.p);
        expect(of(pairs, -1).wins).toBe(comparison.losses);
      }),
    );
  });

  it("does not let the number of resamples change p", () => {
    const random = randomStream("pairs");
    const differences = Array.from({ length: 40 }, () => random.next() - 0.4);
    expect(compare({ differences, resamples: 10 }).p).toBe(
      compare({ differences, resamples: 99 }).p,
    );
  });

  it("refuses a number of permutations that is none", () => {
    expect(() => compare({ permutations: 0 })).toThrow(/permutations must be a whole number/);
  });
});
