import type { Random } from "../foundation/index.ts";
import { checkCount } from "./clustered-sample.ts";
import { coefficientInterval } from "./coefficient.ts";

/** The scores of a system and of what it is compared with, example by example. */
export interface GainPair {
  /** Scores of the system. */
  readonly values: readonly number[];
  /** Scores of what it is compared with, over the same examples in the same order. */
  readonly baseline: readonly number[];
}

/** What {@link percentGain} needs. */
export interface GainInput {
  /** One system, or several over the same examples for the mean of their gains. */
  readonly systems: readonly GainPair[];
  /** The cluster (user) of each example. Left out, each example is its own cluster. */
  readonly clusters?: readonly (string | number)[];
  /** Bootstrap resamples, 1 or more; 10,000 is usual. */
  readonly resamples: number;
  /** Chance; open a stream of its own for every gain. */
  readonly random: Random;
}

/** A gain in percent. Whatever does not exist is absent, with a reason. */
export interface PercentGain {
  /** Examples. */
  readonly pairs: number;
  /** Clusters among them. */
  readonly clusters: number;
  /** 100·(p − n)/n over the examples, for several systems the mean of theirs. */
  readonly gain?: number;
  /** Lower end of its 95 % interval; absent below five clusters. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Mean of p − n, for several systems the mean of theirs. */
  readonly difference?: number;
  /** Lower end of its 95 % interval. */
  readonly differenceLow?: number;
  /** Upper end. */
  readonly differenceHigh?: number;
  /** Why a number is absent. */
  readonly reason?: string;
}

/**
 * Gain of a system over a baseline in percent, with an interval from a paired bootstrap in which
 * whole clusters are drawn, and both sides of an example together. A percentage of a small baseline
 * is large; it is printed with the absolute difference and never tested.
 *
 * @param input - Scores, clusters and how to resample.
 * @returns The gain; none where a baseline's mean is not above 0. The order of the examples and the
 * names of the clusters change nothing.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { percentGain } from "longhand/statistics";
 *
 * const { gain } = percentGain({
 *   systems: [{ values: [0.3, 0.2, 0.4, 0.3, 0.3], baseline: [0.2, 0.2, 0.2, 0.2, 0.2] }],
 *   resamples: 1_000,
 *   random: randomStream(12345, "gain"),
 * });
 * console.log(gain); // 50
 * ```
 */
export function percentGain(input: GainInput): PercentGain {
  const { systems, resamples, random } = input;
  checkCount("resamples", resamples);
  const totals = clusterTotals(input);
  const pairs = systems[0]?.values.length ?? 0;
  const clusters = totals.counts.length;
  const counts = { pairs, clusters };
  const every = Int32Array.from(totals.counts, (_, at) => at);
  const difference = pairs === 0 ? undefined : differenceOf(every, totals);
  if (difference === undefined) return { ...counts, reason: "no example has all scores" };
  const spread = coefficientInterval(clusters, (drawn) => differenceOf(drawn, totals), {
    resamples,
    random,
  });
  const known = {
    ...counts,
    difference,
    ...(spread.ciLow === undefined ? {} : { differenceLow: spread.ciLow }),
    ...(spread.ciHigh === undefined ? {} : { differenceHigh: spread.ciHigh }),
  };
  const gain = gainOf(every, totals);
  if (gain === undefined) return { ...known, reason: "the baseline's mean is not above 0" };
  const { ciLow, ciHigh, reason } = coefficientInterval(
    clusters,
    (drawn) => gainOf(drawn, totals),
    { resamples, random },
  );
  return {
    ...known,
    gain,
    ...(ciLow === undefined ? {} : { ciLow }),
    ...(ciHigh === undefined ? {} : { ciHigh }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Sums by cluster: examples, and per system its own scores and the baseline's. */
interface ClusterTotals {
  readonly counts: Float64Array;
  readonly systems: readonly { readonly values: Float64Array; readonly baselines: Float64Array }[];
}

/** In an order that only the values settle. */
function clusterTotals({ systems, clusters }: GainInput): ClusterTotals {
  const groups = new Map<string, number[]>();
  const examples = systems[0]?.values.length ?? 0;
  for (let example = 0; example < examples; example++) {
    const label = clusters === undefined ? String(example) : String(clusters[example]);
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [example]);
    else group.push(example);
  }
  const rows = [...groups.values()].map((group) => [
    group.length,
    ...systems.flatMap(({ values, baseline }) => [sumOf(group, values), sumOf(group, baseline)]),
  ]);
  rows.sort(compareRows);
  const column = (at: number): Float64Array => Float64Array.from(rows, (row) => row[at] ?? 0);
  return {
    counts: column(0),
    systems: systems.map((_, at) => ({
      values: column(1 + 2 * at),
      baselines: column(2 + 2 * at),
    })),
  };
}

/** Sorted first, because the rounding of a sum depends on the order of its terms. */
function sumOf(examples: readonly number[], values: readonly number[]): number {
  return examples
    .map((example) => values[example] ?? Number.NaN)
    .sort((left, right) => left - right)
    .reduce((sum, value) => sum + value, 0);
}

function compareRows(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

function differenceOf(drawn: Int32Array, totals: ClusterTotals): number | undefined {
  const count = sumAt(drawn, totals.counts);
  return meanOverSystems(drawn, totals, (value, baseline) => (value - baseline) / count);
}

function gainOf(drawn: Int32Array, totals: ClusterTotals): number | undefined {
  return meanOverSystems(drawn, totals, (value, baseline) =>
    baseline > 0 ? (100 * (value - baseline)) / baseline : undefined,
  );
}

/** `undefined` if a system has none. */
function meanOverSystems(
  drawn: Int32Array,
  { systems }: ClusterTotals,
  statistic: (value: number, baseline: number) => number | undefined,
): number | undefined {
  let sum = 0;
  for (const { values, baselines } of systems) {
    const own = statistic(sumAt(drawn, values), sumAt(drawn, baselines));
    if (own === undefined) return undefined;
    sum += own;
  }
  return systems.length === 0 ? undefined : sum / systems.length;
}

function sumAt(drawn: Int32Array, values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < drawn.length; at++) sum += values[drawn[at] as number] as number;
  return sum;
}
