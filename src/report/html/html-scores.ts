import type { CellSummary } from "../../records/index.ts";
import { nameOf } from "../display-names.ts";
import { formatCount } from "../format-number.ts";
import { plotMeans } from "../plots/plot-means.ts";
import { MARKS, marksOf, type ShownScore } from "../shown-score.ts";
import type { HtmlSection } from "./html-section.ts";
import { figure, scrollTable } from "./html-section.ts";
import { inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/**
 * The table and plots of mean scores.
 *
 * @param section - What to show.
 * @returns A section of the page.
 */
export function scoresSection(section: HtmlSection): Markup {
  const { summary, table, names } = section;
  const plots = table.columns.flatMap((column) => {
    const svg = plotMeans({ summary, column, names });
    if (svg === undefined) return [];
    const description = `Mean ${column.title} of every setting with its 95 % interval; the numbers are in the table above.`;
    return figure({ caption: column.title, description, svg });
  });
  return html`<section id="scores"><h2>Mean scores</h2>
${scrollTable("Mean scores of every setting", scoresTable(section))}
<div class="figures">${plots}</div></section>`;
}

function scoresTable({ table, names }: HtmlSection): Markup {
  const heads = table.columns.map(
    (column) => html`<th scope="col" class="num score">${inlineText(column.title)}</th>`,
  );
  const rows = table.rows.map(
    ({
      cell,
      scores,
    }) => html`<tr><th scope="row">${cellHead(cell, names)}</th>${scores.map(scorePlace)}<td class="num">${formatCount(cell.scored)}<span class="of"> / ${formatCount(cell.planned)}</span></td></tr>
`,
  );
  const marked = table.rows.some(({ scores }) => scores.some((score) => marksOf(score) !== ""));
  return html`<table class="${marked ? "marked" : ""}"><caption><span>Mean over the scored texts, with its 95 % interval below</span></caption>
<thead><tr><th scope="col">Setting</th>${heads}<th scope="col" class="num">Scored / planned</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/**
 * A cell's name, with its id for those who need it.
 *
 * @param cell - The cell.
 * @param names - Names by cell id.
 * @returns Inline markup.
 */
export function cellHead(cell: CellSummary, names: ReadonlyMap<string, string>): Markup {
  const name = nameOf(names, cell.id);
  return html`<span title="${cell.id}">${inlineText(name)}</span>`;
}

function scorePlace(score: ShownScore): Markup {
  if (score.state === "not-run") return html`<td class="num score quiet">${score.mean}</td>`;
  const why =
    score.reason === undefined ? undefined : html`<small>${inlineText(score.reason)}</small>`;
  if (score.state === "absent") {
    return html`<td class="num score quiet">${score.mean}${marks(score)}${why}</td>`;
  }
  const mean = score.best ? html`<strong class="best">${score.mean}</strong>` : html`${score.mean}`;
  const interval = score.ends === undefined ? why : html`<small>${minus(score.ends)}</small>`;
  return html`<td class="num score"><span class="mean">${mean}${marks(score)}</span>${interval}</td>`;
}

function marks(score: ShownScore): Markup {
  const list: Markup[] = [];
  if (score.significant) list.push(mark(MARKS.significant, "adjusted p below 0.05"));
  if (score.top) list.push(mark(MARKS.top, "in the leading group"));
  if (score.failed > 0) list.push(mark(`${MARKS.failed}${score.failed}`, `${score.failed} failed`));
  return html`<span class="marks">${list}</span>`;
}

function mark(sign: string, meaning: string): Markup {
  return html`<span class="mark" title="${meaning}"><span aria-hidden="true">${sign}</span><span class="unseen-text"> (${meaning})</span></span>`;
}

/**
 * A printed number with a true minus sign.
 *
 * @param printed - Numbers as text.
 * @returns The text with each hyphen before a digit replaced.
 */
export function minus(printed: string): string {
  return printed.replace(/-(?=\d)/g, "−");
}
