/** A stretch of the document: 0 is its beginning, 1 its end. */
export type Stretch = readonly [from: number, to: number];

/**
 * Tells whether two stretches share more than a point.
 *
 * @param left - One stretch.
 * @param right - The other one.
 * @returns Whether they overlap.
 */
export function overlap(left: Stretch, right: Stretch): boolean {
  return left[0] < right[1] && right[0] < left[1];
}
