import type { Board, BoardRow } from "../records/index.ts";
import { csvLine } from "../report/index.ts";

/**
 * A board as a CSV file: ranked lines first, then those without a rank with their reason. Cells that
 * a spreadsheet might run begin with an apostrophe.
 *
 * @param board - The board.
 * @returns The file, with CRLF line ends.
 */
export function boardCsv(board: Board): string {
  const others = [...new Set([...board.ranked, ...board.unranked].flatMap(otherIds))];
  const header = [
    "rank",
    "team",
    "system",
    board.metric,
    "low",
    "high",
    "rank_low",
    "rank_high",
    "top_group",
    "other_part",
    ...others,
    "submitted",
    "submission",
    "reason",
  ];
  const lines = [...board.ranked, ...board.unranked].map((row) => csvLine(cellsOf(row, others)));
  return [csvLine(header), ...lines].join("");
}

function otherIds(row: BoardRow): string[] {
  return Object.keys(row.others);
}

function cellsOf(row: BoardRow, others: readonly string[]): (string | number | undefined)[] {
  return [
    row.rank,
    row.team,
    row.system,
    row.score,
    row.low,
    row.high,
    row.rankLow,
    row.rankHigh,
    row.inTopGroup === undefined ? undefined : yesNo(row.inTopGroup),
    row.otherPart,
    ...others.map((id) => numberOf(row.others[id])),
    new Date(row.submittedAtMs).toISOString(),
    row.submissionId,
    row.reasonText,
  ];
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}

function numberOf(shown: string | undefined): number | undefined {
  return shown === undefined || shown === "" ? undefined : Number(shown);
}
