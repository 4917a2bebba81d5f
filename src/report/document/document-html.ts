import { scrollTable } from "../html/html-section.ts";
import { inlineText } from "../html/long-text.ts";
import { html, type Markup } from "../html/markup.ts";
import { plainPage } from "../html/plain-page.ts";
import { resultTable } from "../tables/render/tables-html.ts";
import {
  type DocumentSection,
  type ReportDocument,
  type SourcedTable,
  sourceNote,
} from "./report-document.ts";

/**
 * A document as one HTML page that stands by itself: it loads nothing, runs no script, and shows all
 * text as text.
 *
 * @param document - The document.
 * @returns The page. The same document gives the same bytes.
 */
export function documentHtml({ title, overline, sections }: ReportDocument): string {
  const links = sections.map(
    ({ id, title: heading }) => html`<a href="#${id}">${inlineText(heading)}</a>`,
  );
  return plainPage({
    title: `${title} (${overline})`,
    overline,
    heading: title,
    content: html`<nav aria-label="Sections">${links}</nav>
${sections.map(sectionMarkup)}`,
  });
}

function sectionMarkup({ id, title, paragraphs, points, tables }: DocumentSection): Markup {
  const list =
    points.length === 0
      ? undefined
      : html`<ul>${points.map(
          (text) => html`<li>${inlineText(text)}</li>
`,
        )}</ul>`;
  return html`<section id="${id}"><h2>${inlineText(title)}</h2>
${paragraphs.map(
  (text) => html`<p>${inlineText(text)}</p>
`,
)}${list}
${tables.map(tableMarkup)}</section>
`;
}

function tableMarkup({ table, source }: SourcedTable): Markup {
  const notes = [...table.notes, sourceNote(source)];
  return html`<section id="table-${table.id}"><h3>${inlineText(table.title)}</h3>
${scrollTable(table.title, resultTable(table, false))}
<ul class="notes small quiet">${notes.map((note) => html`<li>${inlineText(note)}</li>`)}</ul></section>
`;
}
