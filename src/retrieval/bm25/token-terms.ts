import type { TermCounts } from "./term-counts.ts";

/**
 * Numbers the terms of documents that are split already.
 *
 * @param corpus - The words of each document; compared as they are given.
 * @returns The counts.
 */
export function countTokens(corpus: readonly (readonly string[])[]): TermCounts {
  const terms = new Map<string, number>();
  const documents: number[] = [0];
  const lastDocument: number[] = [-1];
  const wordCounts = Int32Array.from(corpus, (words) => words.length);
  const termOfWord = new Int32Array(wordCounts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const [document, words] of corpus.entries()) {
    for (const word of words) {
      let term = terms.get(word);
      if (term === undefined) {
        term = terms.size + 1;
        terms.set(word, term);
        documents.push(0);
        lastDocument.push(-1);
      }
      if (lastDocument[term] !== document) {
        lastDocument[term] = document;
        documents[term] = (documents[term] as number) + 1;
      }
      termOfWord[at++] = term;
    }
  }
  return {
    wordCounts,
    termOfWord,
    termCount: terms.size,
    documentsWith: Int32Array.from(documents),
    find: (text) => terms.get(text) ?? 0,
  };
}
