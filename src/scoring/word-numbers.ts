import { porterStem } from "../text/index.ts";
import { grown } from "./grown.ts";

const FIRST_HASH = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

/** Above either bound the vocabulary is forgotten before the next pair of texts. */
const MAX_WORDS = 1 << 16;
const MAX_UNITS = 1 << 20;

/** ASCII letters and digits to their lower-case unit; everything else to 0, a separator. */
const FOLDED: Uint8Array = foldTable();

/** A text as the numbers of its words. The arrays are reused and may be longer than their content. */
export interface NumberedText {
  /** Word numbers in reading order; equal words have equal numbers. */
  words: Int32Array<ArrayBuffer>;
  /** How many entries of `words` count. */
  wordCount: number;
  /** Per non-empty line, where its words end in `words`. */
  lineEnds: Int32Array<ArrayBuffer>;
  /** How many entries of `lineEnds` count. */
  lineCount: number;
}

/** An empty {@link NumberedText} to read into. */
export function numberedText(): NumberedText {
  return {
    words: new Int32Array(256),
    wordCount: 0,
    lineEnds: new Int32Array(64),
    lineCount: 0,
  };
}

/**
 * Numbers words. The vocabulary is kept from one pair of texts to the next, stems included, and
 * forgotten when it has grown large.
 */
export class WordNumbers {
  readonly #stemmed: boolean;
  /** Spelling of each word, one after the other. */
  #units: Uint16Array<ArrayBuffer> = new Uint16Array(1 << 14);
  #unitCount = 0;
  /** Where the spelling of each word ends. */
  #ends: Int32Array<ArrayBuffer> = new Int32Array(1 << 11);
  #hashes: Int32Array<ArrayBuffer> = new Int32Array(1 << 11);
  /** Number of each word's stem; -1 where it is not known yet. */
  #stems: Int32Array<ArrayBuffer> = new Int32Array(1 << 11);
  /** Open addressing: 1 + number of the word, or 0. */
  #slots: Int32Array<ArrayBuffer> = new Int32Array(1 << 12);
  #size = 0;

  /**
   * @param stemmed - Whether words of more than three characters count as their stems.
   */
  constructor(stemmed: boolean) {
    this.#stemmed = stemmed;
  }

  /** How many numbers are in use: 0 to `size` - 1. */
  get size(): number {
    return this.#size;
  }

  /** Forgets the vocabulary if it has grown large. Numbers given before are then void. */
  startPair(): void {
    if (this.#size <= MAX_WORDS && this.#unitCount <= MAX_UNITS) return;
    this.#units = new Uint16Array(1 << 14);
    this.#ends = new Int32Array(1 << 11);
    this.#hashes = new Int32Array(1 << 11);
    this.#stems = new Int32Array(1 << 11);
    this.#slots = new Int32Array(1 << 12);
    this.#unitCount = 0;
    this.#size = 0;
  }

  /**
   * Reads the `ascii-alnum` words of a text: runs of letters a–z and digits, lower-cased.
   *
   * @param text - Any text.
   * @param into - Receives the words.
   */
  readAscii(text: string, into: NumberedText): void {
    // The only characters outside ASCII whose lower case begins with an ASCII letter.
    const folds = text.includes("\u0130") || text.includes("\u212a");
    const source = folds ? text.toLowerCase() : text;
    start(into, source.length);
    // Twice, for the words and their stems: nothing then moves the spellings inside the loop.
    this.#reserve(2 * source.length);
    const units = this.#units;
    for (let at = 0; at < source.length; at++) {
      const start = this.#unitCount;
      let hash = FIRST_HASH;
      let end = start;
      for (let unit = folded(source, at); unit !== 0; unit = folded(source, ++at)) {
        units[end++] = unit;
        hash = Math.imul(hash ^ unit, HASH_FACTOR);
      }
      if (end !== start) into.words[into.wordCount++] = this.#wordAt(end, hash);
      if (at < source.length && source.charCodeAt(at) === 10) endLine(into);
    }
    endLine(into);
  }

  /**
   * Reads words that were found before.
   *
   * @param lines - Words of each line.
   * @param into - Receives the words.
   */
  readLines(lines: readonly (readonly string[])[], into: NumberedText): void {
    start(into, 0);
    for (const line of lines) {
      into.words = grown(into.words, into.wordCount + line.length);
      for (const word of line) into.words[into.wordCount++] = this.#number(word);
      endLine(into);
    }
  }

  #number(word: string): number {
    this.#reserve(word.length);
    return this.#wordAt(this.#spell(word), hashOf(word));
  }

