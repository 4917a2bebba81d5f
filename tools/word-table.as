// The table that numbers the words of texts, in AssemblyScript. Compiled by make-word-table.mjs
// into src/retrieval/bm25/word-table-module.ts; docs/design/bm25-index.md says why it is not JavaScript.
//
// The caller lays out the memory: it sets the addresses below, zeroes `slots`, makes sure that there
// is room, writes a text as UTF-8 and has its end padded.

/** Open addressing: 32-bit numbers of terms, 0 for an empty slot; a power of two of them. */
export let slots: usize = 0;
export let slotMask: u32 = 0;
/** 32 bytes a term, from term 0, which is nobody. */
export let records: usize = 0;
/** What words of more than 16 bytes have beyond them. */
export let tails: usize = 0;
/** 32-bit numbers of the terms of all words read. */
export let termOfWord: usize = 0;

// Counts stand in the memory, where the caller reads them faster than variables.
const TERM_COUNT: usize = 16;
const WORDS_READ: usize = 20;
const TAILS_END: usize = 24;

// In a record: the first 16 bytes of the word, zeros after a shorter one, then 32-bit numbers.
const LENGTH: usize = 16;
const DOCUMENTS: usize = 20;
const LAST_DOCUMENT: usize = 24;
const TAIL: usize = 28;

/**
 * Numbers the words that begin between two addresses; words are parted as by Python's str.split().
 * Returns the address after the last word and its space.
 */
export function readWords(from: usize, to: usize, document: i32): usize {
  // Locals: the compiler reads a variable of the module anew each time.
  const slotsHere = slots;
  const maskHere = slotMask;
  const recordsHere = records;
  let next = termOfWord + (<usize>load<u32>(WORDS_READ) << 2);
  let start = from;
  while (start < to) {
    const spaces = spacesAt(start);
    const length: u32 = spaces != 0 ? ctz(spaces) : lengthOfLong(start);
    if (length == 0) {
      start++;
      continue;
    }
    let low = load<u64>(start);
    let high = load<u64>(start + 8);
    if (length < 8) {
      low &= ((<u64>1) << (length << 3)) - 1;
      high = 0;
    } else if (length < 16) {
      high &= ((<u64>1) << ((length - 8) << 3)) - 1;
    }
    let term: u32;
    if (length > 16) {
      term = termOfLong(low, high, start, length);
    } else {
      let slot = mixed(hashOfKey(low, high)) & maskHere;
      term = load<u32>(slotsHere + (<usize>slot << 2));
      while (term != 0 && !hasKey(recordsHere + (<usize>term << 5), low, high, length)) {
        slot = (slot + 1) & maskHere;
        term = load<u32>(slotsHere + (<usize>slot << 2));
      }
      if (term == 0) {
        term = addTerm(low, high, start, length);
        store<u32>(slotsHere + (<usize>slot << 2), term);
      }
    }
    const record = recordsHere + (<usize>term << 5);
    const isNew = u32(load<i32>(record + LAST_DOCUMENT) != document);
    store<u32>(record + DOCUMENTS, load<u32>(record + DOCUMENTS) + isNew);
    store<i32>(record + LAST_DOCUMENT, document);
    store<u32>(next, term);
    next += 4;
    start += length + 1;
  }
  store<u32>(WORDS_READ, <u32>((next - termOfWord) >> 2));
  return start;
}

/** Writes 32 spaces, so that sixteen bytes can be read from any place of a text. */
export function pad(end: usize): void {
  v128.store(end, i8x16.splat(0x20));
  v128.store(end + 16, i8x16.splat(0x20));
}

/** Lower-cases ASCII letters and makes a space of everything but letters and digits. */
export function lowerWords(from: usize, to: usize): void {
  for (let at = from; at < to; at += 16) {
    const given = v128.load(at);
    const upper = i8x16.lt_u(i8x16.sub(given, i8x16.splat(0x41)), i8x16.splat(26));
    const lower = v128.or(given, v128.and(upper, i8x16.splat(0x20)));
    const letter = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(26));
    const digit = i8x16.lt_u(i8x16.sub(lower, i8x16.splat(0x30)), i8x16.splat(10));
    const kept = v128.bitselect(lower, i8x16.splat(0x20), v128.or(letter, digit));
    v128.store(at, kept);
  }
}

