import type { CellSummary, MetricSummary, RunSummary } from "../records/index.ts";
import { metricName } from "./display-names.ts";

/** A column of scores that may be compared: one metric with one signature. */
export interface MetricColumn {
  /** Metric id. */
  readonly metric: string;
  /** The signature that all its numbers share. */
  readonly signature: string;
  /** Heading; numbered where a run holds one metric with several signatures. */
  readonly title: string;
}

/**
 * The columns of a run's tables. Numbers with different signatures never share one.
 *
 * @param summary - The run.
 * @returns One column for each metric and signature, in the order the cells hold them.
 */
export function metricColumns(summary: RunSummary): readonly MetricColumn[] {
  const signatures = new Map<string, string[]>();
  for (const { metric, signature } of metricsAndContrasts(summary)) {
    const known = signatures.get(metric) ?? [];
    if (!known.includes(signature)) signatures.set(metric, [...known, signature]);
  }
  return [...signatures].flatMap(([metric, known]) =>
    known.map((signature, index) => ({
      metric,
      signature,
      title: known.length > 1 ? `${metricName(metric)} (${index + 1})` : metricName(metric),
    })),
  );
}

/**
 * What a column says of a cell.
 *
 * @param column - The column.
 * @param cell - The cell.
 * @returns The cell's numbers, or `undefined` if the metric was not run on it with this signature.
 */
export function columnEntry(
  column: MetricColumn,
  cell: Pick<CellSummary, "metrics">,
): MetricSummary | undefined {
  return Object.values(cell.metrics).find(
    (entry) => entry.metric === column.metric && entry.signature === column.signature,
  );
}

/**
 * The column whose numbers lead where there is room for one: ROUGE-L if it was run, else the first.
 *
 * @param columns - The run's columns.
 * @returns One of them, or `undefined` if there is none.
 */
export function leadingColumn(columns: readonly MetricColumn[]): MetricColumn | undefined {
  return columns.find((column) => column.metric === "rouge-l") ?? columns[0];
}

function metricsAndContrasts(
  summary: RunSummary,
): readonly { readonly metric: string; readonly signature: string }[] {
  return [...summary.cells.flatMap((cell) => Object.values(cell.metrics)), ...summary.contrasts];
}
