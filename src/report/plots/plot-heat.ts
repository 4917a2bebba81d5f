import { axisX, axisY, cell, text } from "@observablehq/plot";
import { formatScore } from "../format-number.ts";
import { type HeatGrid, type HeatScale, heatOf } from "../heat-grid.ts";
import { columnEntry, type MetricColumn } from "../metric-columns.ts";
import { drawPlot, plotLabels } from "./draw-plot.ts";

/** Shades of the accent colour; the numbers on them stay readable, in light and dark. */
const LIGHTEST = 0.06;
const DARKEST = 0.45;
const ROW_HEIGHT = 30;
const LABEL_CHARACTERS = 26;

interface Place {
  readonly row: string;
  readonly k: number;
  readonly words: string;
  readonly opacity: number;
}

/**
 * Plots a heat map: one line per retriever, one column per k, each place shaded by its mean, with the
 * number on it.
 *
 * @param grid - The cells.
 * @param column - The metric and signature to plot.
 * @param scale - Which means the lightest and the darkest shade stand for.
 * @returns SVG source, or `undefined` if no cell has a mean.
 */
export function plotHeat(
  grid: HeatGrid,
  column: MetricColumn,
  scale: HeatScale,
): string | undefined {
  const places = grid.rows.flatMap(({ cells }, index) =>
    [...cells].flatMap(([k, own]): Place[] => {
      const mean = columnEntry(column, own)?.mean;
      if (mean === undefined) return [];
      const opacity = LIGHTEST + (DARKEST - LIGHTEST) * heatOf(mean, scale);
      return [{ row: String(index), k, words: formatScore(mean), opacity }];
    }),
  );
  if (places.length === 0) return undefined;
  const names = plotLabels(
    grid.rows.map(({ name }) => name),
    LABEL_CHARACTERS,
  );
  const longest = Math.max(...names.map((name) => name.length));
  return drawPlot({
    height: grid.rows.length * ROW_HEIGHT + 56,
    marginLeft: 16 + longest * 6.3,
    marginRight: 8,
    marginTop: 8,
    marginBottom: 40,
    x: { type: "band", domain: grid.ks, padding: 0.04 },
    y: { type: "band", domain: grid.rows.map((_, index) => String(index)), padding: 0.06 },
    opacity: { type: "identity" },
    marks: [
      axisX({ tickSize: 0, tickPadding: 8, color: "var(--muted)", label: "passages retrieved, k" }),
      axisY({
        tickSize: 0,
        tickPadding: 8,
        color: "var(--ink)",
        label: null,
        tickFormat: (index: string) => names[Number(index)] ?? "",
      }),
      cell(places, { x: "k", y: "row", fill: "var(--accent)", fillOpacity: "opacity" }),
      text(places, { x: "k", y: "row", text: "words", fill: "var(--ink)" }),
    ],
  });
}
