// The compact form of word vectors on disk, in the byte order of the machine (it is a cache):
//   rows      words × dimensions Float32, so that a vector is at id × dimensions × 4
//   index     offsets (Uint32), slots (Uint32), bytes of the words: see word-index.ts
//   trailer   JSON of VectorFileTrailer, its length (Uint32), 8 bytes "LHVEC001"
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { fileError, openAtomicFile } from "../../storage/index.ts";
import { WordIndex, WordIndexBuilder } from "./word-index.ts";
import type { WordVectors, WordVectorsIdentity } from "./word-vectors.ts";

/** A word with its vector, as it was read. */
export interface VectorEntry {
  /** The word. */
  readonly word: string;
  /** Its vector. */
  readonly vector: Float32Array;
}

/** Vectors in the compact form, open for reading. */
export interface WordVectorFile extends WordVectors {
  /** The file. */
  readonly path: string;
  /** Closes the file; nothing can be read afterwards. */
  close(): void;
}

interface VectorFileTrailer {
  readonly identity: WordVectorsIdentity;
  readonly dimensions: number;
  readonly wordCount: number;
  readonly slots: number;
  readonly wordBytes: number;
}

const MAGIC = "LHVEC001";
const END_BYTES = 12;
const MAX_TRAILER_BYTES = 1 << 16;
/** Vectors this near to each other in the file are read at once: a system call costs as much as 4 kB. */
const GAP_BYTES = 4096;
const MAX_READ_BYTES = 1 << 20;
const GATHERED_NUMBERS = 1 << 18;

/** Where to write, and what the vectors are called. */
export interface VectorFileTarget {
  /** The file; it appears once it is whole. */
  readonly path: string;
  /** Names the vectors once all entries were read. */
  readonly identity: (dimensions: number) => WordVectorsIdentity;
}

/**
 * Writes vectors in the compact form, with memory for the words but not for the vectors.
 *
 * @param entries - Words with their vectors. Of equal words the first counts; a vector of zeros has no
 *   direction, so that its word is left out.
 * @param target - Where to write.
 * @throws LonghandError `invalid-vectors` if there is no entry.
 */
export async function writeVectorFile(
  entries: AsyncIterable<VectorEntry>,
  target: VectorFileTarget,
): Promise<void> {
  const index = new WordIndexBuilder();
  const file = await openAtomicFile(target.path);
  let gathered = new Float32Array();
  let used = 0;
  let dimensions = 0;
  try {
    for await (const { word, vector } of entries) {
      if (vector.every((value) => value === 0) || !index.add(word)) continue;
      if (dimensions === 0) {
        dimensions = vector.length;
        gathered = new Float32Array(dimensions * Math.ceil(GATHERED_NUMBERS / dimensions));
      }
      gathered.set(vector, used);
      used += dimensions;
      if (used === gathered.length) {
        await file.write(bytesOf(gathered));
        used = 0;
      }
    }
    if (dimensions === 0) throw noVectors(target.path);
    await file.write(bytesOf(gathered.subarray(0, used)));
    await file.write(indexAndTrailer(index, dimensions, target.identity(dimensions)));
    await file.commit();
  } finally {
    await file.abandon();
  }
}

function indexAndTrailer(
  index: WordIndexBuilder,
  dimensions: number,
  identity: WordVectorsIdentity,
): Buffer {
  const { bytes, offsets, slots } = index.arrays();
  const trailer: VectorFileTrailer = {
    identity,
    dimensions,
    wordCount: index.size,
    slots: slots.length,
    wordBytes: bytes.length,
  };
  const json = Buffer.from(JSON.stringify(trailer));
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(json.length, 0);
  end.write(MAGIC, 4);
  return Buffer.concat([bytesOf(offsets), bytesOf(slots), bytes, json, end]);
}

