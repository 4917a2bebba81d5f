import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Contrast, RunGrid, RunView } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField } from "../../design/field.tsx";
import { countFigure, timeFigure } from "../../design/figures.ts";
import { FactList, KeyFigures, ProgressBar } from "../../design/key-figures.tsx";
import { Notice } from "../../design/notice.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { ContrastTable } from "./contrast-table.tsx";
import { HeatLegend, HeatMapTable } from "./heat-map-table.tsx";
import { heatMapsOf } from "./heat-maps.ts";
import { useRun, useRunGrid } from "./run-queries.ts";
import { runRoute } from "./run-routes.tsx";
import { STATE_TONES } from "./run-words.ts";

/** One run: how far it is, its heat maps, its contrasts, what it was made with. */
export function RunPage(): ReactNode {
  const { runId } = runRoute.useParams();
  const query = useRun(runId);
  const run = query.data;
  return (
    <>
      <PageHeader
        title={run?.name ?? runId}
        hint={run === undefined ? "" : <span className="font-mono text-mini">{runId}</span>}
        crumbs={[{ label: "Runs", to: "/runs" }]}
        badges={run === undefined ? undefined : <RunBadges run={run} />}
        actions={run === undefined ? undefined : <RunActions runId={runId} />}
      />
      <QueryView query={query} what="The run could not be loaded">
        {(found) => (
          <>
            <Progress run={found} />
            <GridOfRun run={found} />
          </>
        )}
      </QueryView>
    </>
  );
}

function RunBadges({ run: { state, partial } }: { readonly run: RunView }): ReactNode {
  return (
    <span className="flex gap-1">
      <Badge tone={STATE_TONES[state]}>{state}</Badge>
      {partial && <Badge tone="warn">partial</Badge>}
    </span>
  );
}

function RunActions({ runId }: { readonly runId: string }): ReactNode {
  return (
    <>
      <Button asChild>
        <Link to="/runs/$runId/report" params={{ runId }}>
          Report
        </Link>
      </Button>
      <Button asChild>
        <Link to="/runs/$runId/examples" params={{ runId }}>
          All texts
        </Link>
      </Button>
      <Button asChild>
        <Link to="/compare" search={{ a: runId }}>
          Compare
        </Link>
      </Button>
    </>
  );
}

function Progress({ run: { texts, state } }: { readonly run: RunView }): ReactNode {
  const { planned, generated, failed, pending } = texts;
  return (
    <div className="grid gap-3">
      <KeyFigures
        figures={[
          { label: "Texts planned", value: countFigure(planned) },
          { label: "Written", value: countFigure(generated) },
          {
            label: "Failed",
            value: <span className={failed > 0 ? "text-bad" : ""}>{countFigure(failed)}</span>,
          },
          { label: "Pending", value: countFigure(pending) },
        ]}
      />
      {state !== "finished" && planned > 0 && (
        <ProgressBar label="Texts done" share={(generated + failed) / planned} />
      )}
    </div>
  );
}

function GridOfRun({ run }: { readonly run: RunView }): ReactNode {
  const query = useRunGrid(run.id, run.state === "running");
  return (
    <QueryView query={query} what="The cells could not be loaded">
      {(grid) => <RunTabs run={run} grid={grid} />}
    </QueryView>
  );
}

function RunTabs({ run, grid }: { readonly run: RunView; readonly grid: RunGrid }): ReactNode {
  const { metric: wanted } = runRoute.useSearch();
  const metric = grid.metrics.includes(wanted ?? "") ? wanted : grid.metrics[0];
  const shown = grid.scored ? metric : undefined;
  return (
    <>
      {grid.scored && <MetricChoice metrics={grid.metrics} metric={metric ?? ""} />}
      <Tabs
        label="Views of the run"
        tabs={[
          {
            id: "grid",
            label: "Heat map",
            content: <HeatMaps run={run} grid={grid} metric={shown} />,
          },
          {
            id: "contrasts",
            label: "Against the baseline",
            content: <ContrastsOf grid={grid} metric={shown} />,
          },
          { id: "failures", label: "Failures", content: <Failures run={run} /> },
          { id: "about", label: "About this run", content: <AboutRun run={run} grid={grid} /> },
        ]}
      />
    </>
  );
}

