import { type FileHandle, open, stat } from "node:fs/promises";
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

/** Characters of all blocks that stay in memory, whatever run they are of. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

interface KeptBlock {
  readonly lines: readonly string[];
  readonly characters: number;
}

/** Blocks that were read last: a page and the one after it often stand in the same. */
const keptBlocks = new Map<string, KeptBlock>();
let keptCharacters = 0;

function keepBlock(key: string, text: string): readonly string[] {
  const lines = text.split("\n");
  dropBlock(key);
  keptBlocks.set(key, { lines, characters: text.length });
  keptCharacters += text.length;
  for (const oldest of keptBlocks.keys()) {
    if (keptCharacters <= KEPT_CHARACTERS) break;
    dropBlock(oldest);
  }
  return lines;
}

function dropBlock(key: string): void {
  keptCharacters -= keptBlocks.get(key)?.characters ?? 0;
  keptBlocks.delete(key);
}

/**
 * Reads single lines of a file; lines near each other are read together. The file is opened only for
 * lines that are not in memory.
 *
 * @param table - Where its lines stand.
 * @returns The reader, whose reading throws `not-found`, `not-readable`; close it in the end.
 */
export function openLineReader(table: LineTable): LineReader {
  const { path, stamp, places, lines } = table;
  let opening: Promise<FileHandle> | undefined;
  const openFile = (): Promise<FileHandle> => {
    opening ??= open(path, "r").catch((cause: unknown) => {
      throw fileError(path, cause);
    });
    return opening;
  };
  const blocks = new Map<number, Promise<readonly string[]>>();
  const readBlock = async (block: number): Promise<readonly string[]> => {
    const key = `${path}|${stamp}|${block}`;
    const kept = keptBlocks.get(key)?.lines;
    if (kept !== undefined) return kept;
    const [from = 0, to = 0] = [places[block], places[block + 1]];
    const buffer = Buffer.allocUnsafe(to - from);
    const { bytesRead } = await (await openFile()).read(buffer, 0, buffer.length, from);
    return keepBlock(key, buffer.toString("utf8", 0, bytesRead));
  };
  return {
    read: async (line) => {
      if (line < 0 || line >= lines) return undefined;
      const block = Math.floor(line / EVERY);
      const found = blocks.get(block) ?? readBlock(block);
      blocks.set(block, found);
      return (await found)[line % EVERY];
    },
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
