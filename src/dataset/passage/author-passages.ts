import { LonghandError } from "../../foundation/index.ts";
import type {
  BenchmarkProfile,
  CorpusDocument,
  FunnelStep,
  ProfileItem,
} from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { comparableId, comparableText, pythonWords } from "../../text/index.ts";
import { cutPassages, type WordRange } from "./cut-passages.ts";

/** A passage of a document. */
export interface Passage {
  /** `<document id>#<n>`, n from 1. */
  readonly id: string;
  readonly documentId: string;
  /** Without the author's name, which the model would know. */
  readonly title: string;
  readonly text: string;
  readonly date?: string;
  /** The passage as an item of a profile; one object for all profiles. */
  readonly item: ProfileItem;
}

/** A document that was cut. */
export interface CutDocument {
  readonly id: string;
  readonly date?: string;
  readonly passages: readonly Passage[];
}

/** One person's documents, oldest first; undated ones before all others. */
export interface Author {
  readonly userId: string;
  readonly documents: readonly CutDocument[];
}

/** What was read, by author, and what was left out. */
export interface ReadDocuments {
  /** In code-unit order of their ids. */
  readonly authors: readonly Author[];
  readonly funnel: readonly FunnelStep[];
  readonly counts: Readonly<Record<string, number>>;
}

export interface DocumentRules {
  readonly profile: BenchmarkProfile;
  readonly passageWords: WordRange;
}

interface Reading extends DocumentRules {
  readonly ids: Set<string>;
  /** Who wrote each text first, by the hash of its comparable form. */
  readonly writers: Map<string, string>;
  readonly byAuthor: Map<string, CutDocument[]>;
  /** People that had documents before each rule. */
  readonly users: readonly [all: Set<string>, distinct: Set<string>, long: Set<string>];
  readonly documents: [all: number, distinct: number, long: number];
  repeatsAcrossAuthors: number;
  undated: number;
  untitled: number;
  passages: number;
}

/** Reads all documents, leaves out repeats and those too short, and cuts the rest into passages. */
export async function readDocuments(
  documents: AsyncIterable<CorpusDocument> | Iterable<CorpusDocument>,
  rules: DocumentRules,
): Promise<ReadDocuments> {
  const reading: Reading = {
    ...rules,
    ids: new Set(),
    writers: new Map(),
    byAuthor: new Map(),
    users: [new Set(), new Set(), new Set()],
    documents: [0, 0, 0],
    repeatsAcrossAuthors: 0,
    undated: 0,
    untitled: 0,
    passages: 0,
  };
  for await (const document of documents) addDocument(reading, document);
  const authors = [...reading.byAuthor].map(([userId, cut]) => ({
    userId,
    documents: inTimeOrder(cut, rules.profile),
  }));
  authors.sort((left, right) => (left.userId < right.userId ? -1 : 1));
  return { authors, funnel: funnelOf(reading), counts: countsOf(reading, authors) };
}

function addDocument(reading: Reading, document: CorpusDocument): void {
  const { profile, passageWords, users, documents } = reading;
  const id = comparableId(document.id);
  if (reading.ids.has(id)) throw repeatedId(id);
  reading.ids.add(id);
  const userId = comparableId(document.author);
  users[0].add(userId);
  documents[0] += 1;
  if (isRepeat(reading, userId, document) && profile === "longhand") return;
  users[1].add(userId);
  documents[1] += 1;
  if (pythonWords(document.text).length < passageWords[0]) return;
  users[2].add(userId);
  documents[2] += 1;
  const cut = cutDocument({ ...document, id }, passageWords);
  reading.passages += cut.passages.length;
  if (cut.date === undefined) reading.undated += 1;
  if (cut.passages[0]?.title === "") reading.untitled += 1;
  const others = reading.byAuthor.get(userId);
  if (others === undefined) reading.byAuthor.set(userId, [cut]);
  else others.push(cut);
}

/** Whether this author already has this text; the same text by two authors is only counted. */
function isRepeat(reading: Reading, userId: string, { text }: CorpusDocument): boolean {
  const key = sha256(comparableText(text));
  const own = `${key} ${userId}`;
  if (reading.writers.has(own)) return true;
  reading.writers.set(own, userId);
  const first = reading.writers.get(key);
  if (first === undefined) reading.writers.set(key, userId);
  else reading.repeatsAcrossAuthors += 1;
  return false;
}

function cutDocument(document: CorpusDocument, range: WordRange): CutDocument {
  const { id, date } = document;
  const title = titleWithout(document.title ?? "", document.author);
  const dated = date === undefined ? {} : { date };
  const passages = cutPassages(document.text, range).map((text, index) => {
    const passageId = `${id}#${index + 1}`;
    const item = { id: passageId, ...dated, fields: { text, title } };
    return { id: passageId, documentId: id, title, text, ...dated, item };
  });
  return { id, ...dated, passages };
}

const SEPARATORS = "[\\s,;:|/()\\[\\]–—-]";
const LEFT_OVER = new RegExp(`^${SEPARATORS}+|(?:${SEPARATORS}|\\bby\\b)+$`, "gi");

/** A title without the author's name and what joined the two. */
export function titleWithout(title: string, author: string): string {
  const name = author.trim();
  if (name === "") return title.trim();
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])(?:['’]s)?`, "giu");
  const without = title.replace(pattern, " ");
  if (without === title) return title.trim();
  return without.replace(LEFT_OVER, "").replace(/\s+/g, " ").trim();
}

/**
 * Oldest first. Equal dates are put in the order of the ids; under `longlamp-paper` they stay in the
 * order in which they came. A date without month or day counts as the beginning of its time.
 */
function inTimeOrder(documents: readonly CutDocument[], profile: BenchmarkProfile): CutDocument[] {
  return [...documents].sort((left, right) => {
    const byDate = compare(left.date ?? "", right.date ?? "");
    return byDate !== 0 || profile === "longlamp-paper" ? byDate : compare(left.id, right.id);
  });
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function funnelOf({ profile, passageWords, documents, users, passages }: Reading): FunnelStep[] {
  const step = (rule: string, from: 0 | 1, to: 1 | 2): FunnelStep => ({
    rule,
    unit: "documents",
    in: documents[from],
    out: documents[to],
    usersIn: users[from].size,
    usersOut: users[to].size,
  });
  const repeats = step("document does not repeat another of its author", 0, 1);
  return [
    ...(profile === "longhand" ? [repeats] : []),
    step(`document has at least ${passageWords[0]} words`, 1, 2),
    {
      rule: "document was cut into passages",
      unit: "passages",
      in: passages,
      out: passages,
      usersIn: users[2].size,
      usersOut: users[2].size,
    },
  ];
}

function countsOf(reading: Reading, authors: readonly Author[]): Record<string, number> {
  let dateTies = 0;
  for (const { documents } of authors) {
    const dates = documents.flatMap(({ date }) => date ?? []);
    dateTies += dates.filter((date, index) => dates[index - 1] === date).length;
  }
  return {
    dateTies,
    repeatsAcrossAuthors: reading.repeatsAcrossAuthors,
    undatedDocuments: reading.undated,
    untitledDocuments: reading.untitled,
  };
}

function repeatedId(id: string): LonghandError {
  return new LonghandError(`Two documents have the id ${JSON.stringify(id)}.`, {
    code: "duplicate-id",
    hint: 'Give each document an id of its own; 7 and "7" are one id, and so are two Unicode forms.',
    details: { id },
  });
}
