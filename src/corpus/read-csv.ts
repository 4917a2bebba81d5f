import { LonghandError } from "../foundation/index.ts";
import { admit } from "./admission.ts";
import { type CorpusEvent, type ReaderEvent, rejected, skipped, warning } from "./corpus-event.ts";
import { type CsvRecord, csvRecords } from "./csv-records.ts";
import { decodedChunks, encodingOfFile } from "./file-encoding.ts";
import type { FileContext, ReadOptions } from "./read-options.ts";
import { recordEvents } from "./record-candidate.ts";
import { textLines } from "./text-lines.ts";

/** Names of a table's columns where they differ from the names of a document's parts. */
export interface CsvColumns {
  /** Column of the id. @defaultValue "id" */
  readonly id?: string;
  /** Column of the author. @defaultValue "author" */
  readonly author?: string;
  /** Column of the text. @defaultValue "text" */
  readonly text?: string;
  /** Column of the title. @defaultValue "title" */
  readonly title?: string;
  /** Column of the date. @defaultValue "date" */
  readonly date?: string;
  /** Column of the source. @defaultValue "source" */
  readonly source?: string;
}

/** How a table of documents is read. */
export interface CsvOptions extends ReadOptions {
  /** Names of columns that differ from those of a document's parts. */
  readonly columns?: CsvColumns | undefined;
  /**
   * What stands between two cells. @defaultValue `,`; `;` or a tab if the header has no comma but
   * one of these
   */
  readonly delimiter?: string | undefined;
}

/**
 * Reads a table of documents after RFC 4180: a header, then one document a row. Columns that are no
 * part of a document become fields; empty cells are absent, except for the text, which is then
 * empty. A byte-order mark and CR LF are taken off; memory is bounded by the longest row.
 *
 * @param path - The file; in UTF-8, or else in the encoding that its bytes suggest (warned).
 * @param options - Profile, author of rows without one, names of columns.
 * @returns The documents in order, and a finding for every row that is none.
 * @throws LonghandError `not-found`, `not-readable` if the file cannot be opened.
 */
export function readCorpusCsv(path: string, options: CsvOptions = {}): AsyncGenerator<CorpusEvent> {
  const events = csvEvents({ path, name: path }, options);
  return admit(events, { profile: options.profile ?? "longhand" });
}

/** The same for one file of many, before ids and duplicates are looked at. */
export async function* csvEvents(
  context: FileContext,
  options: CsvOptions,
): AsyncGenerator<ReaderEvent> {
  const { path, name } = context;
  const place = { file: name };
  const { encoding, isGuessed } = await encodingOfFile(path);
  if (encoding === undefined) {
    yield rejected({ reason: "binary", message: "not a text file", place });
    return;
  }
  if (isGuessed) {
    const message = `not in UTF-8; read as ${encoding}`;
    yield warning({ reason: "guessed-encoding", message, place });
  }
  try {
    yield* tableEvents(textLines(decodedChunks(path, encoding)), context, options);
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "line-too-long") throw error;
    yield rejected({ reason: "line-too-long", message: error.message, place });
  }
}

async function* tableEvents(
  lines: AsyncGenerator<string>,
  context: FileContext,
  options: CsvOptions,
): AsyncGenerator<ReaderEvent> {
  const first = await lines.next();
  if (first.done === true) {
    const place = { file: context.name };
    yield rejected({ reason: "empty-file", message: "the file is empty", place });
    return;
  }
  const delimiter = options.delimiter ?? delimiterOf(first.value);
  let header: Header | undefined;
  for await (const record of csvRecords(withFirst(first.value, lines), delimiter)) {
    if (record.kind === "record" && header === undefined) {
      const read = headerOf(record.fields, options.columns ?? {});
      if (typeof read === "string") {
        const place = { file: context.name, line: record.line };
        yield rejected({ reason: "bad-header", message: read, place });
        return;
      }
      header = read;
    } else yield* rowEvents(record, header ?? NO_HEADER, { ...context, ...options });
  }
}

async function* withFirst(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

function delimiterOf(header: string): string {
  if (header.includes(",")) return ",";
  return [";", "\t"].find((delimiter) => header.includes(delimiter)) ?? ",";
}

type Part = keyof CsvColumns;

const PARTS: readonly Part[] = ["id", "author", "text", "title", "date", "source"];

interface Header {
  readonly names: readonly string[];
  /** Which part of a document a column holds, by the column's number. */
  readonly parts: ReadonlyMap<number, Part>;
}

/** The columns, or what is wrong with them. */
function headerOf(cells: readonly string[], columns: CsvColumns): Header | string {
  const names = cells.map((cell, at) => cell.trim() || `column-${at + 1}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `two columns are called ${JSON.stringify(twice)}`;
  const parts = new Map<number, Part>();
  for (const part of PARTS) {
    const wanted = columns[part];
    const at = columnOf(names, wanted ?? part);
    if (at !== -1) parts.set(at, part);
    else if (wanted !== undefined || part === "text") {
      const all = names.map((name) => JSON.stringify(name)).join(", ");
      return `no column ${JSON.stringify(wanted ?? part)} for the ${part}; the columns are ${all}`;
    }
  }
  return { names, parts };
}

function columnOf(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  if (exact !== -1) return exact;
  return names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
}

const NO_HEADER: Header = { names: [], parts: new Map() };

type RowContext = FileContext & ReadOptions;

function* rowEvents(
  record: CsvRecord,
  header: Header,
  { name, author, source }: RowContext,
): Generator<ReaderEvent> {
  const place = { file: name, line: record.line };
  if (record.kind === "blank") {
    yield skipped({ reason: "blank-line", message: "blank line", place });
    return;
  }
  if (record.kind === "fault") {
    const { reason, message, column } = record;
    yield rejected({ reason, message, place: { ...place, column } });
    return;
  }
  const wanted = header.names.length;
  if (record.fields.length !== wanted) {
    const message = `${record.fields.length} of ${wanted} fields`;
    yield rejected({ reason: "column-count", message, place });
    return;
  }
  yield* recordEvents(documentOf(record.fields, header), { place, author, source });
}

function documentOf(cells: readonly string[], { names, parts }: Header): Record<string, unknown> {
  const known: [string, string][] = [];
  const fields: [string, string][] = [];
  for (const [at, cell] of cells.entries()) {
    const part = parts.get(at);
    if (part === undefined && cell !== "") fields.push([names[at] ?? "", cell]);
    // A table has no other way to say that there is no title, but an empty text is an empty text.
    else if (part !== undefined && (cell !== "" || part === "text")) known.push([part, cell]);
  }
  return { ...Object.fromEntries(known), fields: Object.fromEntries(fields) };
}
