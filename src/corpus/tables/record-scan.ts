import {
  ensureBytes,
  openRecordReader,
  READER_KEYS,
  READER_PADDING,
  READER_PLACES,
  type RecordReader,
} from "./record-reader.ts";

/** What stands behind a key of a scanned record. */
export const VALUE_KINDS = {
  absent: 0,
  text: 1,
  number: 2,
  flag: 3,
  nothing: 4,
  nested: 5,
} as const;

/** What is special about a text: bits of {@link FoundValues.flags}. */
export const TEXT_FLAGS = {
  /** It holds escapes. */
  escapes: 1,
  /** White space stands at its ends, is no single space, or no space. */
  otherSpaces: 2,
  /** Another Unicode form may have it otherwise: it may hold characters beyond U+02FF. */
  otherForms: 4,
} as const;

/** Where the values of the looked-for keys stand in the record that was scanned last. */
export interface FoundValues {
  /** The bytes that hold the record. */
  readonly bytes: Uint8Array;
  /** By number of the key: what its value is, one of {@link VALUE_KINDS}. */
  readonly kinds: Int32Array;
  /** By number of the key: first byte of the value; of a text, the byte behind its quote. */
  readonly starts: Int32Array;
  /** By number of the key: the byte behind the value; of a text, its closing quote. */
  readonly ends: Int32Array;
  /** By number of the key: of a text, its words as Python's `str.split()` counts them. */
  readonly words: Int32Array;
  /** By number of the key: of a text, what is special about it; see {@link TEXT_FLAGS}. */
  readonly flags: Int32Array;
}

/** Looks records of JSON over, quicker than they can be parsed. */
export interface RecordScanner {
  /** Where the values of the record stand that was scanned last; its bytes are those of the scanner. */
  readonly found: FoundValues;
  /**
   * Takes lines in.
   *
   * @param bytes - Lines in UTF-8, each with a line feed.
   */
  load(bytes: Uint8Array): void;
  /**
   * Looks a line over. What it accepts, every JSON parser reads alike; what it does not accept may
   * still be JSON and wants a closer look: keys that stand twice or hold escapes, halves of
   * characters, nesting deeper than 64, and all that is no JSON.
   *
   * @param from - Where the line begins among the bytes that were taken in.
   * @returns Whether the line is one plain JSON object.
   */
  scan(from: number): boolean;
  /** Where the line feed stands that ends the line that was accepted last. */
  lineEnd(): number;
}

/**
 * Makes a scanner.
 *
 * @param keys - The keys whose values are looked for, plain ASCII.
 * @returns The scanner. Its result lasts until the next line is scanned.
 */
export function recordScanner(keys: readonly string[]): RecordScanner {
  const reader = openRecordReader(keys);
  const base = reader.HEAP.value;
  let end = 0;
  let found = foundValues(reader);
  return {
    get found() {
      return found;
    },
    load: (bytes) => {
      ensureBytes(reader, base + bytes.length + READER_PADDING);
      if (found.bytes.buffer !== reader.memory.buffer) found = foundValues(reader);
      found.bytes.set(bytes, base);
      found.bytes.fill(0, base + bytes.length, base + bytes.length + READER_PADDING);
    },
    scan: (from) => {
      end = reader.scan(base + from);
      return end !== 0;
    },
    lineEnd: () => end - base,
  };
}

/** Views of what a reader found; good until its memory grows. */
export function foundValues({ memory: { buffer } }: RecordReader): FoundValues {
  const view = (place: number): Int32Array => new Int32Array(buffer, place, READER_KEYS);
  return {
    bytes: new Uint8Array(buffer),
    kinds: view(READER_PLACES.kinds),
    starts: view(READER_PLACES.starts),
    ends: view(READER_PLACES.ends),
    words: view(READER_PLACES.words),
    flags: view(READER_PLACES.flags),
  };
}