  #spell(word: string): number {
    const end = this.#unitCount;
    for (let at = 0; at < word.length; at++) this.#units[end + at] = word.charCodeAt(at);
    return end + word.length;
  }

  /** Number of the word, or of its stem, that stands behind the last spelling. */
  #wordAt(end: number, hash: number): number {
    const word = this.#find(end, hash);
    if (!this.#stemmed) return word;
    const known = this.#stems[word] as number;
    return known >= 0 ? known : this.#stem(word);
  }

  #find(end: number, hash: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    let word = (slots[slot] as number) - 1;
    while (word >= 0) {
      if (hashes[word] === hash && this.#isSpelt(word, end)) return word;
      slot = (slot + 1) & mask;
      word = (slots[slot] as number) - 1;
    }
    return this.#add(slot, end, hash);
  }

  #isSpelt(word: number, end: number): boolean {
    const units = this.#units;
    const start = this.#unitCount;
    const from = word === 0 ? 0 : (this.#ends[word - 1] as number);
    const count = end - start;
    if ((this.#ends[word] as number) - from !== count) return false;
    for (let at = 0; at < count; at++) {
      if (units[from + at] !== units[start + at]) return false;
    }
    return true;
  }

  #add(slot: number, end: number, hash: number): number {
    const word = this.#size++;
    this.#ends = grown(this.#ends, this.#size);
    this.#hashes = grown(this.#hashes, this.#size);
    this.#stems = grown(this.#stems, this.#size);
    this.#ends[word] = end;
    this.#hashes[word] = hash;
    this.#stems[word] = -1;
    this.#slots[slot] = this.#size;
    this.#unitCount = end;
    if (2 * this.#size > this.#slots.length) this.#rehash();
    return word;
  }

  #rehash(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let word = 0; word < this.#size; word++) {
      const hash = this.#hashes[word] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
    this.#slots = slots;
  }

  #stem(word: number): number {
    const from = word === 0 ? 0 : (this.#ends[word - 1] as number);
    const spelling = spelt(this.#units.subarray(from, this.#ends[word]));
    // ROUGE leaves words of up to three characters alone.
    const stem = [...spelling].length > 3 ? porterStem(spelling) : spelling;
    const number = stem === spelling ? word : this.#unstemmedNumber(stem);
    this.#stems[word] = number;
    return number;
  }

  #unstemmedNumber(word: string): number {
    this.#reserve(word.length);
    return this.#find(this.#spell(word), hashOf(word));
  }

  /** Makes room for spelling so many more units. */
  #reserve(units: number): void {
    const needed = this.#unitCount + units;
    if (needed <= this.#units.length) return;
    const larger = new Uint16Array(Math.max(needed, 2 * this.#units.length));
    larger.set(this.#units.subarray(0, this.#unitCount));
    this.#units = larger;
  }
}

function folded(text: string, at: number): number {
  const unit = at < text.length ? text.charCodeAt(at) : 0;
  return unit < 128 ? (FOLDED[unit] as number) : 0;
}

function start(into: NumberedText, units: number): void {
  into.wordCount = 0;
  into.lineCount = 0;
  // Words and separators alternate, so that half the units (rounded up) bound the words.
  into.words = grown(into.words, (units + 1) >> 1);
}

function endLine(into: NumberedText): void {
  const lastEnd = into.lineCount === 0 ? 0 : (into.lineEnds[into.lineCount - 1] as number);
  if (into.wordCount === lastEnd) return;
  into.lineEnds = grown(into.lineEnds, into.lineCount + 1);
  into.lineEnds[into.lineCount++] = into.wordCount;
}

function hashOf(word: string): number {
  let hash = FIRST_HASH;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), HASH_FACTOR);
  }
  return hash;
}

function spelt(units: Uint16Array): string {
  let word = "";
  // Spread in pieces: a word of a million characters has too many arguments for one call.
  for (let from = 0; from < units.length; from += 4096) {
    word += String.fromCharCode(...units.subarray(from, from + 4096));
  }
  return word;
}

function foldTable(): Uint8Array {
  const table = new Uint8Array(128);
  for (let unit = 0; unit < 128; unit++) {
    const character = String.fromCharCode(unit).toLowerCase();
    if (/[a-z0-9]/.test(character)) table[unit] = character.charCodeAt(0);
  }
  return table;
}
