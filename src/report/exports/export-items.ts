import { z } from "zod";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { type ItemScore, itemScoreSchema } from "../../records/index.ts";
import { csvLine } from "./csv-text.ts";
import { jsonLine } from "./json-line.ts";
import { type CsvField, type CsvRow, readCsv } from "./read-csv.ts";

/** Formats of the tidy export. */
export type ItemFormat = "csv" | "jsonl";

const TEXT_COLUMNS = [
  "cell",
  "exampleId",
  "userId",
  "metric",
  "signature",
  "status",
  "reason",
  "text",
] as const;

const NUMBER_COLUMNS = ["repeat", "value", "precision", "recall"] as const;

const COLUMNS = [
  "cell",
  "exampleId",
  "userId",
  "repeat",
  "metric",
  "signature",
  "status",
  "value",
  "precision",
  "recall",
  "reason",
  "text",
] as const;

/**
 * Exports scores as a tidy table: one row per planned text and metric, missing scores with their
 * reason. Rows are made one at a time, so that a run of any size can be written as it is read.
 *
 * @param items - The rows.
 * @param format - `csv` (RFC 4180, formulas disarmed by a leading `'`) or `jsonl`.
 * @returns Lines with their line breaks, to be written one after another.
 *
 * @example
 * ```ts
 * import type { ItemScore } from "longhand/records";
 * import { exportItems } from "longhand/report";
 *
 * declare const items: ItemScore[];
 * for (const line of exportItems(items, "csv")) process.stdout.write(line);
 * ```
 */
export function* exportItems(items: Iterable<ItemScore>, format: ItemFormat): Generator<string> {
  if (format === "csv") yield itemHead(format);
  for (const item of items) yield itemLine(item, format);
}

/**
 * The beginning of a tidy export, for those who write it line by line.
 *
 * @param format - The format.
 * @returns The line of headings; an empty text if the format has none.
 */
export function itemHead(format: ItemFormat): string {
  return format === "csv" ? csvLine(COLUMNS) : "";
}

/**
 * One row of a tidy export.
 *
 * @param item - The row.
 * @param format - The format.
 * @returns The line with its line break.
 */
export function itemLine(item: ItemScore, format: ItemFormat): string {
  return format === "csv"
    ? csvLine(COLUMNS.map((column) => item[column]))
    : jsonLine({ v: 1, ...item });
}

/**
 * Reads a tidy export back.
 *
 * @param source - The whole file.
 * @param format - How it was exported.
 * @returns The rows, equal to those that were exported.
 * @throws LonghandError `invalid-record` with the line, for a row that is not a score.
 */
export function importItems(source: string, format: ItemFormat): ItemScore[] {
  if (format === "csv") return readCsv(source).map((row) => checked(rowValues(row), row.line));
  return source.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return checked(withoutVersion(parsedJson(line, index + 1)), index + 1);
  });
}

/**
 * A JSON line as a value.
 *
 * @param line - The line.
 * @param lineNumber - Which line of the file, from 1.
 * @returns The value.
 * @throws LonghandError `invalid-record` if it is not JSON.
 */
export function parsedJson(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new LonghandError(`Line ${lineNumber} is not JSON: ${messageOf(cause)}`, {
      code: "invalid-record",
      hint: "Export it again, and do not change the file by hand.",
      cause,
    });
  }
}

/**
 * A record without its format version.
 *
 * @param record - What a line held.
 * @returns A copy without `v`; whatever is no record is returned as it is.
 */
export function withoutVersion(record: unknown): unknown {
  if (typeof record !== "object" || record === null) return record;
  const { v: _version, ...rest } = record as Record<string, unknown>;
  return rest;
}

/**
 * A field as the number it was exported as.
 *
 * @param field - The field.
 * @returns The number; a field that is no number as it is, for the schema to refuse; `undefined`
 * for nothing.
 */
export function fieldNumber(field: CsvField | undefined): unknown {
  if (field === undefined || field.kind === "nothing") return undefined;
  const number = Number(field.text);
  return field.text.trim() === "" || Number.isNaN(number) ? field.text : number;
}

/**
 * A field as the text it was exported as.
 *
 * @param field - The field.
 * @returns The text, or `undefined` for nothing.
 */
export function fieldText(field: CsvField | undefined): string | undefined {
  return field === undefined || field.kind === "nothing" ? undefined : field.text;
}

function rowValues({ fields }: CsvRow): Record<string, unknown> {
  const values: [string, unknown][] = [
    ...TEXT_COLUMNS.map((column): [string, unknown] => [column, fieldText(fields.get(column))]),
    ...NUMBER_COLUMNS.map((column): [string, unknown] => [column, fieldNumber(fields.get(column))]),
  ];
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function checked(record: unknown, line: number): ItemScore {
  const parsed = itemScoreSchema.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new LonghandError(`Line ${line} is not a score: ${z.prettifyError(parsed.error)}`, {
    code: "invalid-record",
    hint: "Only files that exportItems wrote can be read back.",
    cause: parsed.error,
  });
}
