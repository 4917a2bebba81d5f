import type { CellSummary } from "../../records/index.ts";
import { countWords, unscoredWords } from "../count-words.ts";
import { listed } from "../display-names.ts";
import { formatCount, formatScore } from "../format-number.ts";
import { columnEntry, type MetricColumn } from "../metric-columns.ts";
import { cellHead } from "./html-scores.ts";
import { type HtmlSection, scrollTable } from "./html-section.ts";
import { inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

const COUNTS = ["planned", "scored", "unscored", "failed", "pending"] as const;

/**
 * The table of counts: what was planned and what became of it.
 *
 * @param section - What to show.
 * @returns A section of the page.
 */
export function countsSection({ table, names }: HtmlSection): Markup {
  const heads = COUNTS.map((count) => html`<th scope="col" class="num">${capital(count)}</th>`);
  const rows = table.rows.map(
    ({
      cell,
    }) => html`<tr><th scope="row">${cellHead(cell, names)}</th>${countPlaces(cell)}<td>${details(cell, table.columns)}</td></tr>
`,
  );
  return html`<section id="counts"><h2>What became of every text</h2>
<p class="lead">Planned = scored + unscored + failed + pending. A failed or unscored text is never counted as 0 in a mean.</p>
${scrollTable(
  "Counts of every setting",
  html`<table><caption><span>Texts by outcome</span></caption><thead><tr><th scope="col">Setting</th>${heads}<th scope="col">In detail</th></tr></thead><tbody>${rows}</tbody></table>`,
)}</section>`;
}

function countPlaces(cell: CellSummary): readonly Markup[] {
  return COUNTS.map((count) => {
    const attention = count !== "planned" && count !== "scored" && cell[count] > 0;
    return html`<td class="num${attention ? " attention" : ""}">${formatCount(cell[count])}</td>`;
  });
}

function details(cell: CellSummary, columns: readonly MetricColumn[]): Markup {
  const facts = [
    ["failed", countWords(cell.failures)],
    ["unscored", unscoredWords(cell)],
    ["means with failed as 0", secondMeans(cell, columns)],
    ["flags", countWords(cell.flags)],
    ["nothing relevant found", cell.noSignal > 0 ? formatCount(cell.noSignal) : ""],
    ["prompts cut to fit", cell.overflowed > 0 ? formatCount(cell.overflowed) : ""],
    ["tokens", `${formatCount(cell.promptTokens)} read, ${formatCount(cell.outputTokens)} written`],
  ].filter(([, words]) => words !== "");
  return html`<ul class="facts">${facts.map(([about = "", words = ""]) => html`<li><span class="about">${about}</span> ${inlineText(words)}</li>`)}</ul>`;
}

/** The means if failed texts were counted as 0; nothing for a cell without failures. */
function secondMeans(cell: CellSummary, columns: readonly MetricColumn[]): string {
  if (cell.failed === 0) return "";
  const means = columns.flatMap((column) => {
    const mean = columnEntry(column, cell)?.meanWithFailures;
    return mean === undefined ? [] : `${column.title} ${formatScore(mean)}`;
  });
  return listed(means);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
