import type { MetricInfo } from "./metric.ts";
import { bootstrapMedian } from "./rouge/rouge-bootstrap.ts";

/**
 * The one number that a profile prints for a metric: the arithmetic mean, or in `longlamp-paper`
 * for ROUGE the median of bootstrap means. The order of the values does not change a mean.
 *
 * @param metric - The metric, with its way of aggregation.
 * @param values - The scores that exist, in the order of the examples.
 * @returns The number; `undefined` without scores.
 *
 * @example
 * ```ts
 * import { aggregateScores, createScorer } from "longhand/scoring";
 *
 * const scorer = await createScorer(["rouge-l"], { profile: "longlamp-paper", seed: 42 });
 * for (const metric of scorer.metrics) {
 *   console.log(metric.signature, aggregateScores(metric, [0.2, 0.4, 0.3]));
 * }
 * ```
 */
export function aggregateScores(
  metric: Pick<MetricInfo, "aggregate">,
  values: ArrayLike<number>,
): number | undefined {
  if (values.length === 0) return undefined;
  const { aggregate } = metric;
  switch (aggregate.kind) {
    case "mean":
      return mean(Float64Array.from(values));
    case "bootstrap-median":
      return bootstrapMedian(Float64Array.from(values), aggregate);
  }
}

function mean(values: Float64Array): number {
  const sorted = values.sort();
  const lowest = sorted[0] as number;
  // The rounding of a sum would make the mean of equal numbers another number.
  if (lowest === sorted[sorted.length - 1]) return lowest;
  return sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
}
