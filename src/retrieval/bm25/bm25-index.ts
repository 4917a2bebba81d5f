import { openPostings, type Postings } from "./postings.ts";
import type { TermCounts } from "./term-counts.ts";

/** Some documents, ready to be scored against queries. */
export interface Bm25Index {
  /** Documents. */
  readonly documents: number;
  /** Mean words of a document. */
  readonly meanWords: number;
  /**
   * Weight of a term.
   *
   * @param term - Compared as it is.
   * @returns Its idf; `undefined` for a term that no document holds.
   */
  idf(term: string): number | undefined;
  /**
   * Scores every document.
   *
   * @param query - The terms asked for; each repetition counts, unknown ones count nothing.
   * @returns One score per document, in their order.
   */
  scores(query: readonly string[]): Float64Array;
}

/** What one variant of BM25 computes. */
export interface Bm25Formula {
  /**
   * Weight of a term.
   *
   * @param documents - How many hold it.
   */
  idf(documents: number): number;
  /**
   * What a term adds to a document that holds it.
   *
   * @param idf - Weight of the term.
   * @param frequency - How often the document holds it.
   * @param document - Index of the document.
   */
  gain(idf: number, frequency: number, document: number): number;
  /**
   * What a term adds to a document that lacks it.
   *
   * @param idf - Weight of the term.
   */
  gainOfAbsent(idf: number): number;
}

/** Lengths that a formula is made from. */
export interface CorpusShape {
  /** Documents, 1 or more. */
  readonly documents: number;
  /** Mean words of a document, above 0. */
  readonly meanWords: number;
  /** Words of each document. */
  readonly wordCounts: Int32Array;
}

/**
 * Measures a corpus.
 *
 * @param counts - The words of its documents.
 * @returns Its lengths; `undefined` where there is no word at all, for which BM25 is not defined.
 */
export function corpusShape({ wordCounts }: TermCounts): CorpusShape | undefined {
  const words = wordCounts.reduce((sum, count) => sum + count, 0);
  if (words === 0) return undefined;
  return { documents: wordCounts.length, meanWords: words / wordCounts.length, wordCounts };
}

/**
 * Opens an index.
 *
 * @param counts - The words of the documents.
 * @param shape - Their lengths.
 * @param formula - What to compute.
 * @returns The index.
 */
export function openBm25(counts: TermCounts, shape: CorpusShape, formula: Bm25Formula): Bm25Index {
  const postingsOf = openPostings(counts);
  return {
    documents: shape.documents,
    meanWords: shape.meanWords,
    idf: (text) => {
      const term = counts.find(text);
      return term === 0 ? undefined : formula.idf(counts.documentsWith[term] as number);
    },
    scores: (query) => {
      const scores = new Float64Array(shape.documents);
      // Numbers are added in the order of the query: floating-point sums depend on it.
      const terms = query.map((text) => counts.find(text)).filter((term) => term !== 0);
      const postings = postingsOf(terms);
      for (const term of terms) {
        const idf = formula.idf(counts.documentsWith[term] as number);
        addGains(scores, { postings: postings(term), idf, formula });
      }
      return scores;
    },
  };
}

function addGains(
  scores: Float64Array,
  { postings, idf, formula }: { postings: Postings; idf: number; formula: Bm25Formula },
): void {
  const { documents, frequencies, from, to } = postings;
  const absent = formula.gainOfAbsent(idf);
  if (absent !== 0) addToOthers(scores, postings, absent);
  for (let at = from; at < to; at++) {
    const document = documents[at] as number;
    const gain = formula.gain(idf, frequencies[at] as number, document);
    scores[document] = (scores[document] as number) + gain;
  }
}

function addToOthers(scores: Float64Array, { documents, from, to }: Postings, gain: number): void {
  let at = from;
  for (let document = 0; document < scores.length; document++) {
    if (at < to && documents[at] === document) at++;
    else scores[document] = (scores[document] as number) + gain;
  }
}