function bytesOf(numbers: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/**
 * Opens vectors in the compact form. Reads the words; vectors are read when they are asked for.
 *
 * @param path - The file.
 * @returns The vectors.
 * @throws LonghandError `not-found`, or `vectors-damaged` if it is no such file or not whole.
 */
export function openVectorFile(path: string): WordVectorFile {
  const file = openOrThrow(path);
  try {
    const trailer = readTrailer(path, file);
    const rowBytes = 4 * trailer.dimensions;
    const index = readIndex(file, trailer);
    return {
      path,
      identity: trailer.identity,
      dimensions: trailer.dimensions,
      wordCount: trailer.wordCount,
      find: (word) => index.find(word),
      read: (ids) => readRows(file, ids, rowBytes),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openOrThrow(path: string): number {
  try {
    return openSync(path, "r");
  } catch (cause) {
    throw fileError(path, cause);
  }
}

function readTrailer(path: string, file: number): VectorFileTrailer {
  const { size } = fstatSync(file);
  const end = readBytes(file, Math.max(0, size - END_BYTES), Math.min(size, END_BYTES));
  const jsonBytes = end.length === END_BYTES ? end.readUInt32LE(0) : 0;
  const isOurs = end.length === END_BYTES && end.toString("latin1", 4) === MAGIC;
  if (!isOurs || jsonBytes > Math.min(MAX_TRAILER_BYTES, size)) throw damaged(path);
  const json = readBytes(file, size - END_BYTES - jsonBytes, jsonBytes).toString("utf8");
  const trailer = parseTrailer(json, path);
  if (bytesBeforeTrailer(trailer) + jsonBytes + END_BYTES !== size) throw damaged(path);
  return trailer;
}

function parseTrailer(json: string, path: string): VectorFileTrailer {
  try {
    return JSON.parse(json) as VectorFileTrailer;
  } catch (cause) {
    throw damaged(path, messageOf(cause));
  }
}

function bytesBeforeTrailer({
  wordCount,
  dimensions,
  slots,
  wordBytes,
}: VectorFileTrailer): number {
  return 4 * (wordCount * (dimensions + 1) + 1 + slots) + wordBytes;
}

function readIndex(file: number, trailer: VectorFileTrailer): WordIndex {
  const { wordCount, dimensions, slots, wordBytes } = trailer;
  const start = 4 * wordCount * dimensions;
  const { buffer, byteOffset } = readBytes(file, start, 4 * (wordCount + 1 + slots) + wordBytes);
  return new WordIndex({
    offsets: new Uint32Array(buffer, byteOffset, wordCount + 1),
    slots: new Uint32Array(buffer, byteOffset + 4 * (wordCount + 1), slots),
    bytes: new Uint8Array(buffer, byteOffset + 4 * (wordCount + 1 + slots), wordBytes),
  });
}

/** Reads in the order of the file, neighbours together. */
function readRows(file: number, ids: Int32Array, rowBytes: number): Float32Array {
  const rows = new Uint8Array(ids.length * rowBytes);
  const order = Int32Array.from(ids.keys()).sort(
    (left, right) => (ids[left] as number) - (ids[right] as number),
  );
  const idAt = (place: number): number => ids[order[place] as number] as number;
  for (let from = 0; from < order.length; ) {
    const first = idAt(from);
    let to = from + 1;
    while (
      to < order.length &&
      (idAt(to) - idAt(to - 1)) * rowBytes <= GAP_BYTES &&
      (idAt(to) - first + 1) * rowBytes <= MAX_READ_BYTES
    ) {
      to++;
    }
    const piece = readBytes(file, first * rowBytes, (idAt(to - 1) - first + 1) * rowBytes);
    for (let place = from; place < to; place++) {
      const start = (idAt(place) - first) * rowBytes;
      rows.set(piece.subarray(start, start + rowBytes), (order[place] as number) * rowBytes);
    }
    from = to;
  }
  return new Float32Array(rows.buffer);
}

function readBytes(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const read = readSync(file, bytes, done, length - done, position + done);
    if (read === 0) throw damaged("The vector file", "it ends early");
    done += read;
  }
  return bytes;
}

function noVectors(path: string): LonghandError {
  return new LonghandError(`No vectors were found for ${path}.`, {
    code: "invalid-vectors",
    hint: "The source must hold one word with its numbers on each line.",
  });
}

function damaged(path: string, why = "it is not whole"): LonghandError {
  return new LonghandError(`${path} cannot be used as a vector file: ${why}.`, {
    code: "vectors-damaged",
    hint: "Delete it; it is made again from its source.",
    details: { file: path },
  });
}
