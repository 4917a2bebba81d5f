import { pythonWords, unicodeWords, wellFormed } from "../../text/index.ts";
import type { TermCounts } from "./term-counts.ts";
import { countTokens } from "./token-terms.ts";
import { type WordTable, withWordTable } from "./word-table.ts";

// To split a profile into strings and look each up in a Map takes longer than all the rest of BM25.
// Here the words stay bytes in a table of WebAssembly: see docs/design/bm25-index.md.

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
  if (texts.some((text) => text.length > MAX_CHARACTERS)) return countSplit(texts, split);
  return withWordTable((table) => {
    const reader = openReader(table, texts);
    const wordCounts = new Int32Array(texts.length);
    for (const [document, text] of texts.entries()) {
      const before = countOf(reader, WORDS_READ);
      readDocument(reader, document, writeText(reader, text, split));
      wordCounts[document] = countOf(reader, WORDS_READ) - before;
    }
    return takeOut(reader, wordCounts);
  });
}

/** For texts that do not fit the space for one text. */
function countSplit(texts: readonly string[], split: WordSplit): TermCounts {
  const words = split === "python-words" ? pythonWords : unicodeWords;
  return countTokens(texts.map((text) => words(wellFormed(text))));
}

const TEXT_BYTES = 1 << 20;
/** A character takes three bytes of UTF-8 at most, and a space where it is a word of its own. */
const MAX_CHARACTERS = Math.floor(TEXT_BYTES / 5);
/** Bytes read at a time; room is made for the most words that they could hold. */
const PIECE_BYTES = 4096;
/** Spaces after a text, so that sixteen bytes can be read from any of its bytes. */
const PADDING = 32;
const PAGE_BYTES = 65_536;
const KEY_BYTES = 16;
const RECORD_BYTES = 32;
/** Places of 32-bit numbers in a record, after the four of the key. */
const [LENGTH, DOCUMENTS, TAIL] = [4, 5, 7];

/** Where the table counts, and what. */
const COUNTS = 16;
const [TERM_COUNT, WORDS_READ, TAILS_END] = [0, 1, 2];
const TEXT = 1024;
const LAYOUT_START: number = TEXT + TEXT_BYTES + PADDING;

interface Views {
  readonly all: Uint8Array;
  /** Where a text goes. */
  readonly text: Uint8Array;
  readonly counts: Int32Array;
}

function viewsOf({ buffer }: WordTable["memory"]): Views {
  return {
    all: new Uint8Array(buffer),
    text: new Uint8Array(buffer, TEXT, Math.min(TEXT_BYTES, buffer.byteLength - TEXT)),
    counts: new Int32Array(buffer, COUNTS, 3),
  };
}

/** A table with what its memory is laid out for. */
interface Reader {
  readonly table: WordTable;
  /** Its memory; made anew when that grows. */
  views: Views;
  maxTerms: number;
  maxWords: number;
  maxTailBytes: number;
  /** Where free memory begins. */
  free: number;
}

function openReader(table: WordTable, texts: readonly string[]): Reader {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const reader: Reader = {
    table,
    views: viewsOf(table.memory),
    maxTerms: 0,
    maxWords: 0,
    maxTailBytes: 0,
    free: LAYOUT_START,
  };
  reader.views.counts.fill(0);
  layOutTerms(reader, characters / 24);
  layOutWords(reader, characters / 5);
  layOutTails(reader, characters / 40);
  return reader;
}

function countOf({ views }: Reader, place: number): number {
  return views.counts[place] as number;
}

/** Numbers the words of the text that ends at an address. */
function readDocument(reader: Reader, document: number, end: number): void {
  const { table } = reader;
  for (let at = TEXT; at < end; ) {
    const to = Math.min(at + PIECE_BYTES, end);
    makeRoom(reader, to - at, end - at);
    at = table.readWords(at, to, document);
  }
}

/** Room for the words that begin in a piece; the last one may go on to the end of the text. */
function makeRoom(reader: Reader, piece: number, rest: number): void {
  const words = (piece >> 1) + 1;
  const { maxTerms, maxWords, maxTailBytes } = reader;
  if (countOf(reader, TERM_COUNT) + words > maxTerms) layOutTerms(reader, 2 * maxTerms + words);
  if (countOf(reader, WORDS_READ) + words > maxWords) layOutWords(reader, 2 * maxWords + words);
  if (countOf(reader, TAILS_END) + rest > maxTailBytes) {
    layOutTails(reader, 2 * maxTailBytes + rest);
  }
}

function layOutTerms(reader: Reader, terms: number): void {
  const { table } = reader;
  const slots = 2 ** Math.ceil(Math.log2(2 * terms + 64));
  reader.maxTerms = slots / 2 - 1;
  move(reader, table.records, {
    used: (countOf(reader, TERM_COUNT) + 1) * RECORD_BYTES,
    needed: (slots / 2) * RECORD_BYTES,
  });
  move(reader, table.slots, { used: 0, needed: slots * 4 });
  reader.views.all.fill(0, table.slots.value, table.slots.value + slots * 4);
  table.slotMask.value = slots - 1;
  table.refillSlots();
}

function layOutWords(reader: Reader, words: number): void {
  const used = countOf(reader, WORDS_READ) * 4;
  reader.maxWords = Math.ceil(words) + 64;
  move(reader, reader.table.termOfWord, { used, needed: reader.maxWords * 4 });
}

