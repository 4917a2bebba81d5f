import type { ReactNode } from "react";
import type { AuditView } from "../../../../records/index.ts";
import { PagedView } from "../../../api/paged-view.tsx";
import { Card } from "../../../design/card.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { counted, utcFigure } from "../challenge-words.ts";
import { useAudit } from "./organise-queries.ts";

const COLUMNS: readonly Column<AuditView>[] = [
  { id: "number", heading: "Line", numeric: true, cell: ({ sequence }) => sequence },
  {
    id: "at",
    heading: "When",
    cell: ({ atMs }) => <span className="whitespace-nowrap tabular-nums">{utcFigure(atMs)}</span>,
  },
  { id: "action", heading: "What", isRowHeading: true, cell: ({ action }) => action },
  {
    id: "actor",
    heading: "Account",
    cell: ({ actorId }) => <Mono>{actorId ?? "the server"}</Mono>,
  },
  { id: "details", heading: "Details", cell: ({ details }) => <Mono>{details}</Mono> },
  { id: "hash", heading: "Hash", cell: ({ hash }) => <Mono>{hash.slice(0, HASH_SHOWN)}…</Mono> },
];

const HASH_SHOWN = 12;

function Mono({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="font-mono text-mini break-all">{children}</span>;
}

/** What was done with the challenge, and by whom. */
export function AuditPart({ challengeId }: { readonly challengeId: string }): ReactNode {
  const query = useAudit(challengeId);
  return (
    <PagedView query={query} what="The audit log could not be loaded" unit="lines">
      {(pages) => {
        const lines = pages.flatMap(({ items }) => items);
        return lines.length === 0 ? (
          <EmptyState title="Nothing was done yet">
            <p>Dates, freezes, rescorings and publications are written down here.</p>
          </EmptyState>
        ) : (
          <Card
            flush
            title={counted(lines.length, "line")}
            hint="The newest first. Each hash holds that of the line before, so that nothing can be changed later."
          >
            <Table
              caption="Audit log"
              columns={COLUMNS}
              rows={lines}
              keyOf={({ sequence }) => String(sequence)}
            />
          </Card>
        );
      }}
    </PagedView>
  );
}
