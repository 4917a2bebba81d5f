import { createScorer, metricNames, type ScorerOptions } from "../../scoring/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";

/**
 * Every metric with its range and signature.
 *
 * @param options - Settings that show in the signatures.
 * @returns The list.
 */
export async function listMetrics(options: ScorerOptions): Promise<VerbResult> {
  const { metrics } = await createScorer(metricNames(options.profile), options);
  const lines = metrics.map((metric) => {
    const { id, title, lowest, highest, higherIsBetter, signature } = metric;
    const range =
      highest === Number.MAX_SAFE_INTEGER ? `${lowest} upwards` : `${lowest} to ${highest}`;
    return `${id}: ${title}, ${range}${higherIsBetter ? "" : ", less is better"}\n  ${signature}`;
  });
  return { json: { metrics }, text: lines.join("\n") };
}
