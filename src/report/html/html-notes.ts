import { footnotes } from "../footnotes.ts";
import type { HtmlSection } from "./html-section.ts";
import { inlineText } from "./long-text.ts";
import { html, type Markup } from "./markup.ts";

/** Where a report's run is to be found and how it was made. */
export interface ReportRun {
  /** Name of the run. */
  readonly name: string;
  /** Its folder. */
  readonly folder?: string;
  /** The command that made it. Must hold no secret. */
  readonly command?: string;
  /** When the report was made, in words or as an ISO date. */
  readonly createdAt?: string;
}

/**
 * How the numbers were made, and where the run is.
 *
 * @param section - What to show.
 * @param run - Where the run is.
 * @returns A section of the page.
 */
export function notesSection(section: HtmlSection, run: ReportRun): Markup {
  const notes = footnotes(section.summary, section.table, { best: "bold" });
  const rows = notes.map(
    ({ about, says }) => html`<div><dt>${inlineText(about)}</dt><dd>${inlineText(says)}</dd></div>
`,
  );
  const more = section.summary.notes;
  const list =
    more.length === 0
      ? undefined
      : html`<h3>Notes of the run</h3><ul class="notes">${more.map((note) => html`<li>${inlineText(note)}</li>`)}</ul>`;
  return html`<section id="notes"><h2>How these numbers were made</h2>${list}
<dl class="footnotes">${rows}${runFacts(run)}</dl></section>`;
}

function runFacts(run: ReportRun): readonly Markup[] {
  const facts = [
    ["run", run.name],
    ["folder", run.folder],
    ["command", run.command],
    ["made", run.createdAt],
  ] as const;
  return facts.flatMap(([about, says]) =>
    says === undefined
      ? []
      : html`<div><dt>${about}</dt><dd><code>${inlineText(says)}</code></dd></div>
`,
  );
}
