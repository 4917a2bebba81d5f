import type { Contrast } from "../../records/index.ts";
import type { TableCell } from "./table-cell.ts";

/** A cell and the one it is compared with. */
export interface CellPair {
  /** The cell. */
  readonly cell: TableCell;
  /** What it is compared with. */
  readonly baseline: TableCell;
}

/** A gain in percent over the same examples. */
export interface CellGain {
  /** 100·(p − n)/n, over the pairs; the mean of the systems' gains if there are several. Absent without one. */
  readonly gain?: number;
  /** Lower end of its 95 % interval, in percent. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** The absolute difference p − n. */
  readonly difference?: number;
  /** Lower end of its 95 % interval. */
  readonly differenceLow?: number;
  /** Upper end. */
  readonly differenceHigh?: number;
  /** Examples that all of the cells have a score for. */
  readonly pairs: number;
  /** Why a number is absent. */
  readonly reason?: string;
}

/** Compares cells by the scores of their examples; the tables ask for the comparisons that they print. */
export interface CellComparer {
  /**
   * Compares two cells.
   *
   * @param metric - Metric id.
   * @param pair - The two; `cell` and `baseline` of what comes back hold their keys.
   * @returns The comparison; `undefined` if there is none, for instance over unlike datasets.
   */
  contrast(metric: string, pair: CellPair): Contrast | undefined;
  /**
   * Gain in percent.
   *
   * @param metric - Metric id.
   * @param pairs - One pair, or one per model for their mean.
   */
  gain(metric: string, pairs: readonly CellPair[]): CellGain;
}
