import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { LonghandError } from "../foundation/index.ts";
import { parseStrictJson } from "./strict-json.ts";

/** Longest line that is read, in bytes. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;

/** A line of a text file. */
export interface TextLine {
  /** Its text without the line end. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Where it begins in the file, in bytes. */
  readonly startByte: number;
  /** Where the next one begins. */
  readonly endByte: number;
  /** `false` for a last line that no line end closes. */
  readonly complete: boolean;
  /** Place in its list, from 1; of elements of a file that is one JSON array only. */
  readonly element?: number;
}

/**
 * Reads a text file line by line, with memory for one line only. A byte-order mark at the file's
 * start and a carriage return before a line feed are not part of any line.
 *
 * @param path - The file.
 * @returns Its lines in order, blank ones included.
 * @throws LonghandError `line-too-long` above 64 MiB; `not-found` if there is no such file.
 */
export async function* readLines(path: string): AsyncGenerator<TextLine> {
  for await (const raw of rawLines(path)) {
    if (raw.bytes === undefined) throw lineTooLong(path, raw.line);
    yield textLine(raw, raw.bytes);
  }
}

/** A line before it is decoded. */
interface RawLine extends Omit<TextLine, "text"> {
  /** Without the line feed; absent if there are more than 64 MiB. */
  readonly bytes: Buffer | undefined;
}

async function* rawLines(path: string): AsyncGenerator<RawLine> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let line = 1;
  let startByte = 0;
  const take = (last: Buffer, complete: boolean): RawLine => {
    restBytes += last.length;
    const endByte = startByte + restBytes + (complete ? 1 : 0);
    const bytes = restBytes > MAX_LINE_BYTES ? undefined : joined(rest, last);
    const taken = { bytes, line, startByte, endByte, complete };
    rest = [];
    restBytes = 0;
    line += 1;
    startByte = endByte;
    return taken;
  };
  for await (const chunk of chunksOf(path)) {
    let from = 0;
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, from)) {
      yield take(chunk.subarray(from, feed), true);
      from = feed + 1;
    }
    restBytes += chunk.length - from;
    // A line that is too long is counted on, but no longer kept.
    if (restBytes > MAX_LINE_BYTES) rest = [];
    else if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (restBytes > 0) yield take(Buffer.alloc(0), false);
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      yield chunk as Buffer;
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
}

/**
 * The error for a file that cannot be read, in words a person can act on.
 *
 * @param path - The file.
 * @param cause - What the file system said.
 * @returns An error with code `not-found`, `not-readable` or `file-error`.
 */
export function fileError(path: string, cause: unknown): LonghandError {
  if (cause instanceof LonghandError) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") {
    return new LonghandError(`There is no file ${path}.`, {
      code: "not-found",
      hint: "Check the path.",
      details: { file: path },
      cause,
    });
  }
  if (code === "EACCES" || code === "EPERM" || code === "EISDIR") {
    const why = code === "EISDIR" ? "it is a folder" : "permission denied";
    return new LonghandError(`${path} cannot be read: ${why}.`, {
      code: "not-readable",
      details: { file: path },
      cause,
    });
  }
  return new LonghandError(`${path}: ${cause instanceof Error ? cause.message : String(cause)}.`, {
    code: "file-error",
    details: { file: path },
    cause,
  });
}

function joined(rest: readonly Buffer[], last: Buffer): Buffer {
  return rest.length === 0 ? last : Buffer.concat([...rest, last]);
}

function textLine({ bytes: _, ...where }: RawLine, bytes: Buffer): TextLine {
  const end = bytes.length > 0 && bytes[bytes.length - 1] === 13 ? bytes.length - 1 : bytes.length;
  const text = bytes.toString("utf8", 0, end);
  return { ...where, text: where.line === 1 && text.startsWith("\ufeff") ? text.slice(1) : text };
}

function lineTooLong(path: string, line: number): LonghandError {
  return new LonghandError(`${path}:${line}: the line is longer than 64 MiB.`, {
    code: "line-too-long",
    hint: "Is this one big JSON array? Write one object a line.",
    details: { file: path, line },
  });
}

/** What a line of a JSON Lines file holds. */
export type JsonLine =
  | { readonly status: "value"; readonly value: unknown; readonly line: TextLine }
  | { readonly status: "blank"; readonly line: TextLine }
  | { readonly status: "bad"; readonly error: LonghandError; readonly line: TextLine };

/**
 * Reads a JSON Lines file; a bad line is handed over as such and does not end the reading, so that
 * a caller can list all of them.
 *
 * @param path - The file.
 * @param name - The file's name in messages. @defaultValue `path`
 * @returns Each line with its value, or with its error: `invalid-json`, `invalid-utf8` (no
 * character is replaced in silence) or `line-too-long` (its text is then empty).
 */
export async function* readJsonLines(path: string, name: string = path): AsyncGenerator<JsonLine> {
  for await (const raw of rawLines(path)) yield jsonLine(raw, name);
}

/** Where the bytes of {@link jsonLinesIn} and {@link textLinesIn} come from. */
export interface BytesPlace {
  /** The file's name in messages. */
  readonly name: string;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  /** Where the bytes begin in the file. */
  readonly startByte: number;
}

/**
 * Reads the lines of a block of a JSON Lines file, as {@link readJsonLines} does.
 *
 * @param bytes - Whole lines.
 * @param place - Where they come from.
 * @returns Each line with its value, or with its error.
 */
export function* jsonLinesIn(bytes: Uint8Array, place: BytesPlace): Generator<JsonLine> {
  for (const raw of rawLinesIn(bytes, place)) yield jsonLine(raw, place.name);
}

/**
 * Reads the lines of a block of a text file.
 *
 * @param bytes - Whole lines.
 * @param place - Where they come from.
 * @returns Each line, and whether it was UTF-8; if not, wrong bytes are U+FFFD.
 */
export function* textLinesIn(
  bytes: Uint8Array,
  place: BytesPlace,
): Generator<TextLine & { readonly isUtf8: boolean }> {
  for (const raw of rawLinesIn(bytes, place)) {
    const line = raw.bytes ?? Buffer.alloc(0);
    yield { ...textLine(raw, line), isUtf8: isUtf8(line) };
  }
}

function* rawLinesIn(bytes: Uint8Array, { firstLine, startByte }: BytesPlace): Generator<RawLine> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let line = firstLine;
  for (let from = 0; from < block.length; line++) {
    const feed = block.indexOf(10, from);
    const end = feed === -1 ? block.length : feed;
    const next = feed === -1 ? end : feed + 1;
    yield {
      bytes: end - from > MAX_LINE_BYTES ? undefined : block.subarray(from, end),
      line,
      startByte: startByte + from,
      endByte: startByte + next,
      complete: feed !== -1,
    };
    from = next;
  }
}

function jsonLine(raw: RawLine, name: string): JsonLine {
  const { bytes } = raw;
  const line = textLine(raw, bytes ?? Buffer.alloc(0));
  if (bytes === undefined) return { status: "bad", error: lineTooLong(name, line.line), line };
  if (!isUtf8(bytes)) return { status: "bad", error: notUtf8(name, line.line), line };
  if (line.text.trim() === "") return { status: "blank", line };
  try {
    const value = parseStrictJson(line.text, { file: name, line: line.line });
    return { status: "value", value, line };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    return { status: "bad", error, line };
  }
}

function notUtf8(path: string, line: number): LonghandError {
  return new LonghandError(`${path}:${line}: the line is not valid UTF-8.`, {
    code: "invalid-utf8",
    hint: "JSON Lines files are UTF-8; convert the file, for instance with iconv.",
    details: { file: path, line },
  });
}
