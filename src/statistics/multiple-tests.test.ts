import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benjaminiHochberg, holm } from "./multiple-tests.ts";

function rounded(ps: number[]): number[] {
  return ps.map((p) => Math.round(p * 1e12) / 1e12);
}

describe("corrections for several tests", () => {
  it("adjusts by Holm: .005·4, .01·3, .03·2, and .04 no less than the one before", () => {
    expect(rounded(holm([0.01, 0.04, 0.03, 0.005]))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  it("adjusts by Benjamini and Hochberg: .04·4/4, .03·4/3, .01·4/2, .005·4", () => {
    expect(rounded(benjaminiHochberg([0.01, 0.04, 0.03, 0.005]))).toEqual([0.02, 0.04, 0.04, 0.02]);
  });

  it("leaves an empty family empty and a single p as it is", () => {
    expect([holm([]), benjaminiHochberg([])]).toEqual([[], []]);
    expect([holm([0.3]), benjaminiHochberg([0.3])]).toEqual([[0.3], [0.3]]);
  });

  it("never lowers a p, never passes 1, keeps the order, and Holm is the stricter", () => {
    const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(family, (ps) => {
        const strict = holm(ps);
        const loose = benjaminiHochberg(ps);
        for (const [index, p] of ps.entries()) {
          expect(strict[index]).toBeLessThanOrEqual(1);
          expect(loose[index]).toBeGreaterThanOrEqual(p * (1 - 1e-15));
          expect((strict[index] ?? 0) * (1 + 1e-12)).toBeGreaterThanOrEqual(loose[index] ?? 1);
        }
        const byP = ps.map((p, index) => [p, strict[index] ?? 0] as const);
        byP.sort((left, right) => left[0] - right[0] || left[1] - right[1]);
        expect(byP.every((pair, at) => at === 0 || pair[1] >= (byP[at - 1]?.[1] ?? 0))).toBe(true);
      }),
    );
  });

  it("names a p that is no probability", () => {
    expect(() => holm([0.1, 1.2])).toThrow(/p value 2 of 2 is 1.2/);
    expect(() => benjaminiHochberg([Number.NaN])).toThrow(/p value 1 of 1 is NaN/);
  });
});
