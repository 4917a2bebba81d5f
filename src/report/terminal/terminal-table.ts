import Table from "cli-table3";
import stringWidth from "string-width";

/** A table of plain text for a terminal. */
export interface TerminalTable {
  /** Headings. */
  readonly head: readonly string[];
  /** Rows, each with as many cells as there are headings. A cell may hold several lines. */
  readonly rows: readonly (readonly string[])[];
  /** Columns that are set flush right; the others are set flush left. */
  readonly right: ReadonlySet<number>;
}

const RULES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  right: "",
  "right-mid": "",
  mid: "─",
  "mid-mid": "──",
  middle: "  ",
} as const;

/**
 * Draws a table with one rule under its head.
 *
 * @param table - The text; escape sequences in it are not counted as width.
 * @returns Its lines, joined by line breaks.
 */
export function drawTable(table: TerminalTable): string {
  const drawn = new Table({
    head: [...table.head],
    chars: RULES,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    colAligns: table.head.map((_, index) => (table.right.has(index) ? "right" : "left")),
  });
  for (const row of table.rows) drawn.push([...row]);
  const lines = drawn.toString().split("\n");
  return lines.map((line) => line.trimEnd()).join("\n");
}

/**
 * How wide drawn text is.
 *
 * @param drawn - Lines of text.
 * @returns Terminal columns of its widest line.
 */
export function drawnWidth(drawn: string): number {
  return drawn.split("\n").reduce((widest, line) => Math.max(widest, stringWidth(line)), 0);
}
