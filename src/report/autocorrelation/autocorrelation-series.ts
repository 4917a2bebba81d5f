import type { CurvePoint, DecayLaw, GapelmaperRecord } from "../../records/index.ts";

/** A text whose autocorrelation is shown. */
export interface AutocorrelationSeries {
  /** What the reader calls it. */
  readonly name: string;
  /** What was measured. */
  readonly record: GapelmaperRecord;
}

/** Texts that were measured by one variant: only they share a plot. */
export interface VariantSeries {
  /** The variant. */
  readonly variant: string;
  /** Its texts, in the order given. */
  readonly series: readonly AutocorrelationSeries[];
}

/**
 * Puts together what may share a plot.
 *
 * @param series - Texts, each by one variant.
 * @returns The variants in the order in which they first occur.
 */
export function seriesByVariant(
  series: readonly AutocorrelationSeries[],
): readonly VariantSeries[] {
  const variants = [...new Set(series.map(({ record }) => record.variant))];
  return variants.map((variant) => ({
    variant,
    series: series.filter(({ record }) => record.variant === variant),
  }));
}

/** The two laws, by the field of a record that holds them. */
export type LawName = "power" | "exponential";

/**
 * C as a fitted law has it.
 *
 * @param law - The law.
 * @param name - Which law it is.
 * @param lag - The lag.
 * @returns The fitted C.
 */
export function fittedAt({ slope, intercept }: DecayLaw, name: LawName, lag: number): number {
  return 10 ** (intercept + slope * (name === "power" ? Math.log10(lag) : lag));
}

/** Most points that are drawn for a text; more would only make the file larger. */
const MAX_DRAWN = 400;

/**
 * Points that stand for all of them in a drawing: about evenly spread on a logarithmic axis.
 *
 * @param curve - All points in rising order of lag.
 * @returns All of them, or a part.
 */
export function drawnPoints(curve: readonly CurvePoint[]): readonly CurvePoint[] {
  const first = curve[0];
  const last = curve.at(-1);
  if (first === undefined || last === undefined || curve.length <= MAX_DRAWN) return curve;
  const ratio = (last.lag / first.lag) ** (1 / MAX_DRAWN);
  let next = 0;
  return curve.filter((point) => {
    if (point.lag < next) return false;
    next = Math.max(point.lag * ratio, point.lag + 1);
    return true;
  });
}
