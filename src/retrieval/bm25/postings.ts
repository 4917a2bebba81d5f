import type { TermCounts } from "./term-counts.ts";

/** Where a term occurs. */
export interface Postings {
  /** Documents that hold the term, ascending. */
  readonly documents: Int32Array;
  /** How often each of them holds it. */
  readonly frequencies: Int32Array;
}

/**
 * Opens the inverted index of some documents. Most profiles are asked one query only: that one reads
 * through the words once. The second query builds the index of all terms.
 *
 * @param counts - The words of the documents.
 * @returns A function that gives the postings of terms, numbered from 1.
 */
export function openPostings(
  counts: TermCounts,
): (terms: readonly number[]) => ReadonlyMap<number, Postings> {
  let asked = false;
  let all: ((term: number) => Postings) | undefined;
  return (terms) => {
    if (!asked) {
      asked = true;
      return collect(counts, terms);
    }
    const index = all ?? invert(counts);
    all = index;
    return new Map(terms.map((term) => [term, index(term)]));
  };
}

function collect(counts: TermCounts, terms: readonly number[]): Map<number, Postings> {
  const { wordCounts, termOfWord, termCount } = counts;
  const places = new Int32Array(termCount + 1).fill(-1);
  const found = [...new Set(terms)].map((term, place) => {
    places[term] = place;
    const documents = new Int32Array(counts.documentsWith(term));
    return { term, filled: 0, documents, frequencies: new Int32Array(documents.length) };
  });
  let at = 0;
  for (let document = 0; document < wordCounts.length; document++) {
    const end = at + (wordCounts[document] as number);
    for (; at < end; at++) {
      const place = places[termOfWord[at] as number] as number;
      if (place === -1) continue;
      const postings = found[place] as (typeof found)[number];
      const { documents, frequencies } = postings;
      if (postings.filled === 0 || documents[postings.filled - 1] !== document) {
        documents[postings.filled++] = document;
      }
      const last = postings.filled - 1;
      frequencies[last] = (frequencies[last] as number) + 1;
    }
  }
  return new Map(found.map(({ term, ...postings }) => [term, postings]));
}

function invert(counts: TermCounts): (term: number) => Postings {
  const { wordCounts, termOfWord, termCount } = counts;
  const starts = new Int32Array(termCount + 2);
  for (let term = 1; term <= termCount; term++) {
    starts[term + 1] = (starts[term] as number) + counts.documentsWith(term);
  }
  const ends = starts.slice();
  const documents = new Int32Array(starts[termCount + 1] as number);
  const frequencies = new Int32Array(documents.length);
  let at = 0;
  for (let document = 0; document < wordCounts.length; document++) {
    const wordsEnd = at + (wordCounts[document] as number);
    for (; at < wordsEnd; at++) {
      const term = termOfWord[at] as number;
      const end = ends[term] as number;
      const isKnown = end > (starts[term] as number) && documents[end - 1] === document;
      const place = isKnown ? end - 1 : end;
      documents[place] = document;
      frequencies[place] = (frequencies[place] as number) + 1;
      ends[term] = place + 1;
    }
  }
  return (term) => ({
    documents: documents.subarray(starts[term], starts[term + 1]),
    frequencies: frequencies.subarray(starts[term], starts[term + 1]),
  });
}
