import type { WordVectors, WordVectorsIdentity } from "../../models/index.ts";
import type { MissingWord } from "../../records/index.ts";
import type { VectorText } from "./unit-text.ts";
import type { WordSequence } from "./word-sequence.ts";

/** A text as a sequence of vectors, and what was left out. */
export interface EmbeddedText extends VectorText {
  /** Which vectors. */
  readonly identity: WordVectorsIdentity;
  /** Words of the text, with and without a vector. */
  readonly tokens: number;
  /** The 20 commonest words without a vector. */
  readonly missingWords: readonly MissingWord[];
  /** Whether most letters of the text are of a script that English vectors do not know. */
  readonly isForeign: boolean;
}

/** How to embed. */
export interface EmbedOptions {
  /** Take the text only up to its n-th word with a vector: texts compare at equal length only. */
  readonly maxInVocabulary?: number;
}

const LISTED_MISSING = 20;

/**
 * Looks up the vector of every word. A word without one is left out, which brings its neighbours closer;
 * one with apostrophes is looked up without them, too.
 *
 * @param text - The words.
 * @param vectors - The vectors.
 * @param options - How much of the text to take.
 * @returns The text as vectors.
 */
export function embedWords(
  text: WordSequence,
  vectors: WordVectors,
  options: EmbedOptions = {},
): EmbeddedText {
  const ids: number[] = [];
  const rowOfId = new Map<number, number>();
  const rowOfWord = Int32Array.from(text.words, (word) => {
    const id = findWord(word, vectors);
    if (id < 0) return -1;
    let row = rowOfId.get(id);
    if (row === undefined) {
      row = ids.length;
      rowOfId.set(id, row);
      ids.push(id);
    }
    return row;
  });
  const { sequence, tokens } = knownRows(text.sequence, rowOfWord, options.maxInVocabulary);
  return {
    sequence,
    vectors: vectors.read(Int32Array.from(ids)),
    dimensions: vectors.dimensions,
    identity: vectors.identity,
    tokens,
    missingWords: missingWords(text.words, text.sequence.subarray(0, tokens), rowOfWord),
    isForeign: text.isForeign,
  };
}

function findWord(word: string, vectors: WordVectors): number {
  const id = vectors.find(word);
  return id < 0 && word.includes("'") ? vectors.find(word.replaceAll("'", "")) : id;
}

function knownRows(
  words: Int32Array,
  rowOfWord: Int32Array,
  maxRows = words.length,
): { readonly sequence: Int32Array; readonly tokens: number } {
  const rows = new Int32Array(words.length);
  let length = 0;
  let tokens = 0;
  while (tokens < words.length && length < maxRows) {
    const row = rowOfWord[words[tokens++] as number] as number;
    if (row >= 0) rows[length++] = row;
  }
  return { sequence: rows.slice(0, length), tokens };
}

function missingWords(
  words: readonly string[],
  sequence: Int32Array,
  rowOfWord: Int32Array,
): readonly MissingWord[] {
  const counts = new Map<number, number>();
  for (const number of sequence) {
    if ((rowOfWord[number] as number) < 0) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, LISTED_MISSING)
    .map(([number, count]) => ({ word: words[number] as string, count }));
}
