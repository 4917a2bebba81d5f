import { formatCount, formatScore } from "../format-number.ts";
import { escapeHtml } from "../html/escape-html.ts";
import { plotText } from "../plots/draw-plot.ts";
import type { AutocorrelationSeries, VariantSeries } from "./autocorrelation-series.ts";
import {
  colourAt,
  DECAY_PLOT_HEIGHT,
  DECAY_PLOT_WIDTH,
  type DecayAxes,
  plotAutocorrelation,
} from "./plot-autocorrelation.ts";

const MARGIN = 28;
const GAP = 24;
const WIDTH = 2 * MARGIN + 2 * DECAY_PLOT_WIDTH + GAP;
const LEGEND_TOP = 84;
const LEGEND_LINE = 24;
const HEADING = 30;

const TITLES: Readonly<Record<DecayAxes, string>> = {
  "log-log": "Logarithmic in both: a power law is a straight line",
  "log-linear": "Logarithmic in C alone: an exponential law is a straight line",
};

/** The page's colours in its light form, for a drawing that stands alone. */
const COLOURS: Readonly<Record<string, string>> = {
  "--panel": "#ffffff",
  "--ink": "#1d1b18",
  "--muted": "#625d54",
  "--line": "#e3ded3",
  "--baseline": "#857d70",
  "--accent": "#1c4f86",
  "--series-0": "#1c4f86",
  "--series-1": "#b4531a",
  "--series-2": "#17735a",
  "--series-3": "#8a3a8f",
  "--series-4": "#6b6a1c",
  "--series-5": "#a12c4b",
};

/**
 * Draws autocorrelations with both fitted laws as one picture: both kinds of axes side by side, and
 * what each text came to.
 *
 * @param group - Texts measured by one variant.
 * @returns An SVG file that stands by itself, or `undefined` if there is no curve to draw. The same
 * input gives the same bytes.
 */
export function renderAutocorrelationSvg({ variant, series }: VariantSeries): string | undefined {
  const top = LEGEND_TOP + series.length * LEGEND_LINE + 18;
  const panels = (["log-log", "log-linear"] as const).map((axes, at) =>
    panel(series, axes, { x: MARGIN + at * (DECAY_PLOT_WIDTH + GAP), y: top }),
  );
  if (panels.some((one) => one === undefined)) return undefined;
  const height = top + HEADING + DECAY_PLOT_HEIGHT + MARGIN;
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="'Didact Gothic', 'Helvetica Neue', Arial, sans-serif" font-size="13" fill="var(--ink)" color="var(--line)">
<title>${escapeHtml(`Autocorrelation of word vectors, GAPELMAPER variant ${variant}`)}</title>
<rect width="${WIDTH}" height="${height}" fill="var(--panel)"/>
<text x="${MARGIN}" y="38" font-size="21">${escapeHtml("How the likeness of words falls with their distance")}</text>
<text x="${MARGIN}" y="62" fill="var(--muted)">${escapeHtml(`C(τ), the mean cosine of words τ apart · solid: power law, dashed: exponential law, ×: lag that was dropped · GAPELMAPER variant ${plotText(variant)}`)}</text>
${series.map(legendLine).join("\n")}
${panels.join("\n")}
</svg>
`;
  return source.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => COLOURS[name] ?? whole);
}

function panel(
  series: readonly AutocorrelationSeries[],
  axes: DecayAxes,
  { x, y }: { readonly x: number; readonly y: number },
): string | undefined {
  const plot = plotAutocorrelation(series, axes);
  if (plot === undefined) return undefined;
  const placed = plot.replace(
    /^<svg /,
    `<svg x="${x}" y="${y + HEADING - 12}" width="${DECAY_PLOT_WIDTH}" height="${DECAY_PLOT_HEIGHT}" font-size="12" `,
  );
  return `<text x="${x}" y="${y + 6}">${TITLES[axes]}</text>\n${placed}`;
}

function legendLine({ name, record }: AutocorrelationSeries, place: number): string {
  const y = LEGEND_TOP + place * LEGEND_LINE + 12;
  const words = `${formatCount(record.inVocabulary)} words with a vector`;
  return `<rect x="${MARGIN}" y="${y - 7}" width="22" height="4" rx="2" fill="${colourAt(place)}"/>
<text x="${MARGIN + 32}" y="${y}">${escapeHtml(plotText(name, 60))}<tspan dx="12">${escapeHtml(outcomeWords(record))}</tspan><tspan dx="12" fill="var(--muted)">${escapeHtml(words)}</tspan></text>`;
}

function outcomeWords({ value, reason, flags }: AutocorrelationSeries["record"]): string {
  if (value === undefined) return `no value: ${reason ?? "unknown"}`;
  return [`GAPELMAPER ${formatScore(value)}`, ...flags].join(", ");
}
