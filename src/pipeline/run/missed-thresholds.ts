import type { CellSummary, RunSummary } from "../../records/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";

/**
 * Thresholds of an experiment that its run does not meet.
 *
 * @param experiment - With its `failOn`.
 * @param summary - What the run came to.
 * @returns One sentence per missed threshold; a mean that does not exist misses its threshold.
 */
export function missedThresholds({ failOn }: Experiment, { cells }: RunSummary): string[] {
  return cells.flatMap((cell) => [
    ...missedShare(cell, failOn.failedShare),
    ...Object.entries(failOn.minMean ?? {}).flatMap(([metric, least]) =>
      missedMean(cell, { metric, least }),
    ),
  ]);
}

function missedShare({ id, failed, planned }: CellSummary, most: number | undefined): string[] {
  const share = planned === 0 ? 0 : failed / planned;
  if (most === undefined || share <= most) return [];
  return [`${id}: ${share.toFixed(4)} of the examples failed, above ${most}`];
}

function missedMean(
  { id, metrics }: CellSummary,
  { metric, least }: { readonly metric: string; readonly least: number },
): string[] {
  const mean = metrics[metric]?.mean;
  if (mean === undefined) return [`${id}: there is no mean of ${metric}`];
  return mean < least ? [`${id}: ${metric} is ${mean.toFixed(4)}, below ${least}`] : [];
}
