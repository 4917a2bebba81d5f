import { escapeMarkdown } from "../exports/escape-markdown.ts";
import { tablesMarkdown } from "../tables/render/tables-markdown.ts";
import { type DocumentSection, type ReportDocument, sourceNote } from "./report-document.ts";

/**
 * A document in Markdown.
 *
 * @param document - The document.
 * @returns Markdown source; all text in it is escaped. The same document gives the same bytes.
 */
export function documentMarkdown({ title, sections }: ReportDocument): string {
  return [`# ${escapeMarkdown(title)}\n`, ...sections.map(sectionSource)].join("\n");
}

function sectionSource({ title, paragraphs, points, tables }: DocumentSection): string {
  const blocks = [
    `## ${escapeMarkdown(title)}\n`,
    ...paragraphs.map((text) => `${escapeMarkdown(text)}\n`),
    ...(points.length === 0
      ? []
      : [`${points.map((text) => `- ${escapeMarkdown(text)}`).join("\n")}\n`]),
    ...tables.map(({ table, source }) =>
      tablesMarkdown([{ ...table, notes: [...table.notes, sourceNote(source)] }], { level: 3 }),
    ),
  ];
  return blocks.join("\n");
}
