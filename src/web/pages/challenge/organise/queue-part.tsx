import { Link } from "@tanstack/react-router";
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

/** What is being checked and scored, and the versions of scores. */
export function QueuePart({ challengeId }: { readonly challengeId: string }): ReactNode {
  const query = useQueue(challengeId);
  return (
    <QueryView query={query} what="The queue could not be loaded">
      {({ entries, rescore, versions }) => (
        <div className="grid grid-cols-1 gap-6">
          {rescore !== undefined && <RescoreCard rescore={rescore} />}
          {rescore !== undefined && <BothScores rescore={rescore} />}
          <Waiting entries={entries} isRescoring={rescore !== undefined} />
          <Versions challengeId={challengeId} versions={versions} />
        </div>
      )}
    </QueryView>
  );
}

function Waiting({
  entries,
  isRescoring,
}: {
  readonly entries: readonly Entry[];
  readonly isRescoring: boolean;
}): ReactNode {
  if (entries.length === 0) {
    return isRescoring ? (
      <p className="text-small text-muted">No new submission is waiting beside them.</p>
    ) : (
      <EmptyState title="The queue is empty">
        <p>Every submission is final. What arrives shows up here until it is.</p>
      </EmptyState>
    );
  }
  return (
    <Card flush title={`${counted(entries.length, "submission")} in progress`}>
      <Table
        caption="Submissions in progress, the oldest first"
        columns={COLUMNS}
        rows={entries}
        keyOf={({ submissionId }) => submissionId}
      />
    </Card>
  );
}

type Rescore = NonNullable<QueueView["rescore"]>;

/** How far a rescoring is; both versions of the scores stand until it is done. */
export function RescoreCard({ rescore }: { readonly rescore: Rescore }): ReactNode {
  const { reason, startedAtMs, done, total, version, activeVersion } = rescore;
  return (
    <Card title="Everything is being scored again" hint={`Begun ${utcFigure(startedAtMs)}`}>
      <div className="grid gap-3">
        <p className="whitespace-pre-line">{reason}</p>
        <ProgressBar label="Scored again" share={total === 0 ? 1 : done / total} />
        <p className="text-small text-muted">
          Version {version}: {countFigure(done)} of {countFigure(total)}. The board shows version{" "}
          {activeVersion} until all are done, then switches in one step.
        </p>
      </div>
    </Card>
  );
}

type BothScore = Rescore["scores"][number];

function BothScores({ rescore }: { readonly rescore: Rescore }): ReactNode {
  const { scores, version, activeVersion } = rescore;
  if (scores.length === 0) return null;
  const columns: readonly Column<BothScore>[] = [
    {
      id: "team",
      heading: "Team",
      isRowHeading: true,
      cell: ({ teamName, system }) => (
        <span className="grid">
          <span>{teamName}</span>
          <span className="text-mini font-normal text-muted">{system}</span>
        </span>
      ),
    },
    {
      id: "active",
      heading: `Version ${activeVersion}`,
      numeric: true,
      cell: ({ active }) => active ?? "–",
    },
    {
      id: "next",
      heading: `Version ${version}`,
      numeric: true,
      cell: ({ next }) => next ?? "not yet",
    },
    { id: "metric", heading: "Metric", cell: ({ metric }) => metric },
    { id: "track", heading: "Track", cell: ({ track }) => track },
  ];
  return (
    <Card
      flush
      title="Scores of both versions"
      hint="On the part of the test items that the board shows, the latest submission first."
    >
      <Table
        caption="Scores of both versions"
        columns={columns}
        rows={scores}
        keyOf={({ submissionId }) => submissionId}
      />
    </Card>
  );
}

type Version = QueueView["versions"][number];

function Versions({
  challengeId,
  versions,
}: {
  readonly challengeId: string;
  readonly versions: readonly Version[];
}): ReactNode {
  const [newest] = versions.filter(({ activatedAtMs }) => activatedAtMs !== undefined);
  const columns: readonly Column<Version>[] = [
    { id: "version", heading: "Version", isRowHeading: true, cell: ({ version }) => version },
    {
      id: "board",
      heading: "On the board",
      cell: ({ version, activatedAtMs }) => {
        if (activatedAtMs === undefined) return <Badge tone="accent">being made</Badge>;
        if (version === newest?.version) return <Badge tone="good">in force</Badge>;
        const next = versions.find((one) => one.version === version + 1)?.activatedAtMs;
        const last = next === undefined ? activatedAtMs : next - 1;
        return (
          <Link
            to="/challenges/$challengeId/board"
            params={{ challengeId }}
            search={{ asOf: new Date(last).toISOString() }}
            className="text-accent underline underline-offset-4"
          >
            its last board
          </Link>
        );
      },
    },
    {
      id: "reason",
      heading: "Why",
      cell: ({ reason }) => <span className="block min-w-32">{reason}</span>,
    },
    { id: "begun", heading: "Begun", cell: ({ startedAtMs }) => <Moment atMs={startedAtMs} /> },
  ];
  return (
    <Card
      flush
      title="Versions of the scores"
      hint="Each goes with its references and measures; old numbers are kept."
    >
      <Table
        caption="Versions of the scores, the newest first"
        columns={columns}
        rows={versions}
        keyOf={({ version }) => String(version)}
      />
    </Card>
  );
}
