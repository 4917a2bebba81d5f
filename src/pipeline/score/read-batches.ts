import { csvRecords } from "../../corpus/index.ts";
import {
  isJsonArrayFile,
  type JsonLine,
  jsonLinesIn,
  readJsonValues,
  readLineBlocks,
  textLinesIn,
} from "../../storage/index.ts";
import type { NumberedFault, NumberedText, TextBatch, TextsBatch } from "./text-batch.ts";
import type { DatasetReferences } from "./text-references.ts";
import { textToScore } from "./text-to-score.ts";

/** A place between two records of a file, from which reading can go on. */
export interface ReadPosition {
  /** Bytes before it. */
  readonly byte: number;
  /** Number of the line that begins there, from 1. */
  readonly line: number;
}

/** Bytes of a batch, about. */
export const BATCH_BYTES: number = 1 << 19;

/** The beginning of a file. */
export const FILE_START: ReadPosition = { byte: 0, line: 1 };

/** Texts, and where the next ones begin. */
export interface ReadBatch {
  /** The texts. */
  readonly batch: TextBatch;
  /** Where reading goes on after them. */
  readonly next: ReadPosition;
}

/** What {@link readBatches} reads. */
export interface BatchSource {
  /** JSON Lines, one JSON array, or CSV with a header row (by its ending). */
  readonly file: string;
  /** Where the references are; absent if the lines hold them. */
  readonly references?: DatasetReferences;
  /** Bytes of a batch, about. @defaultValue 524_288 */
  readonly batchBytes?: number;
}

/**
 * Reads a file of texts in batches. Lines that hold their references stay bytes, which whoever
 * scores them reads: that is most of the work beside scoring.
 *
 * @param source - What to read.
 * @param from - Where to begin.
 * @returns The batches in order.
 * @throws LonghandError `not-found`, `not-readable` or `file-error`.
 */
export async function* readBatches(
  source: BatchSource,
  from: ReadPosition = FILE_START,
): AsyncGenerator<ReadBatch> {
  if (/\.csv$/i.test(source.file)) yield* readTableBatches(source, from);
  else if (await isJsonArrayFile(source.file)) yield* readArrayBatches(source, from);
  else yield* readLineBatches(source, from);
}

/** One JSON array, element by element; whoever goes on passes over what was read before. */
async function* readArrayBatches(
  { file, references, batchBytes = BATCH_BYTES }: BatchSource,
  from: ReadPosition,
): AsyncGenerator<ReadBatch> {
  let [texts, faults]: [NumberedText[], NumberedFault[]] = [[], []];
  let [startByte, next] = [from.byte, from];
  for await (const read of readJsonValues(file)) {
    const { line, endByte } = read.line;
    if (endByte <= from.byte) continue;
    note(read, file, { texts, faults });
    next = { byte: endByte, line };
    if (endByte - startByte < batchBytes) continue;
    startByte = endByte;
    yield { batch: await asBatch({ texts, faults }, references), next };
    [texts, faults] = [[], []];
  }
  if (texts.length > 0 || faults.length > 0) {
    yield { batch: await asBatch({ texts, faults }, references), next };
  }
}

interface Gathered {
  readonly texts: NumberedText[];
  readonly faults: NumberedFault[];
}

function note(read: JsonLine, file: string, { texts, faults }: Gathered): void {
  if (read.status === "blank") return;
  const { line, element } = read.line;
  const place = { line, ...(element === undefined ? {} : { element }) };
  const text = read.status === "value" ? textToScore(read.value) : badLine(read, file);
  if ("problem" in text) faults.push({ ...place, problem: text.problem });
  else texts.push({ ...place, text });
}

function asBatch(
  gathered: Pick<TextsBatch, "texts" | "faults">,
  references: DatasetReferences | undefined,
): TextsBatch | Promise<TextsBatch> {
  const batch: TextsBatch = { kind: "texts", ...gathered };
  return references === undefined ? batch : withReferences(batch, references);
}

async function* readLineBatches(
  source: BatchSource,
  from: ReadPosition,
): AsyncGenerator<ReadBatch> {
  for await (const block of blocksOf(source, from)) {
    const { bytes, firstLine, lines, endByte, tooLong } = block;
    const batch = { kind: "lines", bytes, firstLine, tooLong } as const;
    yield {
      batch:
        source.references === undefined
          ? batch
          : await withReferences(textsInLines(batch, source.file), source.references),
      next: { byte: endByte, line: firstLine + lines },
    };
  }
}

function blocksOf(
  { file, batchBytes = BATCH_BYTES }: BatchSource,
  from: ReadPosition,
): ReturnType<typeof readLineBlocks> {
  return readLineBlocks(file, {
    startByte: from.byte,
    firstLine: from.line,
    blockBytes: batchBytes,
  });
}

/**
 * Reads the texts in lines of JSON.
 *
 * @param batch - The lines.
 * @param file - The file's name in messages.
 * @returns The texts, and what is wrong with the lines that hold none.
 */
