import type { RunSummary } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { formatCount } from "../format-number.ts";
import { headline } from "../headline.ts";
import { inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/**
 * The top of the page: what was compared, what was found, and what limits it.
 *
 * @param summary - The run.
 * @returns The header of the page.
 */
export function header(summary: RunSummary): Markup {
  const { compared, findings, warnings } = headline(summary, "−");
  const found = findings.map((finding) => html`<li>${inlineText(finding)}</li>`);
  return html`<header>
<p class="overline">Longhand report</p>
<h1>${inlineText(summary.name)}</h1>
<p class="compared">${inlineText(compared)}</p>
<section id="findings" class="findings" aria-label="Findings"><h2>What was found</h2><ul>${found}</ul></section>
${warnings.map((warning) => html`<p class="warning" role="note">${inlineText(warning)}</p>`)}
${facts(summary)}
</header>`;
}

function facts(summary: RunSummary): Markup {
  const { dataset, cells } = summary;
  const planned = cells.reduce((sum, cell) => sum + cell.planned, 0);
  const scored = cells.reduce((sum, cell) => sum + cell.scored, 0);
  const written = cells.reduce((sum, cell) => sum + cell.outputTokens, 0);
  const list = [
    [formatCount(cells.length), cells.length === 1 ? "setting" : "settings"],
    [formatCount(dataset.examples), dataset.examples === 1 ? "example" : "examples"],
    [formatCount(dataset.users), dataset.users === 1 ? "author" : "authors"],
    [`${formatCount(scored)} / ${formatCount(planned)}`, "texts scored"],
    [formatCount(written), "tokens written"],
  ];
  return html`<ul class="key-facts" aria-label="Size of the run">${list.map(([value = "", what = ""]) => html`<li><b>${value}</b> ${what}</li>`)}</ul>`;
}

/**
 * Links to the parts of the page.
 *
 * @param parts - Which sections there are.
 * @returns A navigation bar.
 */
export function navigation(parts: readonly (readonly [id: string, title: string])[]): Markup {
  return html`<nav aria-label="Parts of the report">${parts.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>`;
}

/**
 * Sizes of a run in words, for the title of the page.
 *
 * @param summary - The run.
 * @returns For instance `2 settings, 16 examples`.
 */
export function sizeWords(summary: RunSummary): string {
  return `${counted(summary.cells.length, "setting")}, ${counted(summary.dataset.examples, "example")}`;
}
