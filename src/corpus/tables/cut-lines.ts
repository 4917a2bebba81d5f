import { isUtf8 } from "node:buffer";
import type { CorpusPlace, CorpusReason } from "../../records/index.ts";
import { readStrictly } from "./json-fault.ts";
import type { RecordFormat, SourceCursor } from "./record-format.ts";
import { type RecordScanner, recordScanner } from "./record-scan.ts";
import { type Segment, type SegmentBuilder, segmentBuilder } from "./segment-builder.ts";
import { sourceBytes } from "./source-bytes.ts";
import type { SourceFile } from "./source-files.ts";

/** Longest line that is read, in bytes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 10;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** How a source is cut into segments. */
export interface CutOptions {
  /** How records become rows. */
  readonly format: RecordFormat;
  /** Number of the first segment. */
  readonly index: number;
  /** Where to begin. */
  readonly from: SourceCursor;
  /** Where a segment's lines are written. */
  readonly pathOf: (index: number) => string;
  /** Told how many bytes of the file on disk have been read. */
  readonly onRead: (bytes: number) => void;
}

/**
 * Cuts a source with one JSON value a line into segments. Records that are not plain are parsed
 * strictly, mended or rejected; in a segment every line stands at its place.
 *
 * @param source - The file.
 * @param options - Where to begin, and how records are read.
 * @returns The segments in order; each one's file is whole when it is handed over.
 * @throws LonghandError `not-readable`, `damaged`.
 */
export async function* cutLines(source: SourceFile, options: CutOptions): AsyncGenerator<Segment> {
  const cut = openCut(source.path, options);
  for await (const chunk of sourceBytes(source, {
    fromByte: options.from.byte,
    onRead: options.onRead,
    isBrief: true,
  })) {
    yield* takeChunk(chunk, cut);
  }
  yield* takeEnd(cut);
}

interface Cut {
  readonly file: string;
  readonly format: RecordFormat;
  readonly scanner: RecordScanner;
  readonly builder: SegmentBuilder;
  readonly pathOf: (index: number) => string;
  /** Where the next line begins. */
  cursor: { -readonly [Key in keyof SourceCursor]: SourceCursor[Key] };
  index: number;
  /** The line that has begun. */
  rest: Buffer[];
  restBytes: number;
}

function openCut(file: string, { format, index, from, pathOf }: CutOptions): Cut {
  return {
    file,
    format,
    scanner: recordScanner(format.keys),
    builder: segmentBuilder({ file, format, index, from }),
    pathOf,
    cursor: { ...from },
    index,
    rest: [],
    restBytes: 0,
  };
}

async function* takeChunk(chunk: Buffer, cut: Cut): AsyncGenerator<Segment> {
  const last = chunk.lastIndexOf(LINE_FEED);
  if (last === -1) {
    keepRest(chunk, cut);
    return;
  }
  const first = cut.restBytes === 0 ? -1 : chunk.indexOf(LINE_FEED);
  if (first !== -1) yield* takeBegunLine(chunk.subarray(0, first + 1), cut);
  yield* takeLines(chunk.subarray(first + 1, last + 1), cut);
  keepRest(chunk.subarray(last + 1), cut);
}

/** The line that began in earlier chunks. */
async function* takeBegunLine(lineEnd: Buffer, cut: Cut): AsyncGenerator<Segment> {
  const { rest, restBytes } = cut;
  cut.rest = [];
  cut.restBytes = 0;
  if (restBytes <= MAX_LINE_BYTES) {
    yield* takeLines(Buffer.concat([...rest, lineEnd]), cut);
    return;
  }
  const message = "the line is longer than 64 MiB";
  refuse({ reason: "line-too-long", message }, cut);
  step(cut, restBytes + lineEnd.length);
}

function keepRest(bytes: Buffer, cut: Cut): void {
  if (bytes.length === 0) return;
  cut.restBytes += bytes.length;
  // A line that is too long is counted on, but no longer kept.
  if (cut.restBytes > MAX_LINE_BYTES) cut.rest = [];
  else cut.rest.push(Buffer.from(bytes));
}

