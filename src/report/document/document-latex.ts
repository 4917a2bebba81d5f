import { escapeLatex } from "../exports/escape-latex.ts";
import { tablesLatex } from "../tables/render/tables-latex.ts";
import { type DocumentSection, type ReportDocument, sourceNote } from "./report-document.ts";

/** What stands before the text. Landscape, since boards are wide; tables stay where they are told of. */
const PREAMBLE = [
  "\\documentclass{article}",
  "\\usepackage[a4paper,landscape,margin=15mm]{geometry}",
  "\\usepackage{iftex}",
  "\\ifPDFTeX\\usepackage[T1]{fontenc}\\else\\usepackage{fontspec}\\fi",
  "\\usepackage{booktabs}",
  "\\usepackage{float}",
  "\\floatplacement{table}{H}",
  "\\setlength{\\tabcolsep}{4pt}",
  "\\AddToHook{env/tabular/before}{\\footnotesize}",
];

/**
 * A document as a LaTeX file that can be compiled as it is. Names in other scripts than Latin need
 * XeLaTeX or LuaLaTeX and a font.
 *
 * @param document - The document.
 * @returns LaTeX source; all text in it is escaped. The same document gives the same bytes.
 */
export function documentLatex({ title, sections }: ReportDocument): string {
  return [
    ...PREAMBLE,
    `\\title{${escapeLatex(title)}}`,
    "\\date{}",
    "\\begin{document}",
    "\\maketitle",
    "\\small\\sloppy",
    "",
    ...sections.map(sectionSource),
    "\\end{document}",
    "",
  ].join("\n");
}

function sectionSource({ title, paragraphs, points, tables }: DocumentSection): string {
  const noted = tables.map(({ table, source }) => ({
    ...table,
    notes: [...table.notes, sourceNote(source)],
  }));
  return [
    `\\section{${escapeLatex(title)}}`,
    "",
    ...paragraphs.flatMap((text) => [paragraphSource(text), ""]),
    ...listSource(points),
    ...(noted.length === 0 ? [] : [tablesLatex(noted)]),
  ].join("\n");
}

/** A text that may hold several lines, each on its own. */
function paragraphSource(text: string): string {
  return text
    .split(/\r?\n/)
    .map(escapeLatex)
    .filter((line) => line !== "")
    .join("\n\n");
}

function listSource(points: readonly string[]): string[] {
  if (points.length === 0) return [];
  return [
    "\\begin{itemize}",
    ...points.map((text) => `\\item {}${paragraphSource(text)}`),
    "\\end{itemize}",
    "",
  ];
}
