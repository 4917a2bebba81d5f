import { RECORD_READER_MODULE } from "./record-reader-module.ts";

// The compiler's library knows WebAssembly as a part of the DOM only; this is what is used of it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** What tools/record-reader.as exports; its comments say what each is for. Places are addresses in its memory. */
export interface RecordReader {
  /** Holds everything. */
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** From here on the caller lays out the memory. */
  readonly HEAP: { readonly value: number };
  /** Adds a key to those that are looked for. */
  addKey(from: number, length: number): void;
  /** Looks a line over; the address of its line feed, or 0 if it is no plain object. */
  scan(from: number): number;
  /** Adds a text of JSON, without its escapes, to a column; the address of its bytes. */
  takeText(column: number, from: number, to: number, isEscaped: boolean): number;
  /** Says where messages may be gathered. */
  gatherAt(address: number): void;
  /** Adds bytes to the message. */
  addBytes(from: number, to: number): void;
  /** Adds a byte to the message. */
  addByte(byte: number): void;
  /** Adds the words of a text to the message, parted by single spaces. */
  addWords(from: number, to: number): void;
  /** Ends the message, and tells where its hash is wanted. */
  endMessage(target: number): void;
  /** Hashes all messages that wait. */
  hashAll(): void;
}

/** Where the reader keeps what it found: 32-bit numbers by number of the key, or of the column. */
export const READER_PLACES = {
  kinds: 1024,
  starts: 1152,
  ends: 1280,
  words: 1408,
  flags: 1536,
  cursors: 3328,
} as const;

/** Most keys, and most columns of texts. */
export const READER_KEYS = 32;

/** Bytes that can be read behind the last line of a block. */
export const READER_PADDING = 64;

/** Messages are hashed when so many bytes of them have been gathered. */
export const READER_FLUSH_BYTES = 65_536;

const PAGE_BYTES = 65_536;

/** Opens a reader that looks for keys: plain ASCII, at most 24 bytes each. */
export function openRecordReader(keys: readonly string[]): RecordReader {
  const module = new WebAssembly.Module(Buffer.from(RECORD_READER_MODULE, "base64"));
  const reader = new WebAssembly.Instance(module).exports as RecordReader;
  for (const key of keys) {
    const { written = 0 } = new TextEncoder().encodeInto(key, heapOf(reader));
    reader.addKey(reader.HEAP.value, written);
  }
  return reader;
}

/** Sees to it that the memory has so many bytes; views of it that were made before are void if it grows. */
export function ensureBytes({ memory }: RecordReader, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

function heapOf({ memory, HEAP }: RecordReader): Uint8Array {
  return new Uint8Array(memory.buffer, HEAP.value);
}
