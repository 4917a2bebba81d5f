import { LonghandError } from "../foundation/index.ts";
import {
  type Coefficient,
  type CoefficientBootstrap,
  type CoefficientInterval,
  coefficientInterval,
} from "./coefficient.ts";

/** Why there is no correlation: too few pairs, or one side does not vary. */
export type CorrelationUndefined = "too-few-pairs" | "no-variation";

/** Two measurements of the same things, in the same order. */
export interface PairedValues {
  /** Finite numbers. */
  readonly x: readonly number[];
  /** As many finite numbers. */
  readonly y: readonly number[];
}

/** Which rank correlation. */
export type RankCorrelation = "kendall" | "spearman";

/**
 * Kendall's tau-b: of the pairs of items, how many more are ordered alike than unlike, corrected for
 * ties. From −1 to 1; work grows with n log n (Knight 1966).
 *
 * @param pairs - Two measurements of the same items.
 * @returns Tau-b; `too-few-pairs` below two items, `no-variation` where one side is constant.
 * @throws LonghandError `invalid-sample` for lists of unequal length or numbers that are not finite.
 *
 * @example
 * ```ts
 * import { kendallTauB } from "longhand/statistics";
 *
 * kendallTauB({ x: [1, 2, 3, 4], y: [1, 3, 2, 4] }); // { status: "defined", value: 0.667 }
 * ```
 */
export function kendallTauB(pairs: PairedValues): Coefficient<CorrelationUndefined> {
  return correlate(pairs, tauOf);
}

/**
 * Spearman's rho: the linear correlation of the ranks, tied items sharing their mean rank. From −1
 * to 1.
 *
 * @param pairs - Two measurements of the same items.
 * @returns Rho; `too-few-pairs` below two items, `no-variation` where one side is constant.
 * @throws LonghandError `invalid-sample` for lists of unequal length or numbers that are not finite.
 *
 * @example
 * ```ts
 * import { spearman } from "longhand/statistics";
 *
 * spearman({ x: [1, 2, 3, 4], y: [1, 3, 2, 4] }); // { status: "defined", value: 0.8 }
 * ```
 */
export function spearman(pairs: PairedValues): Coefficient<CorrelationUndefined> {
  return correlate(pairs, rhoOf);
}

/**
 * Bootstrap interval of a rank correlation: items are resampled, each with both its values.
 *
 * @param pairs - Two measurements of the same items.
 * @param kind - Which correlation.
 * @param bootstrap - How to resample.
 * @returns The interval; without ends, and with a reason, where the correlation is undefined or
 * there are fewer than five items.
 * @throws LonghandError `invalid-sample` or `invalid-option`, as for the correlations.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { rankCorrelationInterval } from "longhand/statistics";
 *
 * const metric = [0.31, 0.28, 0.35, 0.3, 0.33];
 * const people = [4, 3.2, 4.4, 2.8, 4.1];
 * const { ciLow, ciHigh } = rankCorrelationInterval({ x: metric, y: people }, "spearman", {
 *   resamples: 10_000,
 *   random: randomStream(7, "spearman", "rouge-l"),
 * });
 * console.log(ciLow, ciHigh);
 * ```
 */
export function rankCorrelationInterval(
  pairs: PairedValues,
  kind: RankCorrelation,
  bootstrap: CoefficientBootstrap,
): CoefficientInterval {
  const measure = kind === "kendall" ? tauOf : rhoOf;
  const whole = correlate(pairs, measure);
  if (whole.status === "undefined") return { undefinedResamples: 0, reason: whole.reason };
  const { x, y } = canonical(pairs);
  const drawnX = new Float64Array(x.length);
  const drawnY = new Float64Array(x.length);
  const ofDrawn = (indexes: Int32Array): number | undefined => {
    for (const [at, index] of indexes.entries()) {
      drawnX[at] = x[index] as number;
      drawnY[at] = y[index] as number;
    }
    return measure({ x: drawnX, y: drawnY });
  };
  return coefficientInterval(x.length, ofDrawn, bootstrap);
}

