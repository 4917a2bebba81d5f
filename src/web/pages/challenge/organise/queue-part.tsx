import type { ReactNode } from "react";
import type { QueueView } from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { countFigure } from "../../../design/figures.ts";
import { ProgressBar } from "../../../design/key-figures.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { counted, STATE_TONES, utcFigure } from "../challenge-words.ts";
import { useQueue } from "./organise-queries.ts";

type Entry = QueueView["entries"][number];

const COLUMNS: readonly Column<Entry>[] = [
  { id: "team", heading: "Team", isRowHeading: true, cell: ({ teamName }) => teamName },
  { id: "track", heading: "Track", cell: ({ track }) => track },
  {
    id: "state",
    heading: "State",
    cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{state}</Badge>,
  },
  { id: "attempts", heading: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
  {
    id: "received",
    heading: "Upload began",
    cell: ({ receivedAtMs }) => <Moment atMs={receivedAtMs} />,
  },
  {
    id: "heartbeat",
    heading: "Worker last heard",
    cell: ({ heartbeatAtMs }) =>
      heartbeatAtMs === undefined ? "–" : <Moment atMs={heartbeatAtMs} />,
  },
  { id: "cause", heading: "Last fault", cell: ({ cause }) => cause ?? "–" },
];

function Moment({ atMs }: { readonly atMs: number }): ReactNode {
  return <span className="whitespace-nowrap tabular-nums">{utcFigure(atMs)}</span>;
}

/** What is being checked and scored. */
export function QueuePart({ challengeId }: { readonly challengeId: string }): ReactNode {
  const query = useQueue(challengeId);
  return (
    <QueryView query={query} what="The queue could not be loaded">
      {({ entries, rescore }) => (
        <div className="grid grid-cols-1 gap-6">
          {rescore !== undefined && <RescoreCard rescore={rescore} />}
          {entries.length === 0 ? (
            <EmptyState title="The queue is empty">
              <p>Every submission is final. What arrives shows up here until it is.</p>
            </EmptyState>
          ) : (
            <Card flush title={`${counted(entries.length, "submission")} in progress`}>
              <Table
                caption="Submissions in progress, the oldest first"
                columns={COLUMNS}
                rows={entries}
                keyOf={({ submissionId }) => submissionId}
              />
            </Card>
          )}
        </div>
      )}
    </QueryView>
  );
}

/** How far a rescoring is; both versions of the scores stand until it is done. */
export function RescoreCard({
  rescore: { reason, startedAtMs, done, total },
}: {
  readonly rescore: NonNullable<QueueView["rescore"]>;
}): ReactNode {
  return (
    <Card title="Everything is being scored again" hint={`Begun ${utcFigure(startedAtMs)}`}>
      <div className="grid gap-3">
        <p className="whitespace-pre-line">{reason}</p>
        <ProgressBar label="Scored again" share={total === 0 ? 1 : done / total} />
        <p className="text-small text-muted">
          New version: {countFigure(done)} of {countFigure(total)}. The board shows the old version
          until all are done, then switches in one step.
        </p>
      </div>
    </Card>
  );
}
