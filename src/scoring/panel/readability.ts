import { syllable } from "syllable";
import { type Measured, type PanelScore, panelScore } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";

/** What a grade of readability rests on. */
export interface ReadabilityFacts {
  /** Words per sentence. */
  readonly sentenceWords: number;
  /** Syllables per word. */
  readonly wordSyllables: number;
}

const SIGNATURE =
  "flesch-kincaid|syllables:syllable-5.0.1|sents:rules-1|tok:unicode-words|lang:en|v:1";

/**
 * How hard a text is to read, as the American school grade by Flesch and Kincaid: 0.39 × words per
 * sentence + 11.8 × syllables per word − 15.59. About 5 for a children's book, 8–10 for newspapers, 12
 * and more for learned prose; it may lie below 0. Neither end is better: compare it with the readers.
 * Distrust it for texts without full stops, for names, and for anything but English, whose syllables it
 * counts by rules; the caller knows the language. A text without words is unscored (`no-words`).
 *
 * Source: Kincaid, Fishburne, Rogers and Chissom 1975.
 *
 * @param text - An English text.
 * @returns The grade.
 *
 * @example
 * ```ts
 * import { readability } from "longhand/scoring";
 *
 * console.log(readability("The cat sat on the mat. It was warm.")); // a grade below 1
 * ```
 */
export function readability(text: string): PanelScore<ReadabilityFacts> {
  return panelScore(SIGNATURE, gradeOf(new PanelText(text)));
}

function gradeOf(text: PanelText): Measured<ReadabilityFacts> {
  const sentences = text.sentenceLengths.length;
  const words = text.words.length;
  if (words === 0 || sentences === 0) return { reason: "no-words" };
  const counts = new Map<string, number>();
  let syllables = 0;
  for (const word of text.words) {
    const known = counts.get(word) ?? syllablesOf(word);
    counts.set(word, known);
    syllables += known;
  }
  const sentenceWords = words / sentences;
  const wordSyllables = syllables / words;
  const value = 0.39 * sentenceWords + 11.8 * wordSyllables - 15.59;
  return { value, sentenceWords, wordSyllables };
}

/** A number or a sign is spoken, too. */
function syllablesOf(word: string): number {
  return Math.max(1, syllable(word));
}
