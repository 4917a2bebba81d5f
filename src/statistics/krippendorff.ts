import { LonghandError } from "../foundation/index.ts";
import {
  type Coefficient,
  type CoefficientBootstrap,
  type CoefficientInterval,
  coefficientInterval,
} from "./coefficient.ts";

/** What the values mean, and so how far apart two of them are. */
export type Measurement = "nominal" | "ordinal" | "interval" | "ratio";

/** Why there is no alpha: the first that fits. */
export type AlphaUndefined = "no-ratings" | "one-rater" | "no-overlap" | "no-variation";

/** Ratings of some texts by some raters. */
export interface RatingTable {
  /** One row per rater, one column per text; `null` where a rater gave no value. */
  readonly ratings: readonly (readonly (number | null)[])[];
  /** What the values mean. */
  readonly measurement: Measurement;
}

/**
 * Krippendorff's alpha: agreement of raters beyond chance, with missing ratings allowed.
 *
 * 1 is full agreement, 0 what chance would give, below 0 is systematic disagreement. Distrust it
 * where nearly all ratings are equal: a single other value then brings it to 0. With fewer than 50
 * texts its interval is wide. Source: Krippendorff 2011, "Computing Krippendorff's
 * Alpha-Reliability". Work grows with the ratings plus the square of the distinct values.
 *
 * @param table - The ratings and their measurement.
 * @returns Alpha, or the reason why it does not exist: `no-ratings`, `one-rater` (only one rater
 * gave any), `no-overlap` (no text has two ratings), `no-variation` (all that can be paired are equal).
 * @throws LonghandError `invalid-sample` for a rating that is not finite.
 *
 * @example
 * ```ts
 * import { krippendorffAlpha } from "longhand/statistics";
 *
 * const alpha = krippendorffAlpha({
 *   ratings: [
 *     [1, 2, 3, null],
 *     [1, 2, 4, 2],
 *   ],
 *   measurement: "ordinal",
 * });
 * console.log(alpha.status === "defined" ? alpha.value : alpha.reason);
 * ```
 */
export function krippendorffAlpha(table: RatingTable): Coefficient<AlphaUndefined> {
  const reason = undefinedReason(table.ratings);
  if (reason !== undefined) return { status: "undefined", reason };
  const coincidences = coincidencesByUnit(table.ratings);
  const value = alphaOf(coincidences, table.measurement, everyUnit(coincidences));
  if (value === undefined) return { status: "undefined", reason: "no-variation" };
  return { status: "defined", value };
}

/**
 * Bootstrap interval of Krippendorff's alpha: whole texts are resampled, with all their ratings.
 * Resamples without variation have no alpha and are left out; where they are more than 5 %, there
 * is no interval.
 *
 * @param table - The ratings and their measurement.
 * @param bootstrap - How to resample.
 * @returns The interval; without ends, and with a reason, where alpha is undefined or fewer than
 * five texts have two ratings.
 * @throws LonghandError `invalid-sample` for a rating that is not finite; `invalid-option` for a
 * setting out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { krippendorffInterval } from "longhand/statistics";
 *
 * const ratings = [
 *   [4, 2, 5, 3, 1, 4],
 *   [4, 3, 5, 3, 2, 4],
 * ];
 * const { ciLow, ciHigh } = krippendorffInterval(
 *   { ratings, measurement: "ordinal" },
 *   { resamples: 10_000, random: randomStream(7, "alpha", "fluency") },
 * );
 * console.log(ciLow, ciHigh);
 * ```
 */
export function krippendorffInterval(
  table: RatingTable,
  bootstrap: CoefficientBootstrap,
): CoefficientInterval {
  const alpha = krippendorffAlpha(table);
  if (alpha.status === "undefined") return { undefinedResamples: 0, reason: alpha.reason };
  const coincidences = coincidencesByUnit(table.ratings);
  return coefficientInterval(
    coincidences.starts.length - 1,
    (units) => alphaOf(coincidences, table.measurement, units),
    bootstrap,
  );
}

function undefinedReason(ratings: RatingTable["ratings"]): AlphaUndefined | undefined {
  const raters = ratings.filter((row) => row.some((value) => value !== null)).length;
  if (raters === 0) return "no-ratings";
  if (raters === 1) return "one-rater";
  return pairableUnits(ratings).length === 0 ? "no-overlap" : undefined;
}

/** The values of each text that has two or more, sorted; the texts in an order of their values. */
function pairableUnits(ratings: RatingTable["ratings"]): number[][] {
  const columns = Math.max(0, ...ratings.map((row) => row.length));
  const units: number[][] = [];
  for (let column = 0; column < columns; column++) {
    const values = ratings.flatMap((row) => row[column] ?? []);
    checkRatings(values, column);
    if (values.length >= 2) units.push(values.sort((left, right) => left - right));
  }
  // Settled by the values, so that the order of the texts does not move the interval.
  return units.sort(compareLists);
}

