import { unicodeWords } from "../../text/index.ts";
import type { TermCounts } from "./term-counts.ts";

// To split a profile into strings and look each up in a Map takes longer than all the rest of BM25.
// Here the words stay bytes: the end of a word is found, and its key made, eight bytes at a time.
// See docs/design/bm25-index.md.

/** How a text becomes words: as Python's `str.split()` does, or as lower-cased Unicode words. */
export type WordSplit = "python-words" | "unicode-words";

/**
 * Numbers the terms of texts: the same numbers as splitting each text first, much faster.
 *
 * @param texts - One per document. Lone surrogates count as U+FFFD.
 * @param split - How a text becomes words.
 * @returns The counts.
 */
export function countTexts(texts: readonly string[], split: WordSplit): TermCounts {
  const table = openTable(texts);
  const wordCounts = new Int32Array(texts.length);
  for (const [document, text] of texts.entries()) {
    wordCounts[document] = readDocument(table, document, writeText(table, text, split));
  }
  return {
    wordCounts,
    termOfWord: table.termOfWord.subarray(0, table.wordsRead),
    termCount: table.termCount,
    documentsWith: (term) => table.records[term * RECORD + DOCUMENTS] as number,
    find: (text) => findTerm(table, text),
    textOf: (term) => textOf(table, term),
  };
}

/** Numbers per term, and what stands where. The record of term n starts at n · RECORD. */
const RECORD = 8;
/** The first 16 bytes of the word, as four 32-bit numbers; zeros follow a shorter word. */
const KEY = 0;
const LENGTH = 4;
const DOCUMENTS = 5;
const LAST_DOCUMENT = 6;
/** Where the bytes after the first 16 stand in `tails`. */
const TAIL = 7;

const KEY_BYTES = 16;
/** Masks that keep the first n of eight bytes, as two 32-bit numbers, for n from 0 to 8. */
const FIRST_MASKS = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1);
const NEXT_MASKS = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1);

function firstMask(bytes: number): number {
  return FIRST_MASKS[Math.min(bytes, 8)] as number;
}

function nextMask(bytes: number): number {
  return NEXT_MASKS[Math.min(bytes, 8)] as number;
}

interface TermTable {
  /** The text that is read, as UTF-8, followed by spaces. */
  bytes: Uint8Array;
  view: DataView;
  /** Open addressing: from hash to record, 0 for an empty slot. */
  slots: Int32Array;
  records: Int32Array;
  hashes: Int32Array;
  /** The tails of long words, one after the other. */
  tails: Uint8Array;
  tailsEnd: number;
  termCount: number;
  termOfWord: Int32Array;
  wordsRead: number;
  /** Key and hash of a word that gets a record. */
}

