import { pythonTrimmedEnd } from "../../text/index.ts";
import { checkedNumber, checkedWord } from "../checked-option.ts";
import { NgramOverlap } from "../ngram-overlap.ts";
import { type NumberedText, numberedText, WordNumbers } from "../word-numbers.ts";
import { type BleuTokenizer, bleuWords } from "./bleu-tokenizers.ts";

/** What stands in for an order of n-grams without a match. */
export type BleuSmoothing = "exp" | "floor" | "add-k" | "none";

/** How BLEU reads and smooths. */
export interface BleuOptions {
  /** How words are cut. @defaultValue `"13a"` */
  readonly tokenizer?: BleuTokenizer;
  /** Whether case is ignored. @defaultValue `false` */
  readonly lowercase?: boolean;
  /** Longest n-grams, 1–9. @defaultValue `4` */
  readonly maxOrder?: number;
  /**
   * `exp` halves the precision for each order without a match; `floor` counts 0.1 matches; `add-k`
   * adds 1 to matches and n-grams above order 1; `none` makes the score 0.
   *
   * @defaultValue `"exp"`
   */
  readonly smoothing?: BleuSmoothing;
}

/** Counts that a BLEU score rests on. Those of a corpus are the sums over its texts. */
export interface BleuCounts {
  /** Words of the prediction. */
  readonly predictionWords: number;
  /** Words of the reference whose length is closest; the shorter one on ties. */
  readonly referenceWords: number;
  /** Shared n-grams for n from 1. */
  readonly shared: readonly number[];
  /** N-grams of the prediction for n from 1. */
  readonly total: readonly number[];
}

/** BLEU of texts and corpora; see {@link createBleu}. */
export interface Bleu {
  /**
   * Counts what one text and its references share.
   *
   * @param prediction - The text to judge.
   * @param references - What it should have been, one text or several.
   * @returns The counts, to score or to add up.
   */
  count(prediction: string, references: readonly string[]): BleuCounts;
  /**
   * Scores counts.
   *
   * @param counts - Of a text, or summed over a corpus.
   * @param effectiveOrder - Whether orders above the length of a text are left out, as sacreBLEU does
   *   for sentences; without it a text of fewer words than the highest order scores 0.
   * @returns The score, 0–100.
   */
  score(counts: BleuCounts, effectiveOrder: boolean): number;
}

/**
 * BLEU as sacreBLEU 2.6.0 computes it: how many of a text's n-grams the references hold, with a
 * penalty for texts that are too short. From 0 to 100, higher is better. Made for corpora of
 * translations; distrust it for single texts, and where many wordings are right. An empty text
 * scores 0.
 *
 * Source: Papineni and others 2002; Post 2018 for the settings.
 *
 * @param options - Words, case, orders, smoothing.
 * @returns A scorer for any number of texts.
 * @throws LonghandError `invalid-option` for settings out of range.
 *
 * @example
 * ```ts
 * import { createBleu } from "longhand/scoring";
 *
 * const bleu = createBleu();
 * const counts = bleu.count("The cat sat on the mat.", ["The cat sat on a mat."]);
 * console.log(bleu.score(counts, true));
 * ```
 */
export function createBleu(options: BleuOptions = {}): Bleu {
  return new BleuScorer(options);
}

const FLOOR = 0.1;
const ADDED = 1;
/** What the reference takes for the logarithm of 0. */
const LOG_OF_ZERO = -9999999999;

class BleuScorer implements Bleu {
  readonly #tokenizer: BleuTokenizer;
  readonly #lowercase: boolean;
  readonly #smoothing: BleuSmoothing;
  /** What add-k adds above order 1. */
  readonly #added: number;
  readonly #maxOrder: number;
  readonly #numbers = new WordNumbers(false);
  readonly #overlap = new NgramOverlap();
  readonly #prediction = numberedText();
  readonly #references: NumberedText[] = [];
  readonly #shared: Int32Array;

  constructor(options: BleuOptions) {
    const { tokenizer, smoothing, maxOrder = 4 } = options;
    this.#tokenizer = checkedWord("tokenizer", tokenizer, ["13a", "intl", "char", "none"]);
    this.#smoothing = checkedWord("smoothing", smoothing, ["exp", "floor", "add-k", "none"]);
    this.#added = this.#smoothing === "add-k" ? ADDED : 0;
    this.#maxOrder = checkedNumber(maxOrder, { name: "maxOrder", least: 1, most: 9, whole: true });
    this.#lowercase = options.lowercase ?? false;
    this.#shared = new Int32Array(this.#maxOrder + 1);
  }

  count(prediction: string, references: readonly string[]): BleuCounts {
    this.#numbers.startPair();
    const hypothesis = this.#read(prediction, this.#prediction);
    const read = references.map((reference, index) => {
      this.#references[index] ??= numberedText();
      return this.#read(reference, this.#references[index] as NumberedText);
    });
    this.#overlap.count(read, hypothesis, this.#shared);
    const words = hypothesis.wordCount;
    const orders = Array.from({ length: this.#maxOrder }, (_, index) => index + 1);
    return {
      predictionWords: words,
      referenceWords: closest(words, read),
      shared: orders.map((order) => this.#shared[order] as number),
      total: orders.map((order) => Math.max(words - order + 1, 0)),
    };
  }

  score(counts: BleuCounts, effectiveOrder: boolean): number {
    if (!counts.shared.some((count) => count > 0)) return 0;
    const precisions = this.#precisions(counts);
    const orders = effectiveOrder ? precisions.length : this.#maxOrder;
    let sum = 0;
    for (let index = 0; index < orders; index++) {
      const precision = precisions[index] ?? 0;
      sum += precision === 0 ? LOG_OF_ZERO : Math.log(precision);
    }
    return brevityPenalty(counts) * Math.exp(sum / orders);
  }

  /** In percent, up to the first order that the prediction is too short for. */
  #precisions({ shared, total }: BleuCounts): number[] {
    const precisions: number[] = [];
    let unmatched = 0;
    for (let index = 0; index < this.#maxOrder; index++) {
      const added = index > 0 ? this.#added : 0;
      const correct = (shared[index] ?? 0) + added;
      const all = (total[index] ?? 0) + added;
      if (all === 0) break;
      if (correct === 0) unmatched++;
      precisions.push(correct > 0 ? (100 * correct) / all : this.#withoutMatch(all, unmatched));
    }
    return precisions;
  }

  #withoutMatch(all: number, unmatched: number): number {
    switch (this.#smoothing) {
      case "exp":
        return 100 / (2 ** unmatched * all);
      case "floor":
        return (100 * FLOOR) / all;
      case "add-k":
      case "none":
        return 0;
    }
  }

  #read(text: string, into: NumberedText): NumberedText {
    const cased = this.#lowercase ? text.toLowerCase() : text;
    const words = bleuWords(cased.slice(0, pythonTrimmedEnd(cased)), this.#tokenizer);
    this.#numbers.readLines([words], into);
    return into;
  }
}

function brevityPenalty({ predictionWords, referenceWords }: BleuCounts): number {
  if (predictionWords >= referenceWords) return 1;
  return predictionWords > 0 ? Math.exp(1 - referenceWords / predictionWords) : 0;
}

function closest(words: number, references: readonly NumberedText[]): number {
  let best: number | undefined;
  for (const { wordCount } of references) {
    const nearer = best === undefined || Math.abs(wordCount - words) < Math.abs(best - words);
    const asNear = best !== undefined && Math.abs(wordCount - words) === Math.abs(best - words);
    if (nearer || (asNear && wordCount < (best ?? 0))) best = wordCount;
  }
  return best ?? 0;
}
