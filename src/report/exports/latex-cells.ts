import type { RunSummary } from "../../records/index.ts";
import { cellNames, nameOf } from "../display-names.ts";
import { footnotes } from "../footnotes.ts";
import { formatCount } from "../format-number.ts";
import { type ShownScore, scoreTable } from "../shown-score.ts";
import { escapeLatex } from "./escape-latex.ts";
import { missingWords } from "./markdown-cells.ts";

const COUNTS = ["planned", "scored", "unscored", "failed", "pending"] as const;

/**
 * A run's cells as a LaTeX table in the booktabs style, with its footnotes below.
 *
 * @param summary - The run.
 * @returns LaTeX source to be put in with `\input`.
 */
export function latexCells(summary: RunSummary): string {
  const table = scoreTable(summary);
  const names = cellNames(summary);
  const heads = ["setting", ...table.columns.map((column) => column.title), ...COUNTS];
  const rows = table.rows.map(({ cell, scores }) => [
    escapeLatex(nameOf(names, cell.id)),
    ...scores.map(scoreSource),
    ...COUNTS.map((count) => escapeLatex(formatCount(cell[count]))),
  ]);
  const notes = [
    ...footnotes(summary, table, { best: "bold" }),
    ...summary.cells
      .flatMap((cell) => missingWords(cell, nameOf(names, cell.id)))
      .map((says) => ({ about: "", says })),
    ...summary.notes.map((says) => ({ about: "", says })),
  ];
  return [
    "% Needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}.",
    `\\begin{tabular}{l${"r".repeat(heads.length - 1)}}`,
    "\\toprule",
    sourceLine(heads.map(escapeLatex)),
    "\\midrule",
    ...rows.map(sourceLine),
    "\\bottomrule",
    "\\end{tabular}",
    "",
    "\\begin{flushleft}\\footnotesize\\sloppy",
    ...notes.map(noteSource),
    "\\end{flushleft}",
    "",
  ].join("\n");
}

function sourceLine(cells: readonly string[]): string {
  return `${cells.join(" & ")} \\\\`;
}

function noteSource({ about, says }: { readonly about: string; readonly says: string }): string {
  const sign = SIGNS[about] ?? escapeLatex(about);
  const words = escapeLatex(says);
  return `${about === "" ? words : `${sign}: ${words}`}\\par`;
}

/** Marks that a font may lack as characters. */
const SIGNS: Readonly<Record<string, string>> = {
  "•": "\\textbullet{}",
  "†": "\\textdagger{}",
  ᶠ: "\\textsuperscript{f}",
  "—": "\\textemdash{}",
};

function scoreSource(score: ShownScore): string {
  if (score.state === "not-run") return escapeLatex(score.mean);
  const mean = score.state === "absent" ? "\\textemdash{}" : escapeLatex(score.mean);
  const marks = [
    score.significant ? SIGNS["†"] : "",
    score.top ? SIGNS["•"] : "",
    score.failed > 0 ? `\\textsuperscript{f${score.failed}}` : "",
  ].join("");
  const ends = score.ends === undefined ? "" : ` ${score.ends}`;
  const reason =
    score.state === "absent" && score.reason !== undefined
      ? ` ${escapeLatex(`(${score.reason})`)}`
      : "";
  return `${score.best ? `\\textbf{${mean}}` : mean}${marks}${ends}${reason}`;
}
