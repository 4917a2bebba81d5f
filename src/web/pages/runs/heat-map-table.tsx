import { Link } from "@tanstack/react-router";
import { type CSSProperties, type ReactNode, useId } from "react";
import type { CellSummary, Contrast } from "../../../records/index.ts";
import { Badge } from "../../design/badge.tsx";
import { scoreFigure } from "../../design/figures.ts";
import { ScrollRegion } from "../../design/table.tsx";
import { type HeatMap, type HeatScale, shadeOf } from "./heat-maps.ts";

/** What every square of a heat map needs to know. */
export interface HeatGround {
  /** Name of the run's folder. */
  readonly runId: string;
  /** The metric that is shown; absent before the run is scored. */
  readonly metric?: string;
  /** Verdicts of this metric, by cell. */
  readonly contrasts: ReadonlyMap<string, Contrast>;
}

/** One heat map: retrievers down, passages across. */
export function HeatMapTable({
  map,
  ground,
}: {
  readonly map: HeatMap;
  readonly ground: HeatGround;
}): ReactNode {
  const id = useId();
  const { title, ks, rows, none, scale } = map;
  return (
    <figure className="grid content-start gap-2 rounded-card border border-line bg-surface p-4 shadow-raised">
      <figcaption id={id} className="font-semibold break-words">
        {title}
      </figcaption>
      <ScrollRegion labelledBy={id}>
        <table className="w-full border-separate border-spacing-1 text-small">
          {ks.length > 0 && (
            <thead>
              <tr>
                <th scope="col" className="px-2 text-left font-medium text-muted">
                  Retriever
                </th>
                {ks.map((k) => (
                  <th key={k} scope="col" className="px-2 text-left font-medium text-muted">
                    k = {k}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {none !== undefined && (
              <tr>
                <RowHeading>none</RowHeading>
                <Square cell={none} scale={scale} ground={ground} span={Math.max(1, ks.length)} />
              </tr>
            )}
            {rows.map(({ retriever, cells }) => (
              <tr key={retriever}>
                <RowHeading>{retriever}</RowHeading>
                {ks.map((k) => (
                  <Square key={k} cell={cells.get(k)} scale={scale} ground={ground} span={1} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </figure>
  );
}

function RowHeading({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <th scope="row" className="px-2 text-left align-middle font-medium">
      {children}
    </th>
  );
}

interface SquareProps {
  readonly cell: CellSummary | undefined;
  readonly scale: HeatScale | undefined;
  readonly ground: HeatGround;
  readonly span: number;
}

function Square({ cell, scale, ground, span }: SquareProps): ReactNode {
  if (cell === undefined) {
    return (
      <td colSpan={span} className="rounded-small bg-sunken px-3 py-2 text-muted">
        <span aria-hidden="true">·</span>
        <span className="sr-only">not in the grid</span>
      </td>
    );
  }
  const summary = ground.metric === undefined ? undefined : cell.metrics[ground.metric];
  const shade = shadeOf(summary?.mean, scale);
  const style = { "--heat": shade ?? 0 } as CSSProperties;
  return (
    <td
      colSpan={span}
      className={shade === undefined ? "rounded-small bg-sunken" : "heat rounded-small"}
      style={style}
    >
      <Link
        to="/runs/$runId/examples"
        params={{ runId: ground.runId }}
        search={{ cell: cell.id }}
        className="grid min-w-28 gap-1 rounded-small px-3 py-2 hover:outline-2 hover:outline-accent"
      >
        {ground.metric !== undefined && <MeanOf cell={cell} ground={ground} />}
        <CellCounts cell={cell} />
      </Link>
    </td>
  );
}

function MeanOf({
  cell,
  ground,
}: {
  readonly cell: CellSummary;
  readonly ground: HeatGround;
}): ReactNode {
  const summary = ground.metric === undefined ? undefined : cell.metrics[ground.metric];
  const verdict = ground.contrasts.get(cell.id)?.verdict;
  const mark = verdict === "better" ? "▲" : "▼";
  const isSeparated = verdict === "better" || verdict === "worse";
  return (
    <span>
      <span className="text-base font-semibold tabular-nums">{scoreFigure(summary?.mean)}</span>
      {isSeparated && (
        <span className="text-mini font-medium">
          {" "}
          <span aria-hidden="true">{mark}</span> {verdict}
        </span>
      )}
      {summary?.ciLow !== undefined && summary.ciHigh !== undefined && (
        <span className="block text-mini whitespace-nowrap tabular-nums">
          {summary.ciLow.toFixed(3)} – {summary.ciHigh.toFixed(3)}
        </span>
      )}
    </span>
  );
}

/** How many texts a cell has: scored, failed, pending, not scorable. */
function CellCounts({ cell }: { readonly cell: CellSummary }): ReactNode {
  const { scored, unscored, failed, pending, metrics } = cell;
  const isScored = Object.keys(metrics).length > 0;
  return (
    <span className="flex flex-wrap gap-1">
      <Badge>n {isScored ? scored : unscored}</Badge>
      {isScored && unscored > 0 && <Badge tone="warn">{unscored} unscored</Badge>}
      {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
      {pending > 0 && <Badge tone="accent">{pending} pending</Badge>}
    </span>
  );
}

/** What the shades mean. */
export function HeatLegend({
  scale,
  metric,
}: {
  readonly scale: HeatScale;
  readonly metric: string;
}): ReactNode {
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-muted">
      <span>{metric}: worst</span>
      <span className="tabular-nums">{scoreFigure(scale.worst)}</span>
      <span aria-hidden="true" className="heat-scale h-4 w-24 rounded-small border border-line" />
      <span className="tabular-nums">{scoreFigure(scale.best)}</span>
      <span>best</span>
      <span>· ▲ ▼ separated from the baseline</span>
    </p>
  );
}
