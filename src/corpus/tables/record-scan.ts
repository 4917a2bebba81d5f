import { SPACE_LEADS, spaceBytes } from "./space-bytes.ts";

/** What stands behind a key of a scanned record. */
export const VALUE_KINDS = {
  absent: 0,
  text: 1,
  number: 2,
  flag: 3,
  nothing: 4,
  nested: 5,
} as const;

/** One of {@link VALUE_KINDS}. */
export type ValueKind = (typeof VALUE_KINDS)[keyof typeof VALUE_KINDS];

/** Where the values of the looked-for keys stand in the record that was scanned last. */
export interface FoundValues {
  /** The bytes that hold the record. */
  readonly bytes: Uint8Array;
  /** By number of the key: what its value is. */
  readonly kinds: Uint8Array;
  /** By number of the key: first byte of the value; of a text, the byte behind its quote. */
  readonly starts: Int32Array;
  /** By number of the key: the byte behind the value; of a text, its closing quote. */
  readonly ends: Int32Array;
  /** By number of the key: of a text, its words as Python's `str.split()` counts them. */
  readonly words: Int32Array;
}

/** Looks records of JSON over, quicker than they can be parsed. */
export interface RecordScanner {
  /** Where the values of the record stand that was scanned last. */
  readonly found: FoundValues;
  /**
   * Looks a line over. What it accepts, every JSON parser reads alike; what it does not accept may
   * still be JSON and wants a closer look: keys that stand twice or hold escapes, halves of
   * characters, nesting deeper than 64, and all that is no JSON.
   *
   * @param bytes - Lines in UTF-8.
   * @param from - Where the line begins.
   * @returns Whether the line is one plain JSON object. A line feed must end it.
   */
  scan(bytes: Uint8Array, from: number): boolean;
  /** Where the line feed stands that ends the line that was accepted last. */
  lineEnd(): number;
}

const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [
  9, 10, 13, 32, 34, 44, 58, 92,
] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, LETTER_U] = [
  91, 93, 123, 125, 117,
] as const;
const MAX_DEPTH = 64;
const MAX_KEYS = 4096;

interface Scan {
  bytes: Uint8Array;
  at: number;
  /** Hashes of the keys of all open objects. */
  readonly hashes: Int32Array;
  /** How many hashes there are. */
  keys: number;
  /** Of the object that is open: bits that its keys' hashes have set. */
  bits: number;
  /** Kind of the value that was scanned last. */
  kind: ValueKind;
  /** Where it begins and ends. */
  start: number;
  end: number;
  /** Words of the text that was scanned last. */
  words: number;
}

/**
 * Makes a scanner.
 *
 * @param keys - The keys whose values are looked for, plain ASCII.
 * @returns The scanner. Its result lasts until the next line is scanned.
 */
export function recordScanner(keys: readonly string[]): RecordScanner {
  const scan: Scan = {
    bytes: new Uint8Array(0),
    at: 0,
    hashes: new Int32Array(MAX_KEYS),
    keys: 0,
    bits: 0,
    kind: VALUE_KINDS.absent,
    start: 0,
    end: 0,
    words: 0,
  };
  const wanted = wantedKeys(keys);
  const found = {
    bytes: scan.bytes,
    kinds: new Uint8Array(keys.length),
    starts: new Int32Array(keys.length),
    ends: new Int32Array(keys.length),
    words: new Int32Array(keys.length),
  };
  const keep = (hash: number, from: number, to: number): void => {
    // Most keys of a record are of no interest, which their slot tells at once.
    for (let key = wanted.slots[hash & 255] as number; key < keys.length; key++) {
      const name = wanted.names[key] as Uint8Array;
      if (!isSame(scan.bytes, from, to, name)) continue;
      found.kinds[key] = scan.kind;
      found.starts[key] = scan.start;
      found.ends[key] = scan.end;
      found.words[key] = scan.words;
      return;
    }
  };
  return {
    found,
    scan: (bytes, from) => {
      scan.bytes = bytes;
      found.bytes = bytes;
      scan.at = from;
      scan.keys = 0;
      found.kinds.fill(VALUE_KINDS.absent);
      skipSpace(scan);
      if (bytes[scan.at] !== OPEN_OBJECT || !scanObject(scan, 1, keep)) return false;
      skipSpace(scan);
      return bytes[scan.at] === LINE_FEED;
    },
    lineEnd: () => scan.at,
  };
}

interface WantedKeys {
  readonly names: readonly Uint8Array[];
  /** By the last bits of a hash: the first key that may have it; 255 if there is none. */
  readonly slots: Uint8Array;
}

