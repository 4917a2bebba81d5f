import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RunList, RunListItem } from "../../../records/index.ts";
import { PagedView } from "../../api/paged-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { countFigure, timeFigure } from "../../design/figures.ts";
import { Notice } from "../../design/notice.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { useRuns } from "./run-queries.ts";
import { KIND_WORDS, STATE_TONES } from "./run-words.ts";

const COLUMNS: readonly Column<RunListItem>[] = [
  { id: "name", heading: "Run", isRowHeading: true, cell: (run) => <RunName run={run} /> },
  {
    id: "state",
    heading: "State",
    cell: ({ state, partial }) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={STATE_TONES[state]}>{state}</Badge>
        {partial === true && <Badge tone="warn">partial</Badge>}
      </span>
    ),
  },
  { id: "what", heading: "What", cell: (run) => KIND_WORDS[run.kind] },
  { id: "models", heading: "Models", cell: ({ models }) => models.join(", ") || "–" },
  { id: "size", heading: "Size", numeric: true, cell: (run) => <RunSize run={run} /> },
  {
    id: "started",
    heading: "Begun",
    numeric: true,
    cell: ({ startedAtMs }) => (
      <span className="whitespace-nowrap">
        {startedAtMs === undefined ? "–" : timeFigure(startedAtMs)}
      </span>
    ),
  },
];

/** All runs, the newest first. */
export function RunListPage(): ReactNode {
  const query = useRuns();
  return (
    <>
      <PageHeader
        title="Runs"
        hint="Experiments and documents in this machine’s folder of runs, the newest first."
        actions={
          <Button asChild>
            <Link to="/compare">Compare two runs</Link>
          </Button>
        }
      />
      <PagedView query={query} what="The runs could not be loaded" unit="runs">
        {(pages) => <Runs pages={pages} />}
      </PagedView>
    </>
  );
}

function Runs({ pages }: { readonly pages: readonly RunList[] }): ReactNode {
  const runs = pages.flatMap((page) => page.runs);
  const unreadable = pages[0]?.unreadable ?? [];
  return (
    <>
      {unreadable.length > 0 && (
        <Notice tone="warn" title="Some folders cannot be read">
          <ul>
            {unreadable.map(({ id, reason }) => (
              <li key={id}>
                {id}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {runs.length === 0 ? (
        <EmptyState title="No runs yet">
          <p>Start one in a terminal; it shows up here while it is at work.</p>
          <p>
            <code className="rounded-small bg-sunken px-2 py-1 font-mono text-small">
              longhand run experiment.yaml
            </code>
          </p>
        </EmptyState>
      ) : (
        <Card flush title={`${countFigure(pages[0]?.total ?? runs.length)} in all`}>
          <Table caption="Runs" columns={COLUMNS} rows={runs} keyOf={({ id }) => id} />
        </Card>
      )}
    </>
  );
}

const NAME_CLASS =
  "text-accent underline decoration-line underline-offset-4 hover:decoration-accent";

function RunName({ run }: { readonly run: RunListItem }): ReactNode {
  const { id, kind, name } = run;
  return (
    <span className="grid min-w-40">
      {kind === "experiment" && (
        <Link to="/runs/$runId" params={{ runId: id }} className={NAME_CLASS}>
          {name}
        </Link>
      )}
      {kind === "writing" && (
        <Link to="/writings/$runId" params={{ runId: id }} className={NAME_CLASS}>
          {name}
        </Link>
      )}
      {kind === "writing-comparison" && (
        <Link to="/runs/$runId/report" params={{ runId: id }} className={NAME_CLASS}>
          {name}
        </Link>
      )}
      <span className="font-mono text-mini font-normal text-muted">{id}</span>
    </span>
  );
}

function RunSize({ run }: { readonly run: RunListItem }): ReactNode {
  const { cells, planned, failed = 0, targetWords } = run;
  if (targetWords !== undefined) return `${countFigure(targetWords)} words`;
  if (cells === undefined) return "–";
  return (
    <span className="grid justify-items-end gap-1">
      <span className="whitespace-nowrap">
        {cells} {cells === 1 ? "cell" : "cells"}
        {planned === undefined ? "" : `, ${countFigure(planned)} texts`}
      </span>
      {failed > 0 && <Badge tone="bad">{countFigure(failed)} failed</Badge>}
    </span>
  );
}
