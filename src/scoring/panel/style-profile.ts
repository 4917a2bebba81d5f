import { PanelText } from "./panel-text.ts";

/** The style of one or more texts, as counts. */
export interface StyleProfile {
  /** Texts that were read. */
  readonly texts: number;
  /** Words in all of them. */
  readonly words: number;
  /** How often each lower-cased word occurs. */
  readonly wordCounts: ReadonlyMap<string, number>;
  /** How often each run of three characters occurs. */
  readonly trigramCounts: ReadonlyMap<string, number>;
}

/** Below these an author's style is not known well enough to measure a distance from it. */
export const LEAST_PROFILE = { texts: 3, words: 3_000 } as const;

/**
 * Reads the style of an author out of texts: words, and runs of three characters in lower case with
 * white space as single spaces. The texts count as one, so that long ones weigh more.
 *
 * @param texts - Texts by the author. A distance needs at least 3 of them and 3,000 words.
 * @returns The counts.
 */
export function readStyleProfile(texts: readonly string[]): StyleProfile {
  const wordCounts = new Map<string, number>();
  const read: string[] = [];
  let words = 0;
  for (const given of texts) {
    const { words: found, text } = new PanelText(given);
    words += found.length;
    for (const word of found) add(wordCounts, word);
    read.push(text);
  }
  let trigramCounts: ReadonlyMap<string, number> | undefined;
  return {
    texts: texts.length,
    words,
    wordCounts,
    // Only one of the two distances needs them, and they take most of the time.
    get trigramCounts() {
      trigramCounts ??= countTrigrams(read);
      return trigramCounts;
    },
  };
}

function countTrigrams(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const trigram of trigramsOf(text)) add(counts, trigram);
  return counts;
}

/**
 * Tells whether a profile is too small for a distance.
 *
 * @param profile - The author's.
 */
export function isWeak({ texts, words }: StyleProfile): boolean {
  return texts < LEAST_PROFILE.texts || words < LEAST_PROFILE.words;
}

function* trigramsOf(text: string): Generator<string> {
  const characters = [...text.toLowerCase().replace(/\s+/gu, " ").trim()];
  for (let at = 2; at < characters.length; at++) {
    yield `${characters[at - 2]}${characters[at - 1]}${characters[at]}`;
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
