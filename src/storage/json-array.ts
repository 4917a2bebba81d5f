import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { LonghandError } from "../foundation/index.ts";
import { fileError, type JsonLine, readJsonLines } from "./json-lines.ts";
import { type JsonPlace, parseStrictJson } from "./strict-json.ts";

/** Longest element that is read, in bytes. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;

const [LINE_FEED, QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  10, 34, 44, 91, 92, 93, 123, 125,
];

/**
 * Reads the values of a JSON Lines file, or the elements of a file that is one JSON array, one at a
 * time, with memory for one only. A bad value is handed over as such and does not end the reading.
 *
 * @param path - The file.
 * @param name - The file's name in messages. @defaultValue `path`
 * @returns Each value with its place, or with its error. For an array, `line` is the element's text
 * and where it begins.
 * @throws LonghandError `not-found`, `not-readable`; `line-too-long` above 64 MiB.
 */
export async function* readJsonValues(path: string, name: string = path): AsyncGenerator<JsonLine> {
  const isArray = await isJsonArrayFile(path);
  yield* isArray ? readJsonArray(path, name) : readJsonLines(path, name);
}

/**
 * Whether a file is one JSON array, by its first character that is no white space.
 *
 * @param path - The file.
 * @returns `true` if it begins with `[`.
 * @throws LonghandError `not-found`, `not-readable`.
 */
export async function isJsonArrayFile(path: string): Promise<boolean> {
  const file = await open(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return /^\ufeff?\s*\[/.test(buffer.toString("utf8", 0, bytesRead));
  } catch (cause) {
    throw fileError(path, cause);
  } finally {
    await file.close();
  }
}

/** Where the reading of an array stands. */
interface Scan {
  /** `start`: before the list; `between`: where an element may begin; `end`: after the list. */
  state: "start" | "between" | "element" | "end";
  afterComma: boolean;
  inString: boolean;
  escaped: boolean;
  depth: number;
  /** Line of the byte that is looked at, from 1. */
  line: number;
  /** Position of the current chunk in the file. */
  chunkByte: number;
  /** Where the current line begins in the file. */
  lineByte: number;
  /** Elements that have begun. */
  elements: number;
  elementLine: number;
  /** In bytes from the line's beginning, from 1. */
  elementColumn: number;
  elementByte: number;
  pieces: Buffer[];
  pieceBytes: number;
  readonly name: string;
}

async function* readJsonArray(path: string, name: string): AsyncGenerator<JsonLine> {
  const scan: Scan = {
    state: "start",
    afterComma: false,
    inString: false,
    escaped: false,
    depth: 0,
    line: 1,
    chunkByte: 0,
    elements: 0,
    elementLine: 1,
    elementColumn: 1,
    lineByte: 0,
    elementByte: 0,
    pieces: [],
    pieceBytes: 0,
    name,
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield* scanChunk(chunk as Buffer, scan);
    scan.chunkByte += (chunk as Buffer).length;
  }
  if (scan.state === "element") yield takeElement(scan);
  if (scan.state !== "end") yield slip(scan, 0, "the list is cut off, its ] is missing");
}

function* scanChunk(chunk: Buffer, scan: Scan): Generator<JsonLine> {
  let at = 0;
  while (at < chunk.length) {
    if (scan.state !== "element") {
      const isElement = yield* scanOutside(chunk, at, scan);
      at += isElement ? 0 : 1;
      continue;
    }
    const end = elementEnd(chunk, at, scan);
    keep(scan, chunk.subarray(at, end));
    at = end + 1;
    if (end < chunk.length) yield endElement(scan, chunk[end] === COMMA);
  }
}

/** Takes one byte between elements; `true` if an element begins with it, so that it is not taken. */
function* scanOutside(chunk: Buffer, at: number, scan: Scan): Generator<JsonLine, boolean> {
  const byte = chunk[at] as number;
  if (scan.state === "between" && byte > 32 && byte !== COMMA && byte !== CLOSE_LIST) {
    begin(scan, at);
    return true;
  }
  if (byte === LINE_FEED) startLine(scan, at);
  if (byte > 32 && !isMark(chunk, at, scan)) yield* punctuation(byte, at, scan);
  return false;
}

/** The three bytes of a byte-order mark before the list. */
function isMark(chunk: Buffer, at: number, { state, chunkByte }: Scan): boolean {
  return state === "start" && chunkByte === 0 && at < 3 && (chunk[at] as number) > 127;
}

function begin(scan: Scan, at: number): void {
  scan.state = "element";
  scan.elements += 1;
  scan.elementLine = scan.line;
  scan.elementByte = scan.chunkByte + at;
  scan.elementColumn = scan.elementByte - scan.lineByte + 1;
  scan.afterComma = false;
}

/** What stands outside of elements: the brackets of the list, and slips. */
function* punctuation(byte: number, at: number, scan: Scan): Generator<JsonLine> {
  if (scan.state === "end") {
    // Said once: nothing is read after the list.
    if (!scan.afterComma) yield slip(scan, at, textAfter(byte));
    scan.afterComma = true;
  } else if (scan.state === "start") {
    if (byte === OPEN_LIST) scan.state = "between";
  } else if (byte === COMMA) {
    yield slip(scan, at, "a comma without an element before it");
    scan.afterComma = true;
  } else {
    if (scan.afterComma) yield slip(scan, at, "a comma after the last element");
    scan.state = "end";
    scan.afterComma = false;
  }
}

/** Index of the comma or bracket that ends the element; the chunk's length if it goes on. */
function elementEnd(chunk: Buffer, from: number, scan: Scan): number {
  let at = from;
  while (at < chunk.length && !endsElement(chunk[at] as number, scan)) {
    if (chunk[at] === LINE_FEED) startLine(scan, at);
    at += 1;
  }
  return at;
}

function startLine(scan: Scan, at: number): void {
  scan.line += 1;
  scan.lineByte = scan.chunkByte + at + 1;
}

function endsElement(byte: number, scan: Scan): boolean {
  if (scan.inString) stepInString(byte, scan);
  else if (byte === QUOTE) scan.inString = true;
  else if (byte === OPEN_OBJECT || byte === OPEN_LIST) scan.depth += 1;
  else if (scan.depth === 0) return byte === COMMA || byte === CLOSE_LIST;
  else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) scan.depth -= 1;
  return false;
}

