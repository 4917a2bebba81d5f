import type { ClusteredSample } from "./clustered-sample.ts";
import type { FastDraws } from "./fast-draws.ts";
import { quantile } from "./moments.ts";
import { normalCdf, normalQuantile } from "./normal.ts";

/**
 * How a bootstrap distribution becomes an interval. `expansion` works the percentiles out instead of
 * drawing samples: for large samples, where it is both faster and closer to the percentiles of
 * infinitely many samples. A sample too skewed for it is drawn after all.
 */
export type IntervalMethod = "percentile" | "bca" | "expansion";

/** Two ends. */
export interface Interval {
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/**
 * Means of resampled samples: as many clusters as there are, drawn with replacement.
 *
 * @param sample - At least one value.
 * @param resamples - How many means.
 * @param draws - Chance.
 * @returns The means, ascending.
 */
export function bootstrapMeans(
  sample: ClusteredSample,
  resamples: number,
  draws: FastDraws,
): Float64Array {
  const { sums, counts } = sample;
  const means = new Float64Array(resamples);
  const clusters = sums.length;
  if (counts[clusters - 1] === 1) {
    for (let at = 0; at < resamples; at++) means[at] = draws.sumOfDrawn(sums) / clusters;
    return means.sort();
  }
  const drawn = new Int32Array(clusters);
  for (let at = 0; at < resamples; at++) {
    draws.indexes(drawn, clusters);
    means[at] = weightedMeanOf(drawn, sums, counts);
  }
  return means.sort();
}

function weightedMeanOf(drawn: Int32Array, sums: Float64Array, counts: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < drawn.length; at++) {
    sum += sums[drawn[at] as number] as number;
    count += counts[drawn[at] as number] as number;
  }
  return sum / count;
}

/**
 * Percentile interval: the middle `level` of the bootstrap distribution.
 *
 * @param distribution - Ascending.
 * @param level - For instance 0.95.
 * @returns Its ends.
 */
export function percentileInterval(distribution: Float64Array, level: number): Interval {
  return {
    low: quantile(distribution, (1 - level) / 2),
    high: quantile(distribution, (1 + level) / 2),
  };
}

/** What the bias-corrected and accelerated interval is made from. */
export interface BcaInput {
  /** Bootstrap distribution, ascending. */
  readonly distribution: Float64Array;
  /** The statistic of the sample itself. */
  readonly observed: number;
  /** The statistic with each cluster left out in turn. */
  readonly leftOut: Float64Array;
  /** For instance 0.95. */
  readonly level: number;
}

/**
 * Bias-corrected and accelerated interval (Efron 1987, equations 2.3 and 6.6; acceleration by the
 * jackknife). Ties with the observed value count half, as in SciPy.
 *
 * @param input - Distribution, statistic and jackknife values.
 * @returns Its ends, or `undefined` where the correction does not exist because the observed value
 * lies outside the whole distribution.
 */
export function bcaInterval(input: BcaInput): Interval | undefined {
  const { distribution, observed, leftOut, level } = input;
  const bias = normalQuantile(shareBelow(distribution, observed));
  if (!Number.isFinite(bias)) return undefined;
  const acceleration = jackknifeAcceleration(leftOut);
  const corrected = (share: number): number => {
    const shifted = bias + normalQuantile(share);
    return quantile(distribution, normalCdf(bias + shifted / (1 - acceleration * shifted)));
  };
  return { low: corrected((1 - level) / 2), high: corrected((1 + level) / 2) };
}

function shareBelow(distribution: Float64Array, observed: number): number {
  let below = 0;
  let atMost = 0;
  for (const value of distribution) {
    if (value < observed) below++;
    if (value <= observed) atMost++;
  }
  return (below + atMost) / (2 * distribution.length);
}

function jackknifeAcceleration(leftOut: Float64Array): number {
  const mean = leftOut.reduce((sum, value) => sum + value, 0) / leftOut.length;
  let squares = 0;
  let cubes = 0;
  for (const value of leftOut) {
    squares += (mean - value) ** 2;
    cubes += (mean - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/**
 * The mean of a sample with each cluster left out in turn.
 *
 * @param sample - At least two clusters.
 * @returns One mean per cluster.
 */
export function leaveOneOutMeans(sample: ClusteredSample): Float64Array {
  const sum = sample.sums.reduce((total, value) => total + value, 0);
  const count = sample.values.length;
  return sample.sums.map(
    (own, cluster) => (sum - own) / (count - (sample.counts[cluster] as number)),
  );
}
