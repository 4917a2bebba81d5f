import { LonghandError } from "../../foundation/index.ts";
import { type Bm25Index, type CorpusShape, corpusShape, openBm25 } from "./bm25-index.ts";
import type { TermCounts } from "./term-counts.ts";
import { countTexts } from "./text-terms.ts";
import { countTokens } from "./token-terms.ts";

/**
 * What an index is made from: the words of each document, compared as they are, or whole texts,
 * which are split at white space as Python's `str.split()` does. Texts are faster.
 */
export type Bm25Corpus = readonly string[] | readonly (readonly string[])[];

/** Settings of {@link bm25Okapi}. */
export interface OkapiOptions {
  /** How slowly repetitions of a term stop counting, 0 or more. @defaultValue 1.5 */
  readonly k1?: number;
  /** How much long documents are held back, from 0 to 1. @defaultValue 0.75 */
  readonly b?: number;
  /** Share of the mean idf that a term with a negative idf gets. @defaultValue 0.25 */
  readonly epsilon?: number;
}

/** Settings of {@link bm25L} and {@link bm25Plus}. */
export interface DeltaOptions {
  /** How slowly repetitions of a term stop counting, 0 or more. @defaultValue 1.5 */
  readonly k1?: number;
  /** How much long documents are held back, from 0 to 1. @defaultValue 0.75 */
  readonly b?: number;
  /** What lifts long documents. @defaultValue 0.5 for L, 1 for Plus */
  readonly delta?: number;
  /**
   * `0.2.2` is what the released package computes. `head` is its repository, which mends a slip of L
   * (the frequency counted twice) and rounds the idf of Plus differently. @defaultValue "0.2.2"
   */
  readonly version?: "0.2.2" | "head";
}

/** An index of {@link bm25Okapi}. */
export interface OkapiIndex extends Bm25Index {
  /** Mean idf over all distinct terms, negative ones included, before they are replaced. */
  readonly averageIdf: number;
}

/**
 * BM25 as `BM25Okapi` of rank_bm25 0.2.2 computes it, to 1e-12.
 *
 * A term that more than half of the documents hold has a negative idf, which is replaced by a share
 * of the mean idf; in tiny profiles that is negative, too, and matching documents rank *below* the
 * others. A term in exactly half of them weighs 0.
 *
 * @param corpus - The documents; empty ones are allowed and count.
 * @param options - k1, b and epsilon.
 * @returns The index; `undefined` for no documents, or empty ones only, where the reference divides
 * by zero.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { bm25Okapi } from "longhand/retrieval";
 *
 * const index = bm25Okapi(["a quiet lamp", "green chairs", "old clocks"]);
 * console.log(index?.scores(["quiet", "lamp"])); // the first document scores highest
 * ```
 */
export function bm25Okapi(corpus: Bm25Corpus, options: OkapiOptions = {}): OkapiIndex | undefined {
  const { k1 = 1.5, b = 0.75, epsilon = 0.25 } = options;
  checkSettings({ k1, b });
  const counts = countTerms(corpus);
  const shape = corpusShape(counts);
  if (shape === undefined) return undefined;
  const { documents } = shape;
  const plainIdf = (holding: number): number =>
    Math.log(documents - holding + 0.5) - Math.log(holding + 0.5);
  let average: number | undefined;
  const averageIdf = (): number => {
    average ??= meanOverTerms(counts, plainIdf);
    return average;
  };
  const norms = lengthNorms(shape, b).map((norm) => k1 * norm);
  const index = openBm25(counts, shape, {
    idf: (holding) => {
      const idf = plainIdf(holding);
      return idf < 0 ? epsilon * averageIdf() : idf;
    },
    gain: (idf, frequency, document) =>
      idf * ((frequency * (k1 + 1)) / (frequency + (norms[document] as number))),
    gainOfAbsent: () => 0,
  });
  return {
    ...index,
    get averageIdf() {
      return averageIdf();
    },
  };
}

/**
 * BM25L (Lv and Zhai 2011) as `BM25L` of rank_bm25 computes it, to 1e-12.
 *
 * @param corpus - The documents; empty ones are allowed and count.
 * @param options - k1, b, delta and the version.
 * @returns The index; `undefined` for no documents, or empty ones only.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { bm25L } from "longhand/retrieval";
 *
 * console.log(bm25L(["a quiet lamp", "green chairs"])?.scores(["lamp"]));
 * ```
 */
