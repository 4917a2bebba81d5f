import { type Random, shuffled } from "../foundation/index.ts";
import { splitSentences, wordsWithSpaces } from "../text/index.ts";
import type { Chapter } from "./demo-books.ts";

/**
 * Parts a novel into stretches of whole chapters.
 *
 * @param novel - Its chapters in order.
 * @param size - How many stretches at most, and words that each has at least.
 * @returns The stretches from the beginning; fewer where the novel ends before.
 */
export function stretchesOf(
  novel: readonly Chapter[],
  { count, words }: { readonly count: number; readonly words: number },
): readonly string[] {
  const stretches: string[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const { text } of novel) {
    if (stretches.length === count) break;
    texts.push(text);
    length += wordsWithSpaces(text).length;
    if (length < words) continue;
    stretches.push(texts.join("\n\n"));
    texts = [];
    length = 0;
  }
  return stretches;
}

/**
 * Puts the sentences of a text out of order.
 *
 * @param text - The text.
 * @param random - Chance.
 * @returns The same sentences in another order.
 */
export function shuffledSentences(text: string, random: Random): string {
  const sentences = splitSentences(text)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  return shuffled(sentences, random).join(" ");
}

/**
 * Says the same again and again.
 *
 * @param texts - What to say.
 * @param words - Words that the outcome has at least, unless the texts have none.
 * @returns All texts, over and over.
 */
export function roundAndRound(texts: readonly string[], words: number): string {
  const round = texts.join("\n\n");
  const length = wordsWithSpaces(round).length;
  if (length === 0) return "";
  return Array.from({ length: Math.ceil(words / length) }, () => round).join("\n\n");
}