function stepInString(byte: number, scan: Scan): void {
  if (scan.escaped) scan.escaped = false;
  else if (byte === BACKSLASH) scan.escaped = true;
  else if (byte === QUOTE) scan.inString = false;
}

function keep(scan: Scan, piece: Buffer): void {
  scan.pieceBytes += piece.length;
  // An element that is too long is read on, but no longer kept.
  if (scan.pieceBytes > MAX_ELEMENT_BYTES) scan.pieces = [];
  else scan.pieces.push(piece);
}

function endElement(scan: Scan, isComma: boolean): JsonLine {
  scan.state = isComma ? "between" : "end";
  scan.afterComma = isComma;
  return takeElement(scan);
}

function takeElement(scan: Scan): JsonLine {
  const { name, elementLine, elementByte: startByte, pieceBytes } = scan;
  const bytes = Buffer.concat(scan.pieces);
  const endByte = startByte + pieceBytes;
  scan.pieces = [];
  scan.pieceBytes = 0;
  const line = {
    text: bytes.toString("utf8"),
    line: elementLine,
    startByte,
    endByte,
    complete: true,
    element: scan.elements,
  };
  const place = { file: name, line: elementLine };
  if (pieceBytes > MAX_ELEMENT_BYTES) {
    const what = "the element is longer than 64 MiB";
    return { status: "bad", error: fault(place, what, "line-too-long"), line };
  }
  if (!isUtf8(bytes)) {
    const what = "the element is not valid UTF-8";
    return { status: "bad", error: fault(place, what, "invalid-utf8"), line };
  }
  try {
    return { status: "value", value: parseStrictJson(line.text, place), line };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    return { status: "bad", error: inItsLine(error, scan), line };
  }
}

/** Columns of the line on which an element begins are counted from there; people count in the line. */
function inItsLine(error: LonghandError, scan: Scan): LonghandError {
  const { line, column } = error.details as { line: number; column: number };
  if (line !== scan.elementLine || scan.elementColumn === 1) return error;
  const moved = column + scan.elementColumn - 1;
  const message = error.message.replace(`:${line}:${column}: `, `:${line}:${moved}: `);
  return new LonghandError(message, {
    code: error.code,
    hint: error.hint ?? "Write the list as json.dump or JSON.stringify do.",
    details: { ...error.details, column: moved },
    cause: error,
  });
}

function textAfter(byte: number): string {
  const isValue = byte === OPEN_LIST || byte === OPEN_OBJECT || byte === QUOTE;
  return `there is ${isValue ? "a second value" : "more text"} after the list`;
}

/** A slip outside of any element, at a byte of the current chunk: it ends behind that byte. */
function slip({ name, line, chunkByte }: Scan, at: number, what: string): JsonLine {
  const error = fault({ file: name, line }, `not valid JSON: ${what}`, "invalid-json");
  const startByte = chunkByte + at;
  const place = { text: "", line, startByte, endByte: startByte + 1, complete: true };
  return { status: "bad", error, line: place };
}

function fault(place: JsonPlace, what: string, code: string): LonghandError {
  return new LonghandError(`${place.file}:${place.line}: ${what}.`, {
    code,
    hint: "Write the list as json.dump or JSON.stringify do, in UTF-8.",
    details: { ...place },
  });
}
