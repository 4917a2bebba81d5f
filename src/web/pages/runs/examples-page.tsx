import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CellSummary, ExamplePage, ExampleRow, TextStatus } from "../../../records/index.ts";
import { PagedView } from "../../api/paged-view.tsx";
import { Badge, type BadgeTone } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField } from "../../design/field.tsx";
import { countFigure } from "../../design/figures.ts";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState } from "../../design/states.tsx";
import { type Column, Table } from "../../design/table.tsx";
import { useExamples, useRunGrid } from "./run-queries.ts";
import { examplesRoute } from "./run-routes.tsx";
import { ScoreFigure } from "./score-list.tsx";

const STATUSES: readonly (TextStatus | "all")[] = ["all", "generated", "failed", "pending"];

const STATUS_WORDS: Readonly<Record<TextStatus | "all", string>> = {
  all: "All",
  generated: "Written",
  failed: "Failed",
  pending: "Pending",
};

const STATUS_TONES: Readonly<Record<TextStatus, BadgeTone>> = {
  generated: "good",
  failed: "bad",
  pending: "accent",
};

/** The texts of one cell of a run. */
export function ExamplesPage(): ReactNode {
  const { runId } = examplesRoute.useParams();
  const { cell, status = "all" } = examplesRoute.useSearch();
  const grid = useRunGrid(runId, false);
  const query = useExamples({ id: runId, cell, status });
  return (
    <>
      <PageHeader
        title="Texts"
        hint="Every planned text of one cell, in plan order."
        crumbs={[
          { label: "Runs", to: "/runs" },
          { label: runId, to: `/runs/${encodeURIComponent(runId)}` },
        ]}
      />
      <Choices cells={grid.data?.cells ?? []} cell={cell} status={status} />
      <PagedView query={query} what="The texts could not be loaded" unit="texts">
        {(pages) => <Examples pages={pages} />}
      </PagedView>
    </>
  );
}

interface ChoicesProps {
  readonly cells: readonly CellSummary[];
  readonly cell: string | undefined;
  readonly status: TextStatus | "all";
}

function Choices({ cells, cell, status }: ChoicesProps): ReactNode {
  const navigate = useNavigate();
  const choose = (search: {
    readonly cell?: string;
    readonly status?: TextStatus | "all";
  }): void => {
    const kept = cell === undefined ? {} : { cell };
    navigate({ to: ".", search: { ...kept, status, ...search }, replace: true }).catch(
      () => undefined,
    );
  };
  return (
    <div className="grid gap-4 sm:grid-cols-[2fr_1fr] no-print">
      <SelectField
        label="Cell"
        value={cell ?? cells[0]?.id ?? ""}
        onChange={(event) => choose({ cell: event.target.value })}
      >
        {cells.map(({ id }) => (
          <option key={id}>{id}</option>
        ))}
      </SelectField>
      <SelectField
        label="Show"
        value={status}
        onChange={(event) => choose({ status: event.target.value as TextStatus | "all" })}
      >
        {STATUSES.map((id) => (
          <option key={id} value={id}>
            {STATUS_WORDS[id]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Examples({ pages }: { readonly pages: readonly ExamplePage[] }): ReactNode {
  const rows = pages.flatMap((page) => page.rows);
  const [first] = pages;
  if (first === undefined || rows.length === 0) {
    return (
      <EmptyState title="No such text">
        <p>No text of this cell has this state.</p>
      </EmptyState>
    );
  }
  return (
    <Card
      flush
      title={`${countFigure(rows.length)} shown`}
      hint={`${first.cell}: ${countFigure(first.total)} texts in all`}
    >
      <Table
        caption={`Texts of ${first.cell}`}
        columns={columnsOf(first)}
        rows={rows}
        keyOf={({ example, repeat }) => `${example}.${repeat}`}
      />
    </Card>
  );
}

function columnsOf({ id, cell, rows }: ExamplePage): readonly Column<ExampleRow>[] {
  const metrics = rows.find(({ scores }) => scores.length > 0)?.scores ?? [];
  return [
    {
      id: "example",
      heading: "Example",
      isRowHeading: true,
      cell: (row) => <ExampleLink runId={id} cell={cell} row={row} />,
    },
    { id: "text", heading: "Text", cell: (row) => <Excerpt row={row} /> },
    ...metrics.map(
      ({ metric }, place): Column<ExampleRow> => ({
        id: metric,
        heading: metric,
        numeric: true,
        cell: ({ scores }) => <ScoreFigure score={scores[place]} />,
      }),
    ),
  ];
}

interface ExampleLinkProps {
  readonly runId: string;
  readonly cell: string;
  readonly row: ExampleRow;
}

function ExampleLink({ runId, cell, row }: ExampleLinkProps): ReactNode {
  const { example, exampleId, userId, repeat } = row;
  return (
    <span className="grid min-w-40">
      <Link
        to="/runs/$runId/examples/$example"
        params={{ runId, example: String(example) }}
        search={{ cell, ...(repeat === 0 ? {} : { repeat }) }}
        className="text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
      >
        {exampleId}
      </Link>
      <span className="text-mini font-normal text-muted">
        {userId}
        {repeat > 0 && `, repeat ${repeat}`}
      </span>
    </span>
  );
}

function Excerpt({ row: { status, reason, excerpt } }: { readonly row: ExampleRow }): ReactNode {
  if (excerpt !== undefined) return <span className="block min-w-64 text-muted">{excerpt}</span>;
  return (
    <Badge tone={STATUS_TONES[status]}>
      {STATUS_WORDS[status].toLowerCase()}
      {reason !== undefined && `: ${reason}`}
    </Badge>
  );
}
