import { minus } from "../../html/html-scores.ts";
import { figure, scrollTable } from "../../html/html-section.ts";
import { inlineText } from "../../html/long-text.ts";
import { html, type Markup } from "../../html/markup.ts";
import { plainPage } from "../../html/plain-page.ts";
import { type KPoint, plotKLines, SERIES_COLOURS } from "../../plots/plot-against-k.ts";
import type { ResultTable, TablePlace, TableRow } from "../result-table.ts";
import { placeMarks, placeWords } from "./place-marks.ts";
import { groupSpans } from "./tables-latex.ts";
import type { TablePrint } from "./tables-markdown.ts";

/** A page of tables. */
export interface TablesPage extends TablePrint {
  /** What the tables are of, for instance the names of the runs. */
  readonly heading: string;
}

/**
 * Tables of results as one HTML page that stands by itself, Figure 2 with its plots.
 *
 * @param tables - The tables.
 * @param page - Heading, and what to print.
 * @returns The page. The same input gives the same bytes.
 */
export function tablesHtml(tables: readonly ResultTable[], page: TablesPage): string {
  return plainPage({
    title: `${page.heading} (Longhand tables)`,
    overline: "Tables",
    heading: page.heading,
    content: html`${tables.map((table) => tableSection(table, page))}`,
  });
}

function tableSection(table: ResultTable, { counts = false }: TablesPage): Markup {
  const body =
    table.rows.length === 0
      ? html`<p class="lead">Nothing was run that belongs here.</p>`
      : scrollTable(table.title, resultTable(table, counts));
  return html`<section id="table-${table.id}"><h2>${inlineText(table.title)}</h2>
${table.id === "fig2" ? plots(table) : undefined}${body}
<ul class="notes small quiet">${table.notes.map((note) => html`<li>${inlineText(note)}</li>`)}</ul></section>
`;
}

/** Characters of a head that stays on one line, such as `ROUGE-L`. */
const SHORT_HEAD = 12;

/**
 * A table of results alone, without title and notes.
 *
 * @param table - The table.
 * @param counts - Whether to print how many texts were planned, scored and failed.
 * @returns Markup.
 */
export function resultTable(table: ResultTable, counts: boolean): Markup {
  const spans = groupSpans(table.columns);
  const groups = spans.some(({ group }) => group !== "")
    ? html`<tr>${table.rowHeads.map(() => html`<td></td>`)}${spans.map(({ group, columns: width }) => html`<th scope="colgroup" colspan="${width}" class="num">${inlineText(group)}</th>`)}</tr>`
    : undefined;
  const heads = [
    ...table.rowHeads.map((head) => html`<th scope="col">${inlineText(head)}</th>`),
    ...table.columns.map(
      ({ title }) => html`<th scope="col" class="num">${inlineText(title)}</th>`,
    ),
  ];
  const rows = table.rows.map(
    ({ heads: own, places }) =>
      html`<tr>${own.map((head) => html`<th scope="row" class="${head.length <= SHORT_HEAD ? "tight" : ""}">${inlineText(head)}</th>`)}${places.map((place) => placeCell(place, counts))}</tr>
`,
  );
  return html`<table class="results"><thead>${groups}<tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}

function placeCell(place: TablePlace, counts: boolean): Markup {
  const { text, best, ends, state } = place;
  const words = placeWords(place, counts);
  const mean = best ? html`<strong class="best">${minus(text)}</strong>` : html`${minus(text)}`;
  const quiet = state === "not-run" || state === "absent" ? " quiet" : "";
  return html`<td class="num${quiet}"><span class="mean">${mean}${placeMarks(place)}</span>${ends === undefined ? undefined : html`<small>${minus(ends)}</small>`}${words === undefined ? undefined : html`<small class="words">${inlineText(minus(words))}</small>`}</td>`;
}

/** Heads of a line of Figure 2: all but the last two tell the plot, then retriever and metric. */
const RETRIEVER_HEAD = 4;

/** One plot for each task, setting, split, model and metric, with one line per retriever. */
function plots(table: ResultTable): Markup {
  const ks = table.columns.map(({ title }) => Number(title.replace("k = ", "")));
  const groups = new Map<string, TableRow[]>();
  for (const row of table.rows) {
    const caption = row.heads.filter((_, at) => at !== RETRIEVER_HEAD).join(", ");
    groups.set(caption, [...(groups.get(caption) ?? []), row]);
  }
  const figures = [...groups].flatMap(([caption, rows]) => {
    const svg = plotKLines({ ks, lines: rows.map((row) => pointsOf(row, ks)) });
    if (svg === undefined) return [];
    const description = `${caption}: mean against k, one line per retriever, with 95 % intervals; the numbers are in the table below.`;
    return figure({ caption, description, svg, legend: legend(rows) });
  });
  return html`<div class="figures">${figures}</div>`;
}

function pointsOf({ places }: TableRow, ks: readonly number[]): readonly KPoint[] {
  return places.flatMap(({ value, ciLow, ciHigh }, at) =>
    value === undefined
      ? []
      : [{ k: ks[at] ?? 0, mean: value, low: ciLow ?? value, high: ciHigh ?? value }],
  );
}

function legend(rows: readonly TableRow[]): Markup {
  return html`<ul class="legend">${rows.map(({ heads }, at) => html`<li class="series-${at % SERIES_COLOURS}">${inlineText(heads[RETRIEVER_HEAD] ?? "")}</li>`)}</ul>`;
}
