import { randomStream } from "../foundation/index.ts";
import type { AgreementValue, MetricValidity, TextResult } from "../records/index.ts";
import { type PairedValues, rankCorrelationInterval, spearman } from "../statistics/index.ts";

/** An automatic score of one text. */
export interface AutomaticScore {
  /** Name of the metric. */
  readonly metric: string;
  /** Id of the system. */
  readonly system: string;
  /** Id of the prompt. */
  readonly prompt: string;
  /** The score; texts without one are left out. */
  readonly value: number;
}

/** What {@link metricValidity} needs. */
export interface MetricValidityInput {
  /** Automatic scores. */
  readonly scores: readonly AutomaticScore[];
  /** Results of texts. */
  readonly texts: readonly TextResult[];
  /** Metrics that the plan declares. */
  readonly declared: readonly string[];
  /** Resamples for intervals. */
  readonly resamples: number;
  /** Seed. */
  readonly seed: number;
}

/**
 * Holds automatic metrics against ratings: Spearman's correlation over texts and over systems. The
 * sign is the metric's own: a metric whose low values are good should correlate negatively.
 *
 * @param input - Scores and results.
 * @returns One entry for each metric and dimension, declared metrics first; a declared metric without
 * scores stands there as undefined.
 */
export function metricValidity(input: MetricValidityInput): MetricValidity[] {
  const others = new Set(input.scores.map(({ metric }) => metric));
  for (const metric of input.declared) others.delete(metric);
  const metrics = [...input.declared, ...[...others].sort()];
  const dimensions = [...new Set(input.texts.map(({ dimension }) => dimension))];
  return metrics.flatMap((metric) =>
    dimensions.map((dimension) => validityOf(input, metric, dimension)),
  );
}

function validityOf(
  { scores, texts, declared, resamples, seed }: MetricValidityInput,
  metric: string,
  dimension: string,
): MetricValidity {
  const values = new Map(
    scores
      .filter((score) => score.metric === metric && Number.isFinite(score.value))
      .map(({ system, prompt, value }) => [JSON.stringify([system, prompt]), value]),
  );
  const both = texts.flatMap(({ system, prompt, dimension: rated, mean }) => {
    const value = values.get(JSON.stringify([system, prompt]));
    if (rated !== dimension || mean === undefined || value === undefined) return [];
    return [{ system, value, mean }];
  });
  const systems = [...new Set(both.map(({ system }) => system))].sort();
  const means = systems.map((system) => {
    const own = both.filter((entry) => entry.system === system);
    return {
      value: meanOf(own.map(({ value }) => value)),
      mean: meanOf(own.map(({ mean }) => mean)),
    };
  });
  const correlate = (
    pairs: readonly { value: number; mean: number }[],
    unit: string,
  ): AgreementValue =>
    correlation(
      { x: pairs.map(({ value }) => value), y: pairs.map(({ mean }) => mean) },
      { resamples, keys: [seed, "rating-metric", metric, dimension, unit] },
    );
  return {
    metric,
    dimension,
    texts: both.length,
    systems: systems.length,
    overTexts: correlate(both, "texts"),
    overSystems: correlate(means, "systems"),
    isExploratory: !declared.includes(metric),
  };
}

function correlation(
  pairs: PairedValues,
  { resamples, keys }: { readonly resamples: number; readonly keys: readonly (string | number)[] },
): AgreementValue {
  const whole = spearman(pairs);
  if (whole.status === "undefined") return whole;
  const random = randomStream(...keys);
  const { ciLow, ciHigh } = rankCorrelationInterval(pairs, "spearman", { resamples, random });
  return { ...whole, ...(ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh }) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
