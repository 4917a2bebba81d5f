import type { CurvePoint, DecayLaw, GapelmaperReason } from "../../records/index.ts";

/**
 * Which lags are left out of a fit because the logarithm of C does not exist there: `each` lag with
 * C ≤ 0, or everything up to and including the last such lag (`through-last`, the published code).
 */
export type DroppingRule = "each" | "through-last";

/** C at some lags. */
export interface LagValues {
  /** Lags in rising order, 1 or more. */
  readonly lags: ArrayLike<number>;
  /** C at each of them. */
  readonly correlations: ArrayLike<number>;
}

/** How to fit. */
export interface FitOptions {
  /** Which lags are left out. */
  readonly dropping: DroppingRule;
  /** Fewest lags to fit to. @defaultValue 20 */
  readonly minPoints?: number;
}

/** The laws fitted to a curve. */
export interface DecayFit {
  /** The lags, and whether each was used. */
  readonly points: readonly CurvePoint[];
  /** How many were used. */
  readonly used: number;
  /** The power law, if there were points enough. */
  readonly power?: DecayLaw;
  /** The exponential law, likewise. */
  readonly exponential?: DecayLaw;
  /** Power law's MAPE ÷ exponential law's; absent with a reason. */
  readonly ratio?: number;
  /** Why there is no ratio. */
  readonly reason?: GapelmaperReason;
}

/** C this close to 0 is rounding error, and counts as 0. */
const ZERO = 1e-12;
/** Curves whose logarithms differ by less than this have no shape to fit. */
const FLAT = 1e-12;
/** An exponential law with a smaller error fits exactly: dividing by it means nothing. */
const EXACT = 1e-12;

/**
 * Fits a power law and an exponential law to an autocorrelation: unweighted least squares of log C on
 * log τ, and of log C on τ. Both errors are taken in the scale of C, not of its logarithm.
 *
 * @param values - C at some lags.
 * @param options - Which lags are left out.
 * @returns Both laws and the ratio of their errors, or why there is none.
 */
export function fitDecay({ lags, correlations }: LagValues, options: FitOptions): DecayFit {
  const firstUsed = options.dropping === "each" ? 0 : afterLastZero(correlations);
  const points = Array.from({ length: lags.length }, (_, at) => {
    const correlation = correlations[at] as number;
    const used = at >= firstUsed && correlation > ZERO;
    return { lag: lags[at] as number, correlation, used };
  });
  const fitted = points.filter((point) => point.used);
  const base = { points, used: fitted.length };
  if (fitted.length < (options.minPoints ?? 20)) return { ...base, reason: "few-points" };
  const logs = fitted.map(({ correlation }) => Math.log10(correlation));
  if (isFlat(logs)) return { ...base, reason: "no-variation" };
  const power = fitLine(
    fitted.map(({ lag }) => Math.log10(lag)),
    logs,
  );
  const exponential = fitLine(
    fitted.map(({ lag }) => lag),
    logs,
  );
  const laws = { ...base, power, exponential };
  if (exponential.mape < EXACT) return { ...laws, reason: "exponential-exact" };
  return { ...laws, ratio: power.mape / exponential.mape };
}

function afterLastZero(correlations: ArrayLike<number>): number {
  let at = correlations.length;
  while (at > 0 && (correlations[at - 1] as number) > ZERO) at--;
  return at;
}

function isFlat(logs: readonly number[]): boolean {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of logs) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return highest - lowest < FLAT;
}

function fitLine(xs: readonly number[], logs: readonly number[]): DecayLaw {
  const meanX = meanOf(xs);
  const meanLog = meanOf(logs);
  let squares = 0;
  let products = 0;
  for (let at = 0; at < xs.length; at++) {
    const offset = (xs[at] as number) - meanX;
    squares += offset * offset;
    products += offset * ((logs[at] as number) - meanLog);
  }
  const slope = products / squares;
  const intercept = meanLog - slope * meanX;
  let errors = 0;
  for (let at = 0; at < xs.length; at++) {
    // |C − fitted| ÷ C, without leaving the logarithms.
    errors += Math.abs(1 - 10 ** (intercept + slope * (xs[at] as number) - (logs[at] as number)));
  }
  return { slope, intercept, mape: errors / xs.length };
}

function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
