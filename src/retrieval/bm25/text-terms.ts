import { pythonWords, unicodeWords, wellFormed } from "../../text/index.ts";
import type { TermCounts } from "./term-counts.ts";
import { countTokens } from "./token-terms.ts";

// To split a profile into strings and look each up in a Map takes longer than all the rest of BM25.
// Here the words stay bytes: the end of a word is found, and its key made, eight bytes at a time.
// See docs/design/bm25-index.md.

/** How a text becomes words: as Python's `str.split()` does, or as lower-cased Unicode words. */
export type WordSplit = "python-words" | "unicode-words";

/** Holds the text that is read. A constant of the module, which the compiler reads without a check. */
const bytes = new Uint8Array(1 << 20);
const view = new DataView(bytes.buffer);
/** A character takes three bytes of UTF-8 at most, and a space where it is a word of its own. */
const MAX_CHARACTERS = Math.floor(bytes.length / 5);

/**
 * Numbers the terms of texts: the same numbers as splitting each text first, much faster.
 *
 * @param texts - One per document. Lone surrogates count as U+FFFD.
 * @param split - How a text becomes words.
 * @returns The counts.
 */
export function countTexts(texts: readonly string[], split: WordSplit): TermCounts {
  if (texts.some((text) => text.length > MAX_CHARACTERS)) return countSplit(texts, split);
  const table = openTable(texts);
  const wordCounts = new Int32Array(texts.length);
  for (let document = 0; document < texts.length; document++) {
    const end = writeText(texts[document] as string, split);
    wordCounts[document] = readDocument(table, document, end);
  }
  return {
    wordCounts,
    termOfWord: table.termOfWord.subarray(0, table.wordsRead),
    termCount: table.termCount,
    documentsWith: (term) => table.records[term * RECORD + DOCUMENTS] as number,
    find: (text) => findTerm(table, text),
  };
}

/** For texts that do not fit the buffer. */
function countSplit(texts: readonly string[], split: WordSplit): TermCounts {
  const words = split === "python-words" ? pythonWords : unicodeWords;
  return countTokens(texts.map((text) => words(wellFormed(text))));
}

/** Numbers per term, and what stands where. The record of term n starts at n · RECORD. */
const RECORD = 8;
// First the key: the first 16 bytes of the word as four 32-bit numbers, zeros after a shorter word.
const LENGTH = 4;
const DOCUMENTS = 5;
const LAST_DOCUMENT = 6;
/** Where the bytes after the first 16 stand in `tails`. */
const TAIL = 7;
const KEY_BYTES = 16;

interface TermTable {
  /** Open addressing: from hash to record, 0 for an empty slot. Half of the slots stay empty. */
  slots: Int32Array;
  records: Int32Array;
  /** Hash of each term, for larger `slots`. */
  hashes: Int32Array;
  /** What long words have after their key, one after the other. */
  tails: Uint8Array;
  tailsEnd: number;
  termCount: number;
  termOfWord: Int32Array;
  wordsRead: number;
}

function openTable(texts: readonly string[]): TermTable {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const slots = 2 ** Math.ceil(Math.log2(64 + characters / 20));
  return {
    slots: new Int32Array(slots),
    records: new Int32Array((slots / 2) * RECORD),
    hashes: new Int32Array(slots / 2),
    tails: new Uint8Array(1024),
    tailsEnd: 0,
    termCount: 0,
    termOfWord: new Int32Array(Math.ceil(characters / 5) + 64),
    wordsRead: 0,
  };
}

const SPACE = 0x20;
/** Whether a byte parts words in Python. The wide spaces of Unicode become U+0020 before. */
const PARTS_WORDS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 0x09 && byte <= 0x0d) || (byte >= 0x1c && byte <= SPACE)),
);
const WIDE_SPACES = /[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
/** ASCII letters and digits in lower case, and a space for everything else. */
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : SPACE;
});
const encoder = new TextEncoder();

/** Writes a text to `bytes` so that words are what stands between spaces; returns its end. */
function writeText(text: string, split: WordSplit): number {
  const end = encode(text);
  if (end === text.length) {
    if (split === "unicode-words") lowerWords(end);
    return end;
  }
  const plain =
    split === "python-words" ? text.replaceAll(WIDE_SPACES, " ") : unicodeWords(text).join(" ");
  return encode(plain);
}

