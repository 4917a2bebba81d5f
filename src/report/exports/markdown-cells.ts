import type { CellSummary, RunSummary } from "../../records/index.ts";
import { countWords, unscoredWords } from "../count-words.ts";
import { cellNames, nameOf } from "../display-names.ts";
import { footnotes } from "../footnotes.ts";
import { formatCount } from "../format-number.ts";
import { marksOf, type ShownScore, scoreTable } from "../shown-score.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

const COUNTS = ["planned", "scored", "unscored", "failed", "pending"] as const;

/**
 * A run's cells as a Markdown table with its footnotes.
 *
 * @param summary - The run.
 * @returns Markdown source.
 */
export function markdownCells(summary: RunSummary): string {
  const table = scoreTable(summary);
  const names = cellNames(summary);
  const heads = [
    "setting",
    ...table.columns.map((column) => escapeMarkdown(column.title)),
    ...COUNTS,
  ];
  const rules = heads.map((_, index) => (index === 0 ? "---" : "---:"));
  const rows = table.rows.map(({ cell, scores }) => [
    escapeMarkdown(nameOf(names, cell.id)),
    ...scores.map(scoreText),
    ...COUNTS.map((count) => formatCount(cell[count])),
  ]);
  const notes = [
    ...footnotes(summary, table, { best: "bold" }).map(({ about, says }) => `${about}: ${says}`),
    ...summary.cells.flatMap((cell) => missingWords(cell, nameOf(names, cell.id))),
    ...summary.notes,
  ];
  return [
    ...[heads, rules, ...rows].map((row) => `| ${row.join(" | ")} |`),
    "",
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    "",
  ].join("\n");
}

/**
 * What is missing from a cell and why, for the notes below a table.
 *
 * @param cell - The cell.
 * @param name - Its name.
 * @returns One note, or none if nothing is missing.
 */
export function missingWords(cell: CellSummary, name: string): readonly string[] {
  const unscored = unscoredWords(cell);
  const parts = [
    cell.failed > 0 ? `failed: ${countWords(cell.failures)}` : "",
    unscored === "" ? "" : `unscored: ${unscored}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? [] : [`${name}: ${parts.join("; ")}`];
}

function scoreText(score: ShownScore): string {
  const mean = score.best ? `**${score.mean}**` : score.mean;
  const ends = score.ends === undefined ? "" : ` ${escapeMarkdown(score.ends)}`;
  const reason =
    score.state === "absent" && score.reason !== undefined
      ? ` ${escapeMarkdown(`(${score.reason})`)}`
      : "";
  return `${mean}${marksOf(score)}${ends}${reason}`;
}