function wantedKeys(keys: readonly string[]): WantedKeys {
  const names = keys.map((key) => new TextEncoder().encode(key));
  const slots = new Uint8Array(256).fill(255);
  for (const [key, name] of names.entries()) {
    const slot = name.reduce(withByte, HASH_START) & 255;
    slots[slot] = Math.min(key, slots[slot] as number);
  }
  return { names, slots };
}

type Keep = (hash: number, from: number, to: number) => void;

/** From the opening brace to behind the closing one. */
function scanObject(scan: Scan, depth: number, keep: Keep | undefined): boolean {
  if (depth > MAX_DEPTH) return false;
  const { bytes } = scan;
  const { keys: firstKey, bits } = scan;
  scan.bits = 0;
  scan.at += 1;
  skipSpace(scan);
  if (bytes[scan.at] === CLOSE_OBJECT) {
    scan.at += 1;
    scan.bits = bits;
    return true;
  }
  do {
    skipSpace(scan);
    if (!scanPair(scan, { depth, firstKey, keep })) return false;
    skipSpace(scan);
    scan.at += 1;
  } while (bytes[scan.at - 1] === COMMA);
  scan.keys = firstKey;
  scan.bits = bits;
  return bytes[scan.at - 1] === CLOSE_OBJECT;
}

interface PairPlace {
  readonly depth: number;
  /** Where the hashes of the object's keys begin. */
  readonly firstKey: number;
  readonly keep: Keep | undefined;
}

/** A key with its value. */
function scanPair(scan: Scan, { depth, firstKey, keep }: PairPlace): boolean {
  const from = scan.at + 1;
  const hash = scanKey(scan, firstKey);
  if (hash === undefined) return false;
  const to = scan.end;
  if (!scanValue(scan, depth)) return false;
  if (keep !== undefined) keep(hash, from, to);
  return true;
}

/** A key and its colon; `undefined` for one that is odd or stands there already. */
function scanKey(scan: Scan, firstKey: number): number | undefined {
  const { bytes } = scan;
  if (bytes[scan.at] !== QUOTE) return undefined;
  let at = scan.at + 1;
  let hash = HASH_START;
  for (let byte = bytes[at] as number; byte !== QUOTE; byte = bytes[at] as number) {
    // Escapes could hide that two keys are the same.
    if (byte < SPACE || byte === BACKSLASH) return undefined;
    hash = withByte(hash, byte);
    at += 1;
  }
  scan.end = at;
  scan.at = at + 1;
  if (!isNewKey(scan, hash, firstKey)) return undefined;
  skipSpace(scan);
  if (bytes[scan.at] !== COLON) return undefined;
  scan.at += 1;
  skipSpace(scan);
  return hash;
}

/** Notes a key; `false` if the object has it, or could have it, or has too many. */
function isNewKey(scan: Scan, hash: number, firstKey: number): boolean {
  const bit = 1 << (hash >>> 8);
  if ((scan.bits & bit) !== 0) {
    for (let key = firstKey; key < scan.keys; key++) if (scan.hashes[key] === hash) return false;
  }
  if (scan.keys === MAX_KEYS) return false;
  scan.bits |= bit;
  scan.hashes[scan.keys] = hash;
  scan.keys += 1;
  return true;
}

function scanValue(scan: Scan, depth: number): boolean {
  const first = scan.bytes[scan.at];
  if (first === QUOTE) return scanText(scan);
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return scanWord(scan);
  const start = scan.at;
  const isWhole =
    first === OPEN_OBJECT ? scanObject(scan, depth + 1, undefined) : scanList(scan, depth + 1);
  scan.kind = VALUE_KINDS.nested;
  scan.start = start;
  scan.end = scan.at;
  return isWhole;
}

function scanList(scan: Scan, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const { bytes } = scan;
  scan.at += 1;
  skipSpace(scan);
  if (bytes[scan.at] === CLOSE_LIST) {
    scan.at += 1;
    return true;
  }
  for (;;) {
    if (!scanValue(scan, depth)) return false;
    skipSpace(scan);
    const byte = bytes[scan.at];
    scan.at += 1;
    if (byte === CLOSE_LIST) return true;
    if (byte !== COMMA) return false;
    skipSpace(scan);
  }
}

/** Bytes of texts that need a second look: those that are not plainly part of a word. */
const ODD_BYTES = new Uint8Array(256).map((_, byte) =>
  byte <= SPACE || byte === QUOTE || byte === BACKSLASH || SPACE_LEADS.has(byte) ? 1 : 0,
);

