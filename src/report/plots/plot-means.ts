import { axisX, dot, ruleX, ruleY, text } from "@observablehq/plot";
import type { RunSummary } from "../../records/index.ts";
import { nameOf } from "../display-names.ts";
import { formatInterval, formatScore } from "../format-number.ts";
import { columnEntry, type MetricColumn } from "../metric-columns.ts";
import { drawPlot } from "./draw-plot.ts";
import { labelledRows, rowLayout, rowWords, spanOf } from "./row-layout.ts";

/** A plot of one column over all cells. */
export interface MeansPlotInput {
  /** The run. */
  readonly summary: RunSummary;
  /** The metric and signature to plot. */
  readonly column: MetricColumn;
  /** Names by cell id. */
  readonly names: ReadonlyMap<string, string>;
}

interface MeanRow {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly colour: string;
}

/**
 * Plots the mean of every cell with its interval; a dashed line marks the baseline's mean.
 *
 * @param input - The run and the column.
 * @returns SVG source, or `undefined` if no cell has a mean.
 */
export function plotMeans({ summary, column, names }: MeansPlotInput): string | undefined {
  const baselines = new Set(summary.contrasts.map((contrast) => contrast.baseline));
  const means = summary.cells.flatMap((cell): readonly MeanRow[] => {
    const entry = columnEntry(column, cell);
    if (entry?.mean === undefined) return [];
    const { mean, ciLow: low = mean, ciHigh: high = mean } = entry;
    return [
      {
        id: cell.id,
        name: nameOf(names, cell.id),
        words: `${formatScore(mean)} ${formatInterval(entry) ?? ""}`.trim(),
        mean,
        low,
        high,
        colour: baselines.has(cell.id) ? "var(--baseline)" : "var(--accent)",
      },
    ];
  });
  if (means.length === 0) return undefined;
  const rows = labelledRows(means);
  const span = spanOf(rows.flatMap((row) => [row.low, row.high]));
  const baselineMean = rows.find((row) => row.id === [...baselines][0])?.mean;
  return drawPlot({
    ...rowLayout(rows),
    x: { domain: span, label: null },
    marks: [
      axisX({ ticks: 4, tickSize: 0, tickPadding: 8, label: null, color: "var(--muted)" }),
      ruleX(baselines.size === 1 && baselineMean !== undefined ? [baselineMean] : [], {
        stroke: "var(--baseline)",
        strokeDasharray: "2,4",
      }),
      ruleY(rows, { y: "id", x1: "low", x2: "high", stroke: "colour", strokeWidth: 3 }),
      dot(rows, { y: "id", x: "mean", r: 5.5, fill: "colour" }),
      ...rowWords(rows),
      text([column.title], {
        frameAnchor: "bottom-right",
        dy: 34,
        text: (title) => title,
        fill: "var(--muted)",
      }),
    ],
  });
}
