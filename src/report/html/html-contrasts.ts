import type { Contrast } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { baselineNames, baselinesDiffer } from "../baseline-names.ts";
import { nameOf } from "../display-names.ts";
import {
  ABSENT,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
} from "../format-number.ts";
import { leadingColumn, type MetricColumn } from "../metric-columns.ts";
import {
  largestDifferences,
  type PairedDifference,
  pairedDifferences,
} from "../paired-differences.ts";
import { plotDifferences } from "../plots/plot-differences.ts";
import { directionOf, isSeparated, verdictReason, verdictWords } from "../verdict-words.ts";
import { minus } from "./html-scores.ts";
import { figure, type HtmlSection, scrollTable } from "./html-section.ts";
import { beginning, inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/** How many wins and losses are listed. */
const LISTED = 10;

/**
 * The paired differences: table, plots, and the examples with the largest ones.
 *
 * @param section - What to show.
 * @returns A section of the page, or nothing if nothing was compared.
 */
export function contrastsSection(section: HtmlSection): Markup | undefined {
  const { summary, table, examples, names } = section;
  if (summary.contrasts.length === 0) return undefined;
  const shown = examples.length;
  const plots = table.columns.flatMap((column) => {
    const contrasts = contrastsOf(section, column);
    const svg = plotDifferences({ contrasts, examples, names, title: column.title });
    if (svg === undefined) return [];
    const description = `Differences in ${column.title}: a tick per example, the mean and its 95 % interval; the numbers are in the table above.`;
    return figure({ caption: column.title, description, svg });
  });
  const part =
    shown < summary.dataset.examples
      ? ` Ticks show ${counted(shown, "example")} of this page; means and intervals cover all.`
      : "";
  return html`<section id="differences"><h2>Paired differences</h2>
<p class="lead">Each setting against ${inlineText(baselineNames(summary))}, over the examples that both have a score for.${part}</p>
${scrollTable("Paired differences", contrastTable(section))}
<div class="figures">${plots}</div>
${largestSection(section)}</section>`;
}

function contrastsOf({ summary }: HtmlSection, column: MetricColumn): readonly Contrast[] {
  return summary.contrasts.filter(
    (contrast) => contrast.metric === column.metric && contrast.signature === column.signature,
  );
}

function contrastTable(section: HtmlSection): Markup {
  const several = baselinesDiffer(section.summary);
  const groups = section.table.columns.flatMap((column) => {
    const contrasts = contrastsOf(section, column);
    if (contrasts.length === 0) return [];
    const columns = several ? 8 : 7;
    return html`<tbody><tr class="group"><th scope="rowgroup" colspan="${columns}">${inlineText(column.title)}</th></tr>
${contrasts.map((contrast) => contrastRow(contrast, section, several))}</tbody>`;
  });
  return html`<table><caption><span>Difference of means with its 95 % interval; p from a sign-flip permutation test</span></caption>
<thead><tr><th scope="col">Setting</th>${several ? html`<th scope="col">Against</th>` : undefined}<th scope="col" class="num">Difference</th><th scope="col" class="num">p</th><th scope="col" class="num">Adjusted p</th><th scope="col" class="num">Effect</th><th scope="col" class="num">Higher / equal / lower</th><th scope="col">Verdict</th></tr></thead>
${groups}</table>`;
}

function contrastRow(contrast: Contrast, section: HtmlSection, several: boolean): Markup {
  const { names } = section;
  const against = several
    ? html`<td>${inlineText(nameOf(names, contrast.baseline))}</td>`
    : undefined;
  const interval = formatInterval(contrast, formatDifference);
  const effect = contrast.effect === undefined ? ABSENT : minus(contrast.effect.toFixed(2));
  return html`<tr><th scope="row" title="${contrast.cell}">${inlineText(nameOf(names, contrast.cell))}</th>${against}<td class="num"><span class="mean">${contrast.difference === undefined ? ABSENT : minus(formatDifference(contrast.difference))}</span>${interval === undefined ? undefined : html`<small>${minus(interval)}</small>`}</td><td class="num">${shownP(contrast.p)}</td><td class="num">${shownP(contrast.adjustedP)}</td><td class="num">${effect}</td><td class="num">${formatCount(contrast.wins)} / ${formatCount(contrast.ties)} / ${formatCount(contrast.losses)}<small>of ${formatCount(contrast.pairs)}</small></td><td>${verdictChip(contrast)}</td></tr>
`;
}

function verdictChip(contrast: Contrast): Markup {
  const tone = isSeparated(contrast) ? ` ${directionOf(contrast)}` : "";
  const reason = verdictReason(contrast);
  const why = reason === undefined ? undefined : html`<small>${inlineText(reason)}</small>`;
  return html`<span class="chip${tone}">${verdictWords(contrast)}</span>${why}`;
}

function shownP(p: number | undefined): string {
  return p === undefined ? ABSENT : minus(formatP(p));
}

function largestSection(section: HtmlSection): Markup | undefined {
  const column = leadingColumn(section.table.columns);
  if (column === undefined) return undefined;
  const lists = contrastsOf(section, column).flatMap((contrast) =>
    largestOf(contrast, section, column),
  );
  return lists.length === 0 ? undefined : html`<div class="largest">${lists}</div>`;
}

function largestOf(
  contrast: Contrast,
  { examples, names, summary }: HtmlSection,
  column: MetricColumn,
): readonly Markup[] {
  const pairs = pairedDifferences(contrast, examples);
  if (pairs.length === 0) return [];
  const { wins, losses } = largestDifferences(pairs, LISTED);
  const among =
    examples.length < summary.dataset.examples
      ? ` among the ${formatCount(examples.length)} examples of this page`
      : "";
  return [
    html`<details class="fold"><summary>Largest differences in ${inlineText(column.title)}: ${inlineText(nameOf(names, contrast.cell))} against ${inlineText(nameOf(names, contrast.baseline))}${among}</summary>
<div class="halves">${pairList("Higher", wins)}${pairList("Lower", losses)}</div></details>`,
  ];
}

function pairList(title: string, pairs: readonly PairedDifference[]): Markup {
  if (pairs.length === 0) return html`<div><h3>${title}</h3><p class="quiet">none</p></div>`;
  return html`<div><h3>${title}</h3><ol class="pairs">${pairs.map(
    ({ example, index, difference }) =>
      html`<li><span class="num">${minus(formatDifference(difference))}</span> <a href="#example-${index + 1}">Example ${index + 1}</a> ${inlineText(beginning(example.userId, 40))}</li>`,
  )}</ol></div>`;
}

/**
 * A score of one example as it is printed.
 *
 * @param score - The score; absent if there is none.
 * @returns Four decimals, or `—`.
 */
export function shownScoreOf(score: number | undefined): string {
  return score === undefined ? ABSENT : minus(formatScore(score));
}
