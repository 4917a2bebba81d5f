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
  const lines = metrics.map(
    ({ id, title, lowest, highest, signature }) =>
      `${id}: ${title}, ${lowest} to ${highest}\n  ${signature}`,
  );
  return { json: { metrics }, text: lines.join("\n") };
}
