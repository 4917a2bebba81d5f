import { unicodeWords } from "../../text/index.ts";

/** How often each lower-cased word occurs in a body of texts. */
export interface WordCounts {
  /** Counts by word. */
  readonly counts: ReadonlyMap<string, number>;
  /** Words in all. */
  readonly words: number;
}

const MOST_WORDS = 8;
/** A word is characteristic from so many standard deviations on. */
const LEAST_Z = 3;
const LEAST_LETTERS = 4;
/** A word of one text alone is its subject, not the author's style. */
const LEAST_TEXTS = 3;
/** Weight of what others write, in words, before the author's own are counted. */
const PRIOR_WORDS = 1000;

/**
 * Words that an author uses far more often than others: by the log-odds of their shares, with the use of
 * all texts together as prior, over its standard deviation (Monroe, Colaresi and Quinn, Fightin' Words,
 * 2008). Names, numbers, words of fewer than four letters, and words that stand in fewer than three texts and
 * in less than a third of them are passed over.
 *
 * @param texts - Texts by the author.
 * @param others - How often others use each word.
 * @returns At most eight words, the most telling first.
 */
export function characteristicWords(texts: readonly string[], others: WordCounts): string[] {
  const own = new Map<string, number>();
  const spread = new Map<string, number>();
  let words = 0;
  for (const text of texts) {
    const found = unicodeWords(text);
    words += found.length;
    for (const word of found) own.set(word, (own.get(word) ?? 0) + 1);
    for (const word of new Set(found)) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const lowerCase = lowerCaseCounts(texts);
  const least = Math.max(LEAST_TEXTS, texts.length / 3);
  return [...own]
    .filter(
      ([word, count]) =>
        /^\p{L}+$/u.test(word) &&
        word.length >= LEAST_LETTERS &&
        (spread.get(word) ?? 0) >= least &&
        // A word that is mostly capitalised is a name.
        (lowerCase.get(word) ?? 0) * 2 >= count,
    )
    .map(([word]) => ({ word, z: logOddsZ(word, { counts: own, words }, others) }))
    .filter(({ z }) => z >= LEAST_Z)
    .sort((left, right) => right.z - left.z || (left.word < right.word ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ word }) => word);
}

/**
 * How much more often one body of texts uses a word than another, in standard deviations of the log-odds.
 *
 * @param word - The word, in lower case.
 * @param own - One body of texts.
 * @param others - The other one.
 * @returns Above 0 for more often, below for less; 0 for a word that neither has.
 */
export function logOddsZ(word: string, own: WordCounts, others: WordCounts): number {
  const inOwn = own.counts.get(word) ?? 0;
  const inOthers = others.counts.get(word) ?? 0;
  if (inOwn + inOthers === 0) return 0;
  const prior = (PRIOR_WORDS * (inOwn + inOthers)) / (own.words + others.words);
  const odds = (count: number, words: number): number =>
    (count + prior) / (words + PRIOR_WORDS - count - prior);
  const difference = Math.log(odds(inOwn, own.words)) - Math.log(odds(inOthers, others.words));
  return difference / Math.sqrt(1 / (inOwn + prior) + 1 / (inOthers + prior));
}

function lowerCaseCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of text.match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}
