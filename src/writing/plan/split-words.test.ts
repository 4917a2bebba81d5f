import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampedWeights, splitByWeights } from "./split-words.ts";

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

describe("splitByWeights", () => {
  it("gives the largest remainders the words that are left, ties to the earlier share", () => {
    // 10 · 1/3 each: 3, 3, 3 and one over.
    expect(splitByWeights(10, [1, 1, 1])).toEqual([4, 3, 3]);
    // 100 · (1, 2, 4)/7 = 14.29, 28.57, 57.14: the second has the largest remainder.
    expect(splitByWeights(100, [1, 2, 4])).toEqual([14, 29, 57]);
  });

  it("splits what a bound leaves over among the others", () => {
    // 4/6 of 90 would be 60; with 40 at most, 50 is left for two equal shares.
    const bounds = [
      { least: 0, most: 40 },
      { least: 0, most: 90 },
      { least: 0, most: 90 },
    ];
    expect(splitByWeights(90, [4, 1, 1], bounds)).toEqual([40, 25, 25]);
  });

  it("sums up exactly and keeps every bound", () => {
    const split = fc
      .array(
        fc.record({
          weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
          least: fc.nat(50),
          room: fc.nat(500),
        }),
        {
          minLength: 1,
          maxLength: 9,
        },
      )
      .chain((parts) => {
        const least = sum(parts.map((part) => part.least));
        const most = sum(parts.map((part) => part.least + part.room));
        return fc.record({
          parts: fc.constant(parts),
          total: fc.integer({ min: least, max: most }),
        });
      });
    fc.assert(
      fc.property(split, ({ parts, total }) => {
        const bounds = parts.map(({ least, room }) => ({ least, most: least + room }));
        const shares = splitByWeights(
          total,
          parts.map(({ weight }) => weight),
          bounds,
        );
        expect(sum(shares)).toBe(total);
        for (const [index, share] of shares.entries()) {
          expect(Number.isInteger(share)).toBe(true);
          expect(share).toBeGreaterThanOrEqual(bounds[index]?.least ?? 0);
          expect(share).toBeLessThanOrEqual(bounds[index]?.most ?? 0);
        }
      }),
    );
  });

  it("refuses what no split can keep", () => {
    expect(() =>
      splitByWeights(
        5,
        [1, 1],
        [
          { least: 3, most: 9 },
          { least: 3, most: 9 },
        ],
      ),
    ).toThrow("5 cannot be split into shares from 6 to 18.");
  });
});

describe("clampedWeights", () => {
  it("keeps weights within 0.5 to 2 times their mean", () => {
    // Mean 4: from 2 to 8.
    expect(clampedWeights([1, 1, 10, 4])).toEqual([2, 2, 8, 4]);
    expect(clampedWeights([Number.NaN, -3])).toEqual([1, 1]);
  });
});
