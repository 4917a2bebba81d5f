/** What stands where a number does not exist. */
export const ABSENT = "—";

/**
 * A score as it is printed: rounded once, to four decimals.
 *
 * @param score - A finite number.
 * @returns For instance `0.1412`; never `-0.0000`.
 */
export function formatScore(score: number): string {
  return unsignedZero(score.toFixed(4));
}

/**
 * A difference as it is printed: four decimals with its sign.
 *
 * @param difference - A finite number.
 * @returns For instance `+0.0123`; `0.0000` if nothing is left after rounding.
 */
export function formatDifference(difference: number): string {
  const rounded = formatScore(difference);
  return difference > 0 && Number(rounded) !== 0 ? `+${rounded}` : rounded;
}

/**
 * A p-value as it is printed: two significant digits below 0.01, else four decimals.
 *
 * @param p - From 0 to 1.
 * @returns For instance `0.0042` or `0.7134`.
 */
export function formatP(p: number): string {
  return p > 0 && p < 0.01 ? p.toPrecision(2) : p.toFixed(4);
}

/**
 * A count with its thousands apart.
 *
 * @param count - A whole number.
 * @returns For instance `10,000`.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** The two ends of an interval, where it exists. */
export interface IntervalEnds {
  /** Lower end. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
}

/**
 * An interval as it is printed.
 *
 * @param ends - Its ends; both absent if it does not exist.
 * @param format - How one end is printed.
 * @returns For instance `[0.1203, 0.1630]`, or `undefined` if there is none.
 */
export function formatInterval(
  ends: IntervalEnds,
  format: (value: number) => string = formatScore,
): string | undefined {
  if (ends.ciLow === undefined || ends.ciHigh === undefined) return undefined;
  return `[${format(ends.ciLow)}, ${format(ends.ciHigh)}]`;
}

function unsignedZero(rounded: string): string {
  return /^-0\.?0*$/.test(rounded) ? rounded.slice(1) : rounded;
}
