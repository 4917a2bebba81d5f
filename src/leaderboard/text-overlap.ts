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

/** Every how many-th gram of a long text stands for all. */
const SAMPLING = 64;

/** Grams from which on a text is sampled. */
const SAMPLED_FROM = 2_048;

/**
 * A small part of a text's grams, chosen by their hash so that equal grams are chosen alike in every
 * text. Shares over samples come close to shares over all grams; a suspicion is then made sure with
 * {@link sharedGrams} over both texts.
 *
 * @param grams - All grams.
 * @returns The sample: all grams of a short text, one in 64 of a long one.
 */
export function sampleGrams({ hashes }: TextGrams): readonly number[] {
  if (hashes.size < SAMPLED_FROM) return [...hashes];
  return [...hashes].filter((hash) => hash % SAMPLING === 0);
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
