import { LonghandError } from "../../foundation/index.ts";

/** The vector of a text: numbers from one model, all of one length. */
export type TextVector = ArrayLike<number>;

/**
 * The mean of vectors, each brought to length 1 first so that none outweighs the others.
 *
 * @param vectors - One or more, none zero.
 * @returns The mean; it may be zero if they cancel out.
 * @throws LonghandError `invalid-vectors` if they are of different lengths, zero or not finite.
 */
export function centroid(vectors: readonly TextVector[]): Float64Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addUnit(sum, vector);
  return sum.map((value) => value / Math.max(vectors.length, 1));
}

/**
 * Cosine of the angle between two vectors.
 *
 * @param left - A vector.
 * @param right - Another, of the same length.
 * @returns From -1 to 1; `undefined` if one is zero.
 * @throws LonghandError `invalid-vectors` if they are of different lengths or not finite.
 */
export function cosine(left: TextVector, right: TextVector): number | undefined {
  refuseOtherLength(left, right.length);
  let [dot, leftSquares, rightSquares] = [0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    const [x, y] = [left[at] as number, right[at] as number];
    dot += x * y;
    leftSquares += x * x;
    rightSquares += y * y;
  }
  if (!Number.isFinite(leftSquares + rightSquares)) refuse("holds a number that is not finite");
  if (leftSquares === 0 || rightSquares === 0) return undefined;
  const value = dot / Math.sqrt(leftSquares) / Math.sqrt(rightSquares);
  return Math.min(1, Math.max(-1, value));
}

/**
 * Adds a vector of length 1 in the direction of another.
 *
 * @param sum - Where it is added.
 * @param vector - The direction.
 * @throws LonghandError `invalid-vectors` if it has another length, is zero or not finite.
 */
export function addUnit(sum: Float64Array, vector: TextVector): void {
  refuseOtherLength(vector, sum.length);
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] as number) ** 2;
  const norm = Math.sqrt(squares);
  if (!(norm > 0 && norm < Infinity)) refuse("is zero or not finite, and has no direction");
  for (let at = 0; at < vector.length; at++) {
    sum[at] = (sum[at] as number) + (vector[at] as number) / norm;
  }
}

function refuseOtherLength(vector: TextVector, length: number): void {
  if (vector.length === length && length > 0) return;
  refuse(`has ${vector.length} numbers where ${length} were expected`);
}

function refuse(why: string): never {
  throw new LonghandError(`A vector ${why}.`, {
    code: "invalid-vectors",
    hint: "Take all vectors from one model, and leave out texts for which it gave none.",
  });
}
