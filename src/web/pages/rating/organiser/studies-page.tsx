import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { StudySummary } from "../../../../records/index.ts";
import { QueryView } from "../../../api/query-view.tsx";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { timeFigure } from "../../../design/figures.ts";
import { ProgressBar } from "../../../design/key-figures.tsx";
import { PageHeader } from "../../../design/page-header.tsx";
import { EmptyState } from "../../../design/states.tsx";
import { type Column, Table } from "../../../design/table.tsx";
import { useStudies } from "./organiser-queries.ts";
import { STATUS_TONES } from "./study-words.ts";

const COLUMNS: readonly Column<StudySummary>[] = [
  {
    id: "title",
    heading: "Study",
    isRowHeading: true,
    cell: ({ id, title }) => (
      <Link
        to="/studies/$studyId"
        params={{ studyId: id }}
        className="text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
      >
        {title}
      </Link>
    ),
  },
  {
    id: "status",
    heading: "State",
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{status}</Badge>,
  },
  {
    id: "readings",
    heading: "Ratings",
    cell: ({ title, complete, needed }) => (
      <div className="grid min-w-32 gap-1">
        <span className="tabular-nums">
          {complete} of {needed}
        </span>
        <ProgressBar label={`Ratings of ${title}`} share={needed === 0 ? 0 : complete / needed} />
      </div>
    ),
  },
  {
    id: "made",
    heading: "Made",
    numeric: true,
    cell: ({ createdAtMs }) => timeFigure(createdAtMs),
  },
  {
    id: "opened",
    heading: "Opened",
    numeric: true,
    cell: ({ openedAtMs }) => (openedAtMs === undefined ? "–" : timeFigure(openedAtMs)),
  },
];

/** All rating studies of the organisers. */
export function StudiesPage(): ReactNode {
  const query = useStudies();
  return (
    <>
      <PageHeader
        title="Rating studies"
        hint="People read texts blind and answer the same questions about each."
        actions={
          <Button asChild tone="primary">
            <Link to="/studies/new">New study</Link>
          </Button>
        }
      />
      <QueryView query={query} what="The studies could not be loaded">
        {({ studies }) =>
          studies.length === 0 ? (
            <EmptyState
              title="No study yet"
              action={
                <Button asChild>
                  <Link to="/studies/new">Make one</Link>
                </Button>
              }
            >
              <p>
                Write a study file with systems, prompts and texts; everything else has defaults.
              </p>
            </EmptyState>
          ) : (
            <Card flush>
              <Table
                caption="Rating studies"
                columns={COLUMNS}
                rows={studies}
                keyOf={({ id }) => id}
              />
            </Card>
          )
        }
      </QueryView>
    </>
  );
}