function MetricChoice({
  metrics,
  metric,
}: {
  readonly metrics: readonly string[];
  readonly metric: string;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <div className="max-w-xs no-print">
      <SelectField
        label="Metric"
        value={metric}
        onChange={(event) => {
          const search = { metric: event.target.value };
          navigate({ to: ".", search, replace: true }).catch(() => undefined);
        }}
      >
        {metrics.map((id) => (
          <option key={id}>{id}</option>
        ))}
      </SelectField>
    </div>
  );
}

interface MetricView {
  readonly grid: RunGrid;
  readonly metric: string | undefined;
}

function HeatMaps({ run, grid, metric }: MetricView & { readonly run: RunView }): ReactNode {
  const maps = heatMapsOf(grid.cells, metric);
  const ofMetric = grid.contrasts.filter((contrast) => contrast.metric === metric);
  const contrasts = new Map(
    ofMetric.map((contrast): [string, Contrast] => [contrast.cell, contrast]),
  );
  const ground = { runId: run.id, contrasts, ...(metric === undefined ? {} : { metric }) };
  const scale = maps[0]?.scale;
  return (
    <div className="grid gap-4">
      {!grid.scored && (
        <Notice title="Not scored yet">
          <p>Texts are scored once all of them are made; until then the squares only count them.</p>
        </Notice>
      )}
      {scale !== undefined && metric !== undefined && <HeatLegend scale={scale} metric={metric} />}
      <div className="grid gap-4 lg:grid-cols-2 [&>*]:min-w-0">
        {maps.map((map) => (
          <HeatMapTable key={map.title} map={map} ground={ground} />
        ))}
      </div>
      <Notes notes={grid.notes} />
    </div>
  );
}

function ContrastsOf({ grid, metric }: MetricView): ReactNode {
  const rows = grid.contrasts.filter((contrast) => contrast.metric === metric);
  return (
    <Card flush title="Each cell against the baseline" hint="Over the examples that both have.">
      <ContrastTable rows={rows.map((row) => ({ ...row, side: row.cell }))} />
    </Card>
  );
}

function Failures({ run: { failures, id } }: { readonly run: RunView }): ReactNode {
  const reasons = Object.entries(failures).sort(([, one], [, other]) => other - one);
  if (reasons.length === 0) {
    return <p className="text-muted">No text failed.</p>;
  }
  return (
    <Card
      title="Failed texts by reason"
      hint="They never count as 0; every mean says how many are missing."
    >
      <FactList facts={reasons.map(([label, count]) => ({ label, value: countFigure(count) }))} />
      <p className="mt-4">
        <Link
          to="/runs/$runId/examples"
          params={{ runId: id }}
          search={{ status: "failed" }}
          className="text-accent underline underline-offset-4"
        >
          Show them
        </Link>
      </p>
    </Card>
  );
}

function AboutRun({ run, grid }: { readonly run: RunView; readonly grid: RunGrid }): ReactNode {
  const { statistics } = grid;
  const datasets = run.datasets.map(
    ({ name, task, setting, split, examples }) =>
      `${name}: ${task}, ${setting}, ${split}, ${countFigure(examples)} examples`,
  );
  return (
    <Card title="What it was made with">
      <FactList
        facts={[
          { label: "Begun", value: timeFigure(run.startedAtMs) },
          { label: "Dataset", value: <Lines lines={datasets} /> },
          { label: "Models", value: <Lines lines={run.models} /> },
          { label: "Profile", value: run.profile },
          { label: "Seed", value: run.seed },
          { label: "Texts per cell and example", value: run.repeat },
          { label: "Metrics", value: <Lines mono lines={run.metrics.map((m) => m.signature)} /> },
          ...(statistics === undefined
            ? []
            : [
                {
                  label: "Statistics",
                  value: `${countFigure(statistics.resamples)} resamples, ${countFigure(statistics.permutations)} permutations, ${statistics.correction}, by ${statistics.clusterBy}, seed ${statistics.seed}, ${statistics.generator}`,
                },
              ]),
          { label: "Longhand", value: run.longhand },
        ]}
      />
    </Card>
  );
}

function Lines({
  lines,
  mono = false,
}: {
  readonly lines: readonly string[];
  readonly mono?: boolean;
}): ReactNode {
  return (
    <ul className={mono ? "font-mono text-mini" : ""}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <Notice tone="warn" title="What to know">
      <ul className="list-disc pl-4">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}
