/** How a number is spread over documents or people. */
export interface Spread {
  /** How many values there are. */
  readonly n: number;
  /** Arithmetic mean; absent for none. */
  readonly mean?: number;
  /** Standard deviation (n − 1); absent below two. */
  readonly sd?: number;
  /** Smallest value. */
  readonly min?: number;
  /** A quarter of the values are at most this (linear interpolation). */
  readonly quarter?: number;
  /** Half of the values are at most this. */
  readonly median?: number;
  /** Three quarters of the values are at most this. */
  readonly threeQuarters?: number;
  /** Largest value. */
  readonly max?: number;
}

/** One author's share of a corpus. */
export interface AuthorCount {
  /** Who. */
  readonly author: string;
  /** Documents by this author. */
  readonly documents: number;
  /** Words in them. */
  readonly words: number;
}

/** A corpus in numbers. Words are what Python's `str.split()` gives. */
export interface CorpusStats {
  /** How many documents there are. */
  readonly documents: number;
  /** How many people wrote them. */
  readonly authors: number;
  /** Words in all documents together. */
  readonly words: number;
  /** Words in each document. */
  readonly wordsPerDocument: Spread;
  /** Documents of each author. */
  readonly documentsPerAuthor: Spread;
  /** Documents with a title that is not empty. */
  readonly titled: number;
  /** Documents with a date. */
  readonly dated: number;
  /** Share of documents with a date, 0 to 1; absent for an empty corpus. */
  readonly datedShare?: number;
  /** Earliest date, as the document gives it. */
  readonly firstDate?: string;
  /** Latest date. */
  readonly lastDate?: string;
  /** Authors with most documents first (equal numbers by name), at most as many as asked for. */
  readonly topAuthors: readonly AuthorCount[];
  /** Documents whose author has the same text (after white space) before; the first not counted. */
  readonly duplicates: number;
  /** Documents whose text stands before under another author. */
  readonly duplicatesOfOthers: number;
}
