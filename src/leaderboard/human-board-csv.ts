import type { HumanBoard, HumanBoardRow, HumanMark } from "../records/index.ts";
import { csvLine } from "../report/index.ts";

/** Why a line has no ranks, in words. */
export const UNRATED_TEXTS: Readonly<Record<NonNullable<HumanBoardRow["unranked"]>, string>> = {
  "written-by-people": "written by people: for comparison, not ranked",
  "test-team": "test team of the organisers",
};

const MARKS = [1, 2, 3, 4, 5] as const;

/**
 * The board of human marks as a CSV file: one line for each system and column. Cells that a
 * spreadsheet might run begin with an apostrophe.
 *
 * @param board - The board.
 * @returns The file, with CRLF line ends.
 */
export function humanBoardCsv(board: HumanBoard): string {
  const header = [
    "team",
    "system",
    "dimension",
    "rank",
    "mean",
    "low",
    "high",
    "rank_low",
    "rank_high",
    "top_group",
    "low_agreement",
    "median",
    ...MARKS.map((mark) => `marks_${mark}`),
    "cannot_judge",
    "prompts",
    "submission",
    "reason",
    ...board.judges.map((metric) => `judge_model_${metric}`),
  ];
  const lines = board.rows.flatMap((row) =>
    row.marks.map((mark) => csvLine(cellsOf(board, { row, mark }))),
  );
  return [csvLine(header), ...lines].join("");
}

function cellsOf(
  { columns, judges }: HumanBoard,
  { row, mark }: { readonly row: HumanBoardRow; readonly mark: HumanMark },
): (string | number | undefined)[] {
  const column = columns.find(({ id }) => id === mark.column);
  return [
    row.team,
    row.system,
    mark.column,
    mark.rank,
    mark.mean,
    mark.low,
    mark.high,
    mark.rankLow,
    mark.rankHigh,
    mark.inTopGroup === undefined ? undefined : yesNo(mark.inTopGroup),
    yesNo(column?.isLow ?? false),
    mark.median,
    ...MARKS.map((value) => mark.counts[value - 1]),
    mark.cannotJudge,
    mark.prompts,
    row.submissionId,
    row.unranked === undefined ? mark.reason : UNRATED_TEXTS[row.unranked],
    ...judges.map((metric) => numberOf(row.judged[metric])),
  ];
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}

function numberOf(shown: string | undefined): number | undefined {
  return shown === undefined ? undefined : Number(shown);
}
