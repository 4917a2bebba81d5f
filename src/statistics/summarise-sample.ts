import type { Random } from "../foundation/index.ts";
import {
  bcaInterval,
  bootstrapMeans,
  type Interval,
  type IntervalMethod,
  leaveOneOutMeans,
  percentileInterval,
} from "./bootstrap.ts";
import {
  type ClusteredSample,
  checkCount,
  checkProportion,
  clusteredSample,
} from "./clustered-sample.ts";
import { expansionInterval, expansionSkew } from "./expansion-interval.ts";
import { openFastDraws } from "./fast-draws.ts";
import { moments } from "./moments.ts";

/** Fewest values, and fewest clusters, for which an interval is given. */
export const MIN_FOR_INTERVAL = 5;

/** Skewness over 6√n, in standard errors, up to which an expansion is trusted. */
const MAX_EXPANSION_SKEW = 0.1;

/** What {@link summariseSample} needs. */
export interface SampleInput {
  /** Finite numbers, one per example (repeats of an example averaged before). */
  readonly values: readonly number[];
  /** The cluster (user) of each value. Left out, each value is its own cluster. */
  readonly clusters?: readonly (string | number)[];
  /** Bootstrap resamples, 1 or more; 10,000 is usual. */
  readonly resamples: number;
  /** Chance; open a stream of its own for every sample. */
  readonly random: Random;
  /** Confidence level, between 0 and 1. @defaultValue 0.95 */
  readonly level?: number;
  /** Kind of bootstrap interval. @defaultValue "percentile" */
  readonly method?: IntervalMethod;
}

/** What a sample comes to. Whatever does not exist is absent, with a reason. */
export interface SampleSummary {
  /** Values. */
  readonly n: number;
  /** Clusters among them. */
  readonly clusters: number;
  /** Arithmetic mean; absent for no values. */
  readonly mean?: number;
  /** Standard deviation (n − 1) over the values; absent below two. */
  readonly sd?: number;
  /** Lower end of the interval of the mean; absent below five values or clusters. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** How the interval was made, where `expansion` was asked for. */
  readonly method?: IntervalMethod;
  /** Why a number above is absent. */
  readonly reason?: string;
}

/**
 * Mean, spread and bootstrap interval of a sample. Whole clusters are resampled, so that many
 * examples of few users do not look like much evidence. The order of the values and the names of
 * the clusters change nothing.
 *
 * @param input - Values, clusters and how to resample.
 * @returns The summary.
 * @throws LonghandError `invalid-sample` for numbers that are not finite or lists of unequal length;
 * `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { summariseSample } from "longhand/statistics";
 *
 * const summary = summariseSample({
 *   values: [0.31, 0.28, 0.35, 0.3, 0.33, 0.29],
 *   clusters: ["ann", "ann", "ben", "cal", "dee", "eve"],
 *   resamples: 10_000,
 *   random: randomStream(12345, "cell", "bm25-k4"),
 * });
 * console.log(summary.mean, summary.ciLow, summary.ciHigh);
 * ```
 */
export function summariseSample(input: SampleInput): SampleSummary {
  const { level = 0.95, method = "percentile" } = input;
  checkCount("resamples", input.resamples);
  checkProportion("level", level);
  const sample = clusteredSample(input.values, input.clusters);
  const counts = { n: sample.values.length, clusters: sample.sums.length };
  if (counts.n === 0) return { ...counts, reason: "no values" };
  const described = { ...counts, ...moments(sample.values) };
  const missing = noIntervalReason(counts);
  if (missing !== undefined) return { ...described, reason: missing };
  const used = usableMethod(method, sample, described.mean);
  const interval = intervalOfMean(sample, { ...input, level, method: used }, described.mean);
  if (interval === undefined) {
    return {
      ...described,
      reason: "the mean lies outside its bootstrap distribution: no interval",
    };
  }
  const ends = { ciLow: interval.low, ciHigh: interval.high };
  return { ...described, ...ends, ...(method === "expansion" ? { method: used } : {}) };
}

function usableMethod(
  method: IntervalMethod,
  sample: ClusteredSample,
  mean: number,
): IntervalMethod {
  const isSkewed = method === "expansion" && expansionSkew(sample, mean) > MAX_EXPANSION_SKEW;
  return isSkewed ? "percentile" : method;
}

function noIntervalReason({ n, clusters }: { n: number; clusters: number }): string | undefined {
  if (n < MIN_FOR_INTERVAL) return `n is below ${MIN_FOR_INTERVAL}: no interval`;
  if (clusters < MIN_FOR_INTERVAL) return `fewer than ${MIN_FOR_INTERVAL} clusters: no interval`;
  return undefined;
}

function intervalOfMean(
  sample: ClusteredSample,
  { resamples, random, level, method }: Required<Omit<SampleInput, "values" | "clusters">>,
  mean: number,
): Interval | undefined {
  const draws = openFastDraws(random);
  const { values } = sample;
  if (values[0] === values[values.length - 1]) return { low: mean, high: mean };
  if (method === "expansion") return expansionInterval(sample, mean, level);
  const distribution = bootstrapMeans(sample, resamples, draws);
  if (method === "percentile") return percentileInterval(distribution, level);
  return bcaInterval({
    distribution,
    observed: mean,
    leftOut: leaveOneOutMeans(sample),
    level,
  });
}
