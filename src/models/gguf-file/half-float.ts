/**
 * Reads a number of 16 bits (IEEE 754 binary16).
 *
 * @param bits - The bits, from 0 to 65,535.
 * @returns The number, exactly; infinities and NaN as such.
 */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (0x400 + fraction) * 2 ** (exponent - 25);
}

const oneFloat = new Float32Array(1);
const itsBits = new Uint32Array(oneFloat.buffer);

/**
 * Writes a number in 16 bits, rounded to the nearest, and to the even one of two that are as near.
 *
 * @param value - The number, from 0 to 65,504, the largest that 16 bits hold; taken in 32 bits.
 * @returns The bits.
 */
export function toHalf(value: number): number {
  oneFloat[0] = value;
  const bits = itsBits[0] as number;
  const exponent = (bits >>> 23) - 127;
  // Below the normal range the steps are all 2 ** -24 wide; the product is exact.
  if (exponent < -14) return roundToEven(value * 2 ** 24);
  // A carry out of the fraction raises the exponent, as it should.
  return ((exponent + 15) << 10) + roundToEven((bits & 0x7fffff) / 0x2000);
}

function roundToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest === 0.5) return below + (below % 2);
  return rest > 0.5 ? below + 1 : below;
}
