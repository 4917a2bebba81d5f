import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ReportSection, RunReport } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { countFigure } from "../../design/figures.ts";
import { ProgressBar } from "../../design/key-figures.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState, Skeleton } from "../../design/states.tsx";
import { ReportTableCard } from "./report-table.tsx";
import { useRunReport } from "./run-queries.ts";
import { reportRoute } from "./run-routes.tsx";
import { STATE_TONES } from "./run-words.ts";

/** Results of a run as tables: of an experiment, or of a comparison of ways of writing. */
export function ReportPage(): ReactNode {
  const { runId } = reportRoute.useParams();
  const query = useRunReport(runId);
  const report = query.data;
  const isExperiment = report?.kind === "experiment";
  return (
    <>
      <PageHeader
        title={isExperiment ? `${report.name}: report` : (report?.name ?? runId)}
        hint={report === undefined ? "" : <span className="font-mono text-mini">{runId}</span>}
        crumbs={[
          { label: "Runs", to: "/runs" },
          ...(isExperiment
            ? [{ label: report.name, to: `/runs/${encodeURIComponent(runId)}` }]
            : []),
        ]}
        badges={report && <Badge tone={STATE_TONES[report.state]}>{report.state}</Badge>}
        actions={
          isExperiment ? (
            <Button asChild>
              <Link to="/runs/$runId" params={{ runId }}>
                Heat map
              </Link>
            </Button>
          ) : undefined
        }
      />
      <QueryView query={query} what="The report could not be made" loading={<Working />}>
        {(found) => <Report report={found} />}
      </QueryView>
    </>
  );
}

function Working(): ReactNode {
  return (
    <div className="grid gap-3">
      <p className="text-muted">Comparing cells: of large runs this takes a few seconds.</p>
      <Skeleton lines={9} />
    </div>
  );
}

function Report({ report }: { readonly report: RunReport }): ReactNode {
  const { progress, sections, kind, id } = report;
  if (progress !== undefined) return <Progress progress={progress} />;
  return (
    <>
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
      {kind === "experiment" && (
        <p className="text-small text-muted">
          The same tables as LaTeX, CSV, Markdown and JSON:{" "}
          <code className="rounded-small bg-sunken px-2 py-1 font-mono text-mini break-all">
            longhand report {id} --table all --out tables
          </code>
        </p>
      )}
    </>
  );
}

function Progress({
  progress: { done, planned },
}: {
  readonly progress: NonNullable<RunReport["progress"]>;
}): ReactNode {
  return (
    <div className="grid gap-4">
      <ProgressBar label="Documents written" share={planned === 0 ? 0 : done / planned} />
      <EmptyState title={`${countFigure(done)} of ${countFigure(planned)} documents are written`}>
        <p>The report is made once all of them are measured; it shows up here.</p>
      </EmptyState>
    </div>
  );
}

function Section({
  section: { title, points, tables },
}: {
  readonly section: ReportSection;
}): ReactNode {
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="text-title font-semibold">{title}</h2>
      {points.length > 0 && (
        <ul className="grid max-w-3xl grid-cols-1 list-disc gap-1 pl-4">
          {points.map((point) => (
            <li key={point} className="break-words">
              {point}
            </li>
          ))}
        </ul>
      )}
      {tables.map((table) => (
        <ReportTableCard key={table.id} table={table} />
      ))}
      {points.length + tables.length === 0 && (
        <p className="text-muted">Nothing in this run belongs here.</p>
      )}
    </section>
  );
}