/** Fills `slots` anew, after the caller has made more of them. */
export function refillSlots(): void {
  const termCount = load<u32>(TERM_COUNT);
  for (let term: u32 = 1; term <= termCount; term++) {
    const record = records + (<usize>term << 5);
    const length = load<u32>(record + LENGTH);
    let hash = hashOfKey(load<u64>(record), load<u64>(record + 8));
    if (length > 16) hash ^= hashOfRest(tails + load<u32>(record + TAIL), length - 16);
    let slot = mixed(hash) & slotMask;
    while (load<u32>(slots + (<usize>slot << 2)) != 0) slot = (slot + 1) & slotMask;
    store<u32>(slots + (<usize>slot << 2), term);
  }
}

/** Sixteen bits: which of the next bytes part words: U+0009 to U+000D, U+001C to U+0020. */
function spacesAt(start: usize): u32 {
  const bytes = v128.load(start);
  const breaks = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x09)), i8x16.splat(5));
  const spaces = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x1c)), i8x16.splat(5));
  return i8x16.bitmask(v128.or(breaks, spaces));
}

function lengthOfLong(start: usize): u32 {
  let length: u32 = 16;
  let spaces = spacesAt(start + length);
  while (spaces == 0) {
    length += 16;
    spaces = spacesAt(start + length);
  }
  return length + ctz(spaces);
}

function hasKey(record: usize, low: u64, high: u64, length: u32): bool {
  return (
    load<u64>(record) == low && load<u64>(record + 8) == high && load<u32>(record + LENGTH) == length
  );
}

/** The term of a word of more than 16 bytes. Exported, so that it is not inlined: that slows the rest. */
export function termOfLong(low: u64, high: u64, start: usize, length: u32): u32 {
  let slot = mixed(hashOfKey(low, high) ^ hashOfRest(start + 16, length - 16)) & slotMask;
  let term = load<u32>(slots + (<usize>slot << 2));
  while (term != 0) {
    const record = records + (<usize>term << 5);
    if (hasKey(record, low, high, length) && hasTail(record, start + 16, length - 16)) return term;
    slot = (slot + 1) & slotMask;
    term = load<u32>(slots + (<usize>slot << 2));
  }
  term = addTerm(low, high, start, length);
  store<u32>(slots + (<usize>slot << 2), term);
  return term;
}

function hasTail(record: usize, rest: usize, length: u32): bool {
  const tail = tails + load<u32>(record + TAIL);
  for (let at: u32 = 0; at < length; at++) {
    if (load<u8>(tail + at) != load<u8>(rest + at)) return false;
  }
  return true;
}

/** Gives a word a number and a record. */
function addTerm(low: u64, high: u64, start: usize, length: u32): u32 {
  const term = load<u32>(TERM_COUNT) + 1;
  const tail = load<u32>(TAILS_END);
  const record = records + (<usize>term << 5);
  store<u32>(TERM_COUNT, term);
  store<u64>(record, low);
  store<u64>(record + 8, high);
  store<u32>(record + LENGTH, length);
  store<u32>(record + DOCUMENTS, 0);
  store<i32>(record + LAST_DOCUMENT, -1);
  store<u32>(record + TAIL, tail);
  if (length > 16) {
    memory.copy(tails + tail, start + 16, length - 16);
    store<u32>(TAILS_END, tail + length - 16);
  }
  return term;
}

// The hash is computed in src/retrieval/bm25/text-terms.ts, too.

function hashOfKey(low: u64, high: u64): u32 {
  return (
    (<u32>low * 0x9e3779b1) ^
    (<u32>(low >> 32) * 0x85ebca77) ^
    (<u32>high * 0xc2b2ae3d) ^
    (<u32>(high >> 32) * 0x27d4eb2f)
  );
}

function hashOfRest(rest: usize, length: u32): u32 {
  let hash: u32 = 0;
  for (let at: u32 = 0; at < length; at++) hash = (hash ^ load<u8>(rest + at)) * 0x01000193;
  return hash;
}

function mixed(hash: u32): u32 {
  const spread = (hash ^ (hash >> 15)) * 0x2c1b3c6d;
  return spread ^ (spread >> 13);
}
