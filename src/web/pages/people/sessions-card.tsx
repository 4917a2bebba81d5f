import type { ReactNode } from "react";
import type { OpenSessionView } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { timeFigure } from "../../design/figures.ts";
import { type Column, Table } from "../../design/table.tsx";
import { FormFault } from "./form-fault.tsx";
import { HiddenHeading } from "./hidden-heading.tsx";
import { useEndSessions, useSessions } from "./session-queries.ts";

/** Where the account is signed in, and ending it. */
export function SessionsCard(): ReactNode {
  const sessions = useSessions();
  const end = useEndSessions();
  const isBusy = (which: string): boolean => end.isPending && end.variables === which;
  const columns: readonly Column<OpenSessionView>[] = [
    { id: "device", heading: "Device", isRowHeading: true, cell: (row) => <Device row={row} /> },
    {
      id: "used",
      heading: "Last used",
      numeric: true,
      cell: ({ lastUsedMs }) => timeFigure(lastUsedMs),
    },
    {
      id: "end",
      heading: <HiddenHeading>End</HiddenHeading>,
      numeric: true,
      cell: ({ id, device, createdMs, isCurrent }) =>
        !isCurrent && (
          <Button
            small
            tone="danger"
            aria-label={`Sign out ${device || "unknown device"}, signed in ${timeFigure(createdMs)}`}
            className="whitespace-nowrap"
            busy={isBusy(id)}
            onClick={() => end.mutate(id)}
          >
            Sign out
          </Button>
        ),
    },
  ];
  const hasOthers = sessions.data?.items.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <Card
      flush
      title="Where you are signed in"
      hint="A session ends after 14 days. Sign out whatever you do not know."
      actions={
        hasOthers && (
          <Button small busy={isBusy("others")} onClick={() => end.mutate("others")}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <div className="grid gap-2 pb-2">
        <QueryView query={sessions} what="Your sessions could not be loaded">
          {({ items }) => (
            <Table
              caption="Where you are signed in"
              columns={columns}
              rows={items}
              keyOf={({ id }) => id}
            />
          )}
        </QueryView>
        <div className="px-4">
          <FormFault error={end.error} />
        </div>
      </div>
    </Card>
  );
}

function Device({ row }: { readonly row: OpenSessionView }): ReactNode {
  return (
    <div className="grid gap-1">
      <span className="inline-flex flex-wrap items-center gap-2">
        {row.device || "Unknown device"}
        {row.isCurrent && <Badge tone="accent">this one</Badge>}
        {row.byPasskey && <Badge>passkey</Badge>}
      </span>
      <span className="text-muted">since {timeFigure(row.createdMs)}</span>
    </div>
  );
}
