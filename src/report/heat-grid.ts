import type { CellSummary, RunSummary } from "../records/index.ts";
import { retrieverWord } from "./display-names.ts";
import { columnEntry, type MetricColumn } from "./metric-columns.ts";

/** One line of a heat map: a retriever. */
export interface HeatRow {
  /** The retriever in words. */
  readonly name: string;
  /** Its cells by k. */
  readonly cells: ReadonlyMap<number, CellSummary>;
}

/** The cells of one model and mode, of one dataset. */
export interface HeatGrid {
  /** Dataset, model and mode, as far as the run has several; else empty. */
  readonly title: string;
  /** Every k, in order; 0 stands for no retrieval. */
  readonly ks: readonly number[];
  /** One row per retriever, in grid order. */
  readonly rows: readonly HeatRow[];
}

/** How means become shades: the same for all heat maps of a metric and a dataset. */
export interface HeatScale {
  /** The mean with the lightest shade. */
  readonly worst: number;
  /** The mean with the darkest one. */
  readonly best: number;
}

/** Heat maps whose shades may be compared. */
export interface HeatGroup {
  /** One per model and mode. */
  readonly grids: readonly HeatGrid[];
}

/**
 * Sorts the cells of a run into heat maps: retriever by k, for each model and mode. The cell without
 * retrieval stands in those of all modes.
 *
 * @param summary - The run.
 * @returns One group per dataset; none if no dataset has more than two cells.
 */
export function heatGroups({ cells }: Pick<RunSummary, "cells">): readonly HeatGroup[] {
  const byDataset = groupsOf(cells, ({ dataset = "" }) => dataset);
  const several = {
    dataset: byDataset.size > 1,
    model: new Set(cells.map(({ model }) => model)).size > 1,
    mode: new Set(cells.filter(({ k }) => k > 0).map(({ mode }) => mode)).size > 1,
  };
  return [...byDataset.values()].flatMap((own) => {
    if (own.length < 3) return [];
    const grids = [...groupsOf(own, ({ model }) => model).values()].flatMap((ofModel) => {
      const none = ofModel.filter(({ k }) => k === 0);
      const found = ofModel.filter(({ k }) => k > 0);
      return [...groupsOf(found, ({ mode }) => mode).values()].map((ofMode) =>
        gridOf([...none, ...ofMode], titleOf(ofMode, several)),
      );
    });
    return grids.length === 0 ? [] : [{ grids }];
  });
}

function gridOf(cells: readonly CellSummary[], title: string): HeatGrid {
  const rows = [...groupsOf(cells, ({ retriever }) => retriever)];
  return {
    title,
    ks: [...new Set(cells.map(({ k }) => k))].sort((one, other) => one - other),
    rows: rows.map(([retriever, own]) => ({
      name: retrieverWord(retriever),
      cells: new Map(own.map((cell) => [cell.k, cell])),
    })),
  };
}

function titleOf(
  [first]: readonly CellSummary[],
  several: { readonly dataset: boolean; readonly model: boolean; readonly mode: boolean },
): string {
  if (first === undefined) return "";
  const { dataset = "", model, mode } = first;
  return [
    ...(several.dataset ? [dataset] : []),
    ...(several.model ? [model] : []),
    ...(several.mode ? [mode] : []),
  ].join(", ");
}

function groupsOf(
  cells: readonly CellSummary[],
  keyOf: (cell: CellSummary) => string,
): Map<string, CellSummary[]> {
  const groups = new Map<string, CellSummary[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return groups;
}

/**
 * The shades of a metric over a group of heat maps.
 *
 * @param group - The heat maps.
 * @param column - The metric and signature.
 * @returns The ends; `undefined` if there is no mean.
 */
export function heatScale({ grids }: HeatGroup, column: MetricColumn): HeatScale | undefined {
  const entries = grids
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells.values()]))
    .flatMap((cell) => columnEntry(column, cell) ?? []);
  const means = entries.flatMap(({ mean }) => mean ?? []);
  if (means.length === 0) return undefined;
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const falls = entries.some(({ lowerIsBetter }) => lowerIsBetter === true);
  return falls ? { worst: high, best: low } : { worst: low, best: high };
}

/**
 * Where a mean lies between the worst and the best.
 *
 * @param mean - The mean.
 * @param scale - The ends.
 * @returns From 0 (worst) to 1 (best); 0.5 if all are equal.
 */
export function heatOf(mean: number, { worst, best }: HeatScale): number {
  return best === worst ? 0.5 : (mean - worst) / (best - worst);
}
