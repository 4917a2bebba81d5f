import type { ReactNode } from "react";
import type {
  HumanBoard,
  HumanBoardColumn,
  HumanBoardRow,
  HumanMark,
} from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Distribution } from "../../design/distribution.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { counted } from "./challenge-words.ts";

const UNRANKED_WORDS: Readonly<Record<NonNullable<HumanBoardRow["unranked"]>, string>> = {
  "written-by-people": "written by people: for comparison, not ranked",
  "test-team": "test team: not ranked",
};

/** All systems with their marks, one column for each dimension. */
export function HumanBoardTable({ board }: { readonly board: HumanBoard }): ReactNode {
  const { rows, columns, judges } = board;
  return (
    <Card
      flush
      title={`${counted(rows.length, "system")} rated`}
      hint="Mean with interval, rank, and how often each mark from 1 to 5 was given."
    >
      <Table
        caption="Marks by people, by dimension"
        columns={[SYSTEM, ...columns.map(markColumn), ...judges.map(judgeColumn)]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </Card>
  );
}

const SYSTEM: Column<HumanBoardRow> = {
  id: "system",
  heading: "Team",
  isRowHeading: true,
  cell: ({ team, system, unranked }) => (
    <span className="grid min-w-24">
      <span className="break-words">{team}</span>
      {system !== undefined && (
        <span className="text-mini font-normal break-words text-muted">{system}</span>
      )}
      {unranked !== undefined && (
        <span className="text-mini font-normal text-muted">{UNRANKED_WORDS[unranked]}</span>
      )}
    </span>
  ),
};

function markColumn(column: HumanBoardColumn, at: number): Column<HumanBoardRow> {
  return {
    id: column.id,
    numeric: true,
    heading: (
      <span className="grid justify-items-end gap-1">
        {column.label}
        {column.isLow && <Badge tone="warn">low agreement</Badge>}
      </span>
    ),
    cell: ({ marks }) => <Mark mark={marks[at]} />,
  };
}

function judgeColumn(metric: string): Column<HumanBoardRow> {
  return {
    id: `judge ${metric}`,
    numeric: true,
    heading: (
      <span className="grid justify-items-end gap-1">
        {metric}
        <Badge>by a model, not ranked</Badge>
      </span>
    ),
    cell: ({ judged }) => judged[metric] ?? "–",
  };
}

function Mark({ mark }: { readonly mark: HumanMark | undefined }): ReactNode {
  if (mark?.shown === undefined) {
    return <span className="text-muted">none{mark?.reason && `: ${mark.reason}`}</span>;
  }
  const { shown, low, high, counts, cannotJudge } = mark;
  return (
    <span className="grid justify-items-end gap-1">
      <span className="font-semibold">{shown}</span>
      {low !== undefined && high !== undefined && (
        <span className="text-mini whitespace-nowrap text-muted">
          {low.toFixed(2)} – {high.toFixed(2)}
        </span>
      )}
      <Rank mark={mark} />
      {counts.length > 0 && <Distribution counts={counts} />}
      {cannotJudge > 0 && <span className="text-mini text-muted">{cannotJudge} cannot judge</span>}
    </span>
  );
}

function Rank({
  mark: { rank, rankLow, rankHigh, inTopGroup },
}: {
  readonly mark: HumanMark;
}): ReactNode {
  if (rank === undefined) return null;
  const ends = rankLow === rankHigh ? `${rankLow}` : `${rankLow} – ${rankHigh}`;
  return (
    <>
      <span className="text-mini whitespace-nowrap text-muted">
        rank {rank}
        {rankLow !== undefined && ` (${ends})`}
      </span>
      {inTopGroup === true && rank > 1 && <Badge tone="accent">not separated</Badge>}
    </>
  );
}
