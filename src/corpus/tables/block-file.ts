import { closeSync, openSync, writeFileSync, writevSync } from "node:fs";
import { blockReader } from "./block-columns.ts";
import type { ColumnBlock } from "./column-block.ts";
import type { ColumnFormat } from "./column-format.ts";
import type { FindingTally } from "./finding-tally.ts";
import { type ColumnChunk, encodeChunk } from "./parquet-pages.ts";

/** Where a block's columns go. */
export interface BlockTask {
  readonly block: ColumnBlock;
  /** Number of the block among those of this run, from 0: columns stand in the file in this order. */
  readonly turn: number;
  /** File of the hashes of its records. */
  readonly ids: string;
}

/** What became of a block. */
export interface WrittenBlock {
  /** Records. */
  readonly records: number;
  /** Where its columns stand, those of kind `id` left out. */
  readonly chunks: readonly ColumnChunk[];
  readonly tally: FindingTally;
  /** The rejected records, as they are to be listed: lines of JSON. */
  readonly rejected: string;
}

/** Where columns are written to by several threads. */
export interface ColumnFile {
  readonly path: string;
  /** One number: the byte at which the next block's columns begin. */
  readonly end: BigInt64Array<SharedArrayBuffer>;
  /** One number: which block is the next to be given its place. */
  readonly turn: Int32Array<SharedArrayBuffer>;
}

/** Makes columns of blocks and writes them. */
export interface BlockWriter {
  write(task: BlockTask): WrittenBlock;
  close(): void;
}

/**
 * Opens a writer of blocks.
 *
 * @param format - How records become rows.
 * @param target - The file; others may write to it at the same time.
 * @returns The writer.
 */
export function blockWriter(format: ColumnFormat, target: ColumnFile): BlockWriter {
  const read = blockReader(format);
  const file = openSync(target.path, "r+");
  return {
    write: ({ block, turn, ids: idsPath }) => {
      const { records, pages, ids, tally, rejected } = read(block);
      const encoded = records === 0 ? [] : pages.map(encodeChunk);
      const bytes = encoded.reduce((sum, chunk) => sum + chunk.bytes, 0);
      let offset = takePlace(target, turn, bytes);
      writeAll(
        file,
        encoded.flatMap(({ pieces }) => pieces),
        offset,
      );
      if (records > 0) writeFileSync(idsPath, ids);
      const chunks = encoded.map(({ bytes: size, dictionaryBytes, values }) => {
        const chunk = { offset, bytes: size, dictionaryBytes, values };
        offset += size;
        return chunk;
      });
      return { records, chunks, tally, rejected };
    },
    close: () => closeSync(file),
  };
}

/** Waits for a block's turn, so that the file is the same whichever thread is faster; where it begins. */
function takePlace({ end, turn }: ColumnFile, own: number, bytes: number): number {
  for (let now = Atomics.load(turn, 0); now < own; now = Atomics.load(turn, 0)) {
    Atomics.wait(turn, 0, now);
  }
  const place = Atomics.add(end, 0, BigInt(bytes));
  Atomics.add(turn, 0, 1);
  Atomics.notify(turn, 0);
  return Number(place);
}

/** Writes pieces one behind the other, however few bytes the system takes at a time. */
function writeAll(file: number, pieces: readonly Uint8Array[], at: number): void {
  let left = pieces.filter(({ length }) => length > 0);
  for (let place = at; left.length > 0; ) {
    let written = writevSync(file, left, place);
    place += written;
    left = left.flatMap((piece) => {
      const rest = piece.subarray(written);
      written = Math.max(0, written - piece.length);
      return rest.length > 0 ? [rest] : [];
    });
  }
}
