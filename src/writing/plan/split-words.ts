import { LonghandError } from "../../foundation/index.ts";

/** Lowest and highest weight, as multiples of the mean. */
const LEAST_WEIGHT = 0.5;
const MOST_WEIGHT = 2;

/** How little and how much one share may get. */
export interface ShareBounds {
  /** At least. */
  readonly least: number;
  /** At most. */
  readonly most: number;
}

/**
 * Clamps weights to 0.5–2 times their mean.
 *
 * @param weights - Weights; those that are no positive number count as 1.
 * @returns As many weights.
 */
export function clampedWeights(weights: readonly number[]): number[] {
  const sound = weights.map((weight) => (Number.isFinite(weight) && weight > 0 ? weight : 1));
  const mean = sound.reduce((sum, weight) => sum + weight, 0) / Math.max(1, sound.length);
  return sound.map((weight) => Math.min(MOST_WEIGHT * mean, Math.max(LEAST_WEIGHT * mean, weight)));
}

/**
 * Splits a whole number by weights into whole shares that sum up to it exactly: largest remainders
 * first, ties to the earlier share. A share that would leave its bounds gets the bound, and the rest
 * is split among the others.
 *
 * @param total - What is split.
 * @param weights - Weights, above 0.
 * @param bounds - Bounds of each share. @defaultValue 0 and no upper bound
 * @returns The shares, in order.
 * @throws LonghandError `invalid-option` if no split keeps the bounds.
 */
export function splitByWeights(
  total: number,
  weights: readonly number[],
  bounds: readonly ShareBounds[] = [],
): number[] {
  const boundsOf = (index: number): ShareBounds =>
    bounds[index] ?? { least: 0, most: Number.POSITIVE_INFINITY };
  const least = weights.reduce((sum, _, index) => sum + boundsOf(index).least, 0);
  const most = weights.reduce((sum, _, index) => sum + boundsOf(index).most, 0);
  if (total < least || total > most) {
    throw new LonghandError(`${total} cannot be split into shares from ${least} to ${most}.`, {
      code: "invalid-option",
    });
  }
  return rounded(total, bounded({ total, weights, boundsOf }), boundsOf);
}

interface Split {
  readonly total: number;
  readonly weights: readonly number[];
  readonly boundsOf: (index: number) => ShareBounds;
}

/** Finds the factor by which all weights are multiplied so that the clamped shares sum up. */
function bounded({ total, weights, boundsOf }: Split): number[] {
  const sharesAt = (factor: number): number[] =>
    weights.map((weight, index) => {
      const { least, most } = boundsOf(index);
      return Math.min(most, Math.max(least, weight * factor));
    });
  const sum = (values: readonly number[]): number =>
    values.reduce((result, value) => result + value, 0);
  let low = 0;
  let high = 1;
  while (sum(sharesAt(high)) < total && high < 1e15) high *= 2;
  for (let step = 0; step < 200 && high - low > high * 1e-14; step++) {
    const middle = (low + high) / 2;
    if (sum(sharesAt(middle)) < total) low = middle;
    else high = middle;
  }
  return sharesAt(high);
}

function rounded(total: number, shares: readonly number[], boundsOf: Split["boundsOf"]): number[] {
  // A share a hair below a whole number is that number.
  const result = shares.map((share) => Math.floor(share + 1e-9));
  const remainders = shares.map((share, index) => share - (result[index] as number));
  let open = total - result.reduce((sum, value) => sum + value, 0);
  const order = [...result.keys()].sort(
    (left, right) => (remainders[right] as number) - (remainders[left] as number) || left - right,
  );
  while (open > 0) {
    const before = open;
    for (const index of order) {
      const value = result[index] as number;
      if (open === 0 || value + 1 > boundsOf(index).most) continue;
      result[index] = value + 1;
      open -= 1;
    }
    if (open === before) break;
  }
  return result;
}
