/** The words of some documents as numbers, and in how many documents each occurs. */
export interface TermCounts {
  /** Words of each document. */
  readonly wordCounts: Int32Array;
  /** The term of every word, document after document; terms are numbered from 1 as they appear. */
  readonly termOfWord: Int32Array;
  /** Distinct terms. */
  readonly termCount: number;
  /**
   * In how many documents a term occurs.
   *
   * @param term - From 1 to `termCount`.
   */
  documentsWith(term: number): number;
  /**
   * The number of a term, or 0 if it occurs nowhere.
   *
   * @param text - The term, exactly.
   */
  find(text: string): number;
}
