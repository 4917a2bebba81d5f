import type { BenchmarkProfile, CorpusDocument, CorpusPlace } from "../records/index.ts";
import { canonicalJson } from "../storage/index.ts";
import { comparableId, comparableText, pythonStrip, wellFormed } from "../text/index.ts";
import {
  type Candidate,
  type CorpusEvent,
  dropped,
  type FindingEvent,
  type ReaderEvent,
  rejected,
  warning,
} from "./corpus-event.ts";
import { hashInHex, shortHash } from "./short-hash.ts";

/** What all documents of one corpus have in common while they are admitted. */
export interface AdmissionRules {
  /** `longhand` drops an author's second copy of a text, `longlamp-paper` keeps it. */
  readonly profile: BenchmarkProfile;
}

/**
 * Decides which candidates enter the corpus: checks texts and ids, mends lone surrogates, makes
 * missing ids, and finds duplicates. Keeps three short strings a document in memory.
 *
 * @param events - What readers found.
 * @param rules - The profile.
 * @returns The documents, and every finding.
 */
export async function* admit(
  events: AsyncIterable<ReaderEvent>,
  rules: AdmissionRules,
): AsyncGenerator<CorpusEvent> {
  const seen: Seen = {
    contents: new Map(),
    copies: new Map(),
    texts: new Map(),
    authors: new Map(),
  };
  for await (const event of events) {
    if (event.kind === "finding") yield event;
    else yield* decide(event, seen, rules);
  }
}

interface Seen {
  /** Hash of the content, by id. */
  readonly contents: Map<string, string>;
  /** Number of the last copy, by the id that was made from the content. */
  readonly copies: Map<string, number>;
  /** Id of the first document with an author's text, by hash of author and text. */
  readonly texts: Map<string, string>;
  /** Author of the first document with a text, by hash of the text. */
  readonly authors: Map<string, string>;
}

/** A candidate in the form in which it is stored, or why it is none. */
export interface Prepared {
  /** Author and id in the form in which they are compared, all texts without lone surrogates. */
  readonly candidate: Candidate;
  /** Why it cannot be a document. */
  readonly refusal?: FindingEvent;
  /** What was mended. */
  readonly mended?: FindingEvent;
}

/**
 * Looks at one candidate without the others: its text and author must not be empty.
 *
 * @param given - What a reader understood.
 * @returns The candidate as it is stored, and what there is to say.
 */
export function prepared(given: Candidate): Prepared {
  const { place } = given;
  const candidate = tidied(given);
  const { id } = candidate;
  if (pythonStrip(candidate.text) === "") {
    const message = "text is empty";
    return { candidate, refusal: rejected({ reason: "text-empty", message, place, id }) };
  }
  if (candidate.author === "") {
    const message = "author is empty";
    return { candidate, refusal: rejected({ reason: "author-missing", message, place, id }) };
  }
  if (!hasLoneSurrogates(given)) return { candidate };
  const message = "half of a character (a lone surrogate) was replaced by U+FFFD";
  return { candidate, mended: warning({ reason: "lone-surrogate", message, place, id }) };
}

function* decide(
  given: Candidate,
  seen: Seen,
  { profile }: AdmissionRules,
): Generator<CorpusEvent> {
  const { place } = given;
  const { candidate, refusal: unfit, mended } = prepared(given);
  if (unfit !== undefined) {
    yield unfit;
    return;
  }
  if (mended !== undefined) yield mended;
  const text = comparableText(candidate.text);
  const hash = shortHash(contentOf(candidate, text));
  const { id, refusal } = identify(candidate, hash, seen);
  if (refusal !== undefined) {
    yield refusal;
    return;
  }
  seen.contents.set(id, hash);
  const document = documentOf(candidate, id);
  const copy = findCopy(document, text, { seen, profile, place });
  if (copy !== undefined) yield copy;
  if (copy?.finding.outcome !== "dropped") yield { kind: "document", document, place };
}

