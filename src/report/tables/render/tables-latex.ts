import { escapeLatex } from "../../exports/escape-latex.ts";
import type { ResultTable, TableColumn, TablePlace } from "../result-table.ts";
import { placeWords } from "./place-marks.ts";
import type { TablePrint } from "./tables-markdown.ts";

/** Marks that a font may lack as characters. */
const SIGNS: Readonly<Record<string, string>> = {
  "•": "\\textbullet{}",
  "†": "\\textdagger{}",
  ᶠ: "\\textsuperscript{f}",
  "—": "\\textemdash{}",
};

/**
 * Tables of results in LaTeX, in the booktabs style, each with its notes.
 *
 * @param tables - The tables.
 * @param print - What to print.
 * @returns LaTeX source to be put in with `\input`; all text in it is escaped.
 */
export function tablesLatex(tables: readonly ResultTable[], print: TablePrint = {}): string {
  return [
    "% Needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}.",
    ...tables.map((table) => tableLatex(table, print)),
  ].join("\n");
}

function tableLatex(table: ResultTable, { counts = false }: TablePrint): string {
  const { rowHeads, columns } = table;
  const alignment = `${"l".repeat(rowHeads.length)}${"r".repeat(columns.length)}`;
  const heads = [...rowHeads, ...columns.map(({ title }) => title)].map(escapeLatex);
  const rows = table.rows.map(({ heads: own, places }) => [
    ...own.map(escapeLatex),
    ...places.map((place) => placeSource(place, counts)),
  ]);
  return [
    "\\begin{table}",
    `\\caption{${escapeLatex(table.title)}}`,
    `\\begin{tabular}{${alignment}}`,
    "\\toprule",
    ...groupLines(rowHeads.length, columns),
    sourceLine(heads),
    "\\midrule",
    ...rows.map(sourceLine),
    "\\bottomrule",
    "\\end{tabular}",
    "",
    "\\begin{flushleft}\\footnotesize\\sloppy",
    ...table.notes.map((note) => `${noteSource(note)}\\par`),
    "\\end{flushleft}",
    "\\end{table}",
    "",
  ].join("\n");
}

function sourceLine(cells: readonly string[]): string {
  return `${cells.join(" & ")} \\\\`;
}

/** The line of groups above the headings, with a rule below each group. */
function groupLines(rowHeads: number, columns: readonly TableColumn[]): readonly string[] {
  const spans = groupSpans(columns);
  if (spans.every(({ group }) => group === "")) return [];
  const blanks = Array.from({ length: rowHeads }, () => "");
  const cells = spans.map(({ group, columns: width }) =>
    group === "" && width === 1 ? "" : `\\multicolumn{${width}}{c}{${escapeLatex(group)}}`,
  );
  let first = rowHeads + 1;
  const rules = spans.map(({ group, columns: width }) => {
    const rule = group === "" ? "" : `\\cmidrule(lr){${first}-${first + width - 1}}`;
    first += width;
    return rule;
  });
  return [sourceLine([...blanks, ...cells]), rules.join("")];
}

/** Neighbours that share a group. */
interface GroupSpan {
  readonly group: string;
  readonly columns: number;
}

/**
 * Columns that stand side by side and share a group.
 *
 * @param columns - The columns.
 * @returns Each group with its number of columns; columns without a group have an empty one.
 */
export function groupSpans(columns: readonly TableColumn[]): readonly GroupSpan[] {
  const spans: { group: string; columns: number }[] = [];
  for (const { group = "" } of columns) {
    const last = spans.at(-1);
    if (last?.group === group) last.columns += 1;
    else spans.push({ group, columns: 1 });
  }
  return spans;
}

function noteSource(note: string): string {
  const [sign] = note;
  const mark = sign === undefined ? undefined : SIGNS[sign];
  return mark === undefined || sign === undefined
    ? escapeLatex(note)
    : `${mark}${escapeLatex(note.slice(sign.length))}`;
}

function placeSource(place: TablePlace, counts: boolean): string {
  const text =
    place.text === "—" ? SIGNS["—"] : escapeLatex(place.text).replaceAll("±", "\\textpm{}");
  const words = placeWords(place, counts);
  return [
    `${place.best ? `\\textbf{${text}}` : text}${marksSource(place)}`,
    ...(place.ends === undefined ? [] : [escapeLatex(place.ends)]),
    ...(words === undefined ? [] : [escapeLatex(`(${words})`)]),
  ].join(" ");
}

function marksSource({ state, significant, top, failed = 0 }: TablePlace): string {
  if (state === "not-run" || state === "text") return "";
  return [
    significant ? SIGNS["†"] : "",
    top ? SIGNS["•"] : "",
    failed > 0 ? `\\textsuperscript{f${failed}}` : "",
  ].join("");
}
