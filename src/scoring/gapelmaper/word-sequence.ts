import type { Random } from "../../foundation/index.ts";
import type { CutWords } from "./cut-words.ts";
import { lettersWords } from "./letters-words.ts";
import { referenceWords } from "./reference-words.ts";

/**
 * How a text becomes words. `letters`: runs of a–z with inner apostrophes, accents removed.
 * `reference`: what is left between white space when all but letters, digits and underscores is deleted.
 */
export type WordRule = "letters" | "reference";

/** A text as numbers of words. */
export interface WordSequence {
  /** The rule that cut the text. */
  readonly rule: WordRule;
  /** The distinct words, in the order in which they first occur. */
  readonly words: readonly string[];
  /** Which of them stands where. */
  readonly sequence: Int32Array;
  /** Whether most letters of the text are of a script that the rule or English vectors do not know. */
  readonly isForeign: boolean;
}

/** Collects the words of a text piece by piece. */
export interface WordCollector {
  /**
   * Adds a piece of text.
   *
   * @param piece - Text that ends where a word ends, for instance at white space.
   */
  add(piece: string): void;
  /**
   * The words so far.
   *
   * @returns The sequence.
   */
  finish(): WordSequence;
}

const CUT: Readonly<Record<WordRule, (piece: string) => CutWords>> = {
  letters: lettersWords,
  reference: referenceWords,
};

/**
 * Opens a collector. Memory grows with the distinct words and with four bytes for each word.
 *
 * @param rule - How text becomes words.
 * @returns The collector.
 */
export function collectWords(rule: WordRule): WordCollector {
  const numbers = new Map<string, number>();
  let sequence = new Int32Array(1 << 14);
  let length = 0;
  let foreignLetters = 0;
  let wordLetters = 0;
  return {
    add: (piece) => {
      const cut = CUT[rule](piece);
      foreignLetters += cut.foreignLetters;
      if (length + cut.words.length > sequence.length) {
        const longer = new Int32Array(2 * (length + cut.words.length));
        longer.set(sequence.subarray(0, length));
        sequence = longer;
      }
      for (const word of cut.words) {
        wordLetters += word.length;
        let number = numbers.get(word);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(word, number);
        }
        sequence[length++] = number;
      }
    },
    finish: () => {
      // Words of the reference's rule hold the foreign letters themselves.
      const letters = rule === "letters" ? wordLetters + foreignLetters : wordLetters;
      return {
        rule,
        words: [...numbers.keys()],
        sequence: sequence.slice(0, length),
        isForeign: 2 * foreignLetters > letters,
      };
    },
  };
}

/**
 * The words of a text.
 *
 * @param text - Any text.
 * @param rule - How it becomes words.
 * @returns The sequence.
 */
export function wordSequence(text: string, rule: WordRule): WordSequence {
  const collector = collectWords(rule);
  collector.add(text);
  return collector.finish();
}

/**
 * A text with its words in another order: what any measure of structure should tell from the text.
 *
 * @param text - The text.
 * @param random - Decides the order.
 * @returns The same words, shuffled.
 */
export function shuffledWords(text: WordSequence, random: Random): WordSequence {
  const sequence = text.sequence.slice();
  for (let last = sequence.length - 1; last > 0; last--) {
    const other = random.nextBelow(last + 1);
    const kept = sequence[last] as number;
    sequence[last] = sequence[other] as number;
    sequence[other] = kept;
  }
  return { ...text, sequence };
}
