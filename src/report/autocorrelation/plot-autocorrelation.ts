import { axisX, axisY, dot, gridX, gridY, line, type Markish } from "@observablehq/plot";
import { drawPlot } from "../plots/draw-plot.ts";
import { SERIES_COLOURS } from "../plots/plot-against-k.ts";
import {
  type AutocorrelationSeries,
  drawnPoints,
  fittedAt,
  type LawName,
} from "./autocorrelation-series.ts";
import { axisTicks } from "./axis-ticks.ts";

/** Which axis is logarithmic beside that of C: a power law is straight in `log-log`, an exponential one in `log-linear`. */
export type DecayAxes = "log-log" | "log-linear";

interface Domain {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** Width of a plot, in units of its drawing. */
export const DECAY_PLOT_WIDTH = 520;
/** Its height. */
export const DECAY_PLOT_HEIGHT = 380;

/** Points of a fitted curve. */
const CURVE_STEPS = 160;

/**
 * Plots autocorrelations with both fitted laws: points, a solid line for the power law, a dashed one for
 * the exponential law, a cross at the foot for each lag that was dropped, and a triangle at the edge for
 * a point far from all others.
 *
 * @param series - Texts measured by one variant.
 * @param axes - The kind of axes.
 * @returns SVG source in the colours of a page, or `undefined` if no text has a C above 0.
 */
export function plotAutocorrelation(
  series: readonly AutocorrelationSeries[],
  axes: DecayAxes,
): string | undefined {
  const domain = domainOf(series);
  if (domain === undefined) return undefined;
  const isLogarithmic = axes === "log-log";
  const xDomain = isLogarithmic ? domain.x : ([0, domain.x[1]] as const);
  return drawPlot({
    width: DECAY_PLOT_WIDTH,
    height: DECAY_PLOT_HEIGHT,
    marginLeft: 58,
    marginRight: 18,
    marginTop: 26,
    marginBottom: 44,
    x: { type: isLogarithmic ? "log" : "linear", domain: xDomain, label: null },
    y: { type: "log", domain: domain.y, label: null },
    marks: [
      ...axisMarks(xDomain, domain.y, isLogarithmic),
      ...series.flatMap((one, at) => pointMarks(one, colourAt(at), domain)),
      ...series.flatMap((one, at) => lawMarks(one, colourAt(at), domain)),
    ],
  });
}

/**
 * The colour of a text.
 *
 * @param place - Its place among the texts, from 0.
 * @returns A colour variable of the page.
 */
export function colourAt(place: number): string {
  return `var(--series-${place % SERIES_COLOURS})`;
}

function axisMarks(
  x: readonly [number, number],
  y: readonly [number, number],
  isLogarithmic: boolean,
): readonly Markish[] {
  const xTicks = axisTicks(x[0], x[1], isLogarithmic && x[1] / x[0] >= 5);
  const decades = isLogarithmic ? xTicks.filter(isPowerOfTen) : xTicks;
  const xMarks = decades.length >= 2 ? decades : xTicks;
  const yMarks = axisTicks(y[0], y[1], true);
  // As text: a format is thinned out on logarithmic axes.
  const muted = { color: "var(--muted)", tickSize: 0, label: null } as const;
  return [
    gridX(xMarks, { stroke: "var(--line)", strokeOpacity: 1 }),
    gridY(yMarks, { stroke: "var(--line)", strokeOpacity: 1 }),
    axisX(xMarks, { ...muted, tickPadding: 9, text: withThousands }),
    axisX([], {
      label: "lag τ, in words",
      labelAnchor: "center",
      labelArrow: "none",
      color: "var(--muted)",
      labelOffset: 40,
    }),
    axisY([], {
      label: "C(τ)",
      labelAnchor: "top",
      labelArrow: "none",
      color: "var(--muted)",
    }),
    axisY(yMarks, { ...muted, tickPadding: 8, text: String }),
  ];
}

function pointMarks(
  { record }: AutocorrelationSeries,
  colour: string,
  { y: [low, high] }: Domain,
): readonly Markish[] {
  const points = drawnPoints(record.curve);
  const used = points.filter((point) => point.used);
  const inside = used.filter(({ correlation }) => correlation >= low && correlation <= high);
  const outline = { x: "lag", r: 2.6, stroke: colour, strokeWidth: 1 } as const;
  return [
    dot(inside, { x: "lag", y: "correlation", r: 2.1, fill: colour, fillOpacity: 0.42 }),
    dot(
      points.filter((point) => !point.used),
      { ...outline, frameAnchor: "bottom", symbol: "times" },
    ),
    dot(
      used.filter(({ correlation }) => correlation > high),
      { ...outline, frameAnchor: "top", symbol: "triangle" },
    ),
    dot(
      used.filter(({ correlation }) => correlation < low),
      { ...outline, frameAnchor: "bottom", symbol: "triangle", rotate: 180 },
    ),
  ];
}

function lawMarks(
  series: AutocorrelationSeries,
  colour: string,
  domain: Domain,
): readonly Markish[] {
  return (["power", "exponential"] as const).map((name) =>
    line(lawPoints(series, name, domain), {
      x: "lag",
      y: "correlation",
      stroke: colour,
      strokeWidth: 1.9,
      ...(name === "power" ? {} : { strokeDasharray: "7,4" }),
    }),
  );
}

/** A law between its first and last fitted lag; what would leave the plot is left out. */
function lawPoints({ record }: AutocorrelationSeries, name: LawName, { y }: Domain) {
  const law = record[name];
  const used = record.curve.filter((point) => point.used);
  const first = used[0]?.lag;
  const last = used.at(-1)?.lag;
  if (law === undefined || first === undefined || last === undefined) return [];
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
    const lag = first * (last / first) ** (step / CURVE_STEPS);
    return { lag, correlation: fittedAt(law, name, lag) };
  }).filter(({ correlation }) => correlation >= y[0] && correlation <= y[1]);
}

/** Of each text, the few smallest and largest C may lie outside: one of them can be far from all others. */
const OUTSIDE_SHARE = 0.01;

function domainOf(series: readonly AutocorrelationSeries[]): Domain | undefined {
  const lags = series.flatMap(({ record }) => record.curve.map((point) => point.lag));
  const spans = series.flatMap(({ record }) => {
    const used = record.curve.filter((point) => point.used);
    const values = used.map((point) => point.correlation).sort((left, right) => left - right);
    const outside = Math.floor(values.length * OUTSIDE_SHARE);
    return values.slice(outside, values.length - outside);
  });
  if (spans.length === 0) return undefined;
  const [firstLag, lastLag] = spanOf(lags);
  const [low, high] = spanOf(spans);
  // A little room, and never none: all values may be the same.
  const room = Math.max((high / low) ** 0.06, 1.0005);
  return { x: [firstLag, Math.max(lastLag, firstLag + 1)], y: [low / room, high * room] };
}

function spanOf(values: readonly number[]): readonly [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

function isPowerOfTen(value: number): boolean {
  return Number.isInteger(Math.log10(value));
}

function withThousands(value: number): string {
  return value.toLocaleString("en");
}