/** From the opening quote to behind the closing one. The line feed at the end stops it in any case. */
function scanText(scan: Scan): boolean {
  const { bytes } = scan;
  let at = scan.at + 1;
  // Between two pieces of white space stands a word, or nothing: where it would begin.
  let wordAt = at;
  let words = 0;
  scan.start = at;
  scan.kind = VALUE_KINDS.text;
  for (at = plainEnd(bytes, at); bytes[at] !== QUOTE; at = plainEnd(bytes, at)) {
    // Hardly any odd byte is something else.
    const length = bytes[at] === SPACE ? -1 : oddLength(bytes, at);
    if (length === 0) return false;
    if (length < 0) {
      if (at > wordAt) words += 1;
      wordAt = at - length;
    }
    at += Math.abs(length);
  }
  scan.words = at > wordAt ? words + 1 : words;
  scan.end = at;
  scan.at = at + 1;
  return true;
}

/** Where the first byte stands that is not plainly part of a word. */
function plainEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (ODD_BYTES[bytes[at] as number] === 0) at += 1;
  return at;
}

/** Bytes of what belongs to a word; of white space less than 0; 0 if neither may stand in a text. */
function oddLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  if (byte < SPACE) return 0;
  const length = byte === BACKSLASH ? escapeLength(bytes, at) : 1;
  if (length === 0) return 0;
  const space = spaceBytes(bytes, at);
  return space > 0 ? -space : length;
}

const SHORT_ESCAPES = flags('"\\/bfnrt');
const HEX_DIGITS = flags("0123456789abcdefABCDEF");

/** Bytes of an escape; 0 if it is none, or half of a character. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const letter = bytes[at + 1] as number;
  if (letter !== LETTER_U) return SHORT_ESCAPES[letter] === 1 ? 2 : 0;
  for (let digit = at + 2; digit < at + 6; digit++) {
    if (HEX_DIGITS[bytes[digit] as number] !== 1) return 0;
  }
  const isD = ((bytes[at + 2] as number) | 32) === 100;
  return isD && (bytes[at + 3] as number) >= 56 ? 0 : 6;
}

const WORDS = new Map<number, { readonly bytes: Uint8Array; readonly kind: ValueKind }>(
  (["true", "false", "null"] as const).map((word) => [
    word.charCodeAt(0),
    {
      bytes: new TextEncoder().encode(word),
      kind: word === "null" ? VALUE_KINDS.nothing : VALUE_KINDS.flag,
    },
  ]),
);

function scanWord(scan: Scan): boolean {
  const { bytes } = scan;
  const start = scan.at;
  scan.start = start;
  const word = WORDS.get(bytes[start] as number);
  if (word === undefined) return scanNumber(scan);
  const end = start + word.bytes.length;
  scan.kind = word.kind;
  scan.end = end;
  scan.at = end;
  return isSame(bytes, start, end, word.bytes);
}

const NUMBER_BYTES = flags("0123456789+-.eE");
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MAX_NUMBER_BYTES = 300;
const POINT = 46;

function scanNumber(scan: Scan): boolean {
  const { bytes } = scan;
  const start = scan.at;
  let at = start;
  let areDigits = true;
  while (NUMBER_BYTES[bytes[at] as number] === 1) {
    if (!isDigit(bytes[at] as number)) areDigits = false;
    at += 1;
  }
  scan.kind = VALUE_KINDS.number;
  scan.end = at;
  scan.at = at;
  const length = at - start;
  if (length === 0 || length > MAX_NUMBER_BYTES) return false;
  if (areDigits) return length === 1 || bytes[start] !== 48;
  // Ratings: a digit, a point, a digit.
  if (length === 3 && bytes[start + 1] === POINT) {
    return isDigit(bytes[start] as number) && isDigit(bytes[start + 2] as number);
  }
  return NUMBER.test(String.fromCharCode(...bytes.subarray(start, at)));
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

function skipSpace(scan: Scan): void {
  const { bytes } = scan;
  let byte = bytes[scan.at];
  while (byte === SPACE || byte === TAB || byte === RETURN) {
    scan.at += 1;
    byte = bytes[scan.at];
  }
}

const HASH_START = 0x811c9dc5 | 0;

/** FNV-1a; a collision only means that a line is looked at more closely. */
function withByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

// biome-ignore lint/complexity/useMaxParams: called for every key of a file of gigabytes, so no object is made
function isSame(bytes: Uint8Array, from: number, to: number, other: Uint8Array): boolean {
  if (to - from !== other.length) return false;
  for (let at = 0; at < other.length; at++) if (bytes[from + at] !== other[at]) return false;
  return true;
}

function flags(letters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}
