import type { CellSummary, MetricSummary, RunSummary } from "../../records/index.ts";

/** One setting of a benchmark with its results: what the paper's tables are laid out from. */
export interface TableCell {
  /** Tells the cell from those of all other runs. */
  readonly key: string;
  /** Name of the run that holds it. */
  readonly run: string;
  /** Id within the run. */
  readonly id: string;
  /** Name of the dataset. */
  readonly dataset: string;
  /** Hash of the part of the dataset that was written. */
  readonly datasetHash: string;
  /** Task, for instance `abstract`. */
  readonly task: string;
  /** `user`, `temporal`, or `unknown`. */
  readonly setting: string;
  /** `train`, `validation` or `test`. */
  readonly split: string;
  /** `longhand` or `longlamp-paper`. */
  readonly profile: string;
  /** Whether only part of the dataset was asked for. */
  readonly partial: boolean;
  /** Name of the retriever; `none` for no personalisation. */
  readonly retriever: string;
  /** Passages retrieved; 0 for `none`. */
  readonly k: number;
  /** Prompt mode. */
  readonly mode: string;
  /** Model as the experiment names it. */
  readonly model: string;
  /** Texts planned. */
  readonly planned: number;
  /** Texts that every metric could score. */
  readonly scored: number;
  /** Texts without a usable result. */
  readonly failed: number;
  /** Texts not done yet. */
  readonly pending: number;
  /** Results by metric id. */
  readonly metrics: Readonly<Record<string, MetricSummary>>;
}

/** One of several datasets of a run, by the name that its cells give it. */
type NamedDataset = RunSummary["dataset"] & { readonly dataset: string };

/**
 * The cells of a run as the tables need them.
 *
 * @param summary - What the run came to.
 * @param run - Name of the run; the cells of two runs are told apart by it.
 * @returns One cell for each setting of its grid, in grid order.
 */
export function tableCells(summary: RunSummary, run: string): readonly TableCell[] {
  return summary.cells.map((cell) => {
    const dataset = datasetOf(cell, summary);
    return {
      key: `${run}#${cell.id}`,
      run,
      id: cell.id,
      dataset: dataset.name,
      datasetHash: dataset.hash,
      task: dataset.task,
      setting: dataset.setting,
      split: dataset.split,
      profile: summary.profile,
      partial: summary.partial,
      retriever: cell.retriever,
      k: cell.k,
      mode: cell.mode,
      model: cell.model,
      planned: cell.planned,
      scored: cell.scored,
      failed: cell.failed,
      pending: cell.pending,
      metrics: cell.metrics,
    };
  });
}

function datasetOf(cell: CellSummary, summary: RunSummary): RunSummary["dataset"] {
  const { dataset } = cell as { readonly dataset?: string };
  const { datasets } = summary as { readonly datasets?: readonly NamedDataset[] };
  return datasets?.find((named) => named.dataset === dataset) ?? summary.dataset;
}
