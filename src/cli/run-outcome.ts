import { type FinishedRun, missedThresholds, terminalReport } from "../pipeline/index.ts";
import type { CommandOutcome } from "./command.ts";
import type { Environment } from "./environment.ts";

/**
 * What a command prints for a finished run, and its exit code: 0, 3 with failed examples, 100 with
 * a missed threshold (which wins over 3; the JSON carries both).
 *
 * @param run - The run.
 * @param environment - Colours and width.
 * @returns The outcome.
 */
export function runOutcome(run: FinishedRun, environment: Environment): CommandOutcome {
  const { summary, folder, report, count, experiment } = run;
  const missed = missedThresholds(experiment, summary);
  const failed = summary.cells.reduce((sum, cell) => sum + cell.failed, 0);
  const calls = {
    made: count.generated - count.cached,
    cached: count.cached,
    failed: count.failed,
    reranks: count.reranks,
  };
  const lines = [
    terminalReport(summary, { colour: environment.colour, widthColumns: environment.widthColumns }),
    ...missed.map((threshold) => `threshold missed: ${threshold}`),
    `Report: ${report}`,
  ];
  return {
    json: {
      report,
      run: folder.name,
      folder: folder.path,
      model: experiment.grid.model.join(", "),
      partial: summary.partial,
      calls,
      failed,
      missedThresholds: missed,
      cells: summary.cells.map(({ id, ...cell }) => ({ cell: id, ...cell })),
      contrasts: summary.contrasts,
      notes: summary.notes,
    },
    text: lines.join("\n"),
    exitCode: exitCodeOf(missed.length, failed),
  };
}

function exitCodeOf(missed: number, failed: number): number {
  if (missed > 0) return 100;
  return failed > 0 ? 3 : 0;
}
