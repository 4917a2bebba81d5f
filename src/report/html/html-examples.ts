import type { ExampleView, OutputView } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { nameOf } from "../display-names.ts";
import { ABSENT, formatCount, formatScore } from "../format-number.ts";
import { leadingColumn, type MetricColumn } from "../metric-columns.ts";
import { pairedDifferences } from "../paired-differences.ts";
import { shownScoreOf } from "./html-contrasts.ts";
import type { HtmlSection } from "./html-section.ts";
import { beginning, inlineText, longText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/** Comparisons that the examples can be sorted by. */
const SORTABLE = 8;

/** Settings whose scores fit beside the name of an example. */
const MOST_SUMMED = 4;

/**
 * The examples to browse: what was asked, what the person wrote, and what each setting made of it.
 *
 * @param section - What to show.
 * @returns A section of the page.
 */
export function examplesSection(section: HtmlSection): Markup {
  const { summary, examples } = section;
  if (examples.length === 0) {
    return html`<section id="examples"><h2>Examples</h2><p class="quiet">No example was put into this report.</p></section>`;
  }
  const all = examples.length >= summary.dataset.examples;
  const count = all
    ? allWords(examples.length)
    : `${formatCount(examples.length)} of ${counted(summary.dataset.examples, "example")}.`;
  const differences = sortableDifferences(section);
  return html`<section id="examples"><h2>Examples</h2>
<p class="lead">${count} Open one to read what was asked, what the person wrote, and what each setting made of it.</p>
${tools(section, differences)}
<div id="example-list">${examples.map((example, index) => exampleFold({ section, example, index, differences }))}</div>
<p id="no-match" class="quiet" hidden>No example matches.</p></section>`;
}

function allWords(examples: number): string {
  return examples === 1 ? "The only example." : `All ${counted(examples, "example")}.`;
}

interface SortableDifference {
  readonly title: string;
  /** By place of the example. */
  readonly byExample: ReadonlyMap<number, number>;
}

function sortableDifferences(section: HtmlSection): readonly SortableDifference[] {
  const column = leadingColumn(section.table.columns);
  if (column === undefined) return [];
  return section.summary.contrasts
    .filter(
      (contrast) => contrast.metric === column.metric && contrast.signature === column.signature,
    )
    .slice(0, SORTABLE)
    .map((contrast) => ({
      title: `${nameOf(section.names, contrast.cell)}, ${column.title}`,
      byExample: new Map(
        pairedDifferences(contrast, section.examples).map((pair) => [pair.index, pair.difference]),
      ),
    }));
}

/** Controls for the script; hidden where it does not run. */
function tools({ examples }: HtmlSection, differences: readonly SortableDifference[]): Markup {
  const orders = differences.flatMap(({ title }, index) => [
    html`<option value="gain-${index}">Largest gain: ${title}</option>`,
    html`<option value="loss-${index}">Largest loss: ${title}</option>`,
  ]);
  return html`<form id="tools" class="tools" hidden role="search" aria-label="Examples">
<label>Find <input type="search" id="find" autocomplete="off" placeholder="words, author, id"></label>
<label>Show <select id="show"><option value="all">all examples</option><option value="failed">with a text missing</option><option value="flagged">with an odd text</option></select></label>
<label>Order <select id="order"><option value="given">as in the dataset</option>${orders}</select></label>
<span class="buttons"><button type="button" id="open-all">Open all</button><button type="button" id="close-all">Close all</button></span>
<output id="found" aria-live="polite">${formatCount(examples.length)} shown</output></form>`;
}

interface ExamplePlace {
  readonly section: HtmlSection;
  readonly example: ExampleView;
  readonly index: number;
  readonly differences: readonly SortableDifference[];
}

function exampleFold({ section, example, index, differences }: ExamplePlace): Markup {
  const failed = example.outputs.some((output) => output.text === undefined);
  const flagged = example.outputs.some((output) => output.flags.length > 0);
  const data = differences.map(({ byExample }, place) => {
    const difference = byExample.get(index);
    return difference === undefined ? html`` : html` data-difference-${place}="${difference}"`;
  });
  const sheets = example.outputs.map((output) => outputSheet(output, section));
  return html`<details class="example" id="example-${index + 1}" data-place="${index}" data-failed="${failed ? "yes" : "no"}" data-flagged="${flagged ? "yes" : "no"}"${data}>
<summary>${exampleSummary({ section, example, index, differences })}</summary>
<div class="body">
<p class="meta">Example <code>${inlineText(example.exampleId)}</code> by ${inlineText(example.userId)}</p>
<h3>What was asked</h3>${longText(example.input)}
<div class="sheets"><article class="sheet reference"><h3>What the person wrote</h3>${longText(example.reference)}</article>${sheets}</div>
</div></details>
`;
}

function exampleSummary({ section, example, index }: ExamplePlace): Markup {
  const column = leadingColumn(section.table.columns);
  const scores =
    example.outputs.length > MOST_SUMMED
      ? [summaryRange(example, column)]
      : example.outputs.map((output) => summaryScore(output, section, column));
  return html`<span class="place">${index + 1}</span><span class="who"><strong>${inlineText(beginning(example.userId, 60))}</strong> <span class="snippet">${inlineText(beginning(example.input, 140))}</span></span><span class="summary-scores">${scores}</span>`;
}

function summaryScore(
  output: OutputView,
  { names }: HtmlSection,
  column: MetricColumn | undefined,
): Markup {
  const name = nameOf(names, output.cell);
  const badges = output.flags.map((flag) => html` <span class="badge">${flag}</span>`);
  const value =
    output.text === undefined
      ? html`<span class="badge failed">no text</span>`
      : html`<span class="value">${shownScoreOf(scoreIn(output, column))}</span>`;
  return html`<span class="summary-score"><span class="setting">${inlineText(name)}</span> ${value}${badges}</span>`;
}

/** Where there are too many settings to name each: the range of their scores, and what is odd. */
function summaryRange(example: ExampleView, column: MetricColumn | undefined): Markup {
  const scores = example.outputs.flatMap((output) => scoreIn(output, column) ?? []);
  const least = scores.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = scores.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const range = scores.length === 0 ? ABSENT : `${formatScore(least)} to ${formatScore(most)}`;
  const failed = example.outputs.filter((output) => output.text === undefined).length;
  const flagged = example.outputs.filter((output) => output.flags.length > 0).length;
  return html`<span class="summary-score"><span class="setting">${column?.title}</span> <span class="value">${range}</span>${failed > 0 ? html` <span class="badge failed">${failed} without text</span>` : undefined}${flagged > 0 ? html` <span class="badge">${flagged} odd</span>` : undefined}</span>`;
}

function outputSheet(output: OutputView, section: HtmlSection): Markup {
  const name = nameOf(section.names, output.cell);
  const text =
    output.text === undefined
      ? html`<p class="failure"><strong>No text.</strong> ${inlineText(output.failure ?? "No reason is known.")}</p>`
      : writtenText(output.text);
  return html`<article class="sheet"><h3 title="${output.cell}">${inlineText(name)}</h3>
${output.text === undefined ? undefined : scoreList(output, section.table.columns)}${flagLine(output)}${text}
${passageFold(output)}${sideFold(output)}<details class="fold"><summary>Exact prompt</summary>${longText(output.prompt)}</details></article>`;
}

function writtenText(text: string): Markup {
  return text.trim() === ""
    ? html`<p class="quiet">The text is blank (${formatCount(text.length)} characters).</p>`
    : longText(text);
}

function scoreList(output: OutputView, columns: readonly MetricColumn[]): Markup {
  return html`<dl class="scores">${columns.map((column) => {
    const score = scoreIn(output, column);
    const value =
      score === undefined
        ? html`<dd class="quiet">not scored</dd>`
        : html`<dd>${shownScoreOf(score)}</dd>`;
    return html`<div><dt>${inlineText(column.title)}</dt>${value}</div>`;
  })}</dl>`;
}

function flagLine(output: OutputView): Markup | undefined {
  if (output.flags.length === 0) return undefined;
  return html`<p class="flags">${output.flags.map((flag) => html`<span class="badge">${flag}</span> `)}</p>`;
}

function passageFold(output: OutputView): Markup {
  const { passages } = output;
  if (passages.length === 0) return html`<p class="quiet small">No passage in the prompt.</p>`;
  const items = passages.map(
    (passage) =>
      html`<li><p class="meta"><code>${inlineText(passage.id)}</code> relevance ${shownScoreOf(passage.relevance)}</p>${longText(passage.text)}</li>`,
  );
  const title = passages.length === 1 ? "1 passage" : `${formatCount(passages.length)} passages`;
  return html`<details class="fold"><summary>${title} retrieved</summary><ol class="passages">${items}</ol></details>`;
}

/** What a model wrote about the passages before the prompt was built. */
function sideFold({ side = [] }: OutputView): Markup | undefined {
  if (side.length === 0) return undefined;
  const items = side.map(({ stage, passageIds, prompt, text }) => {
    const written =
      text === undefined ? html`<p class="failure"><strong>No text.</strong></p>` : longText(text);
    return html`<li><p class="meta">${stage} of <code>${inlineText(passageIds.join(", "))}</code></p>${written}<details class="fold"><summary>What was asked for it</summary>${longText(prompt)}</details></li>`;
  });
  return html`<details class="fold"><summary>Written by the model beforehand</summary><ol class="passages">${items}</ol></details>`;
}

function scoreIn(output: OutputView, column: MetricColumn | undefined): number | undefined {
  if (column === undefined || !Object.hasOwn(output.scores, column.metric)) return undefined;
  return output.scores[column.metric];
}
