import { comparableText } from "../../text/index.ts";
import type { ColumnBlock } from "./column-block.ts";
import { KEPT_DAYS, layOutRooms } from "./reader-rooms.ts";
import {
  ensureBytes,
  openRecordReader,
  READER_KEYS,
  READER_PADDING,
  READER_PLACES,
} from "./record-reader.ts";
import { type FoundValues, foundValues, TEXT_FLAGS } from "./record-scan.ts";

/** What a store is made for. */
export interface StoreNeeds {
  /** Keys whose values are looked for. */
  readonly keys: readonly string[];
  /** Columns of texts. */
  readonly texts: number;
  /** Columns of hashes. */
  readonly digests: number;
}

/** A block's lines and the texts that are taken out of them, in the memory of a record reader. */
export interface BlockStore {
  /** Takes in a block; what was made of the one before is gone. */
  begin(block: ColumnBlock): void;
  /** Looks over the line that begins at a byte of the block; where it ends, if it is a plain object. */
  scan(from: number): number | undefined;
  /** What was found in that line. */
  found(): FoundValues;
  /** Adds the text of a found key to a column. */
  takeFound(column: number, key: number): void;
  /** Adds a text to a column. */
  takeText(column: number, text: string): void;
  /** Adds a day to a column: days since 1970. */
  takeDay(column: number, day: number): void;
  /** Adds the text that a column took last to what is hashed. */
  hashTaken(column: number): void;
  /** Adds a text to what is hashed. */
  hashText(text: string): void;
  /** Adds a byte to what is hashed. */
  hashByte(byte: number): void;
  /** Adds the words of the text that a column took last in Unicode form NFC, parted by single spaces. */
  hashWords(column: number, flags: number): void;
  /** Ends what is hashed: the hash of a row's id, or of a row of a column of hashes. */
  endHash(row: number, digest?: number): void;
  /** Whatever waits is hashed; the bytes of the columns can be read then. */
  finish(): void;
  /** All values that a column of texts took, as Parquet's plain encoding has them. */
  texts(column: number): Uint8Array;
  /** So many hashes, 16 bytes each: of ids, or of a column of hashes. */
  hashes(rows: number, digest?: number): Uint8Array;
}

/**
 * Opens a store.
 *
 * @param needs - What it is made for.
 * @returns The store; it takes one block after the other.
 */
export function blockStore(needs: StoreNeeds): BlockStore {
  const reader = openRecordReader(needs.keys);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // Addresses of the texts that were taken last, by column.
  const [starts, ends] = [new Int32Array(READER_KEYS), new Int32Array(READER_KEYS)];
  let rooms = layOutRooms(reader, { ...needs, bytes: 0, rows: 0 });
  let found = foundValues(reader);
  let cursors = new Uint32Array(reader.memory.buffer, READER_PLACES.cursors, READER_KEYS);
  const noteTaken = (column: number, start: number): void => {
    starts[column] = start;
    ends[column] = cursors[column] as number;
  };
  const encode = (text: string): number => {
    const room = found.bytes.subarray(rooms.scratch, rooms.ids);
    return rooms.scratch + encoder.encodeInto(text, room).written;
  };
  const roomOf = (digest: number | undefined): number =>
    digest === undefined ? rooms.ids : (rooms.digests[digest] as number);
  return {
    begin: ({ bytes, from, to }) => {
      rooms = layOutRooms(reader, { ...needs, bytes: bytes.length, rows: to.rows - from.rows });
      ensureBytes(reader, rooms.end);
      found = foundValues(reader);
      cursors = new Uint32Array(reader.memory.buffer, READER_PLACES.cursors, READER_KEYS);
      cursors.set(rooms.texts);
      found.bytes.set(bytes, rooms.input);
      const end = rooms.input + bytes.length;
      found.bytes.fill(0, end, end + READER_PADDING);
      reader.gatherAt(rooms.messages);
      found.bytes.fill(0, rooms.days, rooms.days + HASH_BYTES * KEPT_DAYS);
    },
    scan: (from) => {
      const end = reader.scan(rooms.input + from);
      return end === 0 ? undefined : end - rooms.input;
    },
    found: () => found,
    takeFound: (column, key) => {
      const isEscaped = ((found.flags[key] as number) & TEXT_FLAGS.escapes) !== 0;
      const [from, to] = [found.starts[key] as number, found.ends[key] as number];
      noteTaken(column, reader.takeText(column, from, to, isEscaped));
    },
    takeText: (column, text) =>
      noteTaken(column, reader.takeText(column, rooms.scratch, encode(text), false)),
    takeDay: (column, day) => {
      const from = spelledDay(day, found.bytes, rooms.days);
      noteTaken(column, reader.takeText(column, from, from + DAY_BYTES, false));
    },
    hashTaken: (column) => reader.addBytes(starts[column] as number, ends[column] as number),
    hashText: (text) => {
      for (let at = 0; at < text.length; at++) reader.addByte(text.charCodeAt(at));
    },
    hashByte: (byte) => reader.addByte(byte),
    hashWords: (column, flags) => {
      const [from, to] = [starts[column] as number, ends[column] as number];
      if ((flags & TEXT_FLAGS.otherForms) !== 0) {
        const text = decoder.decode(found.bytes.subarray(from, to));
        reader.addBytes(rooms.scratch, encode(comparableText(text)));
      } else if ((flags & TEXT_FLAGS.otherSpaces) !== 0) reader.addWords(from, to);
      else reader.addBytes(from, to);
    },
    endHash: (row, digest) => reader.endMessage(roomOf(digest) + HASH_BYTES * row),
    finish: () => reader.hashAll(),
    texts: (column) => found.bytes.subarray(rooms.texts[column], cursors[column]),
    hashes: (rows, digest) => {
      const from = roomOf(digest);
      return found.bytes.subarray(from, from + HASH_BYTES * rows);
    },
  };
}

const HASH_BYTES = 16;
const DAY_BYTES = 10;
const DAY_MS = 86_400_000;

/**
 * Where a day stands spelled; it is written there if it did not yet. Some thousand days stand in millions of
 * records.
 */
function spelledDay(day: number, bytes: Uint8Array, room: number): number {
  // Days beyond those that are kept share a place.
  const isKept = day < KEPT_DAYS;
  const place = room + HASH_BYTES * (isKept ? day : KEPT_DAYS);
  if (isKept && bytes[place] !== 0) return place;
  const text = new Date(day * DAY_MS).toISOString();
  for (let at = 0; at < DAY_BYTES; at++) bytes[place + at] = text.charCodeAt(at);
  return place;
}