function compareLists(left: readonly number[], right: readonly number[]): number {
  if (left.length !== right.length) return left.length - right.length;
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] as number) - (right[at] as number);
}

function checkRatings(values: readonly number[], column: number): void {
  const wrong = values.find((value) => !Number.isFinite(value));
  if (wrong === undefined) return;
  throw new LonghandError(
    `A rating of text ${column + 1} is ${wrong}; ratings are finite numbers.`,
    {
      code: "invalid-sample",
      hint: "Use null for a rating that was not given.",
    },
  );
}

/** Coincidences of every unit as a sparse list: cell (c, k) of the matrix, and what it adds. */
interface Coincidences {
  /** Distinct pairable values, ascending. */
  readonly values: readonly number[];
  /** c · values + k. */
  readonly cells: Int32Array;
  /** (n_c · n_k − [c = k] · n_c) / (m − 1). */
  readonly weights: Float64Array;
  /** Where the list of each unit starts; one more than there are units. */
  readonly starts: Int32Array;
}

function coincidencesByUnit(ratings: RatingTable["ratings"]): Coincidences {
  const units = pairableUnits(ratings);
  const values = [...new Set(units.flat())].sort((left, right) => left - right);
  const places = new Map(values.map((value, place) => [value, place]));
  const cells: number[] = [];
  const weights: number[] = [];
  const starts = [0];
  for (const unit of units) {
    const counts = countPlaces(unit.map((value) => places.get(value) as number));
    for (const [c, countC] of counts) {
      for (const [k, countK] of counts) {
        cells.push(c * values.length + k);
        weights.push((countC * (c === k ? countK - 1 : countK)) / (unit.length - 1));
      }
    }
    starts.push(cells.length);
  }
  return {
    values,
    cells: Int32Array.from(cells),
    weights: Float64Array.from(weights),
    starts: Int32Array.from(starts),
  };
}

function countPlaces(places: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

function everyUnit({ starts }: Coincidences): Int32Array {
  return Int32Array.from({ length: starts.length - 1 }, (_, unit) => unit);
}

/** 1 − Σ o·δ / Σ e·δ, or `undefined` where nothing is expected to differ. */
function alphaOf(
  { values, cells, weights, starts }: Coincidences,
  measurement: Measurement,
  units: Int32Array,
): number | undefined {
  const size = values.length;
  const observed = new Float64Array(size * size);
  for (const unit of units) {
    const end = starts[unit + 1] as number;
    for (let at = starts[unit] as number; at < end; at++) {
      const cell = cells[at] as number;
      observed[cell] = (observed[cell] as number) + (weights[at] as number);
    }
  }
  const totals = new Float64Array(size);
  for (const [cell, weight] of observed.entries()) {
    const c = Math.floor(cell / size);
    totals[c] = (totals[c] as number) + weight;
  }
  const delta = DISTANCES[measurement](values, totals);
  return oneMinusRatio(observed, totals, delta);
}

function oneMinusRatio(
  observed: Float64Array,
  totals: Float64Array,
  delta: (c: number, k: number) => number,
): number | undefined {
  const size = totals.length;
  const all = totals.reduce((sum, total) => sum + total, 0);
  let observedSum = 0;
  let expectedSum = 0;
  // Both matrices are symmetric and their diagonals have no distance: half of them will do.
  for (let c = 0; c < size; c++) {
    for (let k = c + 1; k < size; k++) {
      const distance = delta(c, k);
      observedSum += (observed[c * size + k] as number) * distance;
      expectedSum += (totals[c] as number) * (totals[k] as number) * distance;
    }
  }
  return expectedSum === 0 ? undefined : 1 - (observedSum * (all - 1)) / expectedSum;
}

type Distance = (
  values: readonly number[],
  totals: Float64Array,
) => (c: number, k: number) => number;

const DISTANCES: Readonly<Record<Measurement, Distance>> = {
  nominal: () => () => 1,
  ordinal: (_, totals) => {
    // Middle ranks: their difference is Σ_{g=c..k} n_g − (n_c + n_k) / 2.
    let before = 0;
    const middles = totals.map((total) => {
      before += total;
      return before - total / 2;
    });
    return (c, k) => ((middles[k] as number) - (middles[c] as number)) ** 2;
  },
  interval: (values) => (c, k) => ((values[c] as number) - (values[k] as number)) ** 2,
  ratio: (values) => (c, k) => {
    const sum = (values[c] as number) + (values[k] as number);
    return sum === 0 ? 0 : (((values[c] as number) - (values[k] as number)) / sum) ** 2;
  },
};
