import type { ExampleView, RunSummary } from "../../records/index.ts";
import type { ScoreTable } from "../shown-score.ts";
import { html, type Markup } from "./markup.ts";

/** What the sections of the page work from. */
export interface HtmlSection {
  /** The run. */
  readonly summary: RunSummary;
  /** Its scores as laid out. */
  readonly table: ScoreTable;
  /** Names by cell id. */
  readonly names: ReadonlyMap<string, string>;
  /** The examples to browse. */
  readonly examples: readonly ExampleView[];
}

/** A figure of the page. */
export interface FigureInput {
  /** Its title. */
  readonly caption: string;
  /** What it shows, for those who do not see it. */
  readonly description: string;
  /** SVG source with its texts escaped. */
  readonly svg: string;
  /** More to stand below the title. */
  readonly legend?: Markup;
}

/**
 * A figure with its title.
 *
 * @param input - Title, description and drawing.
 * @returns Markup.
 */
export function figure(input: FigureInput): Markup {
  const label = html`<svg role="img" aria-label="${input.description}" class="plot" `;
  const drawing = { source: input.svg.replace(/^<svg /, () => label.source) };
  return html`<figure><figcaption>${input.caption}</figcaption>${input.legend}${drawing}</figure>`;
}

/**
 * A table that may be wider than a small screen: it scrolls by itself, with the keyboard too.
 *
 * @param label - What it holds.
 * @param table - The table.
 * @returns Markup.
 */
export function scrollTable(label: string, table: Markup): Markup {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`;
}
