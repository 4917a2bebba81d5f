import { axisX, dot, ruleX, ruleY, text, tickX } from "@observablehq/plot";
import type { Contrast, ExampleView } from "../../records/index.ts";
import { nameOf } from "../display-names.ts";
import { formatDifference } from "../format-number.ts";
import { pairedDifferences } from "../paired-differences.ts";
import { isSeparated, verdictWords } from "../verdict-words.ts";
import { drawPlot, plotText } from "./draw-plot.ts";
import { labelledRows, rowInsets, rowLayout, rowWords, spanOf } from "./row-layout.ts";

/** A plot of paired differences in one metric. */
export interface DifferencesPlotInput {
  /** Comparisons in one metric. */
  readonly contrasts: readonly Contrast[];
  /** The examples at hand; each gives a tick. */
  readonly examples: readonly ExampleView[];
  /** Names by cell id. */
  readonly names: ReadonlyMap<string, string>;
  /** Heading of the metric. */
  readonly title: string;
}

interface DifferenceRow {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly colour: string;
}

/**
 * Plots each comparison: a thin tick per example, the mean difference and its interval, and 0.
 *
 * @param input - The comparisons and the examples.
 * @returns SVG source, or `undefined` if there is no difference to plot.
 */
export function plotDifferences(input: DifferencesPlotInput): string | undefined {
  const rows = labelledRows(
    input.contrasts.flatMap((contrast) => differenceRow(contrast, input.names)),
  );
  if (rows.length === 0) return undefined;
  const ticks = input.contrasts.flatMap((contrast) =>
    pairedDifferences(contrast, input.examples).map(({ example, difference }) => ({
      id: rowId(contrast),
      difference,
      words: `${plotText(example.exampleId)}: ${formatDifference(difference)}`,
    })),
  );
  const values = [
    ...rows.flatMap((row) => [row.low, row.high]),
    ...ticks.map((tick) => tick.difference),
  ];
  return drawPlot({
    ...rowLayout(rows),
    x: { domain: spanOf([...values, 0]), label: null },
    marks: [
      axisX({
        ticks: 4,
        tickSize: 0,
        tickPadding: 8,
        label: null,
        color: "var(--muted)",
        tickFormat: signedTick,
      }),
      ruleX([0], { stroke: "var(--baseline)" }),
      tickX(ticks, {
        x: "difference",
        y: "id",
        stroke: "var(--ink)",
        strokeOpacity: 0.28,
        ...rowInsets(rows, 12),
        title: "words",
      }),
      ruleY(rows, { y: "id", x1: "low", x2: "high", stroke: "colour", strokeWidth: 3 }),
      dot(rows, { y: "id", x: "difference", r: 5.5, fill: "colour" }),
      ...rowWords(rows),
      text([`difference in ${input.title}`], {
        frameAnchor: "bottom-right",
        dy: 34,
        text: (title) => title,
        fill: "var(--muted)",
      }),
    ],
  });
}

function differenceRow(
  contrast: Contrast,
  names: ReadonlyMap<string, string>,
): readonly DifferenceRow[] {
  if (contrast.difference === undefined) return [];
  const { difference, ciLow: low = difference, ciHigh: high = difference } = contrast;
  return [
    {
      id: rowId(contrast),
      name: nameOf(names, contrast.cell),
      words: verdictWords(contrast),
      difference,
      low,
      high,
      colour: isSeparated(contrast) ? "var(--accent)" : "var(--baseline)",
    },
  ];
}

function signedTick(value: number): string {
  if (value === 0) return "0";
  // Ticks are multiples of a round step; the rest is floating point noise.
  return `${value < 0 ? "−" : "+"}${Number(Math.abs(value).toPrecision(6))}`;
}

function rowId(contrast: Contrast): string {
  return JSON.stringify([contrast.cell, contrast.baseline]);
}
