import { unicodeWords } from "../../text/index.ts";
import { NgramOverlap } from "../ngram-overlap.ts";
import { type NumberedText, numberedText, WordNumbers } from "../word-numbers.ts";
import { MatchRows } from "./match-rows.ts";
import { subsequenceLength } from "./subsequence-length.ts";
import { SummaryMatches } from "./summary-matches.ts";

/** A measure of the ROUGE family: shared n-grams, or the longest common subsequence. */
export type RougeType = `rouge-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` | "rouge-l" | "rouge-lsum";

/**
 * What ROUGE takes for words: runs of the letters a–z and digits after lower-casing (as rouge_score
 * does, so that accents cut words and other scripts vanish), or Unicode words.
 */
export type RougeTokens = "ascii-alnum" | "unicode-words";

/** How ROUGE reads texts. */
export interface RougeOptions {
  /** Measures to compute, in the order of the results. */
  readonly types: readonly RougeType[];
  /** What a word is. @defaultValue `"ascii-alnum"` */
  readonly tokens?: RougeTokens;
  /** Whether words of more than three characters count as their Porter stems. @defaultValue `false` */
  readonly stemmer?: boolean;
  /**
   * Splits a text into the sentences of `rouge-lsum`. Without it, lines are sentences.
   */
  readonly splitSentences?: (text: string) => readonly string[];
}

/** Precision, recall and F-measure of one pair of texts, each from 0 to 1. */
export interface RougeScore {
  /** Share of the prediction that the reference holds. */
  readonly precision: number;
  /** Share of the reference that the prediction holds. */
  readonly recall: number;
  /** Harmonic mean of both; 0 if both are 0. */
  readonly fmeasure: number;
}

const NOTHING: RougeScore = { precision: 0, recall: 0, fmeasure: 0 };

/** ROUGE of pairs of texts; see {@link createRouge}. */
export interface Rouge {
  /**
   * Scores a prediction against references; with several, each type takes the scores of the first
   * reference with the largest F-measure.
   *
   * @param prediction - The text to judge.
   * @param references - What it should have been.
   * @returns One score per type, in order; zeros where a text has too few words or there is no
   *   reference.
   */
  score(prediction: string, references: readonly string[]): RougeScore[];
}

/**
 * ROUGE as rouge_score 0.1.2 computes it, to the last bit: how much of a reference's words, n-grams
 * or longest common subsequence a text repeats. From 0 to 1, higher is better. Distrust it for texts
 * of other scripts with `ascii-alnum` words, and wherever other words may say the same.
 *
 * All types of a pair share one reading of the texts. Memory grows with the longest pair seen and
 * with a bounded vocabulary. An empty text gives zeros.
 *
 * Source: Lin, ROUGE: A Package for Automatic Evaluation of Summaries, 2004.
 *
 * @param options - Measures, words, stemmer, sentences.
 * @returns A scorer for any number of pairs.
 *
 * @example
 * ```ts
 * import { createRouge } from "longhand/scoring";
 *
 * const rouge = createRouge({ types: ["rouge-1", "rouge-l"] });
 * const [unigrams] = rouge.score("The cat sat.", ["The cat sat on the mat."]);
 * console.log(unigrams?.fmeasure); // 0.6666666666666666
 * ```
 */
export function createRouge(options: RougeOptions): Rouge {
  return new RougeScorer(options);
}

export class RougeScorer implements Rouge {
  readonly #types: readonly RougeType[];
  readonly #tokens: RougeTokens;
  readonly #splitSentences: RougeOptions["splitSentences"];
  readonly #numbers: WordNumbers;
  readonly #rows = new MatchRows();
  readonly #overlap = new NgramOverlap();
  readonly #summary = new SummaryMatches(this.#rows);
  readonly #prediction = numberedText();
  readonly #reference = numberedText();
  /** Shared n-grams per order, up to the highest asked for. */
  readonly #shared: Int32Array;

