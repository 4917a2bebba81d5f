import { type NltkOptions, type NltkTokenizer, nltkTokenizer } from "../../text/index.ts";
import { checkedNumber } from "../checked-option.ts";
import { grown } from "../grown.ts";
import { MeteorAligner, type MeteorAlignment } from "./meteor-alignment.ts";
import { MeteorWords } from "./meteor-words.ts";
import { openWordNet } from "./wordnet.ts";

/** How METEOR weighs what it matched. */
export interface MeteorWeights {
  /** Weight of precision against recall, 0–1. @defaultValue `0.9` */
  readonly alpha?: number;
  /** Exponent of the penalty for words out of order. @defaultValue `3` */
  readonly beta?: number;
  /** Weight of the penalty, 0–1. @defaultValue `0.5` */
  readonly gamma?: number;
}

/** How METEOR reads and weighs. */
export interface MeteorOptions extends NltkOptions, MeteorWeights {}

/** What METEOR found in one pair of texts. */
export interface MeteorResult {
  /** The score, 0–1. */
  readonly score: number;
  /** Words matched as they are, in lower case. */
  readonly exact: number;
  /** Words matched by their stems. */
  readonly stem: number;
  /** Words whose stems are synonyms. */
  readonly synonym: number;
  /** Runs of matches that are neighbours on both sides. */
  readonly chunks: number;
  /** Matched pairs of word positions, prediction and reference, by position in the prediction. */
  readonly matches: readonly (readonly [prediction: number, reference: number])[];
}

/** METEOR of pairs of texts; see {@link openMeteor}. */
export interface Meteor {
  /**
   * Scores a prediction against references; the best one counts.
   *
   * @param prediction - The text to judge.
   * @param references - What it should have been.
   * @returns The score, 0–1; 0 for an empty side; `undefined` without references.
   */
  score(prediction: string, references: readonly string[]): number | undefined;
  /**
   * Scores a list of words against another, with what was matched.
   *
   * @param prediction - Words of the text to judge; case does not matter.
   * @param reference - Words of what it should have been.
   * @returns The score and the matches.
   */
  compare(prediction: readonly string[], reference: readonly string[]): MeteorResult;
}

/**
 * METEOR as NLTK 3.10.3 computes it: words of `word_tokenize`, matched as they are, then by Porter
 * stems, then by WordNet synonyms of stems; recall counts more than precision, and words out of
 * order cost. From 0 to 1, higher is better. A text scores below 1 against itself (one word 0.5),
 * and swapping the sides changes the score. Distrust it for languages other than English, and
 * wherever punctuation, which counts as words, makes up much of a text.
 *
 * An empty side scores 0. The word table loads on first use; time is linear in the texts, and the
 * vocabulary is kept within bounds.
 *
 * Source: Banerjee and Lavie 2005; parameters and matching of NLTK.
 *
 * @param options - Version of NLTK, tables for the sentences, weights.
 * @returns A scorer for any number of pairs.
 * @throws LonghandError `invalid-option` for weights out of range.
 *
 * @example
 * ```ts
 * import { openMeteor } from "longhand/scoring";
 *
 * const meteor = await openMeteor();
 * console.log(meteor.score("The Garden Gate", ["the garden gate"])); // 0.9814814814814815
 * ```
 */
export async function openMeteor(options: MeteorOptions = {}): Promise<Meteor> {
  return new MeteorScorer(new MeteorWords(await openWordNet()), options);
}

/** What {@link openMeteor} gives, with the counts that tell why a text has no score. */
export class MeteorScorer implements Meteor {
  readonly #words: MeteorWords;
  readonly #aligner: MeteorAligner;
  readonly #tokenizer: NltkTokenizer;
  readonly #alpha: number;
  readonly #beta: number;
  readonly #gamma: number;
  #prediction: Int32Array<ArrayBuffer> = new Int32Array(1 << 9);
  #reference: Int32Array<ArrayBuffer> = new Int32Array(1 << 9);

  constructor(words: MeteorWords, options: MeteorOptions) {
    this.#words = words;
    this.#aligner = new MeteorAligner(words);
    this.#tokenizer = nltkTokenizer(options);
    const { alpha = 0.9, beta = 3, gamma = 0.5 } = options;
    this.#alpha = checkedNumber(alpha, { name: "alpha", least: 0, most: 1 });
    this.#beta = checkedNumber(beta, { name: "beta", least: 0, most: 1000 });
    this.#gamma = checkedNumber(gamma, { name: "gamma", least: 0, most: 1 });
  }

  score(prediction: string, references: readonly string[]): number | undefined {
    return references.length === 0 ? undefined : this.judge(prediction, references).score;
  }

  /** Scores a prediction and tells how many words there were to judge by. */
  judge(prediction: string, references: readonly string[]): MeteorJudgement {
    this.#words.startPair();
    const words = this.#tokenizer.words(prediction);
    let best = 0;
    let referenceWords = 0;
    for (const reference of references) {
      const others = this.#tokenizer.words(reference);
      referenceWords = Math.max(referenceWords, others.length);
      best = Math.max(best, this.#scoreOf(this.#align(words, others), words.length, others.length));
    }
    return { score: best, predictionWords: words.length, referenceWords };
  }

  compare(prediction: readonly string[], reference: readonly string[]): MeteorResult {
    this.#words.startPair();
    const alignment = this.#align(prediction, reference);
    const { exact, stem, synonym, chunks, matches } = alignment;
    const score = this.#scoreOf(alignment, prediction.length, reference.length);
    const pairs = Array.from(matches, (to, from) => [from, to] as const).filter(
      ([, to]) => to >= 0,
    );
    return { score, exact, stem, synonym, chunks, matches: pairs };
  }

  #align(prediction: readonly string[], reference: readonly string[]): MeteorAlignment {
    this.#prediction = this.#read(prediction, this.#prediction);
    this.#reference = this.#read(reference, this.#reference);
    return this.#aligner.align(
      this.#prediction.subarray(0, prediction.length),
      this.#reference.subarray(0, reference.length),
    );
  }

  #read(words: readonly string[], into: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    const numbers = grown(into, words.length);
    for (let at = 0; at < words.length; at++) numbers[at] = this.#words.number(words[at] as string);
    return numbers;
  }

  #scoreOf(alignment: MeteorAlignment, predictionWords: number, referenceWords: number): number {
    const { exact, stem, synonym, chunks } = alignment;
    const matched = exact + stem + synonym;
    if (matched === 0) return 0;
    const precision = matched / predictionWords;
    const recall = matched / referenceWords;
    const mean = (precision * recall) / (this.#alpha * precision + (1 - this.#alpha) * recall);
    const penalty = this.#gamma * (chunks / matched) ** this.#beta;
    return (1 - penalty) * mean;
  }
}

/** Score of one prediction, and what it rests on. */
export interface MeteorJudgement {
  /** The best score over the references. */
  readonly score: number;
  /** Words of the prediction. */
  readonly predictionWords: number;
  /** Words of the longest reference. */
  readonly referenceWords: number;
}