async function* takeEnd(cut: Cut): AsyncGenerator<Segment> {
  if (cut.restBytes > 0) yield* takeBegunLine(Buffer.from("\n"), cut);
  if (cut.builder.rows() > 0) yield await endSegment(cut);
}

async function endSegment(cut: Cut): Promise<Segment> {
  const segment = await cut.builder.finish(cut.pathOf(cut.index), { ...cut.cursor });
  cut.index += 1;
  return segment;
}

/** Goes through whole lines; stretches of plain ones are handed on as they are. */
async function* takeLines(block: Buffer, cut: Cut): AsyncGenerator<Segment> {
  const isText = isUtf8(block);
  cut.scanner.load(block);
  const run: PlainRun = { block, from: 0, records: 0 };
  for (let from = skipMark(block, cut); from < block.length; ) {
    const end = takePlainLine(run, from, { cut, isText }) ?? takeOtherLine(run, from, cut);
    step(cut, end + 1 - from);
    from = end + 1;
    if (!cut.builder.isFull(run.records)) continue;
    flush(run, from, cut);
    yield await endSegment(cut);
  }
  flush(run, block.length, cut);
}

/** Takes a line if it is a plain record; where it ends. */
function takePlainLine(
  run: PlainRun,
  from: number,
  { cut, isText }: { readonly cut: Cut; readonly isText: boolean },
): number | undefined {
  const { block } = run;
  if (!isText && !isUtf8(block.subarray(from, block.indexOf(LINE_FEED, from)))) return undefined;
  if (!isPlain(from, cut)) return undefined;
  if (run.records === 0) run.from = from;
  run.records += 1;
  const end = cut.scanner.lineEnd();
  cut.builder.measure(end - from);
  cut.builder.countWords(cut.scanner.found.words);
  return end;
}

/** Looks closely at a line; where it ends. */
function takeOtherLine(run: PlainRun, from: number, cut: Cut): number {
  const { block } = run;
  flush(run, from, cut);
  const end = block.indexOf(LINE_FEED, from);
  takeOddLine(block.subarray(from, end), cut);
  return end;
}

/** Plain records that stand next to each other and have not been handed on. */
interface PlainRun {
  readonly block: Buffer;
  from: number;
  records: number;
}

function flush(run: PlainRun, to: number, { builder }: Cut): void {
  if (run.records > 0) builder.addPlain(run.block.subarray(run.from, to), run.records);
  run.records = 0;
}

function isPlain(from: number, { scanner, format }: Cut): boolean {
  return scanner.scan(from) && format.isPlain(scanner.found);
}

/** Length of a byte-order mark at the beginning of the source. */
function skipMark(block: Buffer, cut: Cut): number {
  const isMarked = cut.cursor.byte === 0 && block.subarray(0, 3).equals(BYTE_ORDER_MARK);
  if (!isMarked) return 0;
  cut.cursor.byte += 3;
  return 3;
}

function step({ cursor }: Cut, bytes: number): void {
  cursor.line += 1;
  cursor.rows += 1;
  cursor.byte += bytes;
}

function refuse(said: { readonly reason: CorpusReason; readonly message: string }, cut: Cut): void {
  cut.builder.note({ outcome: "rejected", ...said, place: placeOf(cut) });
  cut.builder.addNothing();
}

function placeOf({ file, cursor }: Cut): CorpusPlace {
  return { file, line: cursor.line };
}

/** A line that the scanner did not accept: blank, broken, or in need of mending. */
function takeOddLine(line: Buffer, cut: Cut): void {
  const place = placeOf(cut);
  if (!isUtf8(line)) {
    refuse({ reason: "invalid-utf8", message: "the line is not valid UTF-8" }, cut);
    return;
  }
  const text = line.toString("utf8");
  if (text.trim() === "") {
    cut.builder.note({ outcome: "skipped", reason: "blank-line", message: "blank line", place });
    cut.builder.addNothing();
    return;
  }
  const read = readStrictly(text, cut.file, cut.cursor.line);
  if ("value" in read) cut.builder.addRecord(read.value, place, { tellsLine: false });
  else {
    cut.builder.note({ outcome: "rejected", reason: "invalid-json", ...read });
    cut.builder.addNothing();
  }
}
