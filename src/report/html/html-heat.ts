import { ABSENT, formatScore } from "../format-number.ts";
import {
  type HeatGrid,
  type HeatGroup,
  type HeatRow,
  type HeatScale,
  heatGroups,
  heatScale,
} from "../heat-grid.ts";
import { columnEntry, type MetricColumn } from "../metric-columns.ts";
import { plotHeat } from "../plots/plot-heat.ts";
import { figure, type HtmlSection, scrollTable } from "./html-section.ts";
import { inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/**
 * The means of the whole grid as heat maps: retriever by k, for each model and mode, with the same
 * numbers as tables.
 *
 * @param section - What to show.
 * @returns A section of the page, or nothing for a run of one or two cells.
 */
export function heatSection({ summary, table }: HtmlSection): Markup | undefined {
  const groups = heatGroups(summary);
  if (groups.length === 0) return undefined;
  const parts = groups.flatMap((group) =>
    table.columns.flatMap((column) => {
      const scale = heatScale(group, column);
      return scale === undefined ? [] : columnPart(group, column, scale);
    }),
  );
  if (parts.length === 0) return undefined;
  const where =
    summary.contrasts.length === 0
      ? "."
      : html`: which differences are separated stands under <a href="#differences">Paired differences</a>.`;
  return html`<section id="heat"><h2>The grid as heat maps</h2>
<p class="lead">The stronger the colour, the better the mean. Shades show means alone${where}</p>${parts}</section>`;
}

function columnPart({ grids }: HeatGroup, column: MetricColumn, scale: HeatScale): Markup {
  const figures = grids.flatMap((grid) => {
    const svg = plotHeat(grid, column, scale);
    if (svg === undefined) return [];
    const caption = captionOf(grid, column);
    const description = `Heat map of mean ${caption}: one line per retriever, one column per k, ${rangeOf(scale)}; the numbers are in the table below.`;
    return figure({ caption, description, svg });
  });
  const tables = grids.map((grid) => heatTable(grid, column));
  return html`<h3>${inlineText(column.title)}</h3><div class="figures">${figures}</div>
<details class="fold"><summary>${inlineText(column.title)} as tables</summary><div class="figures">${tables}</div></details>`;
}

/** What the shades stand for; means that print alike have one. */
function rangeOf({ worst, best }: HeatScale): string {
  const [faintest, strongest] = [formatScore(worst), formatScore(best)];
  if (faintest === strongest) return `all of them ${strongest}`;
  return `from ${faintest} (faintest) to ${strongest} (strongest)`;
}

function captionOf({ title }: HeatGrid, column: MetricColumn): string {
  return title === "" ? column.title : `${column.title}: ${title}`;
}

function heatTable(grid: HeatGrid, column: MetricColumn): Markup {
  const heads = grid.ks.map((k) => html`<th scope="col" class="num">k = ${k}</th>`);
  const rows = grid.rows.map(
    (row) =>
      html`<tr><th scope="row">${inlineText(row.name)}</th>${grid.ks.map((k) => place(row, k, column))}</tr>
`,
  );
  const label = `Mean ${captionOf(grid, column)}, by retriever and k`;
  return scrollTable(
    label,
    html`<table><caption><span>${inlineText(label)}</span></caption><thead><tr><th scope="col">Retriever</th>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
  );
}

function place({ cells }: HeatRow, k: number, column: MetricColumn): Markup {
  const cell = cells.get(k);
  // Without retrieval there is one k alone, and no other was left out.
  if (cell === undefined) return html`<td class="num quiet"></td>`;
  const isUntouched = cell.planned > 0 && cell.pending === cell.planned;
  const mean = isUntouched ? undefined : columnEntry(column, cell)?.mean;
  if (isUntouched) return html`<td class="num quiet">not run</td>`;
  return html`<td class="num">${mean === undefined ? ABSENT : formatScore(mean)}</td>`;
}