function encode(text: string): number {
  const end = encoder.encodeInto(text, bytes).written;
  bytes.fill(SPACE, end, end + 2 * KEY_BYTES);
  return end;
}

function lowerWords(end: number): void {
  for (let at = 0; at < end; at++) bytes[at] = WORD_BYTES[bytes[at] as number] as number;
}

/** Numbers the words of the text in `bytes`; returns how many there are. */
function readDocument(table: TermTable, document: number, end: number): number {
  makeRoom(table, end >> 1);
  const { termOfWord, wordsRead } = table;
  let words = wordsRead;
  for (let start = 0; start < end; ) {
    let length = readKey(start);
    if (bytes[start + length] !== SPACE) length = readOddKey(start, start + length);
    if (length > 0) {
      const record = recordOf(table, start, length);
      countDocument(table.records, record, document);
      termOfWord[words++] = record >> 3;
    }
    start += length + 1;
  }
  table.wordsRead = words;
  return words - wordsRead;
}

function makeRoom(table: TermTable, words: number): void {
  const needed = table.wordsRead + words + 1;
  if (needed <= table.termOfWord.length) return;
  const larger = new Int32Array(Math.max(needed, 2 * table.termOfWord.length));
  larger.set(table.termOfWord);
  table.termOfWord = larger;
}

function countDocument(records: Int32Array, record: number, document: number): void {
  // Without a branch: whether a word is new to its document is a coin toss to the processor.
  const changed = (records[record + LAST_DOCUMENT] as number) ^ document;
  const isNew = (changed | -changed) >>> 31;
  records[record + DOCUMENTS] = (records[record + DOCUMENTS] as number) + isNew;
  records[record + LAST_DOCUMENT] = document;
}

/** First 16 bytes of the word that is looked up. */
const key = new Int32Array(4);

/**
 * Reads the key of the word at `start`; returns its bytes up to the first one of at most 0x20. It
 * computes where it could branch: the lengths of words are hard to predict, and a branch predicted
 * wrongly costs as much as the rest.
 */
function readKey(start: number): number {
  const word = view.getInt32(start, true);
  const next = view.getInt32(start + 4, true);
  const space = firstSpace(word);
  const nextSpace = firstSpace(next);
  const isShort = (space | -space) >> 31;
  key[0] = word & bytesBefore(space);
  key[1] = next & bytesBefore(nextSpace) & ~isShort;
  key[2] = 0;
  key[3] = 0;
  if ((space | nextSpace) === 0) return readLongKey(start);
  return (byteOf(space) & isShort) | ((4 + byteOf(nextSpace)) & ~isShort);
}

function readLongKey(start: number): number {
  const word = view.getInt32(start + 8, true);
  const next = view.getInt32(start + 12, true);
  const space = firstSpace(word);
  const nextSpace = firstSpace(next);
  const isShort = (space | -space) >> 31;
  key[2] = word & bytesBefore(space);
  key[3] = next & bytesBefore(nextSpace) & ~isShort;
  if ((space | nextSpace) === 0) return wordEnd(start + KEY_BYTES) - start;
  return ((8 + byteOf(space)) & isShort) | ((12 + byteOf(nextSpace)) & ~isShort);
}

/** For a word that ends in a line break, or holds a control character that parts no words. */
function readOddKey(start: number, from: number): number {
  const end = wordEnd(from);
  for (let part = 0; part < key.length; part++) {
    const kept = Math.max(0, Math.min(4, end - start - 4 * part));
    key[part] = kept === 0 ? 0 : view.getInt32(start + 4 * part, true) & (-1 >>> (32 - 8 * kept));
  }
  return end - start;
}

function wordEnd(from: number): number {
  let at = from;
  while (PARTS_WORDS[bytes[at] as number] === 0) at++;
  return at;
}

/**
 * Marks the first byte of at most 0x20 among four, by its high bit; 0 if there is none. The
 * subtraction borrows from the bytes that follow such a byte, so later marks mean nothing.
 */
