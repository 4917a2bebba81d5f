import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../foundation/index.ts";
import { addSums, autocorrelation, curveOfSums } from "./autocorrelation.ts";
import { planAutocorrelation } from "./autocorrelation-plan.ts";
import { openGroupSums } from "./group-sums.ts";
import { floorOf, type UnitText, unitText, type VectorText } from "./unit-text.ts";

/** Words and vectors drawn at random; neighbours are alike, so that the curve has a shape. */
function randomText(words: number, dimensions: number, seed = 1): VectorText {
  const random = randomStream(seed, "text", words, dimensions);
  const rows = Math.min(50, words + 1);
  let row = 0;
  const sequence = Int32Array.from({ length: words }, () => {
    row = random.next() < 0.5 ? row : random.nextBelow(rows);
    return row;
  });
  const vectors = Float32Array.from({ length: rows * dimensions }, () => random.next() - 0.3);
  return { sequence, vectors, dimensions };
}

function units(text: VectorText, centred = true): UnitText {
  const found = unitText(text, centred);
  if (found === undefined) throw new Error("these vectors have directions");
  return found;
}

/** By the definition, term for term. */
function directCorrelation(text: UnitText, lag: number): number {
  const { sequence, vectors, dimensions, mean, scales } = text;
  const coordinate = (row: number, at: number): number =>
    ((vectors[row * dimensions + at] as number) - (mean[at] as number)) * (scales[row] as number);
  let sum = 0;
  for (let place = 0; place + lag < sequence.length; place++) {
    for (let at = 0; at < dimensions; at++) {
      const first = coordinate(sequence[place] as number, at);
      sum += first * coordinate(sequence[place + lag] as number, at);
    }
  }
  return sum / (sequence.length - lag);
}

describe("autocorrelation", () => {
  it("gives values worked by hand", () => {
    // a a b b a a b b with a = (1, 0) and b = (0, 1): of seven neighbours four are alike, words two
    // apart never, words four apart always.
    const text = {
      sequence: Int32Array.from([0, 0, 1, 1, 0, 0, 1, 1]),
      vectors: Float32Array.from([1, 0, 0, 1]),
      dimensions: 2,
    };
    const curve = autocorrelation(units(text, false), 4);
    expect(curve[0]).toBeCloseTo(1, 14);
    expect(curve[1]).toBeCloseTo(4 / 7, 14);
    expect(curve[2]).toBeCloseTo(0, 14);
    expect(curve[4]).toBeCloseTo(1, 14);
  });

  it.each([2, 3, 17, 1_000])("equals direct sums at every lag of %i words", (words) => {
    for (const dimensions of [1, 2, 5]) {
      const text = units(randomText(words, dimensions), false);
      const curve = autocorrelation(text, words - 1);
      for (let lag = 0; lag < words; lag++) {
        expect(Math.abs((curve[lag] as number) - directCorrelation(text, lag))).toBeLessThan(1e-12);
      }
    }
  });

  it("equals direct sums at every lag of 4,097 words, centred", () => {
    const text = units(randomText(4_097, 3));
    const curve = autocorrelation(text, 4_096);
    for (let lag = 0; lag < 4_097; lag++) {
      expect(Math.abs((curve[lag] as number) - directCorrelation(text, lag))).toBeLessThan(1e-12);
    }
  });

  it("equals direct sums in a text that is cut into blocks, up to a block's length", () => {
    const text = units(randomText(290_001, 1));
    const plan = planAutocorrelation(text, 16_384);
    expect(plan).toMatchObject({ transformLength: 32_768, blockTokens: 16_384, blocks: 18 });
    const curve = autocorrelation(text, 16_384);
    for (const lag of [0, 1, 2, 16_383, 16_384]) {
      expect(Math.abs((curve[lag] as number) - directCorrelation(text, lag))).toBeLessThan(1e-11);
    }
  });

  it("does not depend on who makes the sums of which group", () => {
    const text = units(randomText(5_000, 9));
    const plan = planAutocorrelation(text, 500);
    const sums = Array.from({ length: plan.groups }, () => new Float64Array(plan.sumsLength));
    for (const group of [3, 0, 4, 2, 1])
      openGroupSums(text, plan)(group, sums[group] as Float64Array);
    const total = new Float64Array(plan.sumsLength);
    for (const one of sums) addSums(total, one);
    expect(curveOfSums(total, plan)).toEqual(autocorrelation(text, 500));
  });

  it("is the same for a text read backwards", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 400 }),
        fc.integer({ min: 1, max: 6 }),
        (words, dimensions) => {
          const text = randomText(words, dimensions, words);
          const curve = autocorrelation(units(text, false), words - 1);
          const backwards = { ...text, sequence: text.sequence.slice().reverse() };
          const other = autocorrelation(units(backwards, false), words - 1);
          expect(greatestDifference(curve, other)).toBeLessThan(1e-12);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("changes neither with the length of all vectors nor, centred, with a vector added to all", () => {
    const text = randomText(3_000, 4);
    const curve = autocorrelation(units(text), 300);
    // Powers of two and a shift that single precision holds exactly.
    const longer = { ...text, vectors: text.vectors.map((value) => 4 * value) };
    expect(greatestDifference(curve, autocorrelation(units(longer), 300))).toBeLessThan(1e-12);
    const rounded = text.vectors.map((value) => Math.round(value * 1024) / 1024);
    const moved = rounded.map((value, at) => value + (at % 4) - 2);
    const before = autocorrelation(units({ ...text, vectors: rounded }), 300);
    const after = autocorrelation(units({ ...text, vectors: moved }), 300);
    expect(greatestDifference(before, after)).toBeLessThan(1e-11);
  });

  it("is bounded by 1, and is 1 at lag 0", () => {
    const curve = autocorrelation(units(randomText(2_000, 7)), 1_999);
    expect(curve[0]).toBeCloseTo(1, 12);
    expect(Math.max(...curve.map(Math.abs))).toBeLessThanOrEqual(1 + 1e-12);
  });

  it("refuses a lag that the text does not have, and sums of another plan", () => {
    const text = units(randomText(10, 2), false);
    for (const lag of [10, -1, 1.5, Number.NaN]) {
      expect(() => autocorrelation(text, lag)).toThrow("whole number from 0 to 9");
    }
    const plan = planAutocorrelation(text, 9);
    expect(() => curveOfSums(new Float64Array(3), plan)).toThrow("There are 3 sums instead of");
  });
});

