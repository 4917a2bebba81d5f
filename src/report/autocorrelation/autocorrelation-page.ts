import { formatCount } from "../format-number.ts";
import { figure, scrollTable } from "../html/html-section.ts";
import { inlineText } from "../html/long-text.ts";
import { html, type Markup } from "../html/markup.ts";
import { plainPage } from "../html/plain-page.ts";
import { SERIES_COLOURS } from "../plots/plot-against-k.ts";
import {
  type AutocorrelationSeries,
  seriesByVariant,
  type VariantSeries,
} from "./autocorrelation-series.ts";
import { GAPELMAPER_COLUMNS, gapelmaperNotes } from "./autocorrelation-table.ts";
import { type DecayAxes, plotAutocorrelation } from "./plot-autocorrelation.ts";

const AXES: readonly (readonly [DecayAxes, string])[] = [
  ["log-log", "Logarithmic in both: a power law is a straight line"],
  ["log-linear", "Logarithmic in C alone: an exponential law is a straight line"],
];

/**
 * Makes a page of values and plots that stands by itself: it loads nothing and runs no script.
 *
 * @param series - Texts, each by one variant.
 * @returns An HTML page. The same input gives the same bytes.
 */
export function renderAutocorrelationPage(series: readonly AutocorrelationSeries[]): string {
  return plainPage({
    title: "Autocorrelation of word vectors (Longhand)",
    overline: "GAPELMAPER",
    heading: "How the likeness of words falls with their distance",
    content: html`<section>${gapelmaperNotes(series).map((note) => html`<p class="lead">${note}</p>`)}${valueTable(series)}</section>
${seriesByVariant(series).map(variantSection)}
${missingSection(series)}`,
  });
}

function valueTable(series: readonly AutocorrelationSeries[]): Markup {
  const kind = (isNumber: boolean): string => (isNumber ? "num" : "");
  const heads = GAPELMAPER_COLUMNS.map(
    ({ head, isNumber }) => html`<th scope="col" class="${kind(isNumber)}">${head}</th>`,
  );
  const rows = series.map((one) => {
    const cells = GAPELMAPER_COLUMNS.slice(1).map(
      ({ cell, isNumber }) => html`<td class="${kind(isNumber)}">${cell(one)}</td>`,
    );
    return html`<tr><th scope="row">${inlineText(one.name)}</th>${cells}</tr>
`;
  });
  return scrollTable(
    "Values",
    html`<table><caption><span>Values and what they rest on</span></caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}

function variantSection({ variant, series }: VariantSeries): Markup {
  const names = series.map(({ name }) => name).join("; ");
  const figures = AXES.flatMap(([axes, caption]) => {
    const svg = plotAutocorrelation(series, axes);
    if (svg === undefined) return [];
    const description = `${caption}. C against lag with both fitted laws for: ${names}. The numbers are in the table above.`;
    return figure({ caption, description, svg });
  });
  const signatures = [...new Set(series.map(({ record }) => record.signature))];
  const shown =
    figures.length === 0
      ? html`<p class="lead">No text has a curve to draw.</p>`
      : html`<p class="lead">C(τ) is the mean cosine of words τ apart. Solid: power law; dashed: exponential law; a cross at the foot: a lag that was dropped; a triangle: a point beyond the edge.</p>${legend(series)}<div class="figures">${figures}</div>`;
  return html`<section><h2>Variant ${inlineText(variant)}</h2>${shown}
${signatures.map((signature) => html`<p class="small quiet"><code>${signature}</code></p>`)}</section>`;
}

function legend(series: readonly AutocorrelationSeries[]): Markup {
  return html`<ul class="legend">${series.map(({ name }, at) => html`<li class="series-${at % SERIES_COLOURS}">${inlineText(name)}</li>`)}</ul>`;
}

function missingSection(series: readonly AutocorrelationSeries[]): Markup | undefined {
  const listed = series.filter(({ record }) => record.missingWords.length > 0);
  if (listed.length === 0) return undefined;
  const rows = listed.map(({ name, record }) => {
    const words = record.missingWords.map(({ word, count }) => `${word} (${formatCount(count)})`);
    return html`<tr><th scope="row">${inlineText(name)}, ${inlineText(record.variant)}</th><td>${inlineText(words.join(", "))}</td></tr>
`;
  });
  return html`<section><h2>Words without a vector</h2><p class="lead">They are left out, which shortens distances. Made-up names are the usual cause.</p>
${scrollTable("Words without a vector", html`<table><thead><tr><th scope="col">Text</th><th scope="col">The commonest, with their counts</th></tr></thead><tbody>${rows}</tbody></table>`)}</section>`;
}
