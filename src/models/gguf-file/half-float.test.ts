import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHalf, toHalf } from "./half-float.ts";

describe("numbers of 16 bits", () => {
  it.each([
    [0x0000, 0],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3c00, 1],
    [0xc900, -10],
    [0x7bff, 65504],
  ])("are read by their bits: %i", (bits, expected) => {
    expect(fromHalf(bits)).toBe(expected);
  });

  it("may be no finite ones", () => {
    expect(fromHalf(0x7c00)).toBe(Number.POSITIVE_INFINITY);
    expect(fromHalf(0xfc00)).toBe(Number.NEGATIVE_INFINITY);
    expect(fromHalf(0x7e00)).toBeNaN();
  });

  it("are written as they were read, every one that is not negative", () => {
    for (let bits = 0; bits < 0x7c00; bits++) expect(toHalf(fromHalf(bits))).toBe(bits);
  });

  it.each([
    // Steps are 2^-10 from 1 on: half a step goes to the even side, a little more goes up.
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [1 + 2 ** -11 + 2 ** -20, 0x3c01],
    // The carry reaches the exponent: 2 - 2^-12 is nearest to 2.
    [2 - 2 ** -12, 0x4000],
    // Below 2^-14 the step stays 2^-24; the last step is the first of the range above.
    [2.5 * 2 ** -24, 0x0002],
    [3.5 * 2 ** -24, 0x0004],
    [0.5 * 2 ** -24, 0x0000],
    [1023.75 * 2 ** -24, 0x0400],
  ])("are rounded to the nearest, ties to even: %d", (value, expected) => {
    expect(toHalf(value)).toBe(expected);
  });

  it("are never further from the value than their neighbours are", () => {
    fc.assert(
      fc.property(fc.float({ min: 0, max: 60_000, noNaN: true }), (value) => {
        const bits = toHalf(value);
        const off = Math.abs(fromHalf(bits) - value);
        expect(off).toBeLessThanOrEqual(Math.abs(fromHalf(bits + 1) - value));
        if (bits > 0) expect(off).toBeLessThanOrEqual(Math.abs(fromHalf(bits - 1) - value));
      }),
    );
  });
});
