import type { RunSummary } from "../../records/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";

/**
 * Thresholds of an experiment that its run does not meet.
 *
 * @param experiment - With its `failOn`.
 * @param summary - What the run came to.
 * @returns One sentence per missed threshold; a mean that does not exist misses its threshold.
 */
export function missedThresholds({ failOn }: Experiment, { cells }: RunSummary): string[] {
  const missed: string[] = [];
  for (const cell of cells) {
    const share = cell.planned === 0 ? 0 : cell.failed / cell.planned;
    if (failOn.failedShare !== undefined && share > failOn.failedShare) {
      missed.push(`${cell.id}: ${share.toFixed(4)} of the examples failed, above ${failOn.failedShare}`);
    }
    for (const [metric, least] of Object.entries(failOn.minMean ?? {})) {
      const mean = cell.metrics[metric]?.mean;
      if (mean === undefined) missed.push(`${cell.id}: there is no mean of ${metric}`);
      else if (mean < least) missed.push(`${cell.id}: ${metric} is ${mean.toFixed(4)}, below ${least}`);
    }
  }
  return missed;
}
