import type { ReactNode } from "react";
import type { TextScore } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { scoreFigure } from "../../design/figures.ts";
import { type Column, Table } from "../../design/table.tsx";

/** A score, or why there is none. */
export function ScoreFigure({ score }: { readonly score: TextScore | undefined }): ReactNode {
  if (score === undefined) return <span className="text-muted">–</span>;
  if (score.status === "scored")
    return <span className="tabular-nums">{scoreFigure(score.value)}</span>;
  return <Badge tone="warn">{score.reason ?? "unscored"}</Badge>;
}

/** What every metric says of a text, beside the mean of its cell. */
export function ScoreBreakdown({
  scores,
  cellMeans,
}: {
  /** In the order of the experiment. */
  readonly scores: readonly TextScore[];
  /** By metric. */
  readonly cellMeans: Readonly<Record<string, number>>;
}): ReactNode {
  const columns: readonly Column<TextScore>[] = [
    { id: "metric", heading: "Metric", isRowHeading: true, cell: ({ metric }) => metric },
    {
      id: "value",
      heading: "Score",
      numeric: true,
      cell: (score) => <ScoreFigure score={score} />,
    },
    {
      id: "mean",
      heading: "Cell mean",
      numeric: true,
      cell: ({ metric }) => scoreFigure(cellMeans[metric]),
    },
    {
      id: "precision",
      heading: "Precision",
      numeric: true,
      cell: ({ precision }) => scoreFigure(precision),
    },
    { id: "recall", heading: "Recall", numeric: true, cell: ({ recall }) => scoreFigure(recall) },
  ];
  return (
    <Table
      caption="Scores of this text"
      columns={columns}
      rows={scores}
      keyOf={({ metric }) => metric}
    />
  );
}
