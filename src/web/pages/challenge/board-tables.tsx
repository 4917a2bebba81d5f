import type { ReactNode } from "react";
import type { Board, BoardRow } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { scoreFigure } from "../../design/figures.ts";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { ScoreCell, TeamCell } from "./board-parts.tsx";
import { counted, flagWords, utcFigure } from "./challenge-words.ts";

interface BoardProps {
  readonly board: Board;
}

const RANK: Column<BoardRow> = {
  id: "rank",
  heading: "Rank",
  numeric: true,
  cell: ({ rank, rankLow, rankHigh }) => (
    <span className="grid">
      <span className="font-semibold">{rank}</span>
      {rankLow !== undefined && rankHigh !== undefined && (
        <span className="text-mini whitespace-nowrap text-muted">
          {rankLow === rankHigh ? rankLow : `${rankLow} – ${rankHigh}`}
        </span>
      )}
    </span>
  ),
};

const TEAM: Column<BoardRow> = {
  id: "team",
  heading: "Team",
  isRowHeading: true,
  cell: (row) => <TeamCell row={row} />,
};

const GROUP: Column<BoardRow> = {
  id: "group",
  heading: "Group",
  cell: ({ inTopGroup }) => (inTopGroup === true ? <Badge tone="accent">top group</Badge> : null),
};

const SUBMITTED: Column<BoardRow> = {
  id: "submitted",
  heading: "Submitted",
  cell: ({ submittedAtMs }) => (
    <span className="whitespace-nowrap tabular-nums">{utcFigure(submittedAtMs)}</span>
  ),
};

const FLAGS: Column<BoardRow> = {
  id: "flags",
  heading: "Flags",
  cell: ({ flags }) => (
    <span className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <Badge key={flag} tone="warn">
          {flagWords(flag)}
        </Badge>
      ))}
    </span>
  ),
};

/** Teams with a rank, the best first. */
export function RankedTable({ board }: BoardProps): ReactNode {
  const { ranked, direction, metric } = board;
  if (ranked.length === 0) {
    return (
      <EmptyState title="Nobody has a rank yet">
        <p>
          As soon as a submission is scored, its team appears here; the page need not be reloaded.
        </p>
      </EmptyState>
    );
  }
  const arrow = direction === "higher" ? "higher is better" : "lower is better";
  return (
    <Card flush title={`${counted(ranked.length, "team")} ranked`} hint={`${metric}: ${arrow}`}>
      <Table
        caption={`Ranked teams by ${metric}, ${arrow}`}
        columns={columnsOf(board)}
        rows={ranked}
        keyOf={({ teamId }) => teamId}
      />
    </Card>
  );
}

function columnsOf({ ranked, metric, frozen, part }: Board): readonly Column<BoardRow>[] {
  const others = Object.keys(ranked[0]?.others ?? {});
  const hasFlags = ranked.some(({ flags }) => flags.length > 0);
  const otherPart: Column<BoardRow> = {
    id: "other-part",
    heading: part === "private" ? "Public part" : "Private part",
    numeric: true,
    cell: (row) => scoreFigure(row.otherPart),
  };
  return [
    RANK,
    TEAM,
    { id: "score", heading: metric, numeric: true, cell: (row) => <ScoreCell row={row} /> },
    ...(frozen ? [otherPart] : []),
    GROUP,
    ...others.map(
      (id): Column<BoardRow> => ({
        id: `other-${id}`,
        heading: id,
        numeric: true,
        cell: (row) => row.others[id] || "–",
      }),
    ),
    ...(hasFlags ? [FLAGS] : []),
    SUBMITTED,
  ];
}

/** Teams without a rank, each with its reason. */
export function UnrankedTable({ board: { unranked } }: BoardProps): ReactNode {
  if (unranked.length === 0) return null;
  const reason: Column<BoardRow> = {
    id: "reason",
    heading: "Why",
    cell: (row) => row.reasonText ?? row.reason ?? "",
  };
  return (
    <Card
      flush
      title={`${counted(unranked.length, "team")} without a rank`}
      hint="By name; a score that is missing is never a zero."
    >
      <Table
        caption="Teams without a rank"
        columns={[TEAM, reason, SUBMITTED]}
        rows={unranked}
        keyOf={({ teamId, submissionId }) => `${teamId}/${submissionId}`}
      />
    </Card>
  );
}
