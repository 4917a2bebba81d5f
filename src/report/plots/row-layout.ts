import { type PlotOptions, type Text, text } from "@observablehq/plot";
import { plotLabels } from "./draw-plot.ts";

/** A row of a plot that has one row per setting. */
export interface PlotRow {
  /** Tells the row from the others. */
  readonly id: string;
  /** Stands above it at the left. */
  readonly name: string;
  /** Stands above it at the right. */
  readonly words: string;
}

const ROW_HEIGHT = 44;

/** More room where the words need a line of their own. */
const TALL_ROW_HEIGHT = 58;

/** Longest name and words that share a line. */
const LINE_CHARACTERS = 46;

/**
 * Rows with names as a plot can show them: no two that differ look alike.
 *
 * @param rows - The rows, with names from anyone.
 * @returns The rows.
 */
export function labelledRows<Row extends PlotRow>(rows: readonly Row[]): Row[] {
  const labels = plotLabels(rows.map(({ name }) => name));
  return rows.map((row, at) => ({ ...row, name: labels[at] ?? row.name }));
}

/**
 * Room for rows whose names stand above them, so that long names need no margin.
 *
 * @param rows - The rows, from the top.
 * @returns Height, margins and the scale of the rows.
 */
export function rowLayout(rows: readonly PlotRow[]): PlotOptions {
  return {
    height: rows.length * rowHeight(rows) + 50,
    marginTop: 10,
    marginBottom: 40,
    marginLeft: 8,
    marginRight: 8,
    insetLeft: 6,
    insetRight: 6,
    y: { domain: rows.map((row) => row.id), type: "band", padding: 0, axis: null },
    color: { type: "identity" },
  };
}

/**
 * The names and words above the rows.
 *
 * @param rows - The rows.
 * @returns Marks to draw last.
 */
export function rowWords(rows: readonly PlotRow[]): readonly Text[] {
  // The halo keeps lines of the plot from crossing the words.
  const above = { y: "id", stroke: "var(--panel)", strokeWidth: 5 } as const;
  const name = { ...above, text: "name", frameAnchor: "left", fontWeight: 600 } as const;
  const words = { ...above, text: "words", fill: "var(--muted)" } as const;
  return isTall(rows)
    ? [
        text(rows, { ...name, fill: "var(--ink)", dy: -29 }),
        text(rows, { ...words, frameAnchor: "left", dy: -14 }),
      ]
    : [
        text(rows, { ...name, fill: "var(--ink)", dy: -16 }),
        text(rows, { ...words, frameAnchor: "right", dy: -16 }),
      ];
}

/**
 * Insets that give marks in a row a height of their own, in the middle of the row.
 *
 * @param rows - The rows.
 * @param markHeight - Height of the marks.
 * @returns Insets at the top and at the bottom.
 */
export function rowInsets(
  rows: readonly PlotRow[],
  markHeight: number,
): { readonly insetTop: number; readonly insetBottom: number } {
  const inset = (rowHeight(rows) - markHeight) / 2;
  return { insetTop: inset, insetBottom: inset };
}

function rowHeight(rows: readonly PlotRow[]): number {
  return isTall(rows) ? TALL_ROW_HEIGHT : ROW_HEIGHT;
}

function isTall(rows: readonly PlotRow[]): boolean {
  return rows.some((row) => row.name.length + row.words.length > LINE_CHARACTERS);
}

/**
 * The span of a scale: all values with some air, never empty.
 *
 * @param values - At least one finite number.
 * @returns Lower and upper end.
 */
export function spanOf(values: readonly number[]): [number, number] {
  const low = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const high = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const air = high > low ? (high - low) * 0.08 : Math.max(Math.abs(low) * 0.1, 0.01);
  return [low - air, high + air];
}