export function bm25L(corpus: Bm25Corpus, options: DeltaOptions = {}): Bm25Index | undefined {
  const { k1 = 1.5, b = 0.75, delta = 0.5, version = "0.2.2" } = options;
  checkSettings({ k1, b });
  const counts = countTerms(corpus);
  const shape = corpusShape(counts);
  if (shape === undefined) return undefined;
  const norms = lengthNorms(shape, b);
  const gain = (weight: number, adjusted: number): number =>
    (weight * (k1 + 1) * (adjusted + delta)) / (k1 + adjusted + delta);
  return openBm25(counts, shape, {
    idf: (holding) => Math.log(shape.documents + 1) - Math.log(holding + 0.5),
    gain: (idf, frequency, document) =>
      gain(version === "0.2.2" ? idf * frequency : idf, frequency / (norms[document] as number)),
    gainOfAbsent: (idf) => (version === "0.2.2" ? 0 : gain(idf, 0)),
  });
}

/**
 * BM25+ (Lv and Zhai 2011) as `BM25Plus` of rank_bm25 computes it, to 1e-12.
 *
 * @param corpus - The documents; empty ones are allowed and count.
 * @param options - k1, b, delta and the version.
 * @returns The index; `undefined` for no documents, or empty ones only.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { bm25Plus } from "longhand/retrieval";
 *
 * console.log(bm25Plus(["a quiet lamp", "green chairs"])?.scores(["lamp"]));
 * ```
 */
export function bm25Plus(corpus: Bm25Corpus, options: DeltaOptions = {}): Bm25Index | undefined {
  const { k1 = 1.5, b = 0.75, delta = 1, version = "0.2.2" } = options;
  checkSettings({ k1, b });
  const counts = countTerms(corpus);
  const shape = corpusShape(counts);
  if (shape === undefined) return undefined;
  const norms = lengthNorms(shape, b);
  const all = shape.documents + 1;
  return openBm25(counts, shape, {
    idf: (holding) =>
      version === "0.2.2" ? Math.log(all / holding) : Math.log(all) - Math.log(holding),
    gain: (idf, frequency, document) =>
      idf * (delta + (frequency * (k1 + 1)) / (k1 * (norms[document] as number) + frequency)),
    gainOfAbsent: (idf) => idf * delta,
  });
}

/**
 * BM25 with an idf that cannot be negative, ln(1 + (N − n + 0.5) / (n + 0.5)): what the `longhand`
 * profile retrieves with.
 *
 * @param counts - The words of the documents.
 * @returns The index; `undefined` where there is no word at all.
 */
export function bm25NonNegative(counts: TermCounts): Bm25Index | undefined {
  const k1 = 1.5;
  const shape = corpusShape(counts);
  if (shape === undefined) return undefined;
  const { documents } = shape;
  const norms = lengthNorms(shape, 0.75).map((norm) => k1 * norm);
  return openBm25(counts, shape, {
    idf: (holding) => Math.log(1 + (documents - holding + 0.5) / (holding + 0.5)),
    gain: (idf, frequency, document) =>
      idf * ((frequency * (k1 + 1)) / (frequency + (norms[document] as number))),
    gainOfAbsent: () => 0,
  });
}

function countTerms(corpus: Bm25Corpus): TermCounts {
  return isTexts(corpus) ? countTexts(corpus, "python-words") : countTokens(corpus);
}

function isTexts(corpus: Bm25Corpus): corpus is readonly string[] {
  return typeof corpus[0] === "string";
}

/** 1 − b + b · length / mean length of each document. */
function lengthNorms({ wordCounts, meanWords }: CorpusShape, b: number): Float64Array {
  const norms = new Float64Array(wordCounts.length);
  for (const [document, words] of wordCounts.entries()) {
    norms[document] = 1 - b + (b * words) / meanWords;
  }
  return norms;
}

function meanOverTerms(counts: TermCounts, idf: (holding: number) => number): number {
  const { termCount, wordCounts } = counts;
  const known = new Float64Array(wordCounts.length + 1).fill(Number.NaN);
  let sum = 0;
  // In the order in which the terms appear, as the reference adds them up.
  for (let term = 1; term <= termCount; term++) {
    const holding = counts.documentsWith[term] as number;
    let value = known[holding] as number;
    if (Number.isNaN(value)) {
      value = idf(holding);
      known[holding] = value;
    }
    sum += value;
  }
  return sum / termCount;
}

function checkSettings({ k1, b }: { k1: number; b: number }): void {
  const isFine = k1 >= 0 && Number.isFinite(k1) && b >= 0 && b <= 1;
  if (isFine) return;
  throw new LonghandError(`BM25: k1 must be 0 or more and b from 0 to 1, got ${k1} and ${b}.`, {
    code: "invalid-option",
    hint: "Leave both out for 1.5 and 0.75.",
  });
}
