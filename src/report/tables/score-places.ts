import type { Contrast, MetricSummary } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { metricName } from "../display-names.ts";
import { ABSENT, formatInterval, formatScore } from "../format-number.ts";
import { type TopGroup, topGroup } from "../top-group.ts";
import { NOT_RUN, type TablePlace } from "./result-table.ts";
import type { TableCell } from "./table-cell.ts";
import type { TableLayout } from "./table-layout.ts";

/** What is to stand in a place: a cell, or why there is none. */
export interface WantedPlace {
  /** The cell; absent if it was not run. */
  readonly cell?: TableCell;
  /** Retriever and k in words, where they were chosen. */
  readonly detail?: string;
  /** Why there is no cell. */
  readonly reason?: string;
}

/** Places that compete: their best is marked if it is separated. */
export interface Rivals {
  /** The metric. */
  readonly metric: string;
  /** What stands in each place. */
  readonly wanted: readonly WantedPlace[];
  /** The cell without retrieval, which all others are compared with; absent for no comparison. */
  readonly baseline?: TableCell;
}

/**
 * The places of one metric, side by side, with the marks that are earned.
 *
 * @param layout - Comparisons and signatures.
 * @param rivals - The cells.
 * @returns One place for each, in order.
 */
export function scorePlaces(layout: TableLayout, rivals: Rivals): readonly TablePlace[] {
  const { metric, wanted, baseline } = rivals;
  const cells = [...new Set(wanted.flatMap(({ cell }) => cell ?? []))];
  const contrasts = cells.flatMap((cell) =>
    baseline === undefined || cell === baseline
      ? []
      : (layout.comparer.contrast(metric, { cell, baseline }) ?? []),
  );
  const leaders = topGroup(
    { cells: cells.map(({ key, ...cell }) => ({ ...cell, id: key })), contrasts },
    {
      metric,
      signature: layout.signatures.get(metric) ?? "",
      title: metricName(metric),
    },
  );
  return wanted.map((place) => {
    const shown = scorePlace(place, metric);
    const { cell } = place;
    if (cell === undefined || shown.state !== "value") return shown;
    const significant = contrasts.some((contrast) => isSignificant(contrast, cell));
    const marks = significant ? { significant: true as const } : {};
    return { ...shown, ...leadOf(cell, leaders), ...marks };
  });
}

/** What a cell may be called among those beside it. */
function leadOf(
  { key }: TableCell,
  { kind, cells, fragile }: TopGroup,
): Pick<TablePlace, "best" | "top" | "reason"> {
  if (fragile === key) return { reason: FRAGILE };
  if (!cells.has(key)) return {};
  return kind === "best" ? { best: true } : { top: true };
}

const FRAGILE = "no best is named: with failures counted as 0, another setting leads";

function isSignificant({ cell, verdict, adjustedP }: Contrast, { key }: TableCell): boolean {
  return cell === key && verdict !== "not-compared" && adjustedP !== undefined && adjustedP < 0.05;
}

/** One cell's mean without marks. */
function scorePlace({ cell, detail, reason }: WantedPlace, metric: string): TablePlace {
  const entry = cell?.metrics[metric];
  if (cell === undefined || entry === undefined || isUntouched(cell)) {
    return { ...NOT_RUN, ...withWords(detail, reason) };
  }
  const counts = {
    planned: cell.planned,
    scored: entry.scored,
    failed: cell.failed,
    pending: cell.pending,
  };
  const open =
    cell.pending > 0 ? `${cell.pending} of ${counted(cell.planned, "text")} pending` : undefined;
  const words = withWords(detail, open ?? entry.reason);
  if (entry.mean === undefined) return { state: "absent", text: ABSENT, ...counts, ...words };
  return { state: "value", ...numbersOf(entry, entry.mean), ...counts, ...words };
}

function isUntouched({ planned, pending }: TableCell): boolean {
  return planned > 0 && planned === pending;
}

function numbersOf(entry: MetricSummary, mean: number): Omit<TablePlace, "state"> {
  const ends = formatInterval(entry);
  return {
    text: formatScore(mean),
    value: mean,
    ...(entry.ciLow === undefined ? {} : { ciLow: entry.ciLow }),
    ...(entry.ciHigh === undefined ? {} : { ciHigh: entry.ciHigh }),
    ...(ends === undefined ? {} : { ends }),
  };
}

function withWords(
  detail: string | undefined,
  reason: string | undefined,
): Pick<TablePlace, "detail" | "reason"> {
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(reason === undefined ? {} : { reason }),
  };
}