export function textsInLines(
  batch: Extract<TextBatch, { kind: "lines" }>,
  file: string,
): TextsBatch {
  const { bytes, firstLine, tooLong } = batch;
  if (tooLong) return onlyFault({ line: firstLine, problem: "the line is longer than 64 MiB." });
  const texts: NumberedText[] = [];
  const faults: NumberedFault[] = [];
  for (const read of jsonLinesIn(bytes, { name: file, firstLine, startByte: 0 })) {
    note(read, file, { texts, faults });
  }
  return { kind: "texts", texts, faults };
}

function badLine(
  { error, line }: Extract<JsonLine, { status: "bad" }>,
  file: string,
): { readonly problem: string } {
  const place = `${file}:${line.line}:`;
  const told = error.message.startsWith(place) ? error.message.slice(place.length) : error.message;
  return { problem: /^\d+:/.test(told) ? `column ${told}` : told.trim() };
}

function onlyFault(fault: NumberedFault): TextsBatch {
  return { kind: "texts", texts: [], faults: [fault] };
}

async function withReferences(
  { texts, faults }: TextsBatch,
  references: DatasetReferences,
): Promise<TextsBatch> {
  const found: NumberedText[] = [];
  const unknown: NumberedFault[] = [];
  for (const { text, ...place } of texts) {
    const known = await references.find(text.id);
    if (known !== undefined) {
      const { reference, user } = known;
      found.push({ ...place, text: { ...text, references: [reference], user } });
    } else unknown.push({ ...place, problem: `the dataset has no example ${text.id}` });
  }
  return { kind: "texts", texts: found, faults: [...faults, ...unknown] };
}

async function* readTableBatches(
  source: BatchSource,
  from: ReadPosition,
): AsyncGenerator<ReadBatch> {
  const { references, batchBytes = BATCH_BYTES } = source;
  const table = new TableReading(source, from);
  let header = from.byte === 0 ? undefined : await headerOf(source);
  let startByte = from.byte;
  for await (const record of csvRecords(table.lines(), ",")) {
    if (record.kind === "fault") {
      table.fault({ line: record.line, problem: `column ${record.column}: ${record.message}` });
    } else if (record.kind === "record") {
      if (header === undefined) header = record.fields;
      else table.row(record.fields, { line: record.line, header });
    }
    if (table.next.byte - startByte < batchBytes) continue;
    startByte = table.next.byte;
    yield await table.take(references);
  }
  const last = await table.take(references);
  if (last.next.byte > startByte) yield last;
}

/** The names of a table's columns: its first record. */
async function headerOf(source: BatchSource): Promise<readonly string[] | undefined> {
  const table = new TableReading(source, FILE_START);
  for await (const record of csvRecords(table.lines(), ",")) {
    if (record.kind === "record") return record.fields;
  }
  return undefined;
}

/** A table on its way from lines to batches. */
class TableReading {
  readonly #source: BatchSource;
  readonly #from: ReadPosition;
  #texts: NumberedText[] = [];
  #faults: NumberedFault[] = [];
  next: ReadPosition;

  constructor(source: BatchSource, from: ReadPosition) {
    this.#source = source;
    this.#from = from;
    this.next = from;
  }

  async *lines(): AsyncGenerator<string> {
    const name = this.#source.file;
    for await (const { bytes, firstLine, startByte, tooLong } of blocksOf(
      this.#source,
      this.#from,
    )) {
      if (tooLong)
        this.#faults.push({ line: firstLine, problem: "the line is longer than 64 MiB." });
      for (const line of textLinesIn(bytes, { name, firstLine, startByte })) {
        this.next = { byte: line.endByte, line: line.line + 1 };
        if (!line.isUtf8) {
          this.#faults.push({ line: line.line, problem: "the line is not valid UTF-8." });
        }
        yield line.text;
      }
    }
  }

  /** Lines are counted from where this reading began. */
  fault({ line, problem }: NumberedFault): void {
    this.#faults.push({ line: line + this.#from.line - 1, problem });
  }

  row(
    fields: readonly string[],
    { line, header }: { readonly line: number; readonly header: readonly string[] },
  ): void {
    if (fields.length !== header.length) {
      const problem = `${fields.length} of ${header.length} fields`;
      this.fault({ line, problem });
      return;
    }
    const text = textToScore(Object.fromEntries(header.map((name, at) => [name, fields[at]])));
    if ("problem" in text) this.fault({ line, problem: text.problem });
    else this.#texts.push({ line: line + this.#from.line - 1, text });
  }

  async take(references: DatasetReferences | undefined): Promise<ReadBatch> {
    const batch: TextsBatch = { kind: "texts", texts: this.#texts, faults: this.#faults };
    this.#texts = [];
    this.#faults = [];
    return {
      batch: references === undefined ? batch : await withReferences(batch, references),
      next: this.next,
    };
  }
}