interface Columns {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function correlate(
  pairs: PairedValues,
  measure: (columns: Columns) => number | undefined,
): Coefficient<CorrelationUndefined> {
  checkPairs(pairs);
  if (pairs.x.length < 2) return { status: "undefined", reason: "too-few-pairs" };
  const value = measure(canonical(pairs));
  if (value === undefined) return { status: "undefined", reason: "no-variation" };
  return { status: "defined", value };
}

function checkPairs({ x, y }: PairedValues): void {
  const finite = [...x, ...y].every((value) => Number.isFinite(value));
  if (x.length === y.length && finite) return;
  const problem = finite
    ? `${x.length} values stand against ${y.length}`
    : "some values are not finite";
  throw new LonghandError(`A correlation needs two equally long lists of numbers: ${problem}.`, {
    code: "invalid-sample",
    hint: "Leave out the items that lack one of the two values, and count them.",
  });
}

/** The pairs in ascending order, so that the order they came in changes no digit. */
function canonical({ x, y }: PairedValues): Columns {
  const order = sortedOrder(Float64Array.from(x), Float64Array.from(y));
  return {
    x: Float64Array.from(order, (index) => x[index] as number),
    y: Float64Array.from(order, (index) => y[index] as number),
  };
}

function sortedOrder(first: Float64Array, second: Float64Array): Int32Array {
  const order = Int32Array.from(first, (_, index) => index);
  return order.sort(
    (a, b) =>
      (first[a] as number) - (first[b] as number) || (second[a] as number) - (second[b] as number),
  );
}

function tauOf({ x, y }: Columns): number | undefined {
  const order = sortedOrder(x, y);
  const sortedX = Float64Array.from(order, (index) => x[index] as number);
  const sortedY = Float64Array.from(order, (index) => y[index] as number);
  const all = pairsAmong(x.length);
  const tiedX = tiedPairs(sortedX);
  const tiedBoth = tiedPairs(sortedX, sortedY);
  // Items tied in x stand in order of y, so a merge sort by y moves discordant pairs only.
  const discordant = sortCountingSwaps(sortedY);
  const tiedY = tiedPairs(sortedY);
  if (tiedX === all || tiedY === all) return undefined;
  const excess = all - tiedX - tiedY + tiedBoth - 2 * discordant;
  const tau = excess / Math.sqrt((all - tiedX) * (all - tiedY));
  return Math.max(-1, Math.min(1, tau));
}

function pairsAmong(count: number): number {
  return (count * (count - 1)) / 2;
}

/** Pairs of equal neighbours' runs in sorted columns. */
function tiedPairs(first: Float64Array, second: Float64Array = first): number {
  let tied = 0;
  let run = 1;
  for (let at = 1; at <= first.length; at++) {
    if (at < first.length && first[at] === first[at - 1] && second[at] === second[at - 1]) run++;
    else {
      tied += pairsAmong(run);
      run = 1;
    }
  }
  return tied;
}

/** Merge sort in place, counting how many pairs stood the wrong way round. */
function sortCountingSwaps(values: Float64Array): number {
  const spare = new Float64Array(values.length);
  let swaps = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start + width < values.length; start += 2 * width) {
      const end = Math.min(start + 2 * width, values.length);
      swaps += merge({ values, spare, start, middle: start + width, end });
    }
  }
  return swaps;
}

function merge(runs: {
  values: Float64Array;
  spare: Float64Array;
  start: number;
  middle: number;
  end: number;
}): number {
  const { values, spare, start, middle, end } = runs;
  let left = start;
  let right = middle;
  let swaps = 0;
  for (let at = start; at < end; at++) {
    const takeLeft =
      right >= end || (left < middle && (values[left] as number) <= (values[right] as number));
    if (!takeLeft) swaps += middle - left;
    spare[at] = values[takeLeft ? left++ : right++] as number;
  }
  values.set(spare.subarray(start, end), start);
  return swaps;
}

function rhoOf({ x, y }: Columns): number | undefined {
  return pearson(meanRanks(x), meanRanks(y));
}

function meanRanks(values: Float64Array): Float64Array {
  const order = sortedOrder(values, values);
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length; ) {
    const value = values[order[start] as number];
    let end = start + 1;
    while (end < order.length && values[order[end] as number] === value) end++;
    const rank = (start + end + 1) / 2;
    for (let at = start; at < end; at++) ranks[order[at] as number] = rank;
    start = end;
  }
  return ranks;
}

function pearson(x: Float64Array, y: Float64Array): number | undefined {
  // The mean of ranks 1…n, ties or not.
  const mean = (x.length + 1) / 2;
  let products = 0;
  let squaresX = 0;
  let squaresY = 0;
  for (const [index, value] of x.entries()) {
    const offX = value - mean;
    const offY = (y[index] as number) - mean;
    products += offX * offY;
    squaresX += offX * offX;
    squaresY += offY * offY;
  }
  if (squaresX === 0 || squaresY === 0) return undefined;
  return Math.max(-1, Math.min(1, products / Math.sqrt(squaresX * squaresY)));
}
