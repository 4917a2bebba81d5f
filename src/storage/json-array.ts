import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { LonghandError } from "../foundation/index.ts";
import { fileError, type JsonLine, readJsonLines } from "./json-lines.ts";
import { parseStrictJson } from "./strict-json.ts";

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
  const isArray = await beginsWithList(path);
  yield* isArray ? readJsonArray(path, name) : readJsonLines(path, name);
}

async function beginsWithList(path: string): Promise<boolean> {
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
  elementLine: number;
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
    elementLine: 1,
    elementByte: 0,
    pieces: [],
    pieceBytes: 0,
    name,
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield* scanChunk(chunk as Buffer, scan);
    scan.chunkByte += (chunk as Buffer).length;
  }
  if (scan.state === "element") yield takeElement(scan, Buffer.alloc(0));
  if (scan.state !== "end") yield fault(scan, "the list is cut off, its ] is missing");
}

function* scanChunk(chunk: Buffer, scan: Scan): Generator<JsonLine> {
  let at = 0;
  while (at < chunk.length) {
    if (scan.state === "element") {
      const end = elementEnd(chunk, at, scan);
      if (end === -1) {
        keep(scan, chunk.subarray(at));
        return;
      }
      yield takeElement(scan, chunk.subarray(at, end));
      scan.state = "between";
      at = end;
      scan.afterComma = false;
      // The separator itself is looked at below.
      scan.state = chunk[end] === COMMA ? "between" : "end";
      scan.afterComma = chunk[end] === COMMA;
      at += 1;
      continue;
    }
    const byte = chunk[at] as number;
    if (byte === LINE_FEED) scan.line += 1;
    if (byte <= 32 || isMark(chunk, at, scan)) at += 1;
    else if (scan.state === "between" && byte !== COMMA && byte !== CLOSE_LIST) begin(scan, at);
    else {
      yield* punctuation(byte, scan);
      at += 1;
    }
  }
}

/** The three bytes of a byte-order mark before the list. */
function isMark(chunk: Buffer, at: number, { state, chunkByte }: Scan): boolean {
  return state === "start" && chunkByte === 0 && at < 3 && (chunk[at] as number) > 127;
}

function begin(scan: Scan, at: number): void {
  scan.state = "element";
  scan.elementLine = scan.line;
  scan.elementByte = scan.chunkByte + at;
  scan.afterComma = false;
}

/** What stands outside of elements: the brackets of the list, and slips. */
function* punctuation(byte: number, scan: Scan): Generator<JsonLine> {
  if (scan.state === "end") {
    // Said once: nothing is read after the list.
    if (!scan.afterComma) yield fault(scan, "there is more text after the list");
    scan.afterComma = true;
  } else if (scan.state === "start") {
    if (byte === OPEN_LIST) scan.state = "between";
  } else if (byte === COMMA) {
    yield fault(scan, "a comma without an element before it");
    scan.afterComma = true;
  } else {
    if (scan.afterComma) yield fault(scan, "a comma after the last element");
    scan.state = "end";
    scan.afterComma = false;
  }
}

/** Index of the comma or bracket that ends the element, or -1 if the chunk ends first. */
function elementEnd(chunk: Buffer, from: number, scan: Scan): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] as number;
    if (byte === LINE_FEED) scan.line += 1;
    if (scan.inString) stepInString(byte, scan);
    else if (byte === QUOTE) scan.inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) scan.depth += 1;
    else if (scan.depth > 0) scan.depth -= Number(byte === CLOSE_OBJECT || byte === CLOSE_LIST);
    else if (byte === COMMA || byte === CLOSE_LIST) return at;
  }
  return -1;
}

function stepInString(byte: number, scan: Scan): void {
  if (scan.escaped) scan.escaped = false;
  else if (byte === BACKSLASH) scan.escaped = true;
  else if (byte === QUOTE) scan.inString = false;
}

function keep(scan: Scan, piece: Buffer): void {
  scan.pieces.push(piece);
  scan.pieceBytes += piece.length;
  if (scan.pieceBytes <= MAX_ELEMENT_BYTES) return;
  throw new LonghandError(`${scan.name}:${scan.elementLine}: the element is longer than 64 MiB.`, {
    code: "line-too-long",
    details: { file: scan.name, line: scan.elementLine },
  });
}

function takeElement(scan: Scan, last: Buffer): JsonLine {
  const text = Buffer.concat([...scan.pieces, last])
    .toString("utf8")
    .trimEnd();
  scan.pieces = [];
  scan.pieceBytes = 0;
  scan.depth = 0;
  scan.inString = false;
  const startByte = scan.elementByte;
  const endByte = startByte + Buffer.byteLength(text);
  const line = { text, line: scan.elementLine, startByte, endByte, complete: true };
  try {
    const value = parseStrictJson(text, { file: scan.name, line: scan.elementLine });
    return { status: "value", value, line };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    return { status: "bad", error: inElement(error, text, scan), line };
  }
}

/** The element's parser counts columns from the element's beginning; a person counts in the line. */
function inElement(error: LonghandError, text: string, { name, elementLine }: Scan): LonghandError {
  const { column: position = 1 } = error.details as { column?: number };
  const before = text.slice(0, position - 1);
  const line = elementLine + before.split("\n").length - 1;
  const column = position - (before.lastIndexOf("\n") + 1);
  const what = error.message.replace(/^.*?:\d+:\d+: /su, "");
  return new LonghandError(`${name}:${line}:${column}: ${what}`, {
    code: error.code,
    hint: "Write the list as json.dump or JSON.stringify write it.",
    details: { file: name, line, column },
    cause: error,
  });
}

function fault(scan: Scan, what: string): JsonLine {
  const error = new LonghandError(`${scan.name}:${scan.line}: not valid JSON: ${what}.`, {
    code: "invalid-json",
    hint: "Write the list as json.dump or JSON.stringify write it.",
    details: { file: scan.name, line: scan.line },
  });
  const at = scan.chunkByte;
  const line = { text: "", line: scan.line, startByte: at, endByte: at, complete: true };
  return { status: "bad", error, line };
}
