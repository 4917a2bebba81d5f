import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { makeFolder, sha256, writeAtomically, writeError } from "../../storage/index.ts";

/** Longest cache of one model's vectors, in bytes, where nothing else is asked for: 1 GiB. */
const DEFAULT_MAX_BYTES = 1024 ** 3;
/** First bytes of the file. */
const MAGIC = "LHVEC001";
/** First bytes of every record: by them a reader finds its way after a torn one. */
const MARK = Buffer.from([0xf1, 0x1e, 0xc7, 0x0d]);
const KEY_BYTES = 16;
/** A file that has filled this share of its bound when it is opened loses its older half. */
const FULL_SHARE = 0.9;
const CHECK_BYTES = 4;
/** Read at a time while the file is looked through. */
const STRETCH_BYTES = 1 << 22;

/** Where and how much is kept. */
export interface EmbeddingCacheOptions {
  /** Folder of the files; made if missing. Several processes may share it. */
  readonly folder: string;
  /** What decides a vector beside its text: the model with revision and settings. */
  readonly signature: string;
  /** Numbers per vector. */
  readonly dimensions: number;
  /** Longest file, in bytes. One that is nearly full when it is opened loses its older half. @defaultValue 1 GiB */
  readonly maxBytes?: number;
  /** Gets what went wrong; the work then goes on without the vectors concerned. */
  readonly onWarning?: (text: string) => void;
}

/** Vectors of texts on disk: one file per model and settings, which only grows. */
export interface EmbeddingCache {
  /** Vectors in it. */
  readonly vectorCount: number;
  /**
   * Looks a vector up.
   *
   * @param text - The text.
   * @returns Its vector; `undefined` if it is not there, or was damaged.
   */
  find(text: string): Promise<Float32Array | undefined>;
  /**
   * Adds vectors in one write. What cannot be written is told, and left out.
   *
   * @param entries - Texts with their vectors.
   */
  add(entries: readonly (readonly [text: string, vector: Float32Array])[]): Promise<void>;
  /** Closes the file. */
  close(): Promise<void>;
}

/**
 * Opens the vectors of one model. Records have a fixed length, a mark and a checksum, and are written
 * whole: a tail torn by a kill or a power cut is noticed and skipped, and processes that write at the
 * same time do not disturb each other.
 *
 * @param options - Folder, signature, size.
 * @returns The cache; close it after use.
 * @throws LonghandError `file-error` or `disk-full` if the file can be neither read nor made.
 */
export async function openEmbeddingCache(options: EmbeddingCacheOptions): Promise<EmbeddingCache> {
  const path = join(options.folder, `${sha256(options.signature).slice(0, 32)}.vectors`);
  const shape = shapeOf(options.dimensions);
  const { maxBytes = DEFAULT_MAX_BYTES, onWarning = () => undefined } = options;
  const head = headOf(options);
  try {
    await makeFolder(dirname(path));
    let file = await openWithHead(path, head, onWarning);
    let index = await readIndex(file, { shape, from: head.length });
    if (index.skippedBytes > 0) {
      onWarning(`${path}: ${index.skippedBytes} bytes of a torn write were skipped.`);
    }
    if (index.endsAt > FULL_SHARE * maxBytes) {
      await keepNewerHalf(path, file, { shape, head, places: index.places });
      await file.close();
      file = await openWithHead(path, head, onWarning);
      index = await readIndex(file, { shape, from: head.length });
    }
    return cacheOver({ path, file, shape, places: index.places, maxBytes, onWarning });
  } catch (cause) {
    throw writeError(path, cause);
  }
}

interface RecordShape {
  readonly dimensions: number;
  readonly vectorBytes: number;
  readonly bytes: number;
}

function shapeOf(dimensions: number): RecordShape {
  const vectorBytes = dimensions * Float32Array.BYTES_PER_ELEMENT;
  return { dimensions, vectorBytes, bytes: MARK.length + KEY_BYTES + vectorBytes + CHECK_BYTES };
}

function headOf({ signature, dimensions }: EmbeddingCacheOptions): Buffer {
  const text = Buffer.from(JSON.stringify({ signature, dimensions }), "utf8");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(MAGIC, "latin1"), length, text]);
}

/** A file with another head, or a torn one, is put aside: what it holds cannot be trusted. */
async function openWithHead(
  path: string,
  head: Buffer,
  onWarning: (text: string) => void,
): Promise<FileHandle> {
  let file = await open(path, "a+");
  const there = await file.stat();
  if (there.size > 0 && !(await begins(file, head))) {
    await file.close();
    onWarning(`${path} is not what it should be, and was started anew.`);
    await rm(path, { force: true });
    file = await open(path, "a+");
  }
  if ((await file.stat()).size === 0) await file.appendFile(head);
  return file;
}

async function begins(file: FileHandle, head: Buffer): Promise<boolean> {
  const bytes = Buffer.alloc(head.length);
  const { bytesRead } = await file.read(bytes, 0, head.length, 0);
  return bytesRead === head.length && bytes.equals(head);
}

