import type { Board, BoardRow, ReportableArchive } from "../../records/index.ts";
import type { DocumentSection, SourcedTable, TablePlace } from "../../report/index.ts";
import { countPlace, fixed, numberPlace, wordsPlace } from "./report-places.ts";
import { utc } from "./task-section.ts";

/** How the leaders of a board are spoken of. */
const LEAD_NOTES: Readonly<Record<Board["lead"], string>> = {
  winner: "Rank 1 is separated from all other lines.",
  "top-group": "Lines marked as not separated form the top group; nothing tells them apart.",
  none: "No line has a rank.",
};

/**
 * The automatic boards, as pages and files show them.
 *
 * @param archive - The archive.
 * @returns The section.
 */
export function boardSection({ boards }: Pick<ReportableArchive, "boards">): DocumentSection {
  return {
    id: "boards",
    title: "Automatic boards",
    paragraphs: [
      boards.length === 0
        ? "There is no automatic board."
        : "Scores are rounded to four decimals before they are ranked. Intervals are 95 % intervals by resampling items.",
    ],
    points: [],
    tables: boards.map(boardTable),
  };
}

function boardTable(board: Board, at: number): SourcedTable {
  const { track, metric, part, ranked, unranked } = board;
  const rows = [...ranked, ...unranked];
  const others = [...new Set(rows.flatMap((row) => Object.keys(row.others)))];
  const otherPart = part === "public" ? "private" : "public";
  const hasOther = rows.some((row) => row.otherPart !== undefined);
  return {
    source: `/boards/${at}`,
    table: {
      id: `board-${at + 1}`,
      title: `${track}: ${metric}, ${part} part`,
      rowHeads: ["team", "system"],
      columns: [
        { title: "rank" },
        { title: "ranks within the interval" },
        { title: metric },
        { title: "against rank 1" },
        ...(hasOther ? [{ title: `${otherPart} part` }] : []),
        ...others.map((title) => ({ title })),
      ],
      rows: rows.map((row) => ({
        heads: [row.team, row.system],
        places: [
          ...rankPlaces(row),
          ...(hasOther ? [numberPlace(row.otherPart, { decimals: 4 })] : []),
          ...others.map((id) => otherPlace(row.others[id])),
        ],
      })),
      notes: boardNotes(board),
    },
  };
}

function rankPlaces(row: BoardRow): TablePlace[] {
  const { rank, rankLow, rankHigh, score, low, high, reasonText, inTopGroup } = row;
  const interval = low === undefined || high === undefined ? {} : { ciLow: low, ciHigh: high };
  const reason = reasonText === undefined ? {} : { reason: reasonText };
  return [
    countPlace(rank),
    rankLow === undefined || rankHigh === undefined
      ? numberPlace(undefined, { decimals: 0 })
      : wordsPlace(rankLow === rankHigh ? fixed(rankLow, 0) : `${rankLow} to ${rankHigh}`),
    numberPlace(score, { decimals: 4, ...interval, ...reason }),
    separationPlace(rank, inTopGroup),
  ];
}

function separationPlace(rank: number | undefined, inTopGroup: boolean | undefined): TablePlace {
  if (rank === undefined || inTopGroup === undefined) {
    return numberPlace(undefined, { decimals: 0 });
  }
  if (rank === 1) return wordsPlace("rank 1");
  return wordsPlace(inTopGroup ? "not separated" : "separated");
}

function otherPlace(shown: string | undefined): TablePlace {
  return numberPlace(shown === undefined || shown === "" ? undefined : Number(shown), {
    decimals: 4,
  });
}

function boardNotes(board: Board): string[] {
  const { direction, signature, asOfMs, frozen, referenceVersion, lead, notes } = board;
  return [
    `${direction === "higher" ? "Higher" : "Lower"} scores are better.`,
    signature === undefined ? "No signature: no score came." : `Signature: ${signature}`,
    `As of ${utc(asOfMs)}, ${frozen ? "frozen" : "not frozen"}, references version ${referenceVersion}.`,
    LEAD_NOTES[lead],
    ...notes,
  ];
}
