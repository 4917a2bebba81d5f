import { LonghandError } from "../foundation/index.ts";
import { checkCount, checkProportion } from "./clustered-sample.ts";
import type { CoefficientBootstrap } from "./coefficient.ts";
import { openFastDraws } from "./fast-draws.ts";
import { MIN_FOR_INTERVAL } from "./summarise-sample.ts";

/** What {@link rankIntervals} needs. */
export interface RankIntervalsInput extends CoefficientBootstrap {
  /** One row per system: its score of every item, in the same order for all. */
  readonly scores: readonly (readonly number[])[];
  /** The cluster (user) of each item. Left out, each item is its own cluster. */
  readonly clusters?: readonly (string | number)[];
  /** Whether a high or a low mean is rank 1. */
  readonly best: "highest" | "lowest";
}

/** Where a system stands, and between which ranks it might. */
export interface RankInterval {
  /** Rank of its mean, 1 for the best; equal means share the better rank (1, 1, 3). */
  readonly rank: number;
  /** Best rank of the interval; absent below five items or clusters. */
  readonly rankLow?: number;
  /** Worst rank of the interval. */
  readonly rankHigh?: number;
}

/**
 * Ranks of systems by their mean over the same items, with bootstrap intervals: items are resampled
 * for all systems together, in whole clusters.
 *
 * @param input - Scores, direction and how to resample.
 * @returns One entry per system, in the order given.
 * @throws LonghandError `invalid-sample` for rows of unequal length or scores that are not finite;
 * `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { rankIntervals } from "longhand/statistics";
 *
 * const [first] = rankIntervals({
 *   scores: [
 *     [0.4, 0.5, 0.3, 0.6, 0.4],
 *     [0.3, 0.5, 0.2, 0.4, 0.5],
 *   ],
 *   best: "highest",
 *   resamples: 10_000,
 *   random: randomStream(7, "ranks"),
 * });
 * console.log(first?.rank, first?.rankLow, first?.rankHigh);
 * ```
 */
export function rankIntervals(input: RankIntervalsInput): RankInterval[] {
  const { resamples, random, level = 0.95, best } = input;
  checkCount("resamples", resamples);
  checkProportion("level", level);
  checkScores(input);
  const columns = clusterColumns(input);
  const sign = best === "highest" ? -1 : 1;
  const systems = input.scores.length;
  const everyColumn = Int32Array.from(columns, (_, index) => index);
  const ranks = ranksOf(sumsOver(columns, everyColumn, systems), sign);
  const items = input.scores[0]?.length ?? 0;
  if (Math.min(items, columns.length) < MIN_FOR_INTERVAL) return ranks.map((rank) => ({ rank }));

  const draws = openFastDraws(random);
  const drawn = new Int32Array(columns.length);
  const counts = ranks.map(() => new Float64Array(systems + 1));
  for (let resample = 0; resample < resamples; resample++) {
    draws.indexes(drawn, columns.length);
    for (const [system, rank] of ranksOf(sumsOver(columns, drawn, systems), sign).entries()) {
      const count = counts[system] as Float64Array;
      count[rank] = (count[rank] as number) + 1;
    }
  }
  return ranks.map((rank, system) => ({
    rank,
    rankLow: rankAt(counts[system] as Float64Array, ((1 - level) / 2) * resamples),
    rankHigh: rankAt(counts[system] as Float64Array, ((1 + level) / 2) * resamples),
  }));
}

/** The scores of one cluster, added up per system. */
interface ClusterColumn {
  readonly sums: readonly number[];
  readonly items: number;
}

function clusterColumns({ scores, clusters }: RankIntervalsInput): ClusterColumn[] {
  const items = (scores[0] ?? []).map((_, item) => ({
    label: clusters === undefined ? `${item}` : String(clusters[item]),
    values: scores.map((row) => row[item] as number),
  }));
  // Ordered by content before any sum, so that the order of the items changes no digit.
  items.sort((left, right) => compareLists(left.values, right.values));
  const groups = new Map<string, { sums: number[]; items: number }>();
  for (const { label, values } of items) {
    const group = groups.get(label);
    if (group === undefined) groups.set(label, { sums: values.slice(), items: 1 });
    else {
      for (const [system, value] of values.entries()) {
        group.sums[system] = (group.sums[system] as number) + value;
      }
      group.items++;
    }
  }
  return [...groups.values()].sort(
    (left, right) => left.items - right.items || compareLists(left.sums, right.sums),
  );
}

function compareLists(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] as number) - (right[at] as number);
}

/** Sums, not means: all systems are divided by the same number of items. */
function sumsOver(
  columns: readonly ClusterColumn[],
  indexes: Int32Array,
  systems: number,
): Float64Array {
  const sums = new Float64Array(systems);
  for (const index of indexes) {
    const column = (columns[index] as ClusterColumn).sums;
    for (let system = 0; system < systems; system++) {
      sums[system] = (sums[system] as number) + (column[system] as number);
    }
  }
  return sums;
}

function ranksOf(sums: Float64Array, sign: number): number[] {
  const keys = sums.map((sum) => sign * sum);
  const ordered = keys.slice().sort();
  return Array.from(keys, (key) => 1 + countBelow(ordered, key));
}

/** How many of ascending numbers are smaller: by halving, for many systems are ranked often. */
function countBelow(ordered: Float64Array, key: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rank at which the running count reaches a place. */
function rankAt(counts: Float64Array, place: number): number {
  let reached = 0;
  for (const [rank, count] of counts.entries()) {
    reached += count;
    if (reached > 0 && reached >= place) return rank;
  }
  return counts.length - 1;
}

function checkScores({ scores, clusters }: RankIntervalsInput): void {
  const items = scores[0]?.length ?? 0;
  const uneven = scores.findIndex((row) => row.length !== items);
  const broken = scores.findIndex((row) => row.some((value) => !Number.isFinite(value)));
  const labels = clusters?.length ?? items;
  if (uneven === -1 && broken === -1 && labels === items) return;
  const problem =
    broken !== -1
      ? `system ${broken + 1} has a score that is not finite`
      : `${items} items stand against ${uneven === -1 ? labels : scores[uneven]?.length}`;
  throw new LonghandError(`Ranks need the same items for every system: ${problem}.`, {
    code: "invalid-sample",
    hint: "Rank over the items that every system has a score for, and count the others.",
  });
}
