import { ABSENT, formatScore } from "../format-number.ts";
import { columnEntry, type MetricColumn } from "../metric-columns.ts";
import { plotAgainstK, SERIES_COLOURS } from "../plots/plot-against-k.ts";
import { type KGrid, type KSeries, kGrids } from "../score-against-k.ts";
import { figure, type HtmlSection, scrollTable } from "./html-section.ts";
import { inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/**
 * The scores against k, as plots and as a grid.
 *
 * @param section - What to show.
 * @returns A section of the page, or nothing if no retriever was run with several k.
 */
export function againstKSection(section: HtmlSection): Markup | undefined {
  const grids = kGrids(section.summary);
  if (grids.length === 0) return undefined;
  const parts = grids.map((grid) => gridPart(grid, section.table.columns));
  return html`<section id="against-k"><h2>Scores against k</h2>
<p class="lead">How the mean changes with the number of passages in the prompt.</p>${parts}</section>`;
}

function gridPart(grid: KGrid, columns: readonly MetricColumn[]): Markup {
  const figures = columns.flatMap((column) => {
    const svg = plotAgainstK(grid, column);
    if (svg === undefined) return [];
    const description = `Mean ${column.title} against k, one line per retriever, with 95 % intervals; the numbers are in the table below.`;
    return figure({ caption: column.title, description, svg, legend: legend(grid) });
  });
  const title = grid.title === "" ? undefined : html`<h3>${inlineText(grid.title)}</h3>`;
  const tables = columns.map((column) => kTable(grid, column));
  return html`${title}<div class="figures">${figures}</div><div class="figures">${tables}</div>`;
}

function legend(grid: KGrid): Markup {
  return html`<ul class="legend">${grid.series.map((series, index) => html`<li class="series-${index % SERIES_COLOURS}">${inlineText(series.name)}</li>`)}</ul>`;
}

function kTable(grid: KGrid, column: MetricColumn): Markup {
  const heads = grid.ks.map((k) => html`<th scope="col" class="num">k = ${k}</th>`);
  const rows = grid.series.map(
    (
      series,
    ) => html`<tr><th scope="row">${inlineText(series.name)}</th>${grid.ks.map((k) => kPlace(series, k, column))}</tr>
`,
  );
  const label = `Mean ${column.title} by retriever and k`;
  return scrollTable(
    label,
    html`<table><caption><span>${inlineText(label)}</span></caption><thead><tr><th scope="col">Retriever</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}

function kPlace(series: KSeries, k: number, column: MetricColumn): Markup {
  const cell = series.cells.get(k);
  const entry = cell === undefined ? undefined : columnEntry(column, cell);
  const nothingYet = cell !== undefined && cell.planned > 0 && cell.pending === cell.planned;
  if (entry === undefined || nothingYet) return html`<td class="num quiet">not run</td>`;
  return html`<td class="num">${entry.mean === undefined ? ABSENT : formatScore(entry.mean)}</td>`;
}
