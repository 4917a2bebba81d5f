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
  let isFirst = true;
  let everyTerm: PostingsOf | undefined;
  return (terms) => {
    const distinct = [...new Set(terms)];
    const cells = (distinct.length + 1) * counts.wordCounts.length;
    const isSmallFirst = isFirst && cells <= MOST_CELLS;
    isFirst = false;
    if (isSmallFirst) return collect(counts, distinct);
    everyTerm ??= invertAll(counts);
    const all = everyTerm;
    return new Map(distinct.map((term) => [term, all(term)]));
  };
}

/** Largest table of terms × documents that is filled for one query. */
const MOST_CELLS = 1 << 18;

/** Reads the words once and counts those of some terms in a row each. */
function collect(counts: TermCounts, terms: readonly number[]): Map<number, Postings> {
  const { wordCounts, termOfWord, termCount } = counts;
  const documents = wordCounts.length;
  const rows = new Int32Array(termCount + 1);
  for (const [index, term] of terms.entries()) rows[term] = index + 1;
  const cells = new Int32Array((terms.length + 1) * documents);
  let at = 0;
  for (let document = 0; document < documents; document++) {
    const end = at + (wordCounts[document] as number);
    for (; at < end; at++) {
      const row = rows[termOfWord[at] as number] as number;
      if (row === 0) continue;
      const cell = row * documents + document;
      cells[cell] = (cells[cell] as number) + 1;
    }
  }
  return new Map(
    terms.map((term, index) => {
      const row = cells.subarray((index + 1) * documents, (index + 2) * documents);
      return [term, nonZero(row, counts.documentsWith[term] as number)];
    }),
  );
}

function nonZero(row: Int32Array, count: number): Postings {
  const postings = { documents: new Int32Array(count), frequencies: new Int32Array(count) };
  let at = 0;
  for (let document = 0; document < row.length; document++) {
    if (row[document] === 0) continue;
    postings.documents[at] = document;
    postings.frequencies[at] = row[document] as number;
    at++;
  }
  return postings;
}

type PostingsOf = (place: number) => Postings;

function invertAll(counts: TermCounts): PostingsOf {
  const places = Int32Array.from({ length: counts.termCount + 1 }, (_, term) => term);
  return invert(counts, Array.from(places.subarray(1)), places);
}

/**
 * Collects the postings of some terms.
 *
 * @param counts - The words of the documents.
 * @param terms - The terms, in the order of their places.
 * @param places - From term to place, counted from 1; 0 for a term that is not wanted.
 * @returns The postings of a place.
 */
function invert(
  counts: TermCounts,
  terms: readonly number[],
  places: Uint16Array | Int32Array,
): PostingsOf {
  const starts = new Int32Array(terms.length + 2);
  for (const [index, term] of terms.entries()) {
    starts[index + 2] = (starts[index + 1] as number) + (counts.documentsWith[term] as number);
  }
  const documents = new Int32Array(starts[terms.length + 1] as number);
  const frequencies = new Int32Array(documents.length);
  fill({ counts, places, starts, documents, frequencies });
  return (place) => ({
    documents: documents.subarray(starts[place], starts[place + 1]),
    frequencies: frequencies.subarray(starts[place], starts[place + 1]),
  });
}

interface PostingLists extends Postings {
  readonly counts: TermCounts;
  readonly places: Uint16Array | Int32Array;
  /** Where the list of each place starts. */
  readonly starts: Int32Array;
}

function fill({ counts, places, starts, documents, frequencies }: PostingLists): void {
  const { wordCounts, termOfWord } = counts;
  const ends = starts.slice();
  let at = 0;
  for (let document = 0; document < wordCounts.length; document++) {
    const wordsEnd = at + (wordCounts[document] as number);
    for (; at < wordsEnd; at++) {
      const place = places[termOfWord[at] as number] as number;
      if (place === 0) continue;
      const end = ends[place] as number;
      const isKnown = end > (starts[place] as number) && documents[end - 1] === document;
      const posting = isKnown ? end - 1 : end;
      documents[posting] = document;
      frequencies[posting] = (frequencies[posting] as number) + 1;
      ends[place] = posting + 1;
    }
  }
}