const encoder = new TextEncoder();
// A mark at the start of a text is a part of its first word, not a sign of its encoding.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function openTable(texts: readonly string[]): TermTable {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const bytes = new Uint8Array(0);
  const slots = 2 ** Math.ceil(Math.log2(64 + characters / 20));
  return {
    bytes,
    view: new DataView(bytes.buffer),
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

/** Writes a text to `table.bytes` so that words are what stands between spaces; returns its end. */
function writeText(table: TermTable, text: string, split: WordSplit): number {
  const end = encode(table, text);
  if (end === text.length) {
    if (split === "unicode-words") lowerWords(table.bytes, end);
    return end;
  }
  const plain =
    split === "python-words" ? text.replaceAll(WIDE_SPACES, " ") : unicodeWords(text).join(" ");
  return encode(table, plain);
}

function encode(table: TermTable, text: string): number {
  const needed = text.length * 3 + 2 * KEY_BYTES;
  if (table.bytes.length < needed) {
    table.bytes = new Uint8Array(needed);
    table.view = new DataView(table.bytes.buffer);
  }
  const end = encoder.encodeInto(text, table.bytes).written;
  table.bytes.fill(SPACE, end, end + 2 * KEY_BYTES);
  return end;
}

function lowerWords(bytes: Uint8Array, end: number): void {
  for (let at = 0; at < end; at++) bytes[at] = WORD_BYTES[bytes[at] as number] as number;
}

/**
 * Numbers the words of the text in `table.bytes`; returns how many there are.
 *
 * This loop runs once per word of a profile. It is one piece, and computes where it could branch,
 * because a branch on the length of words, predicted wrongly, costs as much as the whole look-up.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: in parts it is a quarter slower
function readDocument(table: TermTable, document: number, end: number): number {
  makeRoom(table, end >> 1);
  const { view, bytes, termOfWord, wordsRead } = table;
  let words = wordsRead;
  for (let start = 0; start < end; ) {
    const ahead = view.getInt32(start, true);
    const beyond = view.getInt32(start + 4, true);
    const aheadSpace = firstSpace(ahead);
    const beyondSpace = firstSpace(beyond);
    const isAhead = (aheadSpace | -aheadSpace) >> 31;
    let length = (byteOf(aheadSpace) & isAhead) | ((4 + byteOf(beyondSpace)) & ~isAhead);
    // The mark of a space, less 1 and shifted, covers the bytes before it; no mark covers all.
    let first = ahead & ((aheadSpace >>> 7) - 1);
    let next = beyond & ((beyondSpace >>> 7) - 1) & ~isAhead;
    if ((aheadSpace | beyondSpace) === 0) length = lengthOfLong(table, start);
    if (bytes[start + length] !== SPACE) {
      // A line break, or a control character that Python takes for a part of the word.
      length = wordEnd(bytes, start + length) - start;
      first = ahead & firstMask(length);
      next = beyond & nextMask(length);
    }
    if (length > 0) {
      let hash = keyHash(first, next);
      if (length > 8) hash ^= hashRest(table, start, length);
      hash = mixed(hash);
      const { slots, records } = table;
      const mask = slots.length - 1;
      let slot = hash & mask;
      let record = slots[slot] as number;
      while (
        record !== 0 &&
        (records[record + KEY] !== first ||
          records[record + KEY + 1] !== next ||
          records[record + LENGTH] !== length ||
          (length > 8 && !sameRest(table, record, start)))
      ) {
        slot = (slot + 1) & mask;
        record = slots[slot] as number;
      }
      if (record === 0) record = addTerm(table, { start, bytes: length, hash });
      countDocument(table.records, record, document);
      termOfWord[words++] = record >> 3;
    }
    start += length + 1;
  }
  table.wordsRead = words;
  return words - wordsRead;
}

function countDocument(records: Int32Array, record: number, document: number): void {
  // Without a branch: whether a word is new to its document is a coin toss to the processor.
  const changed = (records[record + LAST_DOCUMENT] as number) ^ document;
  const isNew = (changed | -changed) >>> 31;
  records[record + DOCUMENTS] = (records[record + DOCUMENTS] as number) + isNew;
  records[record + LAST_DOCUMENT] = document;
}

function makeRoom(table: TermTable, words: number): void {
  const needed = table.wordsRead + words + 1;
  if (needed <= table.termOfWord.length) return;
  const larger = new Int32Array(Math.max(needed, 2 * table.termOfWord.length));
  larger.set(table.termOfWord);
  table.termOfWord = larger;
}

/**
 * Marks the first byte of at most 0x20 among four, by its high bit; 0 if there is none. The
 * subtraction borrows from the bytes that follow such a byte, so later marks mean nothing.
 */
function firstSpace(bytes: number): number {
  const marks = (bytes - 0x21212121) & ~bytes & 0x80808080;
  return marks & -marks;
}

/** Which byte a mark stands in. */
function byteOf(mark: number): number {
  return (31 - Math.clz32(mark)) >> 3;
}

/** Length of a word of 8 bytes or more. */
function lengthOfLong({ view, bytes }: TermTable, start: number): number {
  for (let length = 8; length < KEY_BYTES; length += 4) {
    const space = firstSpace(view.getInt32(start + length, true));
    if (space !== 0) return length + byteOf(space);
  }
  return wordEnd(bytes, start + KEY_BYTES) - start;
}

function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (PARTS_WORDS[bytes[at] as number] === 0) at++;
  return at;
}

function keyHash(first: number, next: number): number {
  return Math.imul(first, 0x9e3779b1) ^ Math.imul(next, 0x85ebca77);
}

function mixed(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}

function hashRest({ view, bytes }: TermTable, start: number, length: number): number {
  const first = view.getInt32(start + 8, true) & firstMask(length - 8);
  const next = view.getInt32(start + 12, true) & nextMask(length - 8);
  let hash = Math.imul(first, 0xc2b2ae3d) ^ Math.imul(next, 0x27d4eb2f);
  for (let at = start + KEY_BYTES; at < start + length; at++) {
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  }
  return hash;
}

