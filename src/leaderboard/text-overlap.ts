import { unicodeWords } from "../text/index.ts";

/** Words in a gram. */
const GRAM_WORDS = 8;

/** Share of a text's grams that makes it a copy of an earlier submission. */
export const DUPLICATE_SHARE = 0.9;

/** Share of a reference's grams that makes a text a copy of it. */
export const REFERENCE_SHARE = 0.2;

/** The 8-grams of a text, as numbers that stand for them. */
export interface TextGrams {
  /** Hashes of 53 bits; a text below eight words has one gram of all its words. */
  readonly hashes: ReadonlySet<number>;
}

/**
 * The 8-grams of a text: case and punctuation do not count.
 *
 * @param text - Any text.
 * @returns Its grams; none for a text without words.
 */
export function textGrams(text: string): TextGrams {
  const words = unicodeWords(text).map(hashWord);
  const hashes = new Set<number>();
  const last = Math.max(0, words.length - GRAM_WORDS);
  if (words.length === 0) return { hashes };
  for (let start = 0; start <= last; start++) {
    hashes.add(hashGram(words.slice(start, start + GRAM_WORDS)));
  }
  return { hashes };
}

/**
 * How many of one text's grams another has.
 *
 * @param own - The text whose grams are looked for.
 * @param other - The text in which.
 * @returns Share from 0 to 1; 0 for a text without words.
 */
export function sharedGrams(own: TextGrams, other: TextGrams): number {
  if (own.hashes.size === 0) return 0;
  let shared = 0;
  for (const hash of own.hashes) if (other.hashes.has(hash)) shared += 1;
  return shared / own.hashes.size;
}

/** Grams of a sketch. */
const SKETCH_GRAMS = 400;

/** The grams of a text with the smallest hashes: small enough to keep, and alike for alike texts. */
export interface GramSketch {
  /** Their hashes, ascending. */
  readonly hashes: readonly number[];
  /** Whether the text has further grams, all with larger hashes. */
  readonly cut: boolean;
}

/**
 * Makes the sketch of a text.
 *
 * @param grams - All its grams.
 * @returns The 400 smallest.
 */
export function sketchGrams({ hashes }: TextGrams): GramSketch {
  const ordered = [...hashes].sort((left, right) => left - right);
  return { hashes: ordered.slice(0, SKETCH_GRAMS), cut: ordered.length > SKETCH_GRAMS };
}

/**
 * Estimates {@link sharedGrams} from sketches: exact where neither text is larger than its sketch, else
 * from the grams below the larger hash that both sketches know all of.
 *
 * @param own - The text whose grams are looked for.
 * @param other - The text in which.
 * @returns Share from 0 to 1; 0 where no gram can be compared.
 */
export function sharedSketch(own: GramSketch, other: GramSketch): number {
  const bound = Math.min(boundOf(own), boundOf(other));
  const known = own.hashes.filter((hash) => hash <= bound);
  if (known.length === 0) return 0;
  const there = new Set(other.hashes);
  return known.filter((hash) => there.has(hash)).length / known.length;
}

function boundOf({ hashes, cut }: GramSketch): number {
  return cut ? (hashes.at(-1) ?? 0) : Number.POSITIVE_INFINITY;
}

function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** Two lanes of 32 and 21 bits: 53 bits, which a number holds exactly. */
function hashGram(words: readonly number[]): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (const word of words) {
    low = Math.imul(low ^ word, 0x01000193) + 0x6d2b79f5;
    high = Math.imul(high ^ word ^ (low >>> 15), 0x5bd1e995) + 0x27d4eb2f;
  }
  low ^= low >>> 13;
  high ^= high >>> 16;
  return (high & 0x1fffff) * 4294967296 + (low >>> 0);
}
