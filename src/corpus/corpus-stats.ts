import type { AuthorCount, CorpusDocument, CorpusStats, Spread } from "../records/index.ts";
import { comparableText, pythonWords } from "../text/index.ts";
import { shortHash } from "./short-hash.ts";

/**
 * Counts a corpus: documents, authors, words, dates and duplicates. Keeps two numbers and two short
 * strings a document in memory.
 *
 * @param documents - The corpus, as a stream or a list.
 * @param options - How many of the authors with most documents to name.
 * @returns The numbers.
 */
export async function corpusStats(
  documents: AsyncIterable<CorpusDocument> | Iterable<CorpusDocument>,
  options: { readonly maxAuthors?: number } = {},
): Promise<CorpusStats> {
  const counted: Counted = {
    wordCounts: [],
    authors: new Map(),
    titled: 0,
    dates: [],
    ownTexts: new Set(),
    anyTexts: new Set(),
    duplicates: 0,
    duplicatesOfOthers: 0,
  };
  for await (const document of documents) count(document, counted);
  return statsOf(counted, options.maxAuthors ?? 10);
}

interface Counted {
  readonly wordCounts: number[];
  readonly authors: Map<string, { documents: number; words: number }>;
  titled: number;
  readonly dates: string[];
  readonly ownTexts: Set<string>;
  readonly anyTexts: Set<string>;
  duplicates: number;
  duplicatesOfOthers: number;
}

function count({ author, text, title, date }: CorpusDocument, counted: Counted): void {
  const words = pythonWords(text).length;
  counted.wordCounts.push(words);
  const own = counted.authors.get(author) ?? { documents: 0, words: 0 };
  counted.authors.set(author, { documents: own.documents + 1, words: own.words + words });
  if (title !== undefined && title !== "") counted.titled += 1;
  if (date !== undefined) counted.dates.push(date);
  countCopies(author, comparableText(text), counted);
}

function countCopies(author: string, text: string, counted: Counted): void {
  const own = shortHash(JSON.stringify([author, text]));
  if (counted.ownTexts.has(own)) {
    counted.duplicates += 1;
    return;
  }
  counted.ownTexts.add(own);
  const any = shortHash(text);
  if (counted.anyTexts.has(any)) counted.duplicatesOfOthers += 1;
  counted.anyTexts.add(any);
}

function statsOf(counted: Counted, maxAuthors: number): CorpusStats {
  const { wordCounts, authors, titled, dates } = counted;
  const documents = wordCounts.length;
  // The dates are prefixes of one form, so that the order of the texts is that of the times.
  const [firstDate, ...laterDates] = dates.sort();
  return {
    documents,
    authors: authors.size,
    words: sum(wordCounts),
    wordsPerDocument: spreadOf(wordCounts),
    documentsPerAuthor: spreadOf([...authors.values()].map((own) => own.documents)),
    titled,
    dated: dates.length,
    ...(documents === 0 ? {} : { datedShare: dates.length / documents }),
    ...(firstDate === undefined ? {} : { firstDate, lastDate: laterDates.at(-1) ?? firstDate }),
    topAuthors: topAuthors(authors, maxAuthors),
    duplicates: counted.duplicates,
    duplicatesOfOthers: counted.duplicatesOfOthers,
  };
}

function topAuthors(authors: Counted["authors"], maxAuthors: number): AuthorCount[] {
  return [...authors]
    .map(([author, own]) => ({ author, ...own }))
    .sort((left, right) => right.documents - left.documents || compare(left.author, right.author))
    .slice(0, maxAuthors);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Mean, deviation and quartiles of some numbers. */
function spreadOf(values: readonly number[]): Spread {
  const n = values.length;
  if (n === 0) return { n };
  const inOrder = Float64Array.from(values).sort();
  const mean = sum(values) / n;
  const squares = sum(values.map((value) => (value - mean) ** 2));
  return {
    n,
    mean,
    ...(n < 2 ? {} : { sd: Math.sqrt(squares / (n - 1)) }),
    min: quantile(inOrder, 0),
    quarter: quantile(inOrder, 0.25),
    median: quantile(inOrder, 0.5),
    threeQuarters: quantile(inOrder, 0.75),
    max: quantile(inOrder, 1),
  };
}

/** Linear interpolation between order statistics (type 7 of Hyndman and Fan 1996). */
function quantile(inOrder: Float64Array, share: number): number {
  const at = share * (inOrder.length - 1);
  const below = inOrder[Math.floor(at)] ?? 0;
  const above = inOrder[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
