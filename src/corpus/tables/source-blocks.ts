import type { ColumnBlock, LineFault } from "./column-block.ts";
import type { SourceValue } from "./cut-values.ts";
import type { SourceCursor } from "./record-format.ts";
import { sourceBytes } from "./source-bytes.ts";
import type { SourceFile } from "./source-files.ts";

/** A block holds so many bytes of lines, or one longer line. */
const BLOCK_BYTES = 24 * 1024 * 1024;

/** Room for a block and the last piece that was read. */
const BUFFER_BYTES = BLOCK_BYTES + 2 * 1024 * 1024;

/** Longest line that is read, in bytes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 10;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** Where blocks begin. */
export interface BlockStart {
  /** Number of the first block. */
  readonly index: number;
  /** Where it begins. */
  readonly from: SourceCursor;
  /** Told how many bytes of the file on disk have been read. */
  readonly onRead: (bytes: number) => void;
  /** Buffers of earlier blocks to be used again: new ones for gigabytes take long to clear. */
  readonly spare: ArrayBuffer[];
}

/**
 * Cuts a source with one record a line into blocks of whole lines.
 *
 * @param source - The file.
 * @param start - Where to begin.
 * @returns The blocks in order; each has bytes of its own.
 * @throws LonghandError `not-readable`, `damaged`.
 */
export async function* lineBlocks(
  source: SourceFile,
  start: BlockStart,
): AsyncGenerator<ColumnBlock> {
  const { from, onRead } = start;
  const lines = gatherLines(source.path, start);
  for await (const chunk of sourceBytes(source, { fromByte: from.byte, onRead, isBrief: true })) {
    lines.add(chunk);
    for (let block = lines.take(); block !== undefined; block = lines.take()) yield block;
  }
  const last = lines.end();
  if (last !== undefined) yield last;
}

interface GatheredLines {
  add(chunk: Buffer): void;
  /** A block, if there is enough for one. */
  take(): ColumnBlock | undefined;
  /** What is left. */
  end(): ColumnBlock | undefined;
}

function gatherLines(file: string, { index, from, spare }: BlockStart): GatheredLines {
  const lines = pieceBuffer(spare);
  let next = index;
  let cursor = from;
  let faults: LineFault[] = [];
  /** Bytes of a line that is too long, which are counted on but no longer kept. */
  let skipped = 0;
  /** Bytes of the source that the block does not hold. */
  let leftOut = 0;
  const cut = (until: number): ColumnBlock => {
    const bytes = lines.take(until);
    const rows = countLines(Buffer.from(bytes.buffer, 0, until));
    const byte = cursor.byte + until + leftOut;
    const to = { ...cursor, byte, line: cursor.line + rows, rows: cursor.rows + rows };
    const block = { index: next, file, from: cursor, to, bytes, faults };
    next += 1;
    cursor = to;
    faults = [];
    leftOut = 0;
    return block;
  };
  /** An empty line stands in the place of one that is too long. */
  const endLongLine = (): void => {
    const row = countLines(lines.bytes());
    const place = { file, line: cursor.line + row };
    const message = "the line is longer than 64 MiB";
    faults.push({ row, finding: { outcome: "rejected", reason: "line-too-long", message, place } });
    leftOut += skipped - 1;
    skipped = 0;
    lines.push(LINE_END);
  };
  /** What is left of a piece behind the long line that ends in it. */
  const behindLongLine = (chunk: Buffer): Buffer => {
    if (skipped === 0) return chunk;
    const end = chunk.indexOf(LINE_FEED) + 1;
    skipped += end === 0 ? chunk.length : end;
    if (end === 0) return chunk.subarray(chunk.length);
    endLongLine();
    return chunk.subarray(end);
  };
  return {
    add: (chunk) => {
      const rest = behindLongLine(chunk);
      const isMarked = cursor.byte === 0 && rest.subarray(0, 3).equals(BYTE_ORDER_MARK);
      if (isMarked && lines.bytes().length === 0) {
        cursor = { ...cursor, byte: 3 };
        lines.push(rest.subarray(3));
      } else lines.push(rest);
      const begun = begunBytes(lines.bytes());
      if (begun > MAX_LINE_BYTES) {
        lines.drop(begun);
        skipped = begun;
      }
    },
    take: () => {
      const bytes = lines.bytes();
      if (bytes.length < BLOCK_BYTES) return undefined;
      // Not where the last piece happens to end: an import that goes on reads other pieces.
      const last = bytes.lastIndexOf(LINE_FEED, BLOCK_BYTES - 1);
      const end = last === -1 ? bytes.indexOf(LINE_FEED, BLOCK_BYTES) : last;
      return end === -1 ? undefined : cut(end + 1);
    },
    end: () => {
      if (skipped > 0) endLongLine();
      if (begunBytes(lines.bytes()) > 0) lines.push(LINE_END);
      const { length } = lines.bytes();
      return length === 0 ? undefined : cut(length);
    },
  };
}

