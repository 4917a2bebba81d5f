import type { Interval } from "./bootstrap.ts";
import type { ClusteredSample } from "./clustered-sample.ts";
import { normalQuantile } from "./normal.ts";

/**
 * The ends of the bootstrap distribution of a mean, worked out instead of drawn: the quantiles of
 * its Cornish–Fisher expansion to the terms in 1/n (Hall 1992, The Bootstrap and Edgeworth
 * Expansion, §2.5). Means over clusters of unequal size are linearised first.
 *
 * @param sample - At least two clusters.
 * @param mean - Its mean.
 * @param level - For instance 0.95.
 * @returns The ends.
 */
export function expansionInterval(sample: ClusteredSample, mean: number, level: number): Interval {
  const shape = shapeOf(sample, mean);
  const end = (share: number): number =>
    mean + shape.error * cornishFisher(normalQuantile(share), shape);
  return { low: end((1 - level) / 2), high: end((1 + level) / 2) };
}

/**
 * How far a sample of that size is from the normal case: the coefficient of the expansion's second
 * term, in standard errors. Where it is not small, the expansion says little.
 *
 * @param sample - At least two clusters.
 * @param mean - Its mean.
 * @returns Skewness over 6√n, absolute; 0 for equal values.
 */
export function expansionSkew(sample: ClusteredSample, mean: number): number {
  return Math.abs(shapeOf(sample, mean).skew) / 6;
}

interface MeanShape {
  /** Standard deviation of the bootstrap means. */
  readonly error: number;
  /** Their skewness. */
  readonly skew: number;
  /** Their excess of kurtosis. */
  readonly excess: number;
}

function shapeOf({ sums, counts, values }: ClusteredSample, mean: number): MeanShape {
  const clusters = sums.length;
  const meanCount = values.length / clusters;
  let [second, third, fourth] = [0, 0, 0];
  for (let at = 0; at < clusters; at++) {
    const apart = ((sums[at] as number) - mean * (counts[at] as number)) / meanCount;
    const square = apart * apart;
    second += square;
    third += square * apart;
    fourth += square * square;
  }
  const variance = second / clusters;
  if (variance === 0) return { error: 0, skew: 0, excess: 0 };
  return {
    error: Math.sqrt(variance / clusters),
    skew: third / clusters / variance ** 1.5 / Math.sqrt(clusters),
    excess: (fourth / clusters / variance ** 2 - 3) / clusters,
  };
}

function cornishFisher(z: number, { skew, excess }: MeanShape): number {
  return (
    z +
    (skew * (z * z - 1)) / 6 +
    (excess * (z ** 3 - 3 * z)) / 24 -
    (skew * skew * (2 * z ** 3 - 5 * z)) / 36
  );
}
