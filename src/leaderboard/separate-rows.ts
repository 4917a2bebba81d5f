import { randomStream } from "../foundation/index.ts";
import type { ScoreDirection } from "../records/index.ts";
import { comparePairs, holm, neededPermutations, rankIntervals } from "../statistics/index.ts";

/** A ranked line, as far as items can separate it from others. */
export interface SeparableRow {
  /** Scores by item; absent if there are none. */
  readonly items?: ReadonlyMap<string, number>;
  /** Rank by the rounded mean, 1 for the best. */
  readonly rank: number;
}

/** How lines are separated. */
export interface SeparationSettings {
  /** Which scores are good. */
  readonly direction: ScoreDirection;
  /** The person behind each item, who is resampled as a whole; items without one stand alone. */
  readonly userOf: (itemId: string) => string | undefined;
  /** Bootstrap resamples. */
  readonly resamples: number;
  /** Seed of every draw. */
  readonly seed: number;
}

/** What items say of a line. */
export interface Separation {
  /** Best rank of its interval. */
  readonly rankLow?: number;
  /** Worst rank of its interval. */
  readonly rankHigh?: number;
  /** Whether nothing separates it from the first. */
  readonly inTopGroup: boolean;
}

const ALPHA = 0.05;

/**
 * Rank intervals by bootstrap over the items that every line has, and the lines that nothing
 * separates from the first: a line is separated if its paired difference has an adjusted p below
 * 0.05 (sign flips, Holm over all lines) and an interval without 0.
 *
 * @param rows - Ranked lines, best first.
 * @param settings - Direction, clusters, resamples and seed.
 * @returns One entry per line. Without items nothing is separated.
 */
export function separateRows(
  rows: readonly SeparableRow[],
  settings: SeparationSettings,
): Separation[] {
  const common = commonItems(rows);
  if (rows.length < 2 || common.length === 0) return rows.map(() => ({ inTopGroup: true }));
  const scores = rows.map((row) => common.map((id) => row.items?.get(id) ?? Number.NaN));
  const clusters = common.map((id) => settings.userOf(id) ?? `item ${id}`);
  const ranks = rankIntervals({
    scores,
    clusters,
    best: settings.direction === "higher" ? "highest" : "lowest",
    resamples: settings.resamples,
    random: randomStream(settings.seed, "board-ranks"),
  });
  const separated = separatedFromFirst({ rows, scores, clusters }, settings);
  return ranks.map(({ rankLow, rankHigh }, at) => ({
    ...(rankLow === undefined ? {} : { rankLow }),
    ...(rankHigh === undefined ? {} : { rankHigh }),
    inTopGroup: !separated.has(at),
  }));
}

/** Items with a score in every line, in the order of their ids. */
function commonItems(rows: readonly SeparableRow[]): string[] {
  const [first, ...others] = rows;
  const ids = [...(first?.items?.keys() ?? [])];
  return ids.filter((id) => others.every((row) => row.items?.has(id) === true)).sort();
}

interface Table {
  readonly rows: readonly SeparableRow[];
  readonly scores: readonly (readonly number[])[];
  readonly clusters: readonly string[];
}

/** Lines that are worse than the first beyond doubt, by their place. */
function separatedFromFirst(
  { rows, scores, clusters }: Table,
  { direction, resamples, seed }: SeparationSettings,
): ReadonlySet<number> {
  const sign = direction === "higher" ? 1 : -1;
  const first = scores[0] ?? [];
  const comparisons = scores.slice(1).map((row, at) =>
    comparePairs({
      differences: first.map((value, item) => sign * (value - (row[item] ?? Number.NaN))),
      clusters,
      resamples,
      permutations: Math.max(resamples, neededPermutations(rows.length - 1)),
      random: randomStream(seed, "board-pair", at),
    }),
  );
  const adjusted = holm(comparisons.map(({ p }) => p ?? 1));
  const separated = new Set<number>();
  for (const [at, { ciLow }] of comparisons.entries()) {
    const isShared = rows[at + 1]?.rank === 1;
    if (!isShared && (adjusted[at] ?? 1) < ALPHA && ciLow !== undefined && ciLow > 0) {
      separated.add(at + 1);
    }
  }
  return separated;
}
