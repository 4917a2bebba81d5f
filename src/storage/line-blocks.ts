import { type FileHandle, open } from "node:fs/promises";
import { fileError, MAX_LINE_BYTES } from "./json-lines.ts";

/** Whole lines of a file, as bytes. */
export interface LineBlock {
  /** The lines with their line feeds; empty for one line that is too long. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  /** Lines in the block. */
  readonly lines: number;
  /** Where the block begins in the file, in bytes. */
  readonly startByte: number;
  /** Where the next one begins. */
  readonly endByte: number;
  /** Whether the block stands for one line of more than 64 MiB, whose bytes were not kept. */
  readonly tooLong: boolean;
}

/** Where and how {@link readLineBlocks} reads. */
export interface LineBlockOptions {
  /** Where to begin: the start of a line. @defaultValue 0 */
  readonly startByte?: number;
  /** Number of the line that begins there. @defaultValue 1 */
  readonly firstLine?: number;
  /** Bytes of a block; one of long lines may be larger. @defaultValue 524_288 */
  readonly blockBytes?: number;
}

const LINE_FEED = 10;

/**
 * Reads a file in blocks of whole lines, so that the lines can be parsed elsewhere: each block has a
 * buffer of its own that may be transferred to another thread.
 *
 * @param path - The file.
 * @param options - Where to begin, and how much at a time.
 * @returns The blocks in order; the last line may lack its line feed.
 * @throws LonghandError `not-found`, `not-readable` or `file-error`.
 */
export async function* readLineBlocks(
  path: string,
  options: LineBlockOptions = {},
): AsyncGenerator<LineBlock> {
  const { startByte = 0, firstLine = 1, blockBytes = 1 << 19 } = options;
  const file = await open(path, "r").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const place = { startByte, firstLine };
  let rest = new Uint8Array(0);
  try {
    for (let hasEnded = false; !hasEnded; ) {
      const { bytes, ended } = await fill(file, place.startByte, { rest, blockBytes });
      hasEnded = ended;
      const whole = bytes.subarray(0, ended ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1);
      rest = bytes.slice(whole.length);
      if (whole.length > 0) yield takeBlock(whole, place);
      if (rest.length <= MAX_LINE_BYTES) continue;
      yield takeLongLine(await skipLine(file, place.startByte + rest.length), place);
      rest = new Uint8Array(0);
    }
  } catch (cause) {
    throw fileError(path, cause);
  } finally {
    await file.close();
  }
}

interface Place {
  startByte: number;
  firstLine: number;
}

/** What is left of the last read, and as much behind it as makes a block. */
async function fill(
  file: FileHandle,
  startByte: number,
  { rest, blockBytes }: { readonly rest: Uint8Array; readonly blockBytes: number },
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly ended: boolean }> {
  const most = Math.max(blockBytes, MAX_LINE_BYTES + 1);
  const buffer = new Uint8Array(Math.min(most, Math.max(blockBytes, 2 * rest.length)));
  buffer.set(rest);
  let length = rest.length;
  while (length < buffer.length) {
    const left = buffer.length - length;
    const { bytesRead } = await file.read(buffer, length, left, startByte + length);
    if (bytesRead === 0) return { bytes: buffer.subarray(0, length), ended: true };
    length += bytesRead;
  }
  return { bytes: buffer, ended: false };
}

function takeBlock(bytes: Uint8Array<ArrayBuffer>, place: Place): LineBlock {
  const { startByte, firstLine } = place;
  const lines = countLines(bytes);
  place.startByte += bytes.length;
  place.firstLine += lines;
  return { bytes, firstLine, lines, startByte, endByte: place.startByte, tooLong: false };
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return bytes[bytes.length - 1] === LINE_FEED ? lines : lines + 1;
}

/** Where the line ends, its line feed included. */
async function skipLine(file: FileHandle, from: number): Promise<number> {
  const buffer = new Uint8Array(1 << 20);
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    const feed = buffer.subarray(0, bytesRead).indexOf(LINE_FEED);
    if (feed !== -1) return at + feed + 1;
    if (bytesRead === 0) return at;
    at += bytesRead;
  }
}

function takeLongLine(endByte: number, place: Place): LineBlock {
  const { startByte, firstLine } = place;
  place.startByte = endByte;
  place.firstLine += 1;
  const bytes = new Uint8Array(0);
  return { bytes, firstLine, lines: 1, startByte, endByte, tooLong: true };
}
