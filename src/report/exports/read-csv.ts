import { CsvError, parse } from "csv-parse/sync";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { readCsvText } from "./csv-text.ts";

/** A field as it was exported: a text in quotes, a bare number as text, or nothing. */
export type CsvField =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bare"; readonly text: string }
  | { readonly kind: "nothing" };

/** A row of an exported CSV file, by column. */
export interface CsvRow {
  /** Line of the file that the row ends at, from 1. */
  readonly line: number;
  /** The fields by the name of their column. */
  readonly fields: ReadonlyMap<string, CsvField>;
}

/**
 * Reads a CSV file that Longhand exported.
 *
 * @param source - The file.
 * @returns Its rows in order.
 * @throws LonghandError `invalid-record` with the line, for a file that is not CSV or whose rows do
 * not fit the head.
 */
export function readCsv(source: string): readonly CsvRow[] {
  const records = parseRows(source);
  const [head, ...rows] = records;
  const names = head?.record.map(({ text }) => readCsvText(text)) ?? [];
  return rows.map(({ record, info }) => ({
    line: info.lines,
    fields: new Map(record.map((field, index) => [names[index] ?? "", fieldOf(field)])),
  }));
}

interface RawField {
  readonly text: string;
  readonly quoted: boolean;
}

interface RawRow {
  readonly record: readonly RawField[];
  readonly info: { readonly lines: number };
}

function parseRows(source: string): readonly RawRow[] {
  try {
    return parse(source, {
      bom: true,
      info: true,
      cast: (text, { quoting }) => ({ text, quoted: quoting }),
    }) as unknown as readonly RawRow[];
  } catch (cause) {
    const { lines } = (cause instanceof CsvError ? cause : {}) as { readonly lines?: number };
    const where = lines === undefined ? "" : ` (line ${lines})`;
    throw new LonghandError(`The export is not readable CSV${where}: ${messageOf(cause)}`, {
      code: "invalid-record",
      hint: "Export it again, and do not change the file by hand.",
      cause,
    });
  }
}

function fieldOf({ text, quoted }: RawField): CsvField {
  if (quoted) return { kind: "text", text: readCsvText(text) };
  return text === "" ? { kind: "nothing" } : { kind: "bare", text };
}
