/** Which word vectors: stands in the signature of every value that rests on them. */
export interface WordVectorsIdentity {
  /** Name, for instance of the package or of the file without its ending. */
  readonly name: string;
  /** Version of the package; for a file its dimensions, for instance `300d`. */
  readonly version: string;
  /** SHA-256 of the file that the vectors were read from, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** A fixed table from words to vectors. */
export interface WordVectors {
  /** Which vectors. */
  readonly identity: WordVectorsIdentity;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** Words that have a vector. */
  readonly wordCount: number;
  /**
   * Looks a word up as it is written.
   *
   * @param word - The word.
   * @returns Its id, or −1 if it has no vector.
   */
  find(word: string): number;
  /**
   * Reads vectors.
   *
   * @param ids - Ids that {@link WordVectors.find} gave.
   * @returns The vectors in that order, one after the other.
   */
  read(ids: Int32Array): Float32Array;
}