function firstSpace(word: number): number {
  const marks = (word - 0x21212121) & ~word & 0x80808080;
  return marks & -marks;
}

/** Keeps the bytes before a mark: its bit, moved to the lowest of its byte, less 1; all without one. */
function bytesBefore(mark: number): number {
  return (mark >>> 7) - 1;
}

/** Which byte a mark stands in. */
function byteOf(mark: number): number {
  return (31 - Math.clz32(mark)) >> 3;
}

/** The record of the word whose key has been read, made if there is none yet. */
function recordOf(table: TermTable, start: number, length: number): number {
  const { slots, records } = table;
  const hash = hashKey(start, length);
  const mask = slots.length - 1;
  let slot = hash & mask;
  let record = slots[slot] as number;
  while (record !== 0) {
    if (isWord(records, record, length) && (length <= KEY_BYTES || hasTail(table, record, start))) {
      return record;
    }
    slot = (slot + 1) & mask;
    record = slots[slot] as number;
  }
  record = addRecord(table, start, length);
  slots[slot] = record;
  table.hashes[record >> 3] = hash;
  // The next term must have a record to go to.
  if (2 * (table.termCount + 1) >= slots.length) growSlots(table);
  return record;
}

function hashKey(start: number, length: number): number {
  let hash =
    Math.imul(key[0] as number, 0x9e3779b1) ^
    Math.imul(key[1] as number, 0x85ebca77) ^
    Math.imul(key[2] as number, 0xc2b2ae3d) ^
    Math.imul(key[3] as number, 0x27d4eb2f);
  for (let at = start + KEY_BYTES; at < start + length; at++) {
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

function isWord(records: Int32Array, record: number, length: number): boolean {
  return (
    records[record] === key[0] &&
    records[record + 1] === key[1] &&
    records[record + 2] === key[2] &&
    records[record + 3] === key[3] &&
    records[record + LENGTH] === length
  );
}

function hasTail({ tails, records }: TermTable, record: number, start: number): boolean {
  const tail = records[record + TAIL] as number;
  const length = (records[record + LENGTH] as number) - KEY_BYTES;
  for (let at = 0; at < length; at++) {
    if (tails[tail + at] !== bytes[start + KEY_BYTES + at]) return false;
  }
  return true;
}

function addRecord(table: TermTable, start: number, length: number): number {
  const { records } = table;
  const record = ++table.termCount * RECORD;
  for (let part = 0; part < key.length; part++) records[record + part] = key[part] as number;
  records[record + LENGTH] = length;
  records[record + LAST_DOCUMENT] = -1;
  if (length > KEY_BYTES) records[record + TAIL] = keepTail(table, start, length);
  return record;
}

function keepTail(table: TermTable, start: number, length: number): number {
  const tail = table.tailsEnd;
  const end = tail + length - KEY_BYTES;
  if (end > table.tails.length) {
    const larger = new Uint8Array(2 * end);
    larger.set(table.tails);
    table.tails = larger;
  }
  for (let at = tail, from = start + KEY_BYTES; at < end; at++, from++) {
    table.tails[at] = bytes[from] as number;
  }
  table.tailsEnd = end;
  return tail;
}

function growSlots(table: TermTable): void {
  const terms = table.slots.length;
  const records = new Int32Array(terms * RECORD);
  records.set(table.records);
  const hashes = new Int32Array(terms);
  hashes.set(table.hashes);
  const slots = new Int32Array(2 * terms);
  for (let term = 1; term <= table.termCount; term++) {
    let slot = (hashes[term] as number) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = term * RECORD;
  }
  Object.assign(table, { records, hashes, slots });
}

function findTerm(table: TermTable, text: string): number {
  if (text.length > MAX_CHARACTERS) return 0;
  const length = encode(text);
  readOddKey(0, length);
  const { slots, records } = table;
  const mask = slots.length - 1;
  let slot = hashKey(0, length) & mask;
  for (let record = slots[slot] as number; record !== 0; record = slots[slot] as number) {
    if (isWord(records, record, length) && hasTail(table, record, 0)) return record / RECORD;
    slot = (slot + 1) & mask;
  }
  return 0;
}