interface Identity {
  readonly id: string;
  /** Why the candidate is left out. */
  readonly refusal?: FindingEvent;
}

/** An id of the source must be unique; a generated one is made so. */
function identify({ id: given, place }: Candidate, hash: string, seen: Seen): Identity {
  if (given === undefined) return { id: generatedId(hash, seen) };
  const id = comparableId(given);
  const earlier = seen.contents.get(id);
  if (earlier === undefined) return { id };
  if (earlier === hash) {
    const message = `the same document under the same id, ${JSON.stringify(id)}, came before`;
    return { id, refusal: dropped({ reason: "duplicate", message, place, id }) };
  }
  const message = `the id ${JSON.stringify(id)} stands for another document before`;
  return { id, refusal: rejected({ reason: "duplicate-id", message, place, id }) };
}

/**
 * An id made from the content. Equal documents are told apart by their number among equals, which
 * does not depend on where they stand.
 */
function generatedId(hash: string, seen: Seen): string {
  const base = `doc-${hashInHex(hash)}`;
  const named = (copy: number): string => (copy === 1 ? base : `${base}-${copy}`);
  let copy = seen.copies.get(base) ?? 1;
  while (seen.contents.has(named(copy))) copy += 1;
  if (copy > 1) seen.copies.set(base, copy);
  return named(copy);
}

interface CopyRules extends AdmissionRules {
  readonly place: CorpusPlace;
  readonly seen: Seen;
}

function findCopy(
  { id, author }: CorpusDocument,
  text: string,
  { seen, profile, place }: CopyRules,
): FindingEvent | undefined {
  const authorsText = shortHash(JSON.stringify([author, text]));
  const first = seen.texts.get(authorsText);
  if (first !== undefined) {
    const message = `the same text as ${JSON.stringify(first)} by the same author`;
    const say = profile === "longhand" ? dropped : warning;
    return say({ reason: "duplicate-text", message, place, id });
  }
  seen.texts.set(authorsText, id);
  const anyText = shortHash(text);
  const firstAuthor = seen.authors.get(anyText);
  if (firstAuthor !== undefined) {
    const message = `the same text as a document by ${JSON.stringify(firstAuthor)}`;
    return warning({ reason: "text-of-two-authors", message, place, id });
  }
  seen.authors.set(anyText, author);
  return undefined;
}

/** What two documents must share to be the same: all but the place and white space. */
function contentOf({ author, title, date, fields }: Candidate, text: string): string {
  return canonicalJson({ author, text, title, date, fields });
}

function documentOf(candidate: Candidate, id: string): CorpusDocument {
  const { author, text, title, date, source, fields } = candidate;
  return {
    id,
    author,
    ...(title === undefined ? {} : { title }),
    ...(date === undefined ? {} : { date }),
    ...(source === undefined ? {} : { source }),
    ...(fields === undefined || Object.keys(fields).length === 0 ? {} : { fields }),
    text,
  };
}

/** Author and id in the form in which they are compared, and all texts without lone surrogates. */
function tidied(given: Candidate): Candidate {
  const { kind, place, fields, id, author, text, ...rest } = given;
  const named = Object.entries(fields ?? {}).map(([key, value]) => [
    wellFormed(key),
    typeof value === "string" ? wellFormed(value) : value,
  ]);
  const optional = Object.entries(rest).map(([key, value]) => [key, value && wellFormed(value)]);
  return {
    kind,
    place,
    ...(id === undefined ? {} : { id: wellFormed(comparableId(id)) }),
    author: pythonStrip(wellFormed(comparableId(author))),
    text: wellFormed(text),
    ...Object.fromEntries(optional),
    ...(named.length === 0 ? {} : { fields: Object.fromEntries(named) }),
  };
}

function hasLoneSurrogates({ id, author, text, title, source, fields }: Candidate): boolean {
  const values = [id, author, text, title, source, ...Object.entries(fields ?? {}).flat()];
  return values.some((value) => typeof value === "string" && wellFormed(value) !== value);
}
