import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHalf } from "./half-float.ts";
import { blocksToQ8, canBecomeQ8 } from "./q8-blocks.ts";
import { Q4_0, Q4_1, Q5_0, Q5_1, Q8_0 } from "./tensor-types.ts";

/** A block from its numbers of 16 bits and the bytes that follow. */
function block(halves: readonly number[], bytes: readonly number[]): Buffer {
  return Buffer.from([...halves.flatMap((half) => [half & 0xff, half >>> 8]), ...bytes]);
}

/** The scale's bits and the numbers of a block in Q8_0. */
function q8(bytes: Buffer | undefined): { scale: number; numbers: number[] } {
  const whole = bytes as Buffer;
  return {
    scale: whole.readUInt16LE(0),
    numbers: Array.from({ length: 32 }, (_, index) => whole.readInt8(2 + index)),
  };
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const fifteen = (byte: number): number[] => Array.from({ length: 15 }, () => byte);

describe("blocks re-encoded as Q8_0, worked by hand", () => {
  it("Q4_1: number × scale + smallest value, low halves of the bytes first", () => {
    // Scale 2 (0x4000), smallest -8 (0xc800): the numbers 0, 15 and 4 are -8, 22 and 0.
    const from = block([0x4000, 0xc800], [0xf0, ...fifteen(0x44)]);
    // Scale 22 / 127 = 1.38583 / 8, whose fraction is 395.1 / 1024: 0x318b. -8 · 127 / 22 = -46.2.
    expect(q8(blocksToQ8(Q4_1, from))).toEqual({
      scale: 0x318b,
      numbers: [-46, ...zeros(15), 127, ...zeros(15)],
    });
  });

  it("Q4_0: 8 is zero", () => {
    // Scale 1 (0x3c00): 0 and 9 are -8 and 1. 8 / 127 = 1.00787 / 16: 8.06 / 1024, 0x2c08. 127 / 8 = 15.9.
    const from = block([0x3c00], [0x90, ...fifteen(0x88)]);
    expect(q8(blocksToQ8(Q4_0, from))).toEqual({
      scale: 0x2c08,
      numbers: [-127, ...zeros(15), 16, ...zeros(15)],
    });
  });

  it("Q5_0: 16 is zero, and the fifth bits are those of the numbers in order", () => {
    // All fifth bits but the first: numbers 0, 31, then 16: -16, 15, 0. -15 · 127 / 16 = -119.06.
    const from = block([0x3c00], [0xfe, 0xff, 0xff, 0xff, 0xf0, ...fifteen(0)]);
    expect(q8(blocksToQ8(Q5_0, from))).toEqual({
      scale: 0x3008,
      numbers: [-127, ...zeros(15), 119, ...zeros(15)],
    });
  });

  it("Q5_1: halves are rounded away from zero", () => {
    // Scale 0.5 (0x3800), smallest -127 (0xd7f0): 0, 1, 3 and 31 are -127, -126.5, -125.5 and -111.5; scale 1.
    const from = block([0x3800, 0xd7f0], [0, 0, 1, 0, 0xf0, 0x01, 0x03, ...fifteen(0).slice(2)]);
    expect(q8(blocksToQ8(Q5_1, from))).toEqual({
      scale: 0x3c00,
      numbers: [-127, -127, -126, ...zeros(13).map(() => -127), -112, ...zeros(15).map(() => -127)],
    });
  });

  it("a block of zeros stays one", () => {
    const nothing = Buffer.alloc(20);
    expect(blocksToQ8(Q4_1, nothing)).toEqual(Buffer.alloc(34));
  });

  it("a block whose scale or smallest value is no finite number is refused", () => {
    expect(blocksToQ8(Q4_1, block([0x7c00, 0], zeros(16)))).toBeUndefined();
    expect(blocksToQ8(Q4_1, block([0, 0x7e00], zeros(16)))).toBeUndefined();
    expect(blocksToQ8(Q5_0, block([0xfc00], zeros(20)))).toBeUndefined();
  });

  it("what is in Q8_0 already, or not quantised, is not for re-encoding", () => {
    expect([Q8_0, 0, 1, 12].filter(canBecomeQ8)).toEqual([]);
  });
});

/** The number that stands for 0 where there is no smallest value. */
const ZEROS = new Map([
  [Q4_0, 8],
  [Q5_0, 16],
]);

/** Reads a block in the plainest way: another one than that of the code. */
function plainValues(type: number, bytes: Buffer): number[] {
  const hasMin = type === Q4_1 || type === Q5_1;
  const hasFifth = type === Q5_0 || type === Q5_1;
  const scale = fromHalf(bytes.readUInt16LE(0));
  const min = hasMin ? fromHalf(bytes.readUInt16LE(2)) : 0;
  const fifthAt = hasMin ? 4 : 2;
  const nibblesAt = fifthAt + (hasFifth ? 4 : 0);
  return Array.from({ length: 32 }, (_, index) => {
    const nibble = (bytes.readUInt8(nibblesAt + (index % 16)) / (index < 16 ? 1 : 16)) & 15;
    const bit = (bytes.readUInt8(fifthAt + Math.floor(index / 8)) / 2 ** (index % 8)) & 1;
    const number = nibble + (hasFifth ? 16 * bit : 0);
    return (number - (ZEROS.get(type) ?? 0)) * scale + min;
  });
}

const half = fc.integer({ min: 0, max: 0xffff }).filter((bits) => (bits & 0x7c00) !== 0x7c00);
const anyBlock = fc
  .constantFrom([Q4_0, 1, 16], [Q4_1, 2, 16], [Q5_0, 1, 20], [Q5_1, 2, 20])
  .chain(([type, halves, rest]) =>
    fc.record({
      type: fc.constant(type as number),
      bytes: fc
        .tuple(
          fc.array(half, { minLength: halves as number, maxLength: halves as number }),
          fc.array(fc.nat(255), { minLength: rest as number, maxLength: rest as number }),
        )
        .map(([scales, numbers]) => block(scales, numbers)),
    }),
  );

describe("blocks re-encoded as Q8_0", () => {
  it("differ from what they were by half a step and the rounding of the scale at most", () => {
    fc.assert(
      fc.property(anyBlock, ({ type, bytes }) => {
        const before = plainValues(type, bytes);
        const { scale, numbers } = q8(blocksToQ8(type, bytes));
        const step = Math.max(...before.map(Math.abs)) / 127;
        const scaleError = Math.max(step * 2 ** -11, 2 ** -25);
        // The last part is the rounding of values and quotients to 32 bits.
        const bound = step / 2 + 127 * scaleError + step * 2 ** -14;
        for (const [index, value] of before.entries()) {
          const after = (numbers[index] as number) * fromHalf(scale);
          expect(Math.abs(after - value)).toBeLessThanOrEqual(bound);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("are re-encoded each by itself", () => {
    fc.assert(
      fc.property(anyBlock, ({ type, bytes }) => {
        const one = blocksToQ8(type, bytes) as Buffer;
        const two = blocksToQ8(type, Buffer.concat([bytes, bytes]));
        expect(two).toEqual(Buffer.concat([one, one]));
      }),
    );
  });
});
