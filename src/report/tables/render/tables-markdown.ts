import { escapeMarkdown } from "../../exports/escape-markdown.ts";
import { columnTitle, type ResultTable, type TablePlace } from "../result-table.ts";
import { placeMarks, placeWords } from "./place-marks.ts";

/** How tables are printed. */
export interface TablePrint {
  /** Whether to print how many texts were planned, scored and failed. @defaultValue false */
  readonly counts?: boolean;
  /** Level of the headings in Markdown, 1–6. @defaultValue 2 */
  readonly level?: number;
}

/**
 * Tables of results in Markdown, each with its notes.
 *
 * @param tables - The tables.
 * @param print - What to print.
 * @returns Markdown source; all text in it is escaped.
 */
export function tablesMarkdown(tables: readonly ResultTable[], print: TablePrint = {}): string {
  return tables.map((table) => tableMarkdown(table, print)).join("\n");
}

function tableMarkdown(table: ResultTable, { counts = false, level = 2 }: TablePrint): string {
  const heads = [...table.rowHeads, ...table.columns.map(columnTitle)].map(escapeMarkdown);
  const rules = heads.map((_, at) => (at < table.rowHeads.length ? "---" : "---:"));
  const rows = table.rows.map(({ heads: own, places }) => [
    ...own.map(escapeMarkdown),
    ...places.map((place) => placeText(place, counts)),
  ]);
  return [
    `${"#".repeat(level)} ${escapeMarkdown(table.title)}`,
    "",
    ...(rows.length === 0
      ? ["Nothing was run that belongs here."]
      : [heads, rules, ...rows].map(line)),
    "",
    ...table.notes.map((note) => `- ${escapeMarkdown(note)}`),
    "",
  ].join("\n");
}

function line(row: readonly string[]): string {
  return `| ${row.join(" | ")} |`;
}

function placeText(place: TablePlace, counts: boolean): string {
  // Numbers are our own; only words need escapes.
  const text = place.state === "value" ? place.text : escapeMarkdown(place.text);
  const words = placeWords(place, counts);
  return [
    `${place.best ? `**${text}**` : text}${placeMarks(place)}`,
    ...(place.ends === undefined ? [] : [place.ends.replace("[", "\\[")]),
    ...(words === undefined ? [] : [escapeMarkdown(`(${words})`)]),
  ].join(" ");
}