/** Whether a word goes on after 8 bytes as the word of a record of the same length does. */
function sameRest(table: TermTable, record: number, start: number): boolean {
  const { view, records } = table;
  const length = records[record + LENGTH] as number;
  const first = view.getInt32(start + 8, true) & firstMask(length - 8);
  const next = view.getInt32(start + 12, true) & nextMask(length - 8);
  return (
    records[record + KEY + 2] === first &&
    records[record + KEY + 3] === next &&
    (length <= KEY_BYTES || sameTail(table, record, start))
  );
}

function sameTail({ bytes, tails, records }: TermTable, record: number, start: number): boolean {
  const tail = records[record + TAIL] as number;
  const length = (records[record + LENGTH] as number) - KEY_BYTES;
  for (let at = 0; at < length; at++) {
    if (tails[tail + at] !== bytes[start + KEY_BYTES + at]) return false;
  }
  return true;
}

/** A word in `table.bytes`. */
interface Word {
  readonly start: number;
  readonly bytes: number;
  readonly hash: number;
}

function addTerm(table: TermTable, { start, bytes, hash }: Word): number {
  table.termCount++;
  if (2 * table.termCount >= table.slots.length) growSlots(table);
  const { view, records, termCount } = table;
  const record = termCount * RECORD;
  for (let at = 0; at < KEY_BYTES && at < bytes; at += 4) {
    records[record + KEY + at / 4] = view.getInt32(start + at, true) & firstMask(bytes - at);
  }
  records[record + LENGTH] = bytes;
  records[record + LAST_DOCUMENT] = -1;
  if (bytes > KEY_BYTES) records[record + TAIL] = keepTail(table, start, bytes);
  table.hashes[termCount] = hash;
  placeInSlots(table.slots, record, hash);
  return record;
}

function placeInSlots(slots: Int32Array, record: number, hash: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = record;
}

/** Keeps at least half of the slots empty. */
function growSlots(table: TermTable): void {
  const terms = table.slots.length;
  const records = new Int32Array(terms * RECORD);
  records.set(table.records);
  const hashes = new Int32Array(terms);
  hashes.set(table.hashes);
  const slots = new Int32Array(2 * terms);
  for (let term = 1; term < table.termCount; term++) {
    placeInSlots(slots, term * RECORD, hashes[term] as number);
  }
  Object.assign(table, { records, hashes, slots });
}

function keepTail(table: TermTable, start: number, length: number): number {
  const tail = table.tailsEnd;
  const end = tail + length - KEY_BYTES;
  if (end > table.tails.length) {
    const larger = new Uint8Array(2 * end);
    larger.set(table.tails);
    table.tails = larger;
  }
  table.tails.set(table.bytes.subarray(start + KEY_BYTES, start + length), tail);
  table.tailsEnd = end;
  return tail;
}

function findTerm(table: TermTable, text: string): number {
  const bytes = encode(table, text);
  const { view, records, slots } = table;
  const first = view.getInt32(0, true) & firstMask(bytes);
  const next = view.getInt32(4, true) & nextMask(bytes);
  let hash = keyHash(first, next);
  if (bytes > 8) hash ^= hashRest(table, 0, bytes);
  const mask = slots.length - 1;
  let slot = mixed(hash) & mask;
  for (let record = slots[slot] as number; record !== 0; record = slots[slot] as number) {
    const alike =
      records[record + KEY] === first &&
      records[record + KEY + 1] === next &&
      records[record + LENGTH] === bytes;
    if (alike && (bytes <= 8 || sameRest(table, record, 0))) return record / RECORD;
    slot = (slot + 1) & mask;
  }
  return 0;
}

function textOf({ records, tails }: TermTable, term: number): string {
  const record = term * RECORD;
  const length = records[record + LENGTH] as number;
  const bytes = new Uint8Array(Math.max(KEY_BYTES, length));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < KEY_BYTES; at += 4) {
    view.setInt32(at, records[record + KEY + at / 4] as number, true);
  }
  if (length > KEY_BYTES) {
    const tail = records[record + TAIL] as number;
    bytes.set(tails.subarray(tail, tail + length - KEY_BYTES), KEY_BYTES);
  }
  return decoder.decode(bytes.subarray(0, length));
}
