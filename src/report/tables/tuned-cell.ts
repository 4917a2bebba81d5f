import { retrieverName } from "../display-names.ts";
import type { TableCell } from "./table-cell.ts";
import { type CellQuery, findCells, type TableLayout } from "./table-layout.ts";

/** Retrievers that are no choice of a tuned system: baselines of the paper. */
const BASELINES = ["none", "random-own", "random-all"];

/** What validation chose. */
export type Tuned =
  | {
      /** A retriever and k were chosen. */
      readonly status: "chosen";
      /** The cell of the validation split with the best mean. */
      readonly validation: TableCell;
      /** Retriever and k in words. */
      readonly words: string;
    }
  | {
      /** Nothing was chosen. */
      readonly status: "not-tuned";
      /** Why not. */
      readonly reason: string;
    };

/** A choice to make: one task, setting, model and mode. */
export type TuningQuery = Omit<CellQuery, "split" | "k">;

/**
 * Chooses retriever and k by the best mean on the validation split; never on the test split. Of
 * equal means the smaller k wins, then the one that was run first.
 *
 * @param layout - The cells.
 * @param query - Task, setting, model; with a retriever only k is chosen.
 * @returns What was chosen, or why nothing was.
 */
export function tunedOn(layout: TableLayout, query: TuningQuery): Tuned {
  const { selectBy } = layout;
  const found = findCells(layout, { ...query, split: "validation" }).filter(
    ({ retriever, k }) => k > 0 && !BASELINES.includes(retriever),
  );
  if (found.length === 0) return { status: "not-tuned", reason: "no validation run" };
  const whole = found.filter(({ pending }) => pending === 0);
  if (whole.length < found.length) {
    return { status: "not-tuned", reason: "the validation run is not finished" };
  }
  const lowerIsBetter = whole.some(({ metrics }) => metrics[selectBy]?.lowerIsBetter === true);
  const worth = (cell: TableCell): number | undefined => {
    const mean = cell.metrics[selectBy]?.mean;
    return mean === undefined || !lowerIsBetter ? mean : -mean;
  };
  const ranked = whole
    .flatMap((cell) => {
      const value = worth(cell);
      return value === undefined ? [] : [{ cell, value }];
    })
    .sort((one, other) => other.value - one.value || one.cell.k - other.cell.k);
  const [best] = ranked;
  if (best === undefined) {
    return { status: "not-tuned", reason: `no ${selectBy} on the validation split` };
  }
  return { status: "chosen", validation: best.cell, words: retrieverName(best.cell) };
}

/** The cell of the test split that validation chose, or what stands in its place. */
export interface TunedTest {
  /** The cell. */
  readonly cell?: TableCell;
  /** Retriever and k in words. */
  readonly words?: string;
  /** Why there is no cell. */
  readonly reason?: string;
}

/**
 * The cell of the test split with the retriever and k that validation chose.
 *
 * @param layout - The cells.
 * @param query - Task, setting, model; with a retriever only k is chosen.
 * @returns The cell with the choice in words, or why there is none.
 */
export function tunedTest(layout: TableLayout, query: TuningQuery): TunedTest {
  const tuned = tunedOn(layout, query);
  if (tuned.status === "not-tuned") return { reason: tuned.reason };
  const { retriever, k } = tuned.validation;
  const [cell] = findCells(layout, { ...query, split: "test", retriever, k });
  if (cell !== undefined) return { cell, words: tuned.words };
  return { words: tuned.words, reason: `validation chose ${tuned.words}, not run on test` };
}
