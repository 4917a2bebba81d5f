import { LonghandError } from "../../foundation/index.ts";
import type { CorpusPlace, CorpusReason } from "../../records/index.ts";
import { type JsonRecord, jsonRecords, recordValue } from "../../storage/index.ts";
import { placeText, rejected } from "../corpus-event.ts";
import { importRows, type RowFormat } from "../rows/import-rows.ts";
import type { RowBatch, RowEvent } from "../rows/row-event.ts";
import type { FormatImport, FormatImporter } from "../tables/import-format.ts";
import { sourceBytes } from "../tables/source-bytes.ts";
import { type SourceFile, sourceFiles } from "../tables/source-files.ts";
import { arxivEvents } from "./arxiv-record.ts";
import { citationEvents } from "./citation-record.ts";
import type { MissingLanguage, PaperPlace, PaperRules } from "./paper-record.ts";

/** Imports the AMiner/DBLP citation network. */
export const importCitation: FormatImporter = (request, context) =>
  importPapers({ name: "citation", eventsOf: citationEvents }, request).then((format) =>
    importRows(format, request, context),
  );

/** Imports arXiv's metadata. */
export const importArxiv: FormatImporter = (request, context) =>
  importPapers({ name: "arxiv", eventsOf: arxivEvents }, request).then((format) =>
    importRows(format, request, context),
  );

/** How a record of a format becomes a row. */
interface PaperFormat {
  readonly name: string;
  readonly eventsOf: (value: unknown, place: PaperPlace, rules: PaperRules) => Iterable<RowEvent>;
}

const ENDINGS = [".json", ".jsonl", ".ndjson", ".txt"];

async function importPapers(
  format: PaperFormat,
  { from, settings }: FormatImport,
): Promise<RowFormat> {
  const files = await sourceFiles(from, ENDINGS);
  const rules: PaperRules = { missingLanguage: missingLanguageOf(settings["missingLanguage"]) };
  return {
    name: format.name,
    kind: "papers",
    columns: {
      author_names: "VARCHAR[]",
      author_ids: "VARCHAR[]",
      language: "VARCHAR",
      keywords: "VARCHAR[]",
    },
    sources: files.map(({ path, bytes }) => ({ file: path, bytes })),
    identity: files,
    options: { ...rules },
    read: (mark, onRead) =>
      readPapers(files, { ...format, rules, onRead }, mark as Mark | undefined),
  };
}

const MISSING_LANGUAGE: readonly MissingLanguage[] = ["detect", "keep", "drop"];

function missingLanguageOf(given: string | readonly string[] | undefined): MissingLanguage {
  if (given === undefined) return "detect";
  const known = MISSING_LANGUAGE.find((name) => name === given);
  if (known !== undefined) return known;
  throw new LonghandError(
    `--missing-language must be detect, keep or drop, got ${JSON.stringify(given)}.`,
    { code: "usage", hint: "detect looks at the words of title and abstract." },
  );
}

/** Where a reading goes on. */
interface Mark {
  /** Which file. */
  readonly file: number;
  /** Position in its (unpacked) content, in bytes. */
  readonly startByte: number;
  readonly line: number;
}

interface Reading extends PaperFormat {
  readonly rules: PaperRules;
  readonly onRead: (bytes: number) => void;
}

/** Records that are handed on together: fewer waits. */
const BATCH_RECORDS = 256;

async function* readPapers(
  files: readonly SourceFile[],
  reading: Reading,
  mark: Mark | undefined,
): AsyncGenerator<RowBatch> {
  const start = mark ?? { file: 0, startByte: 0, line: 1 };
  let before = 0;
  for (const [at, file] of files.entries()) {
    const done = before;
    before += file.bytes;
    if (at < start.file) continue;
    const place = at === start.file ? start : { startByte: 0, line: 1 };
    const onRead = (bytes: number): void => reading.onRead(done + bytes);
    yield* readFile(file, { ...reading, onRead, file: at }, place);
  }
}

async function* readFile(
  source: SourceFile,
  reading: Reading & { readonly file: number },
  { startByte, line }: Omit<Mark, "file">,
): AsyncGenerator<RowBatch> {
  const { path } = source;
  const { file, onRead } = reading;
  let events: RowEvent[] = [];
  let records = 0;
  const chunks = sourceBytes(source, { fromByte: startByte, onRead });
  let mark: Mark = { file, startByte, line };
  for await (const record of jsonRecords(chunks, { startByte, line })) {
    for (const event of recordEvents(record, path, reading)) events.push(event);
    mark = { file, startByte: record.endByte, line: record.endLine };
    records += 1;
    if (records % BATCH_RECORDS !== 0) continue;
    yield { events, mark };
    events = [];
  }
  yield { events, mark };
}

function recordEvents(
  record: JsonRecord,
  path: string,
  { eventsOf, rules }: Reading,
): Iterable<RowEvent> {
  const place: CorpusPlace = { file: path, line: record.line };
  const read = recordValue(record, path);
  if (read.status === "value") return eventsOf(read.value, { place, source: path }, rules);
  const { error } = read;
  const { line, column } = error.details as { readonly line: number; readonly column?: number };
  const fault: CorpusPlace = { file: path, line, ...(column === undefined ? {} : { column }) };
  const message = error.message.slice(placeText(fault).length + 2).replace(/\.$/, "");
  return [rejected({ reason: error.code as CorpusReason, message, place: fault })];
}
