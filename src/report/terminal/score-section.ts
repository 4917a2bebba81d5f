import type { CellSummary, RunSummary } from "../../records/index.ts";
import { nameOf } from "../display-names.ts";
import { formatCount } from "../format-number.ts";
import { marksOf, type ScoreTable, type ShownScore } from "../shown-score.ts";
import type { TerminalInk } from "./terminal-ink.ts";
import { drawnWidth, drawTable, type TerminalTable } from "./terminal-table.ts";
import { wrapText } from "./wrap-text.ts";

/** What the sections of the terminal report work from. */
export interface TerminalSection {
  /** The run, its texts already safe for a terminal. */
  readonly summary: RunSummary;
  /** Its scores as laid out. */
  readonly table: ScoreTable;
  /** Names by cell id. */
  readonly names: ReadonlyMap<string, string>;
  /** Colours, or none. */
  readonly ink: TerminalInk;
  /** Widest line, in terminal columns. */
  readonly widthColumns: number;
}

const COUNTS = ["planned", "scored", "unscored", "failed", "pending"] as const;

/**
 * The scores and counts of every cell: one wide table where it fits, else two, else a list.
 *
 * @param section - What to draw.
 * @returns Lines of text.
 */
export function scoreSection(section: TerminalSection): string {
  const wide = drawTable(wideTable(section));
  if (drawnWidth(wide) <= section.widthColumns) return wide;
  const counts = drawTable(countTable(section));
  if (drawnWidth(counts) <= section.widthColumns) {
    for (const join of [" ", "\n"]) {
      const scores = drawTable(scoresOnly(section, join));
      if (drawnWidth(scores) <= section.widthColumns) return `${scores}\n\n${counts}`;
    }
  }
  return section.table.rows.map((row) => listedCell(section, row)).join("\n\n");
}

function wideTable(section: TerminalSection): TerminalTable {
  const scores = scoresOnly(section, " ");
  return {
    head: [...scores.head, ...COUNTS],
    rows: scores.rows.map((row, index) => [
      ...row,
      ...countCells(section.table.rows[index]?.cell as CellSummary, section.ink),
    ]),
    right: new Set(COUNTS.map((_, index) => scores.head.length + index)),
  };
}

function scoresOnly({ table, names, ink }: TerminalSection, join: string): TerminalTable {
  return {
    head: ["setting", ...table.columns.map((column) => column.title)],
    rows: table.rows.map(({ cell, scores }) => [
      nameOf(names, cell.id),
      ...scores.map((score) => scoreCell(score, ink, join)),
    ]),
    right: new Set(),
  };
}

function countTable({ table, names, ink }: TerminalSection): TerminalTable {
  return {
    head: ["setting", ...COUNTS],
    rows: table.rows.map(({ cell }) => [nameOf(names, cell.id), ...countCells(cell, ink)]),
    right: new Set(COUNTS.map((_, index) => index + 1)),
  };
}

function countCells(cell: CellSummary, ink: TerminalInk): readonly string[] {
  return COUNTS.map((count) => {
    const shown = formatCount(cell[count]);
    return count === "failed" && cell.failed > 0 ? ink.warning(shown) : shown;
  });
}

function scoreCell(score: ShownScore, ink: TerminalInk, join: string): string {
  const mean = score.best ? ink.best(score.mean) : score.mean;
  const marked = mean + marksOf(score);
  return score.ends === undefined ? marked : `${marked}${join}${ink.quiet(score.ends)}`;
}

function listedCell(
  { table, names, ink, widthColumns }: TerminalSection,
  { cell, scores }: ScoreTable["rows"][number],
): string {
  const lines = [wrapText(ink.strong(nameOf(names, cell.id)), { widthColumns })];
  scores.forEach((score, index) => {
    const title = table.columns[index]?.title ?? "";
    lines.push(
      wrapText(`${title} ${scoreCell(score, ink, " ")}`, {
        widthColumns,
        first: "  ",
        rest: "    ",
      }),
    );
  });
  const counts = COUNTS.map((count) => `${formatCount(cell[count])} ${count}`).join(", ");
  lines.push(wrapText(counts, { widthColumns, first: "  ", rest: "    " }));
  return lines.join("\n");
}
