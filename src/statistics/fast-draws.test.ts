import { describe, expect, it } from "vitest";
import { randomStream } from "../foundation/index.ts";
import { openFastDraws } from "./fast-draws.ts";

describe("fast draws", () => {
  it("give the same numbers for the same stream, and others for another", () => {
    const drawn = [7, 7, 8].map((seed) => {
      const target = new Int32Array(8);
      openFastDraws(randomStream(seed)).indexes(target, 1000);
      return [...target];
    });
    expect(drawn[0]).toEqual(drawn[1]);
    expect(drawn[0]).not.toEqual(drawn[2]);
  });

  it("go on where the last call ended", () => {
    const whole = new Int32Array(6);
    openFastDraws(randomStream(1)).indexes(whole, 100);
    const draws = openFastDraws(randomStream(1));
    const parts = [new Int32Array(2), new Int32Array(4)];
    for (const part of parts) draws.indexes(part, 100);
    expect(parts.flatMap((part) => [...part])).toEqual([...whole]);
  });

  it.each([1, 2, 3, 7, 1000])(
    "add up the %i values that they would draw, to the last bit",
    (count) => {
      const random = randomStream("values", count);
      const values = Float64Array.from({ length: count }, () => random.next());
      const [one, other] = [openFastDraws(randomStream(5)), openFastDraws(randomStream(5))];
      for (let round = 0; round < 5; round++) {
        const drawn = new Int32Array(count);
        one.indexes(drawn, count);
        const sum = drawn.reduce((total, index) => total + (values[index] ?? Number.NaN), 0);
        expect(other.sumOfDrawn(values)).toBe(sum);
      }
    },
  );

  it.each([1, 2, 3, 10, 300])("draw every index below %i equally often", (bound) => {
    const target = new Int32Array(bound * 1000);
    openFastDraws(randomStream("even", bound)).indexes(target, bound);
    const counts = new Array<number>(bound).fill(0);
    for (const index of target) counts[index] = (counts[index] ?? 0) + 1;
    // Chi-squared with bound − 1 degrees of freedom: mean bound − 1, deviation √(2·(bound − 1)).
    const chi = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(Math.abs(chi - (bound - 1))).toBeLessThanOrEqual(5 * Math.sqrt(2 * (bound - 1)));
    expect(counts.length).toBe(bound);
  });

  it("reach the highest index of a large bound, and not beyond", () => {
    const bound = 2 ** 31 - 1;
    const target = new Int32Array(10_000);
    openFastDraws(randomStream("large")).indexes(target, bound);
    expect(Math.min(...target)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...target)).toBeLessThan(bound);
    expect(Math.max(...target)).toBeGreaterThan(0.99 * bound);
  });

  it("set each bit of a word half of the time", () => {
    const words = new Uint32Array(20_000);
    openFastDraws(randomStream("bits")).words(words);
    for (let bit = 0; bit < 32; bit++) {
      const set = words.filter((word) => (word >>> bit) & 1).length;
      expect(Math.abs(set - 10_000)).toBeLessThan(5 * Math.sqrt(5000));
    }
  });
});