describe("unitText", () => {
  it("has no directions where a vector is the mean of all, or zero", () => {
    const one = { sequence: Int32Array.from([0, 0, 0]), vectors: Float32Array.from([0.1, 0.7]) };
    expect(unitText({ ...one, dimensions: 2 }, true)).toBeUndefined();
    expect(unitText({ ...one, dimensions: 2 }, false)?.scales[0]).toBeCloseTo(
      1 / Math.hypot(0.1, 0.7),
      6,
    );
    const zero = { sequence: Int32Array.from([0, 1]), vectors: Float32Array.from([0, 0, 1, 0]) };
    expect(unitText({ ...zero, dimensions: 2 }, false)).toBeUndefined();
  });

  it("passes over vectors that the text does not use", () => {
    const text = { sequence: Int32Array.from([0]), vectors: Float32Array.from([1, 0, 0, 0]) };
    expect(unitText({ ...text, dimensions: 2 }, false)?.scales[1]).toBe(0);
  });

  it("takes the mean over the words of the text, not over distinct words", () => {
    // Three times (4, 0) and once (0, 4).
    const text = {
      sequence: Int32Array.from([0, 0, 0, 1]),
      vectors: Float32Array.from([4, 0, 0, 4]),
    };
    expect(unitText({ ...text, dimensions: 2 }, true)?.mean).toEqual(Float64Array.from([3, 1]));
  });

  it("has the squared length of the mean unit vector as floor", () => {
    // Unit vectors (1, 0), (1, 0), (0, 1): their mean is (2/3, 1/3).
    const text = { sequence: Int32Array.from([0, 0, 1]), vectors: Float32Array.from([2, 0, 0, 3]) };
    expect(floorOf(units({ ...text, dimensions: 2 }, false))).toBeCloseTo(5 / 9, 12);
  });
});

function greatestDifference(left: Float64Array, right: Float64Array): number {
  return left.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (right[at] as number))),
    0,
  );
}
