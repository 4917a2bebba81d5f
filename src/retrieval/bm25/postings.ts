import type { TermCounts } from "./term-counts.ts";

/** Where a term occurs: a stretch of lists that all terms share. */
export interface Postings {
  /** Documents; within the stretch those that hold the term, ascending. */
  readonly documents: Int32Array;
  /** How often each of them holds it. */
  readonly frequencies: Int32Array;
  /** Where the stretch begins. */
  readonly from: number;
  /** Where it ends. */
  readonly to: number;
}

/** Gives the postings of a term, numbered from 1. */
export type PostingsOf = (term: number) => Postings;

/**
 * Opens the inverted index of some documents. Most profiles are asked one query only: for that one
 * only its own terms are collected. The second query builds the index of all terms.
 *
 * @param counts - The words of the documents.
 * @returns A function that gives the postings of the terms that it is asked for.
 */
export function openPostings(counts: TermCounts): (terms: readonly number[]) => PostingsOf {
  let isFirst = true;
  let everyTerm: PostingsOf | undefined;
  return (terms) => {
    if (isFirst) {
      isFirst = false;
      return invertSome(counts, terms);
    }
    everyTerm ??= invertAll(counts);
    return everyTerm;
  };
}

function invertSome(counts: TermCounts, terms: readonly number[]): PostingsOf {
  const places = new Int32Array(counts.termCount + 1);
  const distinct: number[] = [];
  for (const term of terms) {
    if (places[term] === 0) places[term] = distinct.push(term);
  }
  return invert(counts, distinct, places);
}

function invertAll(counts: TermCounts): PostingsOf {
  const places = Int32Array.from({ length: counts.termCount + 1 }, (_, term) => term);
  return invert(counts, places.subarray(1), places);
}

/**
 * Collects the postings of some terms.
 *
 * @param counts - The words of the documents.
 * @param terms - The terms, in the order of their places.
 * @param places - From term to place, counted from 1; 0 for a term that is not wanted.
 * @returns The postings of a term that is wanted.
 */
function invert(counts: TermCounts, terms: ArrayLike<number>, places: Int32Array): PostingsOf {
  const starts = new Int32Array(terms.length + 2);
  for (let index = 0; index < terms.length; index++) {
    const holding = counts.documentsWith[terms[index] as number] as number;
    starts[index + 2] = (starts[index + 1] as number) + holding;
  }
  const documents = new Int32Array(starts[terms.length + 1] as number);
  const frequencies = new Int32Array(documents.length);
  fill({ counts, places, starts, documents, frequencies });
  return (term) => {
    const place = places[term] as number;
    const [from, to] = [starts[place] as number, starts[place + 1] as number];
    return { documents, frequencies, from, to };
  };
}

interface PostingLists {
  readonly counts: TermCounts;
  readonly places: Int32Array;
  /** Where the list of each place starts. */
  readonly starts: Int32Array;
  readonly documents: Int32Array;
  readonly frequencies: Int32Array;
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
