import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { RunComparison, RunListItem } from "../../../records/index.ts";
import { QueryView } from "../../api/query-view.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { SelectField } from "../../design/field.tsx";
import { countFigure } from "../../design/figures.ts";
import { Notice } from "../../design/notice.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../design/states.tsx";
import { ContrastTable } from "./contrast-table.tsx";
import { useComparison, useRunGrid, useRuns } from "./run-queries.ts";
import { compareRoute } from "./run-routes.tsx";

/** Two runs, or two cells, against each other. */
export function ComparePage(): ReactNode {
  const { a = "", b = "" } = compareRoute.useSearch();
  const comparison = useComparison(a, b);
  const isChosen = a !== "" && b !== "" && b.split("#")[0] !== "";
  return (
    <>
      <PageHeader
        title="Compare"
        hint="Over the texts that both sides have, paired; numbers of unlike settings are never put side by side."
      />
      <Sides key={`${a}|${b}`} a={a} b={b} />
      {isChosen ? (
        <QueryView
          query={comparison}
          what="The two sides could not be compared"
          loading={<Working />}
        >
          {(found) => <Comparison found={found} />}
        </QueryView>
      ) : (
        <EmptyState title="Choose two sides">
          <p>
            Two runs with cells in common, or one cell of each. Two cells of one run will do, too.
          </p>
        </EmptyState>
      )}
    </>
  );
}

function Working(): ReactNode {
  return (
    <div className="grid gap-3">
      <p className="text-muted">Drawing samples: of large runs this takes a few seconds.</p>
      <Skeleton lines={6} />
    </div>
  );
}

function Sides({ a, b }: { readonly a: string; readonly b: string }): ReactNode {
  const navigate = useNavigate();
  const [first, setFirst] = useState(a);
  const [second, setSecond] = useState(b);
  const runs = useRuns();
  const known = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  const experiments = known.filter(({ kind }) => kind === "experiment");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    navigate({ to: "/compare", search: { a: first, b: second } }).catch(() => undefined);
  };
  if (runs.error !== null && runs.data === undefined) {
    return <ErrorPanel error={runs.error} what="The runs could not be loaded" />;
  }
  return (
    <form onSubmit={submit} className="no-print">
      <Card title="Sides">
        <div className="grid gap-6 sm:grid-cols-2">
          <SideChoice legend="Baseline" value={first} onChange={setFirst} runs={experiments} />
          <SideChoice
            legend="Compared with it"
            value={second}
            onChange={setSecond}
            runs={experiments}
          />
        </div>
        <div className="mt-4">
          <Button
            type="submit"
            tone="primary"
            disabled={first === "" || second === "" || first === second}
          >
            Compare
          </Button>
        </div>
      </Card>
    </form>
  );
}

interface SideChoiceProps {
  readonly legend: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly runs: readonly RunListItem[];
}

function SideChoice({ legend, value, onChange, runs }: SideChoiceProps): ReactNode {
  const [run = "", cell = ""] = value.split("#");
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <SelectField label="Run" value={run} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose a run</option>
        {runs.map(({ id, name }) => (
          <option key={id} value={id}>
            {name} ({id.slice(-8)})
          </option>
        ))}
      </SelectField>
      {run !== "" && <CellChoice run={run} cell={cell} onChange={onChange} />}
    </fieldset>
  );
}

interface CellChoiceProps {
  readonly run: string;
  readonly cell: string;
  readonly onChange: (value: string) => void;
}

function CellChoice({ run, cell, onChange }: CellChoiceProps): ReactNode {
  const grid = useRunGrid(run, false);
  return (
    <SelectField
      label="Cell"
      value={cell}
      onChange={(event) =>
        onChange(event.target.value === "" ? run : `${run}#${event.target.value}`)
      }
    >
      <option value="">all that both have</option>
      {(grid.data?.cells ?? []).map(({ id }) => (
        <option key={id}>{id}</option>
      ))}
    </SelectField>
  );
}

function Comparison({ found }: { readonly found: RunComparison }): ReactNode {
  const { comparisons, statistics, users, notes } = found;
  const metrics = [...new Set(comparisons.map(({ metric }) => metric))];
  return (
    <>
      {notes.length > 0 && (
        <Notice tone="warn" title="What to know">
          <ul className="list-disc pl-4">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      {metrics.map((metric) => (
        <Card key={metric} flush title={metric} {...signatureOf(found, metric)}>
          <ContrastTable rows={comparisons.filter((row) => row.metric === metric)} />
        </Card>
      ))}
      <p className="text-small text-muted">
        {countFigure(statistics.resamples)} resamples and {countFigure(statistics.permutations)}{" "}
        permutations, corrected by {statistics.correction}, whole{" "}
        {statistics.clusterBy === "user" ? `users (${users ?? "unknown"})` : "texts"} resampled,
        seed {statistics.seed}.
      </p>
    </>
  );
}

function signatureOf(
  { comparisons }: RunComparison,
  metric: string,
): { readonly hint?: ReactNode } {
  const signature = comparisons.find((row) => row.metric === metric)?.signature;
  if (signature === undefined) return {};
  return { hint: <span className="font-mono text-mini break-all">{signature}</span> };
}
