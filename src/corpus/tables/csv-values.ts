import { LonghandError } from "../../foundation/index.ts";
import { type CsvRecord, csvRecords } from "../csv-records.ts";
import { textLines } from "../text-lines.ts";
import type { ColumnMap } from "./column-map.ts";
import type { SourceValue } from "./cut-values.ts";
import { sourceBytes } from "./source-bytes.ts";
import type { SourceFile } from "./source-files.ts";

/**
 * Reads a table after RFC 4180 with a header, in UTF-8: each row as an object of its cells. Empty
 * cells are absent, except in the column of the text.
 *
 * @param source - The file.
 * @param columns - The columns that must be there.
 * @param onRead - Told how many bytes of the file on disk have been read.
 * @returns Each row, or what is wrong in its place.
 * @throws LonghandError `bad-header`, `invalid-utf8`.
 */
export async function* csvValues(
  source: SourceFile,
  columns: ColumnMap,
  onRead: (bytes: number) => void,
): AsyncGenerator<SourceValue> {
  const lines = textLines(decoded(source, onRead));
  const first = await lines.next();
  if (first.done === true) throw badHeader(source, "there is none");
  const delimiter = delimiterOf(first.value);
  let header: readonly string[] | undefined;
  for await (const record of csvRecords(withFirst(first.value, lines), delimiter)) {
    if (header === undefined && record.kind === "record") {
      header = checkedHeader(record.fields, source, columns);
    } else yield rowValue(record, header ?? [], columns.named.get("text") ?? "text");
  }
}

async function* withFirst(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

async function* decoded(
  source: SourceFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of sourceBytes(source, { onRead })) {
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new LonghandError(`${source.path} is not in UTF-8.`, {
      code: "invalid-utf8",
      hint: "Convert it, for instance with iconv.",
      details: { file: source.path },
      cause,
    });
  }
}

function delimiterOf(header: string): string {
  return [",", ";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}

function checkedHeader(
  names: readonly string[],
  source: SourceFile,
  { named }: ColumnMap,
): readonly string[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw badHeader(source, `two columns are called ${JSON.stringify(twice)}`);
  }
  const missing = [...named].find(([, column]) => !names.includes(column));
  if (missing !== undefined) {
    const all = names.map((name) => JSON.stringify(name)).join(", ");
    throw badHeader(
      source,
      `it has no ${JSON.stringify(missing[1])} for the ${missing[0]}, but ${all}`,
    );
  }
  return names;
}

function rowValue(record: CsvRecord, header: readonly string[], text: string): SourceValue {
  const { line } = record;
  if (record.kind === "blank") {
    return { fault: { outcome: "skipped", reason: "blank-line", message: "blank line" }, line };
  }
  if (record.kind === "fault") {
    const { reason, message, column } = record;
    return { fault: { outcome: "rejected", reason, message }, line, column };
  }
  if (record.fields.length !== header.length) {
    const message = `${record.fields.length} of ${header.length} fields`;
    return { fault: { outcome: "rejected", reason: "column-count", message }, line };
  }
  const cells = record.fields
    .map((cell, at): [string, string] => [header[at] ?? "", cell])
    .filter(([name, cell]) => cell !== "" || name === text);
  return { value: Object.fromEntries(cells), line };
}

function badHeader({ path }: SourceFile, what: string): LonghandError {
  return new LonghandError(`${path}:1: the header of the table does not fit: ${what}.`, {
    code: "bad-header",
    hint: "Name its columns with --columns text=…,author=….",
    details: { file: path, line: 1 },
  });
}