const LINE_END = Buffer.from("\n");

/** Bytes of the last line, if it has no end. */
function begunBytes(bytes: Buffer): number {
  return bytes.length === 0 ? 0 : bytes.length - 1 - bytes.lastIndexOf(LINE_FEED);
}

interface PieceBuffer {
  /** All bytes that are there. */
  bytes(): Buffer;
  push(piece: Buffer): void;
  /** Throws the last bytes away. */
  drop(byteCount: number): void;
  /** Gives the first bytes away, in a buffer that nobody else has. */
  take(byteCount: number): Uint8Array<ArrayBuffer>;
}

function pieceBuffer(spare: ArrayBuffer[]): PieceBuffer {
  let buffer = new ArrayBuffer(0);
  let filled = 0;
  const bytes = (): Buffer => Buffer.from(buffer, 0, filled);
  const push = (piece: Buffer): void => {
    const needed = filled + piece.length;
    if (needed > buffer.byteLength) {
      const larger = newBuffer(Math.max(BUFFER_BYTES, 2 * filled, needed), spare);
      bytes().copy(Buffer.from(larger));
      buffer = larger;
    }
    filled += piece.copy(Buffer.from(buffer), filled);
  };
  return {
    bytes,
    push,
    drop: (byteCount) => {
      filled -= byteCount;
    },
    take: (byteCount) => {
      const taken = new Uint8Array(buffer, 0, byteCount);
      const rest = bytes().subarray(byteCount);
      buffer = new ArrayBuffer(0);
      filled = 0;
      push(rest);
      return taken;
    },
  };
}

function newBuffer(bytes: number, spare: ArrayBuffer[]): ArrayBuffer {
  const used = spare.pop();
  return used !== undefined && used.byteLength >= bytes ? used : new ArrayBuffer(bytes);
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

/**
 * Cuts records that a reader of another layout finds into blocks.
 *
 * @param source - The file.
 * @param start - Where to begin.
 * @param values - All records from the beginning of the source.
 * @returns The blocks in order.
 */
export async function* valueBlocks(
  source: SourceFile,
  { index, from }: Pick<BlockStart, "index" | "from">,
  values: AsyncIterable<SourceValue>,
): AsyncGenerator<ColumnBlock> {
  let next = index;
  let cursor = from;
  let rows = 0;
  let gathered = nothingGathered();
  const cut = (line: number): ColumnBlock => {
    const to = { ...cursor, rows, line };
    const { pieces, lines, faults } = gathered;
    const bytes = new Uint8Array(Buffer.concat(pieces));
    const block = { index: next, file: source.path, from: cursor, to, bytes, lines, faults };
    gathered = nothingGathered();
    next += 1;
    cursor = to;
    return block;
  };
  for await (const read of values) {
    rows += 1;
    // A layout that cannot be entered in the middle is read again up to there.
    if (rows <= from.rows) continue;
    addValue(gathered, read, source.path);
    if (gathered.byteCount >= BLOCK_BYTES) yield cut(read.line);
  }
  if (gathered.lines.length > 0) yield cut(1);
}

interface GatheredValues {
  readonly pieces: Buffer[];
  readonly lines: number[];
  readonly faults: LineFault[];
  byteCount: number;
}

function nothingGathered(): GatheredValues {
  return { pieces: [], lines: [], faults: [], byteCount: 0 };
}

function addValue(gathered: GatheredValues, read: SourceValue, file: string): void {
  const { lines, faults, pieces } = gathered;
  if (!("value" in read)) {
    const { line, column, fault } = read;
    const place = column === undefined ? { file, line } : { file, line, column };
    faults.push({ row: lines.length, finding: { ...fault, place } });
  }
  const piece = Buffer.from("value" in read ? `${JSON.stringify(read.value)}\n` : "\n");
  lines.push(read.line);
  pieces.push(piece);
  gathered.byteCount += piece.length;
}
