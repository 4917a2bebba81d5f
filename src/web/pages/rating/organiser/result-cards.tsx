import type { ReactNode } from "react";
import type {
  MetricValidity,
  ResultSet,
  StudyResults,
  SystemComparison,
  SystemResult,
} from "../../../../records/index.ts";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { Distribution } from "../../../design/distribution.tsx";
import { pFigure, withMinus } from "../../../design/figures.ts";
import { type Column, Table } from "../../../design/table.tsx";
import { Coefficient } from "./agreement-table.tsx";

/** One set of results, and what it is called. */
export interface ResultCardProps {
  /** The study. */
  readonly results: StudyResults;
  /** The set. */
  readonly set: ResultSet;
  /** Whose marks are in it. */
  readonly which: string;
}

interface Names {
  readonly system: (id: string) => string;
  readonly dimension: (id: string) => string;
  readonly isLow: (dimension: string) => boolean;
}

function namesOf({ systems, dimensions, analysis }: StudyResults): Names {
  const systemNames = new Map(systems.map(({ id, name }) => [id, name]));
  const labels = new Map(dimensions.map(({ id, label }) => [id, label]));
  const low = new Set(
    analysis.agreement.filter(({ isLow }) => isLow).map(({ dimension }) => dimension),
  );
  return {
    system: (id) => systemNames.get(id) ?? id,
    dimension: (id) => labels.get(id) ?? id,
    isLow: (dimension) => low.has(dimension),
  };
}

/** Means, intervals and distributions of all systems. */
export function MarksCard({ results, set, which }: ResultCardProps): ReactNode {
  const names = namesOf(results);
  return (
    <Card
      flush
      title={`Marks of the systems, ${which}`}
      hint="The score of a text is the mean of its raters, that of a system the mean over prompts; 95 % intervals by resampling prompts."
    >
      <Table
        caption={`Marks of the systems, ${which}`}
        columns={markColumns(names)}
        rows={set.systems}
        keyOf={({ system, dimension }) => `${system}/${dimension}`}
      />
    </Card>
  );
}

function markColumns(names: Names): readonly Column<SystemResult>[] {
  return [
    {
      id: "dimension",
      heading: "Dimension",
      cell: ({ dimension }) => names.dimension(dimension),
    },
    {
      id: "system",
      heading: "System",
      isRowHeading: true,
      cell: ({ system }) => names.system(system),
    },
    {
      id: "mean",
      heading: "Mean",
      numeric: true,
      cell: (row) => <Mean row={row} isLow={names.isLow(row.dimension)} />,
    },
    { id: "median", heading: "Median", numeric: true, cell: ({ median }) => median ?? "–" },
    {
      id: "counts",
      heading: "Marks 1 to 5",
      cell: ({ counts }) => (
        <span className="flex items-center gap-3">
          <Distribution counts={counts} />
          <span className="text-mini whitespace-nowrap text-muted tabular-nums">
            {counts.join(" · ")}
          </span>
        </span>
      ),
    },
    {
      id: "cannot",
      heading: "Cannot judge",
      numeric: true,
      cell: ({ cannotJudge }) => cannotJudge,
    },
    { id: "prompts", heading: "Prompts", numeric: true, cell: ({ prompts }) => prompts },
  ];
}

function Mean({
  row: { mean, ciLow, ciHigh, reason },
  isLow,
}: {
  readonly row: SystemResult;
  readonly isLow: boolean;
}): ReactNode {
  if (mean === undefined) return <span className="text-muted">none: {reason ?? "no-ratings"}</span>;
  return (
    <span className="grid justify-items-end gap-1">
      <span className="whitespace-nowrap">
        {mean.toFixed(2)}
        {ciLow !== undefined && ciHigh !== undefined && (
          <span className="text-muted">
            {" "}
            [{ciLow.toFixed(2)}, {ciHigh.toFixed(2)}]
          </span>
        )}
      </span>
      {isLow && <Badge tone="warn">low agreement</Badge>}
    </span>
  );
}

