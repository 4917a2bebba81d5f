/**
 * Arithmetic mean and standard deviation (n − 1) of numbers that are sorted, in two passes. Equal
 * numbers give exactly that number and 0, which the rounding of a plain sum would not.
 *
 * @param sorted - Ascending, at least one.
 * @returns The mean, and the deviation where there are two values or more.
 */
export function moments(sorted: Float64Array): { readonly mean: number; readonly sd?: number } {
  const count = sorted.length;
  const lowest = sorted[0] as number;
  if (lowest === sorted[count - 1]) return count < 2 ? { mean: lowest } : { mean: lowest, sd: 0 };
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, sd: Math.sqrt(squares / (count - 1)) };
}

/**
 * Quantile of sorted numbers by linear interpolation between neighbours (type 7 of Hyndman and Fan
 * 1996, the default of NumPy and R).
 *
 * @param sorted - Ascending, at least one.
 * @param proportion - From 0 (lowest) to 1 (highest).
 * @returns The quantile.
 */
export function quantile(sorted: Float64Array, proportion: number): number {
  const place = proportion * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low === high ? low : low + (high - low) * (place - below);
}