  constructor(options: RougeOptions) {
    this.#types = options.types;
    this.#tokens = options.tokens ?? "ascii-alnum";
    this.#splitSentences = options.splitSentences;
    this.#numbers = new WordNumbers(options.stemmer ?? false);
    const highest = Math.max(0, ...options.types.map((type) => orderOf(type) ?? 0));
    this.#shared = new Int32Array(highest + 1);
  }

  score(prediction: string, references: readonly string[]): RougeScore[] {
    return [...this.judge(prediction, references).scores];
  }

  /**
   * Scores a prediction and tells how many words there were to judge by.
   *
   * @param prediction - The text to judge.
   * @param references - What it should have been.
   * @returns One score per type, in order, and the counts of words.
   */
  judge(prediction: string, references: readonly string[]): RougeJudgement {
    this.#numbers.startPair();
    this.#read(prediction, this.#prediction);
    let best: RougeScore[] = this.#types.map(() => NOTHING);
    let referenceWords = 0;
    for (const [index, reference] of references.entries()) {
      this.#read(reference, this.#reference);
      referenceWords = Math.max(referenceWords, this.#reference.wordCount);
      const scores = this.#scorePair();
      best =
        index === 0 ? scores : scores.map((score, type) => better(best[type] ?? NOTHING, score));
    }
    return { scores: best, predictionWords: this.#prediction.wordCount, referenceWords };
  }

  #read(text: string, into: NumberedText): void {
    if (this.#tokens === "ascii-alnum" && this.#splitSentences === undefined) {
      this.#numbers.readAscii(text, into);
      return;
    }
    const sentences = this.#splitSentences?.(text) ?? text.split("\n");
    const wordsOf = this.#tokens === "ascii-alnum" ? asciiWords : unicodeWords;
    this.#numbers.readLines(sentences.map(wordsOf), into);
  }

  #scorePair(): RougeScore[] {
    const [reference, prediction] = [this.#reference, this.#prediction];
    this.#overlap.count([reference], prediction, this.#shared);
    let longest: number | undefined;
    const subsequence = (): number => {
      longest ??= subsequenceLength(used(reference), used(prediction), this.#rows);
      return longest;
    };
    return this.#types.map((type) => {
      const order = orderOf(type);
      if (order !== undefined) return this.#ngramScore(order);
      // With one line on each side the two measures agree.
      const whole = type === "rouge-l" || (reference.lineCount <= 1 && prediction.lineCount <= 1);
      const hits = whole
        ? subsequence()
        : this.#summary.count(reference, prediction, this.#numbers.size);
      return ratio(hits, prediction.wordCount, reference.wordCount);
    });
  }

  #ngramScore(order: number): RougeScore {
    const inPrediction = Math.max(this.#prediction.wordCount - order + 1, 0);
    const inReference = Math.max(this.#reference.wordCount - order + 1, 0);
    return ratio(this.#shared[order] ?? 0, inPrediction, inReference);
  }
}

/** Scores of one prediction, and what they rest on. */
export interface RougeJudgement {
  /** One per type, in the order asked for. */
  readonly scores: readonly RougeScore[];
  /** Words of the prediction. */
  readonly predictionWords: number;
  /** Words of the longest reference; 0 without one. */
  readonly referenceWords: number;
}

/**
 * The length of the n-grams a type counts.
 *
 * @param type - A type of the family.
 * @returns n, or `undefined` for the subsequence types.
 */
export function orderOf(type: RougeType): number | undefined {
  const order = Number(type.slice("rouge-".length));
  return Number.isNaN(order) ? undefined : order;
}

function ratio(hits: number, inPrediction: number, inReference: number): RougeScore {
  const precision = hits / Math.max(inPrediction, 1);
  const recall = hits / Math.max(inReference, 1);
  const sum = precision + recall;
  return { precision, recall, fmeasure: sum > 0 ? (2 * precision * recall) / sum : 0 };
}

function better(best: RougeScore, score: RougeScore): RougeScore {
  return score.fmeasure > best.fmeasure ? score : best;
}

function used({ words, wordCount }: NumberedText): Int32Array {
  return words.subarray(0, wordCount);
}

function asciiWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
