import type { Cell, CellSummary, RunSummary } from "../records/index.ts";
import { retrieverWord } from "./display-names.ts";

/** A retriever whose scores can be followed over k. */
export interface KSeries {
  /** The retriever, and whatever else all its cells share, in words. */
  readonly name: string;
  /** Its cells by k. */
  readonly cells: ReadonlyMap<number, CellSummary>;
}

/** The part of a grid that varies k, for one model and mode. */
export interface KGrid {
  /** Model and mode, where the run has several; else empty. */
  readonly title: string;
  /** Every k of the grid but 0, in order. */
  readonly ks: readonly number[];
  /** One series per retriever. */
  readonly series: readonly KSeries[];
  /** The cell without retrieval, if the grid has one. */
  readonly none?: CellSummary;
}

/**
 * Sorts a run's cells by retriever and k, wherever several k were tried.
 *
 * @param summary - The run.
 * @returns One grid per model and mode; none if no retriever was run with several k.
 */
export function kGrids(summary: RunSummary): readonly KGrid[] {
  const groups = new Map<string, CellSummary[]>();
  for (const cell of summary.cells) {
    const key = JSON.stringify([cell.model, cell.mode]);
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  const several = groups.size > 1;
  return [...groups.values()].flatMap((cells) => {
    const grid = kGrid(cells, several);
    return grid.series.some((series) => series.cells.size > 1) ? [grid] : [];
  });
}

function kGrid(cells: readonly CellSummary[], titled: boolean): KGrid {
  const [first] = cells;
  const none = cells.find((cell) => cell.k === 0);
  const varied = cells.filter((cell) => cell.k > 0);
  const retrievers = [...new Set(varied.map((cell) => cell.retriever))];
  return {
    title: titled && first !== undefined ? titleOf(first) : "",
    ks: [...new Set(varied.map((cell) => cell.k))].sort((one, other) => one - other),
    series: retrievers.map((retriever) => ({
      name: retrieverWord(retriever),
      cells: new Map(
        varied.filter((cell) => cell.retriever === retriever).map((cell) => [cell.k, cell]),
      ),
    })),
    ...(none === undefined ? {} : { none }),
  };
}

function titleOf(cell: Cell): string {
  return `${cell.model}, ${cell.mode}`;
}
