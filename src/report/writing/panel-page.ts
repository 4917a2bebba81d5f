import { ABSENT, formatCount } from "../format-number.ts";
import { figure } from "../html/html-section.ts";
import { inlineText } from "../html/long-text.ts";
import { html, type Markup } from "../html/markup.ts";
import { plainPage } from "../html/plain-page.ts";
import type { TextTable } from "./comparison-tables.ts";
import { pageTable } from "./page-table.ts";
import { plotCurves } from "./plot-comparison.ts";

/** A value of a panel, or why there is none. */
export type PanelPageScore =
  | {
      /** The outcome. */
      readonly status: "scored";
      /** The settings behind the number. */
      readonly signature: string;
      /** The value. Range and direction are the measure's. */
      readonly value: number;
    }
  | {
      /** The outcome. */
      readonly status: "unscored";
      /** The settings that the number would have stood for. */
      readonly signature: string;
      /** Why there is no value. */
      readonly reason: string;
    };

/** A measure of a panel. */
export interface PanelPageRow {
  /** Id of the measure. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** The value, or why there is none. */
  readonly score: PanelPageScore;
  /** Where the measure usually lies; absent where that is not known. */
  readonly usual?: readonly [low: number, high: number];
  /** Beyond this the text deserves a look; absent where nothing is alarming by itself. */
  readonly alarm?: { readonly side: "above" | "below"; readonly limit: number };
  /** Whether the value lies beyond. @defaultValue false */
  readonly isAlarming?: boolean;
}

/** A section of a document with its measures. */
export interface PanelPageSection {
  /** Its heading. */
  readonly heading: string;
  /** Its words. */
  readonly words: number;
  /** Its measures. */
  readonly rows: readonly PanelPageRow[];
}

/** What a page of a panel shows. */
export interface PanelPageInput {
  /** Name of the run. */
  readonly run: string;
  /** Title of the document. */
  readonly title: string;
  /** Words measured. */
  readonly words: number;
  /** Words asked for. */
  readonly targetWords: number;
  /** The measures of the whole. */
  readonly rows: readonly PanelPageRow[];
  /** The sections in reading order. */
  readonly sections: readonly PanelPageSection[];
  /** Measures by tenth of the document; `null` where one cannot be computed. */
  readonly curves: Readonly<Record<string, readonly (number | null)[]>>;
  /** What to know first. */
  readonly notes: readonly string[];
}

/**
 * A quality panel as one page with charts: it loads nothing and runs no script, and no text in it is taken
 * for markup.
 *
 * @param panel - The panel.
 * @returns An HTML page. The same input gives the same bytes.
 */
export function renderPanelPage(panel: PanelPageInput): string {
  const { run, title, words, targetWords, rows, notes } = panel;
  const alarms = rows.filter(({ isAlarming }) => isAlarming === true).map(alarmText);
  const list = (lines: readonly string[]): Markup =>
    html`<ul class="notes">${lines.map((line) => html`<li>${inlineText(line)}</li>`)}</ul>`;
  const none = html`<p class="lead">No measure lies beyond its limit.</p>`;
  return plainPage({
    title: `${title} (Longhand)`,
    overline: "Quality panel",
    heading: title,
    content: html`<section><p class="lead">Run ${inlineText(run)}: ${formatCount(words)} words of ${formatCount(targetWords)}. Usual ranges come from old novels; they are hints, no marks to pass.</p>
<h2>What deserves a look</h2>${alarms.length === 0 ? none : list(alarms)}
${notes.length === 0 ? undefined : html`<h2>What to know first</h2>${list(notes)}`}</section>
<section><h2>The whole document</h2>${pageTable(wholeTable(rows))}</section>
<section><h2>Along the document</h2><p class="lead">Each tenth measured by itself.</p><div class="figures">${curveFigures(panel)}</div></section>
<section><h2>Section by section</h2><p class="lead">Short texts differ from long ones: compare sections of about one length.</p>${pageTable(sectionTable(panel))}</section>`,
  });
}

function alarmText(row: PanelPageRow): string {
  return `${row.title}: ${valueText(row.score)}${limitText(row, ", the limit is ")}`;
}

function wholeTable(rows: readonly PanelPageRow[]): TextTable {
  return {
    caption: "Measures of the whole document",
    head: ["measure", "value", "usual", "alarm", "settings"],
    rows: rows.map((row) => [
      row.title,
      valueText(row.score),
      row.usual === undefined ? ABSENT : `${shown(row.usual[0])}–${shown(row.usual[1])}`,
      `${row.isAlarming === true ? "! " : ""}${limitText(row, "")}` || ABSENT,
      row.score.signature,
    ]),
    right: new Set([1]),
  };
}

function limitText({ alarm }: PanelPageRow, before: string): string {
  return alarm === undefined ? "" : `${before}${alarm.side} ${shown(alarm.limit)}`;
}

/** Measures that some section has; a section without a value says why. */
function sectionTable({ sections }: PanelPageInput): TextTable {
  const titles = new Map(
    sections.flatMap(({ rows }) => rows.map(({ id, title }) => [id, title] as const)),
  );
  return {
    caption: "Measures by section",
    head: ["section", "words", ...titles.values()],
    rows: sections.map(({ heading, words, rows }) => {
      const byId = new Map(rows.map((row) => [row.id, row]));
      const cells = [...titles.keys()].map((id) => {
        const row = byId.get(id);
        if (row === undefined) return ABSENT;
        return `${row.isAlarming === true ? "! " : ""}${valueText(row.score)}`;
      });
      return [heading, formatCount(words), ...cells];
    }),
    right: new Set([1, ...[...titles].map((_, at) => at + 2)]),
  };
}

function curveFigures({ curves, rows }: PanelPageInput): Markup[] {
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return Object.entries(curves).flatMap(([id, values]) => {
    const svg = plotCurves([{ arm: id, values, colour: 0 }]);
    const caption = titles.get(id) ?? CURVE_TITLES[id] ?? id;
    if (svg === undefined) return [];
    const numbers = values.map((value) => (value === null ? ABSENT : shown(value))).join(", ");
    const description = `${caption} over the tenths of the document: ${numbers}.`;
    return [figure({ caption, description, svg })];
  });
}

/** Curves that no measure of the whole stands for. */
const CURVE_TITLES: Readonly<Record<string, string>> = {
  "issues-per-1000": "Open issues per 1,000 words",
};

function valueText(score: PanelPageScore): string {
  return score.status === "scored" ? shown(score.value) : `unscored: ${score.reason}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}
