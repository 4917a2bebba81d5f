import type { ReactNode } from "react";
import type { RaterFlags, StudyResults } from "../../../../records/index.ts";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { type Column, Table } from "../../../design/table.tsx";

const REASON_WORDS: Readonly<Record<RaterFlags["reasons"][number], string>> = {
  "too-fast": "too fast",
  "straight-lining": "one mark for everything",
  "control-misses": "controls missed",
};

const COLUMNS: readonly Column<RaterFlags>[] = [
  {
    id: "rater",
    heading: "Rater",
    isRowHeading: true,
    cell: ({ rater }) => <span className="font-mono break-all">{rater}</span>,
  },
  { id: "texts", heading: "Texts", numeric: true, cell: ({ texts }) => texts },
  {
    id: "fast",
    heading: "Read too fast",
    numeric: true,
    cell: ({ tooFast }) => tooFast.length,
  },
  {
    id: "straight",
    heading: "One mark throughout",
    numeric: true,
    cell: ({ straightLined }) => straightLined.length,
  },
  {
    id: "controls",
    heading: "Controls missed",
    numeric: true,
    cell: ({ controlMisses }) => controlMisses.length,
  },
  {
    id: "left",
    heading: "Left out for",
    cell: ({ reasons }) =>
      reasons.length === 0 ? (
        <span className="text-muted">not left out</span>
      ) : (
        <span className="flex flex-wrap gap-1">
          {reasons.map((reason) => (
            <Badge key={reason} tone="warn">
              {REASON_WORDS[reason]}
            </Badge>
          ))}
        </span>
      ),
  },
];

/** What stands out about raters, by pseudonym, and whom the planned rule leaves out. */
export function RaterFlagsCard({
  results: { analysis, exclusion },
}: {
  readonly results: StudyResults;
}): ReactNode {
  const { tooFastShare, straightLiningShare, controlMisses, minTexts } = exclusion;
  return (
    <Card
      flush
      title="Flags of raters"
      hint={`Left out by the planned rule: ${minTexts} texts or more, and ${percent(tooFastShare)} of them too fast, or ${percent(straightLiningShare)} with one mark throughout; or ${controlMisses} controls missed.`}
    >
      {analysis.raters.length === 0 ? (
        <p className="px-4 pb-4 text-small text-muted">Nobody has handed in a text.</p>
      ) : (
        <Table
          caption="Flags of raters"
          columns={COLUMNS}
          rows={analysis.raters}
          keyOf={({ rater }) => rater}
        />
      )}
    </Card>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