/** The declared tests, pair by pair. */
export function TestsCard({ results, set, which }: ResultCardProps): ReactNode {
  const names = namesOf(results);
  return (
    <Card
      flush
      title={`Pairs of systems, ${which}`}
      hint={`Labels are permuted within a prompt for all its raters together; two-sided; Holm’s correction over all pairs and dimensions; level ${results.alpha}.`}
    >
      <Table
        caption={`Pairs of systems, ${which}`}
        columns={testColumns(names, results.alpha)}
        rows={set.comparisons}
        keyOf={({ dimension, first, second }) => `${dimension}/${first}/${second}`}
      />
    </Card>
  );
}

function testColumns(names: Names, alpha: number): readonly Column<SystemComparison>[] {
  return [
    { id: "dimension", heading: "Dimension", cell: ({ dimension }) => names.dimension(dimension) },
    {
      id: "pair",
      heading: "Pair",
      isRowHeading: true,
      cell: ({ first, second }) => `${names.system(first)} − ${names.system(second)}`,
    },
    {
      id: "difference",
      heading: "Difference",
      numeric: true,
      cell: ({ difference, ciLow, ciHigh }) => (
        <span className="whitespace-nowrap">
          {difference === undefined ? "–" : withMinus(difference.toFixed(2))}
          {ciLow !== undefined && ciHigh !== undefined && (
            <span className="text-muted">
              {" "}
              [{withMinus(ciLow.toFixed(2))}, {withMinus(ciHigh.toFixed(2))}]
            </span>
          )}
        </span>
      ),
    },
    { id: "p", heading: "p", numeric: true, cell: ({ p }) => pFigure(p) },
    {
      id: "adjusted",
      heading: "p (Holm)",
      numeric: true,
      cell: ({ adjustedP }) => pFigure(adjustedP),
    },
    {
      id: "verdict",
      heading: "Verdict",
      cell: ({ adjustedP }) =>
        adjustedP !== undefined && adjustedP < alpha ? (
          <Badge tone="accent">separated</Badge>
        ) : (
          <span className="whitespace-nowrap text-muted">not separated</span>
        ),
    },
    {
      id: "prompts",
      heading: "Prompts ahead, equal, behind",
      numeric: true,
      cell: ({ wins, ties, losses }) => `${wins}, ${ties}, ${losses}`,
    },
  ];
}

/** How far automatic measures order texts and systems as raters do. */
export function ValidityCard({ results }: { readonly results: StudyResults }): ReactNode {
  const names = namesOf(results);
  const { metrics } = results.analysis;
  return (
    <Card
      flush
      title="Automatic measures against marks"
      hint="Spearman’s correlation with 95 % interval. Where low scores are good, a negative one means that measure and raters agree."
    >
      {metrics.length === 0 ? (
        <p className="px-4 pb-4 text-small text-muted">
          This study belongs to no challenge, or its texts are no submissions: there are no
          automatic scores.
        </p>
      ) : (
        <Table
          caption="Automatic measures against marks"
          columns={validityColumns(names)}
          rows={metrics}
          keyOf={({ metric, dimension }) => `${metric}/${dimension}`}
        />
      )}
    </Card>
  );
}

function validityColumns(names: Names): readonly Column<MetricValidity>[] {
  return [
    {
      id: "metric",
      heading: "Measure",
      isRowHeading: true,
      cell: ({ metric, isExploratory }) => (
        <span className="flex flex-wrap items-center gap-2">
          {metric}
          {isExploratory && <Badge title="The plan did not declare it">exploratory</Badge>}
        </span>
      ),
    },
    { id: "dimension", heading: "Dimension", cell: ({ dimension }) => names.dimension(dimension) },
    {
      id: "texts",
      heading: "Over texts",
      numeric: true,
      cell: ({ overTexts }) => <Coefficient value={overTexts} />,
    },
    { id: "text-count", heading: "Texts", numeric: true, cell: ({ texts }) => texts },
    {
      id: "systems",
      heading: "Over systems",
      numeric: true,
      cell: ({ overSystems }) => <Coefficient value={overSystems} />,
    },
    { id: "system-count", heading: "Systems", numeric: true, cell: ({ systems }) => systems },
  ];
}
