import { isUtf8 } from "node:buffer";
import type { SourceValue } from "./cut-values.ts";
import { readStrictly } from "./json-fault.ts";
import { sourceBytes } from "./source-bytes.ts";
import type { SourceFile } from "./source-files.ts";

const [LINE_FEED, SPACE, QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST] = [
  10, 32, 34, 44, 91, 92, 93,
];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];
const MAX_VALUE_BYTES = 64 * 1024 * 1024;

interface Joined {
  readonly path: string;
  line: number;
  /** Line on which the value began. */
  valueLine: number;
  depth: number;
  inText: boolean;
  escaped: boolean;
  /** Something stands between two objects that does not belong there; said once. */
  isStray: boolean;
  pieces: Buffer[];
  pieceBytes: number;
}

/**
 * Reads JSON objects that stand one after the other, each over as many lines as it likes, also with
 * commas between them and brackets around them all.
 *
 * @param source - The file.
 * @param onRead - Told how many bytes of the file on disk have been read.
 * @returns Each object, or what is wrong in its place.
 */
export async function* joinedValues(
  source: SourceFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<SourceValue> {
  const joined: Joined = {
    path: source.path,
    line: 1,
    valueLine: 1,
    depth: 0,
    inText: false,
    escaped: false,
    isStray: false,
    pieces: [],
    pieceBytes: 0,
  };
  let isFirst = true;
  for await (const chunk of sourceBytes(source, { onRead })) {
    const isMarked = isFirst && chunk.subarray(0, 3).equals(Buffer.from("\ufeff"));
    isFirst = false;
    yield* takeChunk(isMarked ? chunk.subarray(3) : chunk, joined);
  }
  if (joined.depth > 0) yield cutOff(joined);
}

function* takeChunk(chunk: Buffer, joined: Joined): Generator<SourceValue> {
  let from = 0;
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at] as number;
    if (byte === LINE_FEED) joined.line += 1;
    if (joined.depth === 0) {
      if (byte === OPEN_OBJECT) from = at;
      yield* takeBetween(byte, joined);
    } else if (closes(byte, joined)) {
      keep(chunk.subarray(from, at + 1), joined);
      yield takeValue(joined);
    }
  }
  if (joined.depth > 0) keep(chunk.subarray(from), joined);
}

/** A byte that stands outside of objects, or opens one. */
function* takeBetween(byte: number, joined: Joined): Generator<SourceValue> {
  if (byte === OPEN_OBJECT) {
    joined.valueLine = joined.line;
    joined.depth = 1;
    joined.isStray = false;
  } else if (!isBetween(byte) && !joined.isStray) yield stray(byte, joined);
}

function isBetween(byte: number): boolean {
  return byte <= SPACE || byte === COMMA || byte === OPEN_LIST || byte === CLOSE_LIST;
}

/** Whether a byte of an object ends it. */
function closes(byte: number, joined: Joined): boolean {
  if (joined.inText) {
    if (joined.escaped) joined.escaped = false;
    else if (byte === BACKSLASH) joined.escaped = true;
    else if (byte === QUOTE) joined.inText = false;
  } else if (byte === QUOTE) joined.inText = true;
  else if (byte === OPEN_OBJECT) joined.depth += 1;
  else if (byte === CLOSE_OBJECT) joined.depth -= 1;
  return joined.depth === 0;
}

function keep(bytes: Buffer, joined: Joined): void {
  joined.pieceBytes += bytes.length;
  if (joined.pieceBytes > MAX_VALUE_BYTES) joined.pieces = [];
  else joined.pieces.push(bytes);
}

function takeValue(joined: Joined): SourceValue {
  const { path, valueLine: line, pieceBytes } = joined;
  const bytes = Buffer.concat(joined.pieces);
  joined.pieces = [];
  joined.pieceBytes = 0;
  if (pieceBytes > MAX_VALUE_BYTES) {
    return faultOn(line, "line-too-long", "the object is longer than 64 MiB");
  }
  if (!isUtf8(bytes)) return faultOn(line, "invalid-utf8", "the object is not valid UTF-8");
  const read = readStrictly(bytes.toString("utf8"), path, line);
  if ("value" in read) return { value: read.value, line };
  const { place, message } = read;
  return faultOn(place.line ?? line, "invalid-json", message);
}

function cutOff({ valueLine }: Joined): SourceValue {
  return faultOn(
    valueLine,
    "invalid-json",
    "not valid JSON: the object that begins here is cut off",
  );
}

function stray(byte: number, joined: Joined): SourceValue {
  const { line } = joined;
  joined.isStray = true;
  const message = `not valid JSON: ${JSON.stringify(String.fromCharCode(byte))} between objects`;
  return faultOn(line, "invalid-json", message);
}

function faultOn(
  line: number,
  reason: "invalid-json" | "invalid-utf8" | "line-too-long",
  message: string,
): SourceValue {
  return { fault: { outcome: "rejected", reason, message }, line };
}
