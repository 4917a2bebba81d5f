import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { type CellSummary, cellSummarySchema, type RunSummary } from "../../records/index.ts";
import { cellColumns, cellFromColumns } from "./cell-columns.ts";
import { csvLine } from "./csv-text.ts";
import { parsedJson, withoutVersion } from "./export-items.ts";
import { jsonLine } from "./json-line.ts";
import { latexCells } from "./latex-cells.ts";
import { markdownCells } from "./markdown-cells.ts";
import { readCsv } from "./read-csv.ts";

/** Formats of the table of cells. */
export type CellFormat = "csv" | "jsonl" | "markdown" | "latex";

/**
 * Exports a run's cells, one row each. `csv` and `jsonl` hold every number in full and can be read
 * back with {@link importCells}; `markdown` and `latex` are tables for people, rounded for print,
 * with the marks and footnotes of the report.
 *
 * @param summary - The run.
 * @param format - The format.
 * @returns The whole file.
 */
export function exportCells(summary: RunSummary, format: CellFormat): string {
  switch (format) {
    case "csv":
      return csvCells(summary.cells);
    case "jsonl":
      return summary.cells.map((cell) => jsonLine({ v: 1, ...cell })).join("");
    case "markdown":
      return markdownCells(summary);
    case "latex":
      return latexCells(summary);
  }
}

/**
 * Reads an export of cells back.
 *
 * @param source - The whole file.
 * @param format - How it was exported.
 * @returns The cells, equal to those that were exported.
 * @throws LonghandError `invalid-record` with the line, for a row that is not a cell.
 */
export function importCells(source: string, format: "csv" | "jsonl"): CellSummary[] {
  if (format === "csv") {
    return readCsv(source).map(({ line, fields }) => checked(cellFromColumns(fields), line));
  }
  return source.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return checked(withoutVersion(parsedJson(line, index + 1)), index + 1);
  });
}

function csvCells(cells: readonly CellSummary[]): string {
  const rows = cells.map(cellColumns);
  const heads = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = rows.map((row) => csvLine(heads.map((head) => row.get(head))));
  return [csvLine(heads), ...lines].join("");
}

function checked(record: unknown, line: number): CellSummary {
  const parsed = cellSummarySchema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new LonghandError(`Line ${line} is not a cell: ${z.prettifyError(parsed.error)}`, {
    code: "invalid-record",
    hint: "Only files that exportCells wrote can be read back.",
    cause: parsed.error,
  });
}
