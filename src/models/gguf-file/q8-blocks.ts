import { fromHalf, toHalf } from "./half-float.ts";
import { Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, TENSOR_TYPES, type TensorType } from "./tensor-types.ts";

/** Numbers in a block of every type here. */
const BLOCK = 32;
const HALF_BLOCK = 16;

/** Where a block's parts stand, in bytes from its beginning. */
interface BlockShape {
  /** Place of the smallest value; absent if the numbers lie around zero. */
  readonly minAt?: number;
  /** Place of the 32 fifth bits; absent if numbers have four. */
  readonly fifthBitsAt?: number;
  /** Place of the lower four bits, two numbers a byte. */
  readonly nibblesAt: number;
  /** What is taken from each number before it is multiplied by the scale. */
  readonly zero: number;
}

/** The scale is the first thing in every block: 16 bits. */
const SHAPES: ReadonlyMap<number, BlockShape> = new Map<number, BlockShape>([
  [Q4_0, { nibblesAt: 2, zero: 8 }],
  [Q4_1, { minAt: 2, nibblesAt: 4, zero: 0 }],
  [Q5_0, { fifthBitsAt: 2, nibblesAt: 6, zero: 16 }],
  [Q5_1, { minAt: 2, fifthBitsAt: 4, nibblesAt: 8, zero: 0 }],
]);

/** Tells whether blocks of a type can be re-encoded as Q8_0. */
export function canBecomeQ8(type: number): boolean {
  return SHAPES.has(type);
}

/**
 * Re-encodes blocks of 32 numbers as Q8_0: `scale = largest / 127` and `number = round(value / scale)`,
 * halves away from zero, the scale then kept in 16 bits. Every step is one operation in 32 bits, so that
 * the bytes are the same on every machine; they are those of the reference in ggml (`quantize_row_q8_0_ref`).
 *
 * @param type - Type of the blocks: one that {@link canBecomeQ8} knows.
 * @param source - Whole blocks.
 * @returns As many blocks in Q8_0; `undefined` if a block holds what is not a finite number.
 */
export function blocksToQ8(type: number, source: Buffer): Buffer | undefined {
  const shape = SHAPES.get(type) as BlockShape;
  const { blockBytes } = TENSOR_TYPES.get(type) as TensorType;
  const { blockBytes: q8Bytes } = TENSOR_TYPES.get(Q8_0) as TensorType;
  const target = Buffer.alloc((source.length / blockBytes) * q8Bytes);
  const values = new Float32Array(BLOCK);
  for (let from = 0, to = 0; from < source.length; from += blockBytes, to += q8Bytes) {
    if (!readBlock(source, { at: from, shape, values })) return undefined;
    writeBlock(values, target, to);
  }
  return target;
}

interface BlockPlace {
  readonly at: number;
  readonly shape: BlockShape;
  readonly values: Float32Array;
}

/** Reads a block's numbers; `false` if its scale or smallest value is not finite. */
function readBlock(source: Buffer, { at, shape, values }: BlockPlace): boolean {
  const { minAt, fifthBitsAt, nibblesAt, zero } = shape;
  const scale = fromHalf(source.readUInt16LE(at));
  const min = minAt === undefined ? 0 : fromHalf(source.readUInt16LE(at + minAt));
  if (!Number.isFinite(scale) || !Number.isFinite(min)) return false;
  const fifthBits = fifthBitsAt === undefined ? 0 : source.readUInt32LE(at + fifthBitsAt);
  for (let index = 0; index < HALF_BLOCK; index++) {
    const byte = source[at + nibblesAt + index] as number;
    const low = (byte & 0xf) | (((fifthBits >>> index) & 1) << 4);
    const high = (byte >>> 4) | (((fifthBits >>> (index + HALF_BLOCK)) & 1) << 4);
    // Product and sum are exact in 64 bits: the only rounding is that to the array's 32.
    values[index] = (low - zero) * scale + min;
    values[index + HALF_BLOCK] = (high - zero) * scale + min;
  }
  return true;
}

/** The largest scale that a block can come to, 32 · 65,504 / 127, is far below what 16 bits hold. */
function writeBlock(values: Float32Array, target: Buffer, at: number): void {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / 127);
  const inverse = scale === 0 ? 0 : Math.fround(1 / scale);
  target.writeUInt16LE(toHalf(scale), at);
  for (let index = 0; index < BLOCK; index++) {
    const value = Math.fround((values[index] as number) * inverse);
    const size = Math.floor(Math.abs(value) + 0.5);
    target[at + 2 + index] = value < 0 ? -size : size;
  }
}
