import type { CellSummary, Contrast, RunSummary } from "../records/index.ts";
import { ABSENT, formatInterval, formatScore } from "./format-number.ts";
import { columnEntry, type MetricColumn, metricColumns } from "./metric-columns.ts";
import { type TopGroup, topGroup } from "./top-group.ts";

/** What stands in one place of a table of scores. */
export interface ShownScore {
  /** `value`: a mean; `absent`: run, but there is no mean; `not-run`: nothing was done yet. */
  readonly state: "value" | "absent" | "not-run";
  /** The mean as printed, `—`, or `not run`. */
  readonly mean: string;
  /** The ends of the 95 % interval as printed, where it exists. */
  readonly ends?: string;
  /** `true` for the one best cell, separated from all others. */
  readonly best: boolean;
  /** `true` for a member of a leading group that nothing separates. */
  readonly top: boolean;
  /** `true` if the adjusted p of its comparison is below 0.05. */
  readonly significant: boolean;
  /** How many of the cell's examples failed. */
  readonly failed: number;
  /** Why a number is absent. */
  readonly reason?: string;
}

/** A table of scores: the columns, and what stands in each place. */
export interface ScoreTable {
  /** The columns in order. */
  readonly columns: readonly MetricColumn[];
  /** Who leads each column, in the order of the columns. */
  readonly leaders: readonly TopGroup[];
  /** One row per cell, in grid order. */
  readonly rows: readonly {
    /** The cell. */
    readonly cell: CellSummary;
    /** Its scores, in the order of the columns. */
    readonly scores: readonly ShownScore[];
  }[];
}

/** Signs that stand beside a mean. */
export const MARKS = { top: "•", significant: "†", failed: "ᶠ" } as const;

/**
 * Lays out the scores of a run: every cell against every metric, with the marks that are earned.
 *
 * @param summary - The run.
 * @returns The table, its numbers rounded for print.
 */
export function scoreTable(summary: RunSummary): ScoreTable {
  const columns = metricColumns(summary);
  const leaders = columns.map((column) => topGroup(summary, column));
  const rows = summary.cells.map((cell) => ({
    cell,
    scores: columns.map((column, index) =>
      shownScore({ summary, cell, column, leader: leaders[index] as TopGroup }),
    ),
  }));
  return { columns, leaders, rows };
}

interface Place {
  readonly summary: RunSummary;
  readonly cell: CellSummary;
  readonly column: MetricColumn;
  readonly leader: TopGroup;
}

function shownScore({ summary, cell, column, leader }: Place): ShownScore {
  const entry = columnEntry(column, cell);
  const none = { best: false, top: false, significant: false, failed: cell.failed };
  if (entry === undefined || (cell.planned > 0 && cell.pending === cell.planned)) {
    return { ...none, state: "not-run", mean: "not run" };
  }
  const reason = entry.reason === undefined ? {} : { reason: entry.reason };
  if (entry.mean === undefined) return { ...none, ...reason, state: "absent", mean: ABSENT };
  const ends = formatInterval(entry);
  const leads = leader.cells.has(cell.id);
  return {
    ...reason,
    state: "value",
    mean: formatScore(entry.mean),
    ...(ends === undefined ? {} : { ends }),
    best: leads && leader.kind === "best",
    top: leads && leader.kind === "group",
    significant: summary.contrasts.some((contrast) => isSignificant(contrast, cell, column)),
    failed: cell.failed,
  };
}

function isSignificant(contrast: Contrast, cell: CellSummary, column: MetricColumn): boolean {
  return (
    contrast.cell === cell.id &&
    contrast.metric === column.metric &&
    contrast.signature === column.signature &&
    contrast.verdict !== "not-compared" &&
    contrast.adjustedP !== undefined &&
    contrast.adjustedP < 0.05
  );
}

/**
 * The marks of a mean as one text: `†` for an adjusted p below 0.05, `•` for the leading group,
 * `ᶠ` with the number of failed examples.
 *
 * @param score - A place of the table.
 * @returns The marks, or an empty text.
 */
export function marksOf(score: ShownScore): string {
  if (score.state === "not-run") return "";
  return [
    score.significant ? MARKS.significant : "",
    score.top ? MARKS.top : "",
    score.failed > 0 ? `${MARKS.failed}${score.failed}` : "",
  ].join("");
}