interface CacheIndex {
  /** Where each key's last record begins. */
  readonly places: Map<string, number>;
  readonly skippedBytes: number;
  readonly endsAt: number;
}

async function readIndex(
  file: FileHandle,
  { shape, from }: { readonly shape: RecordShape; readonly from: number },
): Promise<CacheIndex> {
  const { size } = await file.stat();
  const places = new Map<string, number>();
  let [at, skippedBytes] = [from, 0];
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  while (at < size) {
    if (at < window.start || at + shape.bytes > window.start + window.bytes.length) {
      window = { start: at, bytes: await readAt(file, at, Math.max(STRETCH_BYTES, shape.bytes)) };
    }
    const record = window.bytes.subarray(at - window.start, at - window.start + shape.bytes);
    if (isRecord(record, shape)) {
      places.set(record.toString("latin1", MARK.length, MARK.length + KEY_BYTES), at);
      at += shape.bytes;
      continue;
    }
    // Whole records follow a torn one at any distance: look for the next mark.
    const next = window.bytes.indexOf(MARK, at - window.start + 1);
    const step = next < 0 ? nextStretch(window, at) : window.start + next - at;
    skippedBytes += Math.min(step, size - at);
    at += step;
  }
  return { places, skippedBytes, endsAt: size };
}

/** Without a mark in sight: on to the end of the stretch, less what may be the beginning of a mark. */
function nextStretch(window: { start: number; bytes: Buffer }, at: number): number {
  return Math.max(1, window.start + window.bytes.length - (MARK.length - 1) - at);
}

function isRecord(record: Buffer, { bytes }: RecordShape): boolean {
  if (record.length < bytes || !record.subarray(0, MARK.length).equals(MARK)) return false;
  return record.readUInt32LE(bytes - CHECK_BYTES) === crc32(record.subarray(0, -CHECK_BYTES));
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

interface OpenCache {
  readonly path: string;
  readonly file: FileHandle;
  readonly shape: RecordShape;
  readonly places: Map<string, number>;
  readonly maxBytes: number;
  readonly onWarning: (text: string) => void;
}

function cacheOver(cache: OpenCache): EmbeddingCache {
  const { file, shape, places } = cache;
  let full = false;
  return {
    get vectorCount() {
      return places.size;
    },
    find: async (text) => {
      const key = keyOf(text);
      const place = places.get(key.toString("latin1"));
      if (place === undefined) return undefined;
      const record = await readAt(file, place, shape.bytes);
      const isIts = record.subarray(MARK.length, MARK.length + KEY_BYTES).equals(key);
      return isIts && isRecord(record, shape) ? vectorIn(record, shape) : undefined;
    },
    add: async (entries) => {
      if (full || entries.length === 0) return;
      full = !(await append(entries, cache));
    },
    close: () => file.close(),
  };
}

/** `false` if the file takes no more. */
async function append(
  entries: readonly (readonly [text: string, vector: Float32Array])[],
  { path, file, shape, places, maxBytes, onWarning }: OpenCache,
): Promise<boolean> {
  const all = Buffer.concat(entries.map(([text, vector]) => recordOf(text, vector)));
  try {
    const { size: before } = await file.stat();
    if (before + all.length > maxBytes) {
      onWarning(`${path} has reached its ${maxBytes} bytes; further vectors are not kept.`);
      return false;
    }
    // One append: the system puts it behind whatever another process wrote meanwhile.
    await file.appendFile(all);
    await file.datasync();
    const { size: after } = await file.stat();
    // Where another process wrote at the same time, the next reader finds out what lies where.
    if (after !== before + all.length) return true;
    for (const [at, [text]] of entries.entries()) {
      places.set(keyOf(text).toString("latin1"), before + at * shape.bytes);
    }
    return true;
  } catch (cause) {
    onWarning(`${writeError(path, cause).message} Further vectors are not kept.`);
    return false;
  }
}

function keyOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest().subarray(0, KEY_BYTES);
}

function recordOf(text: string, vector: Float32Array): Buffer {
  const numbers = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT);
  for (const [at, number] of vector.entries()) numbers.writeFloatLE(number, at * 4);
  const content = Buffer.concat([MARK, keyOf(text), numbers]);
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(content));
  return Buffer.concat([content, check]);
}

function vectorIn(record: Buffer, { dimensions }: RecordShape): Float32Array {
  const from = MARK.length + KEY_BYTES;
  return Float32Array.from({ length: dimensions }, (_, at) => record.readFloatLE(from + at * 4));
}

/** Writes the later half of the records to a new file, which then takes the old one's place. */
async function keepNewerHalf(
  path: string,
  file: FileHandle,
  { shape, head, places }: { shape: RecordShape; head: Buffer; places: Map<string, number> },
): Promise<void> {
  const kept = [...places.values()].sort((left, right) => left - right);
  await writeAtomically(path, newerHalf());
  async function* newerHalf(): AsyncGenerator<Uint8Array> {
    yield head;
    for (const place of kept.slice(Math.floor(kept.length / 2))) {
      yield await readAt(file, place, shape.bytes);
    }
  }
}
