/** The words of some documents as numbers, and in how many documents each occurs. */
export interface TermCounts {
  /** Words of each document. */
  readonly wordCounts: Int32Array;
  /** The term of every word, document after document; terms are numbered from 1 as they appear. */
  readonly termOfWord: Int32Array;
  /** Distinct terms. */
  readonly termCount: number;
  /** In how many documents each term occurs, from term 1; place 0 is nobody's. */
  readonly documentsWith: Int32Array;
  /**
   * The number of a term, or 0 if it occurs nowhere.
   *
   * @param text - The term, exactly.
   */
  find(text: string): number;
}
