import type { ReactNode } from "react";
import type { RunComparisonRow, Verdict } from "../../../records/index.ts";
import { Badge, type BadgeTone } from "../../design/badge.tsx";
import { pFigure, scoreFigure, withMinus } from "../../design/figures.ts";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  better: "better",
  worse: "worse",
  "not-separated": "not separated",
  "n-too-small": "n too small",
  "not-compared": "not compared",
};

const VERDICT_TONES: Readonly<Record<Verdict, BadgeTone>> = {
  better: "good",
  worse: "bad",
  "not-separated": "neutral",
  "n-too-small": "warn",
  "not-compared": "warn",
};

const COLUMNS: readonly Column<RunComparisonRow>[] = [
  { id: "side", heading: "Compared", isRowHeading: true, cell: ({ side }) => <Name>{side}</Name> },
  { id: "baseline", heading: "With", cell: ({ baseline }) => <Name>{baseline}</Name> },
  { id: "means", heading: "Means", numeric: true, cell: (row) => <Means row={row} /> },
  { id: "pairs", heading: "Pairs", numeric: true, cell: ({ pairs }) => pairs },
  {
    id: "difference",
    heading: "Difference",
    numeric: true,
    cell: (row) => <Difference row={row} />,
  },
  { id: "p", heading: "Adjusted p", numeric: true, cell: ({ adjustedP }) => pFigure(adjustedP) },
  {
    id: "effect",
    heading: "Effect",
    numeric: true,
    cell: ({ effect }) => (effect === undefined ? "–" : withMinus(effect.toFixed(2))),
  },
  {
    id: "wins",
    heading: "Higher / same / lower",
    numeric: true,
    cell: ({ wins, ties, losses }) => `${wins} / ${ties} / ${losses}`,
  },
  {
    id: "verdict",
    heading: "Verdict",
    cell: ({ verdict, reason }) => (
      <span className="grid gap-1">
        <span>
          <Badge tone={VERDICT_TONES[verdict]}>{VERDICT_WORDS[verdict]}</Badge>
        </span>
        {reason !== undefined && <span className="text-mini text-muted">{reason}</span>}
      </span>
    ),
  },
];

/** Paired comparisons of one metric. */
export function ContrastTable({ rows }: { readonly rows: readonly RunComparisonRow[] }): ReactNode {
  if (rows.length === 0) {
    return (
      <div className="p-4 pt-0">
        <EmptyState title="Nothing to compare">
          <p>There is no baseline with examples in common, or the run is not scored yet.</p>
        </EmptyState>
      </div>
    );
  }
  const hasMeans = rows.some(({ mean }) => mean !== undefined);
  return (
    <Table
      caption="Paired comparisons"
      columns={hasMeans ? COLUMNS : COLUMNS.filter(({ id }) => id !== "means")}
      rows={rows}
      keyOf={({ metric, side, baseline }) => `${metric}|${side}|${baseline}`}
    />
  );
}

/** A side: the end of a run's name, and the cell on a line of its own. */
function Name({ children }: { readonly children: string }): ReactNode {
  const [run = "", cell] = children.split("#");
  const isLong = cell !== undefined && run.length > LONGEST_RUN;
  return (
    <span title={children} className="grid font-mono text-mini font-normal break-words">
      {cell !== undefined && (
        <span className="text-muted">{isLong ? `…${run.slice(-LONGEST_RUN)}` : run}</span>
      )}
      <span>{cell ?? run}</span>
    </span>
  );
}

const LONGEST_RUN = 24;

function Means({ row: { mean, baselineMean } }: { readonly row: RunComparisonRow }): ReactNode {
  if (mean === undefined) return "–";
  return (
    <span className="whitespace-nowrap">
      {scoreFigure(mean)}
      <span className="block text-mini text-muted">with {scoreFigure(baselineMean)}</span>
    </span>
  );
}

function Difference({
  row: { difference, ciLow, ciHigh },
}: {
  readonly row: RunComparisonRow;
}): ReactNode {
  return (
    <span className="whitespace-nowrap">
      {difference !== undefined && difference > 0 ? "+" : ""}
      {scoreFigure(difference)}
      {ciLow !== undefined && ciHigh !== undefined && (
        <span className="block text-mini text-muted">
          {scoreFigure(ciLow)} to {scoreFigure(ciHigh)}
        </span>
      )}
    </span>
  );
}
