import type { Random } from "../foundation/index.ts";
import type { IntervalMethod } from "./bootstrap.ts";
import { checkCount, clusteredSample } from "./clustered-sample.ts";
import { openFastDraws } from "./fast-draws.ts";
import { signFlipTest } from "./sign-flip.ts";
import { summariseSample } from "./summarise-sample.ts";

/** What {@link comparePairs} needs. */
export interface PairsInput {
  /** One difference per pair, first side minus second. */
  readonly differences: readonly number[];
  /** The cluster (user) of each pair. Left out, each pair is its own cluster. */
  readonly clusters?: readonly (string | number)[];
  /** Bootstrap resamples for the interval, 1 or more; 10,000 is usual. */
  readonly resamples: number;
  /** Most sign patterns to look at, 1 or more; see {@link neededPermutations}. */
  readonly permutations: number;
  /** Chance; open a stream of its own for every comparison. */
  readonly random: Random;
  /** Confidence level of the interval, between 0 and 1. @defaultValue 0.95 */
  readonly level?: number;
  /** Kind of bootstrap interval. @defaultValue "percentile" */
  readonly method?: IntervalMethod;
}

/** What a paired comparison comes to. Whatever does not exist is absent. */
export interface PairComparison {
  /** Pairs. */
  readonly pairs: number;
  /** Clusters among them. */
  readonly clusters: number;
  /** Mean difference; absent without pairs. */
  readonly difference?: number;
  /** Lower end of the interval of the difference; absent below five pairs or clusters. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Two-sided p of the sign-flip permutation test; absent without pairs. */
  readonly p?: number;
  /** `true` if p counts every pattern of signs; `false` if patterns were drawn. */
  readonly exact?: boolean;
  /** Mean over standard deviation of the differences; absent where the deviation is 0 or unknown. */
  readonly effect?: number;
  /** Pairs with a positive difference. */
  readonly wins: number;
  /** Pairs without one. */
  readonly ties: number;
  /** Pairs with a negative difference. */
  readonly losses: number;
  /** Why there is no interval. */
  readonly reason?: string;
}

/** Scores agree with their references to 1e-12; what lies below that is rounding, not a win. */
const NO_DIFFERENCE = 1e-12;

/**
 * Compares two sides over the same examples: mean difference, bootstrap interval, two-sided
 * sign-flip permutation p, effect size, wins and losses. Whole clusters are resampled, and flipped,
 * together. Differences within 1e-12 of 0 are ties. The order of the pairs and the names of the
 * clusters change nothing; swapping the sides negates the difference and keeps p.
 *
 * @param input - Differences, clusters and how to resample.
 * @returns The comparison.
 * @throws LonghandError `invalid-sample` for numbers that are not finite or lists of unequal length;
 * `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { comparePairs } from "longhand/statistics";
 *
 * const comparison = comparePairs({
 *   differences: [0.02, 0.05, -0.01, 0.04, 0.03, 0.06],
 *   resamples: 10_000,
 *   permutations: 10_000,
 *   random: randomStream(12345, "rouge-l", "bm25-k4", "none"),
 * });
 * console.log(comparison.difference, comparison.p, comparison.exact);
 * ```
 */
export function comparePairs(input: PairsInput): PairComparison {
  const { differences, clusters, permutations, random, ...bootstrap } = input;
  checkCount("permutations", permutations);
  const values = differences.map((value) => (Math.abs(value) <= NO_DIFFERENCE ? 0 : value));
  const byCluster = clusters === undefined ? {} : { clusters };
  const summary = summariseSample({ ...bootstrap, ...byCluster, values, random });
  const outcome = {
    pairs: summary.n,
    clusters: summary.clusters,
    wins: values.filter((value) => value > 0).length,
    ties: values.filter((value) => value === 0).length,
    losses: values.filter((value) => value < 0).length,
    ...(summary.ciLow === undefined ? {} : { ciLow: summary.ciLow }),
    ...(summary.ciHigh === undefined ? {} : { ciHigh: summary.ciHigh }),
    ...(summary.reason === undefined ? {} : { reason: summary.reason }),
  };
  if (summary.mean === undefined) return outcome;
  const { sums } = clusteredSample(values, clusters);
  return {
    ...outcome,
    difference: summary.mean,
    ...signFlipTest(sums, permutations, openFastDraws(random)),
    ...(summary.sd ? { effect: summary.mean / summary.sd } : {}),
  };
}