function layOutTails(reader: Reader, bytes: number): void {
  const used = countOf(reader, TAILS_END);
  reader.maxTailBytes = Math.ceil(bytes) + 256;
  move(reader, reader.table.tails, { used, needed: reader.maxTailBytes });
}

/** Moves what stands at an address to free memory. */
function move(
  reader: Reader,
  address: { value: number },
  { used, needed }: { readonly used: number; readonly needed: number },
): void {
  const { memory } = reader.table;
  const target = reader.free;
  reader.free = target + KEY_BYTES * Math.ceil((needed + PADDING) / KEY_BYTES);
  const missing = reader.free - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / PAGE_BYTES));
    reader.views = viewsOf(memory);
  }
  reader.views.all.copyWithin(target, address.value, address.value + used);
  address.value = target;
}

// Python's spaces beyond ASCII.
const WIDE_SPACES = /[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const encoder = new TextEncoder();

/** Writes a text so that spaces part its words; returns the address of its end. */
function writeText(reader: Reader, text: string, split: WordSplit): number {
  const end = encode(reader, text);
  if (end - TEXT === text.length) {
    // ASCII throughout.
    if (split === "unicode-words") reader.table.lowerWords(TEXT, end);
    return end;
  }
  const plain =
    split === "python-words" ? text.replaceAll(WIDE_SPACES, " ") : unicodeWords(text).join(" ");
  return encode(reader, plain);
}

function encode({ table, views }: Reader, text: string): number {
  const end = TEXT + encoder.encodeInto(text, views.text).written;
  table.pad(end);
  return end;
}

/** Copies what an index needs out of the table, which is then used for the next one. */
function takeOut(reader: Reader, wordCounts: Int32Array): TermCounts {
  const { table } = reader;
  const terms = countOf(reader, TERM_COUNT);
  const { buffer } = table.memory;
  const numbers = (address: number, count: number): Int32Array =>
    new Int32Array(buffer, address, count).slice();
  const kept = {
    slots: numbers(table.slots.value, table.slotMask.value + 1),
    records: numbers(table.records.value, (terms + 1) * (RECORD_BYTES / 4)),
    tails: new Uint8Array(buffer, table.tails.value, countOf(reader, TAILS_END)).slice(),
  };
  return {
    wordCounts,
    termOfWord: numbers(table.termOfWord.value, countOf(reader, WORDS_READ)),
    termCount: terms,
    documentsWith: documentsOfTerms(kept.records, terms),
    find: (text) => findTerm(kept, text),
  };
}

function documentsOfTerms(records: Int32Array, terms: number): Int32Array {
  const documents = new Int32Array(terms + 1);
  for (let term = 1; term <= terms; term++) {
    documents[term] = records[(term * RECORD_BYTES) / 4 + DOCUMENTS] as number;
  }
  return documents;
}

interface Terms {
  readonly slots: Int32Array;
  readonly records: Int32Array;
  readonly tails: Uint8Array;
}

/** A word that is looked up: its bytes, with zeros up to the length of a key. */
interface EncodedWord {
  readonly bytes: Uint8Array;
  readonly end: number;
}

function findTerm(terms: Terms, text: string): number {
  const { slots } = terms;
  const word = encodeWord(text);
  const mask = slots.length - 1;
  let slot = hashOf(word) & mask;
  for (let term = slots[slot] as number; term !== 0; term = slots[slot] as number) {
    if (isWord(terms, term, word)) return term;
    slot = (slot + 1) & mask;
  }
  return 0;
}

let wordBytes = new Uint8Array(256);
let wordView = new DataView(wordBytes.buffer);

function encodeWord(text: string): EncodedWord {
  if (text.length * 3 > wordBytes.length) {
    wordBytes = new Uint8Array(text.length * 3);
    wordView = new DataView(wordBytes.buffer);
  }
  wordBytes.fill(0, 0, KEY_BYTES);
  const { written } = encoder.encodeInto(text, wordBytes);
  return { bytes: wordBytes, end: written };
}

function keyPart(part: number): number {
  return wordView.getInt32(4 * part, true);
}

function isWord({ records, tails }: Terms, term: number, { bytes, end }: EncodedWord): boolean {
  const record = (term * RECORD_BYTES) / 4;
  if (records[record + LENGTH] !== end) return false;
  for (let part = 0; part < KEY_BYTES / 4; part++) {
    if (records[record + part] !== keyPart(part)) return false;
  }
  const tail = records[record + TAIL] as number;
  for (let at = KEY_BYTES; at < end; at++) {
    if (tails[tail + at - KEY_BYTES] !== bytes[at]) return false;
  }
  return true;
}

/** The same as in tools/word-table.as. */
function hashOf({ bytes, end }: EncodedWord): number {
  let rest = 0;
  for (let at = KEY_BYTES; at < end; at++) {
    rest = Math.imul(rest ^ (bytes[at] as number), 0x01000193);
  }
  const hash =
    Math.imul(keyPart(0), 0x9e3779b1) ^
    Math.imul(keyPart(1), 0x85ebca77) ^
    Math.imul(keyPart(2), 0xc2b2ae3d) ^
    Math.imul(keyPart(3), 0x27d4eb2f) ^
    rest;
  const spread = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return spread ^ (spread >>> 13);
}
