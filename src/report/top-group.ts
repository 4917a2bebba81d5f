import type { CellSummary, Contrast } from "../records/index.ts";
import { columnEntry, type MetricColumn } from "./metric-columns.ts";

/** Which cells of a column lead, as far as the comparisons can tell. */
export interface TopGroup {
  /** `best`: one cell, separated from all others. `group`: several that nothing separates. */
  readonly kind: "best" | "group" | "none";
  /** Ids of the leading cells; none if no leader may be named. */
  readonly cells: ReadonlySet<string>;
  /** Why no leader is named, as a sentence. */
  readonly reason?: string;
  /** Id of the cell that leads only as long as failures are left out; present with such a reason. */
  readonly fragile?: string;
}

/** Cells that compete, and what is known of each against its baseline. */
export interface RivalCells {
  /** The cells. */
  readonly cells: readonly Pick<CellSummary, "id" | "pending" | "metrics">[];
  /** Their comparisons. */
  readonly contrasts: readonly Contrast[];
}

type Rival = RivalCells["cells"][number];

const NO_LEADER: TopGroup = { kind: "none", cells: new Set() };

/**
 * Finds the cells that lead a column: the one with the best mean and every other that has not been
 * shown to be worse. Cells with pending examples take no part. If counting failures as 0
 * gives another winner, no leader is named.
 *
 * @param summary - The run, or some cells of any runs.
 * @param column - The column.
 * @returns The leading cells.
 */
export function topGroup(summary: RivalCells, column: MetricColumn): TopGroup {
  const rivals = summary.cells.filter(
    (cell) => cell.pending === 0 && columnEntry(column, cell)?.mean !== undefined,
  );
  const lowerIsBetter = rivals.some((cell) => columnEntry(column, cell)?.lowerIsBetter === true);
  const best = (meanOf: (cell: Rival) => number | undefined): Rival | undefined =>
    highest(rivals, (cell) => {
      const mean = meanOf(cell);
      return mean === undefined || !lowerIsBetter ? mean : -mean;
    });
  const top = best((cell) => columnEntry(column, cell)?.mean);
  if (top === undefined || rivals.length < 2) return NO_LEADER;
  const topWithFailures = best(
    (cell) => columnEntry(column, cell)?.meanWithFailures ?? columnEntry(column, cell)?.mean,
  );
  if (topWithFailures !== top) {
    const reason = `No best is named for ${column.title}: with failures counted as 0, another setting leads.`;
    return { ...NO_LEADER, reason, fragile: top.id };
  }
  const worse = shownWorse(top.id, summary.contrasts.filter(comparesIn(column)));
  const group = rivals.filter((cell) => !worse.has(cell.id)).map((cell) => cell.id);
  return { kind: group.length === 1 ? "best" : "group", cells: new Set(group) };
}

/** Every cell below the top one along a chain of separated comparisons. */
function shownWorse(top: string, contrasts: readonly Contrast[]): ReadonlySet<string> {
  const worse = new Set<string>();
  const open = [top];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const loser of losersTo(current, contrasts)) {
      if (loser === top || worse.has(loser)) continue;
      worse.add(loser);
      open.push(loser);
    }
  }
  return worse;
}

function losersTo(winner: string, contrasts: readonly Contrast[]): readonly string[] {
  return contrasts.flatMap((contrast) => {
    if (contrast.verdict === "better" && contrast.cell === winner) return [contrast.baseline];
    if (contrast.verdict === "worse" && contrast.baseline === winner) return [contrast.cell];
    return [];
  });
}

function comparesIn(column: MetricColumn): (contrast: Contrast) => boolean {
  return (contrast) => contrast.metric === column.metric && contrast.signature === column.signature;
}

function highest(
  cells: readonly Rival[],
  meanOf: (cell: Rival) => number | undefined,
): Rival | undefined {
  let top: Rival | undefined;
  let topValue = Number.NEGATIVE_INFINITY;
  for (const cell of cells) {
    const value = meanOf(cell);
    if (value !== undefined && value > topValue) {
      top = cell;
      topValue = value;
    }
  }
  return top;
}
