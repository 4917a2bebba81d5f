import { axisX, axisY, dot, line, ruleX, ruleY, text } from "@observablehq/plot";
import { columnEntry, type MetricColumn } from "../metric-columns.ts";
import type { KGrid, KSeries } from "../score-against-k.ts";
import { drawPlot } from "./draw-plot.ts";
import { spanOf } from "./row-layout.ts";

/** Colours of series, as the page defines them. */
export const SERIES_COLOURS = 6;

/** A mean at one k with its interval. */
export interface KPoint {
  /** Passages retrieved. */
  readonly k: number;
  /** Mean. */
  readonly mean: number;
  /** Lower end of the interval; the mean, if there is none. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
}

/** Lines over k. */
export interface KLines {
  /** Every k, in order. */
  readonly ks: readonly number[];
  /** One list of points per line. */
  readonly lines: readonly (readonly KPoint[])[];
  /** Mean without retrieval, as a line across; absent for none. */
  readonly none?: number;
}

/**
 * Plots the mean against k, one line per retriever, with intervals; a dashed line marks the mean
 * without retrieval.
 *
 * @param grid - The cells by retriever and k.
 * @param column - The metric and signature to plot.
 * @returns SVG source, or `undefined` if no cell has a mean.
 */
export function plotAgainstK(grid: KGrid, column: MetricColumn): string | undefined {
  const lines = grid.series.map((one) => pointsOf(one, column));
  const none = grid.none === undefined ? undefined : columnEntry(column, grid.none)?.mean;
  return plotKLines({ ks: grid.ks, lines, ...(none === undefined ? {} : { none }) });
}

/**
 * Plots lines over k with their intervals.
 *
 * @param input - The lines.
 * @returns SVG source, or `undefined` if there is no point.
 */
export function plotKLines({ ks, lines, none }: KLines): string | undefined {
  const points = lines.flat();
  if (points.length === 0) return undefined;
  const values = points.flatMap((point) => [point.low, point.high]);
  return drawPlot({
    height: 250,
    marginLeft: 52,
    marginRight: 12,
    marginTop: 16,
    marginBottom: 40,
    insetLeft: 24,
    insetRight: 24,
    x: { type: "point", domain: ks, padding: 0.3 },
    y: { domain: spanOf(none === undefined ? values : [...values, none]), label: null },
    marks: [
      axisX({ tickSize: 0, tickPadding: 8, color: "var(--muted)", label: "passages retrieved, k" }),
      axisY({ ticks: 5, tickSize: 0, color: "var(--muted)", label: null }),
      ruleY(none === undefined ? [] : [none], {
        stroke: "var(--baseline)",
        strokeDasharray: "2,4",
      }),
      text(none === undefined ? [] : [none], {
        y: (mean: number) => mean,
        text: () => "no retrieval",
        frameAnchor: "right",
        dy: -8,
        fill: "var(--muted)",
      }),
      ...lines.flatMap((own, index) => seriesMarks(own, index, lines.length)),
    ],
  });
}

/** Lines side by side, so that intervals at one k do not hide each other. */
function seriesMarks(points: readonly KPoint[], index: number, count: number) {
  const colour = `var(--series-${index % SERIES_COLOURS})`;
  const dx = (index - (count - 1) / 2) * 7;
  return [
    ruleX(points, { x: "k", y1: "low", y2: "high", stroke: colour, strokeWidth: 2, dx }),
    line(points, { x: "k", y: "mean", stroke: colour, strokeWidth: 1.5, strokeOpacity: 0.7, dx }),
    dot(points, {
      x: "k",
      y: "mean",
      r: 5,
      fill: colour,
      symbol: SYMBOLS[index % SYMBOLS.length] ?? "circle",
      dx,
    }),
  ];
}

const SYMBOLS = ["circle", "square", "triangle", "diamond", "star", "cross"] as const;

function pointsOf(series: KSeries, column: MetricColumn): readonly KPoint[] {
  return [...series.cells].flatMap(([k, cell]) => {
    const entry = columnEntry(column, cell);
    if (entry?.mean === undefined) return [];
    const { mean, ciLow: low = mean, ciHigh: high = mean } = entry;
    return [{ k, mean, low, high }];
  });
}
