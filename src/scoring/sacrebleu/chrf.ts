import { pythonWords } from "../../text/index.ts";
import { checkedNumber } from "../checked-option.ts";
import { NgramOverlap } from "../ngram-overlap.ts";
import { type NumberedText, numberedText, WordNumbers } from "../word-numbers.ts";

/** How chrF reads and weighs. */
export interface ChrfOptions {
  /** Longest n-grams of characters, 1–9. @defaultValue `6` */
  readonly charOrder?: number;
  /** Longest n-grams of words: 0 for chrF, 2 for chrF++. @defaultValue `0` */
  readonly wordOrder?: number;
  /** How much more recall counts than precision. @defaultValue `2` */
  readonly beta?: number;
  /** Whether case is ignored. @defaultValue `false` */
  readonly lowercase?: boolean;
  /** Whether white space counts as characters. @defaultValue `false` */
  readonly whitespace?: boolean;
  /** Whether orders without n-grams count as almost 0 instead of being left out. @defaultValue `false` */
  readonly epsSmoothing?: boolean;
}

/** N-grams of one order: of the prediction, of the reference, and shared. */
export interface ChrfCounts {
  /** N-grams of the prediction; 0 where the reference has none of that order. */
  readonly prediction: number;
  /** N-grams of the reference. */
  readonly reference: number;
  /** Shared n-grams. */
  readonly shared: number;
}

/** chrF of texts and corpora; see {@link createChrf}. */
export interface Chrf {
  /**
   * Counts what a text shares with the reference it scores best against.
   *
   * @param prediction - The text to judge.
   * @param references - What it should have been, one text or several.
   * @returns Counts per order, characters before words, to score or to add up.
   */
  count(prediction: string, references: readonly string[]): ChrfCounts[];
  /**
   * Scores counts.
   *
   * @param counts - Of a text, or summed over a corpus.
   * @returns The score, 0–100.
   */
  score(counts: readonly ChrfCounts[]): number;
}

/**
 * chrF and chrF++ as sacreBLEU 2.6.0 computes them: shared n-grams of characters (and words), recall
 * counting more than precision. From 0 to 100, higher is better. Works for any script; distrust it
 * where much of a text is names or numbers that are easy to copy. An empty text scores 0.
 *
 * Source: Popović 2015 and 2017.
 *
 * @param options - Orders, weight of recall, case, white space.
 * @returns A scorer for any number of texts.
 * @throws LonghandError `invalid-option` for settings out of range.
 *
 * @example
 * ```ts
 * import { createChrf } from "longhand/scoring";
 *
 * const chrf = createChrf({ wordOrder: 2 });
 * console.log(chrf.score(chrf.count("The cat sat.", ["The cats sat."])));
 * ```
 */
export function createChrf(options: ChrfOptions = {}): Chrf {
  return new ChrfScorer(options);
}

const ALMOST_NOTHING = 1e-16;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** The units of a text that n-grams are made of. */
interface ChrfUnits {
  readonly characters: NumberedText;
  readonly words: NumberedText;
}

class ChrfScorer implements Chrf {
  readonly #charOrder: number;
  readonly #wordOrder: number;
  readonly #beta: number;
  readonly #lowercase: boolean;
  readonly #whitespace: boolean;
  readonly #epsSmoothing: boolean;
  readonly #numbers = new WordNumbers(false);
  readonly #overlap = new NgramOverlap();
  readonly #prediction: ChrfUnits = { characters: numberedText(), words: numberedText() };
  readonly #reference: ChrfUnits = { characters: numberedText(), words: numberedText() };

  constructor(options: ChrfOptions) {
    const { charOrder = 6, wordOrder = 0, beta = 2 } = options;
    const orders = { most: 9, whole: true };
    this.#charOrder = checkedNumber(charOrder, { name: "charOrder", least: 1, ...orders });
    this.#wordOrder = checkedNumber(wordOrder, { name: "wordOrder", least: 0, ...orders });
    this.#beta = checkedNumber(beta, { name: "beta", least: 0, most: 1000 });
    this.#lowercase = options.lowercase ?? false;
    this.#whitespace = options.whitespace ?? false;
    this.#epsSmoothing = options.epsSmoothing ?? false;
  }

  count(prediction: string, references: readonly string[]): ChrfCounts[] {
    this.#numbers.startPair();
    this.#read(prediction, this.#prediction);
    let best: ChrfCounts[] = [];
    let bestScore = -1;
    for (const reference of references) {
      this.#read(reference, this.#reference);
      const counts = this.#countPair();
      const score = this.score(counts);
      if (score <= bestScore) continue;
      best = counts;
      bestScore = score;
    }
    return best;
  }

  score(counts: readonly ChrfCounts[]): number {
    return this.#epsSmoothing ? this.#smoothed(counts) : this.#averaged(counts);
  }

  #averaged(counts: readonly ChrfCounts[]): number {
    let precision = 0;
    let recall = 0;
    let orders = 0;
    for (const { prediction, reference, shared } of counts) {
      if (prediction === 0 || reference === 0) continue;
      precision += shared / prediction;
      recall += shared / reference;
      orders++;
    }
    if (orders === 0) return 0;
    precision /= orders;
    recall /= orders;
    const factor = this.#beta ** 2;
    if (precision + recall === 0) return 0;
    return (100 * ((1 + factor) * precision * recall)) / (factor * precision + recall);
  }

  #smoothed(counts: readonly ChrfCounts[]): number {
    const factor = this.#beta ** 2;
    let sum = 0;
    for (const { prediction, reference, shared } of counts) {
      const precision = prediction > 0 ? shared / prediction : ALMOST_NOTHING;
      const recall = reference > 0 ? shared / reference : ALMOST_NOTHING;
      const weighted = factor * precision + recall;
      sum += weighted > 0 ? ((1 + factor) * precision * recall) / weighted : ALMOST_NOTHING;
    }
    return counts.length === 0 ? 0 : (100 * sum) / counts.length;
  }

  #countPair(): ChrfCounts[] {
    return [
      ...this.#countOrders(this.#charOrder, "characters"),
      ...this.#countOrders(this.#wordOrder, "words"),
    ];
  }

  #countOrders(highest: number, units: keyof ChrfUnits): ChrfCounts[] {
    const [prediction, reference] = [this.#prediction[units], this.#reference[units]];
    const shared = new Int32Array(highest + 1);
    this.#overlap.count([reference], prediction, shared);
    return Array.from({ length: highest }, (_, index) => {
      const inReference = Math.max(reference.wordCount - index, 0);
      return {
        prediction: inReference > 0 ? Math.max(prediction.wordCount - index, 0) : 0,
        reference: inReference,
        shared: shared[index + 1] as number,
      };
    });
  }

  #read(text: string, into: ChrfUnits): void {
    const cased = this.#lowercase ? text.toLowerCase() : text;
    const characters = this.#whitespace ? cased : pythonWords(cased).join("");
    this.#numbers.readLines([[...characters]], into.characters);
    if (this.#wordOrder > 0) this.#numbers.readLines([chrfWords(cased)], into.words);
  }
}

/** A word of more than one character gives up one mark: the last, or else the first. */
function chrfWords(text: string): string[] {
  return pythonWords(text).flatMap((word) => {
    const characters = [...word];
    const last = characters.at(-1) ?? "";
    const first = characters[0] ?? "";
    if (characters.length === 1) return [word];
    if (PUNCTUATION.test(last)) return [word.slice(0, -1), last];
    return PUNCTUATION.test(first) ? [first, word.slice(1)] : [word];
  });
}
