import { axisX, axisY, dot, line, ruleX, ruleY } from "@observablehq/plot";
import type { WritingContrast } from "../../records/index.ts";
import { drawPlot } from "../plots/draw-plot.ts";
import { labelledRows, rowLayout, rowWords, spanOf } from "../plots/row-layout.ts";
import { type ArmCurve, differenceText } from "./comparison-tables.ts";

/** A curve with its colour. */
export interface ColouredCurve extends ArmCurve {
  /** Number of the page's series colour. */
  readonly colour: number;
}

/**
 * Plots mean curves over the tenths of a document.
 *
 * @param curves - One curve per arm.
 * @returns SVG source, or `undefined` without a value.
 */
export function plotCurves(curves: readonly ColouredCurve[]): string | undefined {
  const lines = curves.map(({ values, colour }) => ({
    colour: `var(--series-${colour})`,
    points: values.flatMap((value, index) => (value === null ? [] : [{ tenth: index + 1, value }])),
  }));
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  if (values.length === 0) return undefined;
  return drawPlot({
    height: 240,
    marginLeft: 52,
    marginBottom: 40,
    x: { domain: [1, 10], label: null },
    y: { domain: spanOf([...values, 0]), label: null },
    marks: [
      axisX({ ticks: 10, tickSize: 0, color: "var(--muted)", label: "tenth of the document" }),
      axisY({ ticks: 5, tickSize: 0, color: "var(--muted)", label: null }),
      ...lines.flatMap(({ points, colour }) => [
        line(points, { x: "tenth", y: "value", stroke: colour, strokeWidth: 1.8 }),
        dot(points, { x: "tenth", y: "value", r: 2.6, fill: colour }),
      ]),
    ],
  });
}

/**
 * Plots differences of one measure with their intervals, a row per pair of arms.
 *
 * @param contrasts - Contrasts of one measure and budget.
 * @param title - Name of the measure.
 * @returns SVG source, or `undefined` without a difference.
 */
export function plotWritingDifferences(
  contrasts: readonly WritingContrast[],
  title: string,
): string | undefined {
  const found = contrasts.flatMap((contrast) => {
    const { arm, baseline, difference, verdict } = contrast;
    if (difference === undefined) return [];
    return [
      {
        id: `${arm} − ${baseline}`,
        name: `${arm} − ${baseline}`,
        words: `${differenceText(contrast)}, ${verdict}`,
        difference,
        low: contrast.ciLow ?? difference,
        high: contrast.ciHigh ?? difference,
        colour: verdict === "not separated" ? "var(--baseline)" : "var(--accent)",
      },
    ];
  });
  if (found.length === 0) return undefined;
  const rows = labelledRows(found);
  return drawPlot({
    ...rowLayout(rows),
    x: { domain: spanOf([...rows.flatMap(({ low, high }) => [low, high]), 0]), label: null },
    marks: [
      axisX({ ticks: 4, tickSize: 0, color: "var(--muted)", label: `difference in ${title}` }),
      ruleX([0], { stroke: "var(--baseline)" }),
      ruleY(rows, { y: "id", x1: "low", x2: "high", stroke: "colour", strokeWidth: 3 }),
      dot(rows, { y: "id", x: "difference", r: 5, fill: "colour" }),
      ...rowWords(rows),
    ],
  });
}
