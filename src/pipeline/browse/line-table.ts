import { open, stat } from "node:fs/promises";
import { fileError, readLineBlocks } from "../../storage/index.ts";

/** Lines between two places that are kept in memory. */
const EVERY = 128;

const LINE_FEED = 10;

/** Where the lines of a file stand: one place in memory for each 128 lines. */
export interface LineTable {
  /** The file. */
  readonly path: string;
  /** Whole lines in it. */
  readonly lines: number;
  /** Size and time of the file when it was read: a table holds for no other. */
  readonly stamp: string;
  /** Where every 128th line begins, in bytes; behind them the end of the last whole line. */
  readonly places: Float64Array;
}

/**
 * What tells a file from what it was before: its size, when it was written, and which file it is.
 *
 * @param path - The file.
 * @returns A text that changes with the file; empty for a missing one.
 */
export async function fileStamp(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? "" : `${found.ino}:${found.size}:${found.mtimeMs}`;
}

/**
 * Finds the lines of a file, in one pass and with memory for a part of a place per line.
 *
 * @param path - The file; a missing one has no lines.
 * @returns The table. A last line without its line feed is not counted.
 */
export async function tableLines(path: string): Promise<LineTable> {
  const stamp = await fileStamp(path);
  if (stamp === "") return { path, stamp, lines: 0, places: new Float64Array(1) };
  const places: number[] = [];
  let [lines, end] = [0, 0];
  for await (const { bytes, startByte } of readLineBlocks(path)) {
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let from = 0; from < block.length; ) {
      const feed = block.indexOf(LINE_FEED, from);
      if (feed === -1) break;
      if (lines % EVERY === 0) places.push(startByte + from);
      lines += 1;
      from = feed + 1;
      end = startByte + from;
    }
  }
  return { path, stamp, lines, places: Float64Array.from([...places, end]) };
}

/** Reads single lines of a file. */
export interface LineReader {
  /**
   * Reads a line.
   *
   * @param line - Its number, from 0.
   * @returns Its text; `undefined` behind the last one.
   */
  read(line: number): Promise<string | undefined>;
  /** Closes the file. */
  close(): Promise<void>;
}

/**
 * Opens a file for reading single lines; lines near each other are read together.
 *
 * @param table - Where its lines stand.
 * @returns The reader; close it in the end.
 * @throws LonghandError `not-found`, `not-readable`.
 */
export async function openLineReader(table: LineTable): Promise<LineReader> {
  const { path, places, lines } = table;
  if (lines === 0) return { read: async () => undefined, close: async () => undefined };
  const file = await open(path, "r").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const blocks = new Map<number, Promise<readonly string[]>>();
  const readBlock = async (block: number): Promise<readonly string[]> => {
    const [from = 0, to = 0] = [places[block], places[block + 1]];
    const buffer = Buffer.allocUnsafe(to - from);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return buffer.toString("utf8", 0, bytesRead).split("\n");
  };
  return {
    read: async (line) => {
      if (line < 0 || line >= lines) return undefined;
      const block = Math.floor(line / EVERY);
      const found = blocks.get(block) ?? readBlock(block);
      blocks.set(block, found);
      return (await found)[line % EVERY];
    },
    close: () => file.close(),
  };
}
