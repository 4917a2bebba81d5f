import type { ReactNode } from "react";
import type { FlagEntry } from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { counted, FLAG_WORDS, utcFigure } from "../challenge-words.ts";
import { useFlags } from "./organise-queries.ts";

const COLUMNS: readonly Column<FlagEntry>[] = [
  { id: "team", heading: "Team", isRowHeading: true, cell: ({ teamName }) => teamName },
  {
    id: "kind",
    heading: "Flag",
    cell: ({ kind }) => <Badge tone="warn">{FLAG_WORDS[kind]}</Badge>,
  },
  { id: "items", heading: "Items", numeric: true, cell: ({ items }) => items },
  { id: "note", heading: "What", cell: ({ note }) => note },
  { id: "track", heading: "Track", cell: ({ track }) => track },
  {
    id: "received",
    heading: "Upload began",
    cell: ({ receivedAtMs }) => (
      <span className="whitespace-nowrap tabular-nums">{utcFigure(receivedAtMs)}</span>
    ),
  },
];

/** What looks odd about submissions. */
export function FlagsPart({ challengeId }: { readonly challengeId: string }): ReactNode {
  const query = useFlags(challengeId);
  return (
    <QueryView query={query} what="The flags could not be loaded">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No flags">
            <p>Empty, short, repeated and copied texts are flagged here, and to their team.</p>
          </EmptyState>
        ) : (
          <Card flush title={counted(items.length, "flag")}>
            <Table
              caption="Flags of submissions"
              columns={COLUMNS}
              rows={items}
              keyOf={({ submissionId, kind }) => `${submissionId}/${kind}`}
            />
          </Card>
        )
      }
    </QueryView>
  );
}
