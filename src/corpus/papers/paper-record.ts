import type { CorpusPlace, CorpusReason } from "../../records/index.ts";
import { comparableId, guessLanguage, pythonStrip, wellFormed } from "../../text/index.ts";
import { dropped, warning } from "../corpus-event.ts";
import type { DocumentRow, RowEvent } from "../rows/row-event.ts";
import { hashInHex, shortHash } from "../short-hash.ts";

/**
 * What becomes of papers whose language the source does not name: `detect` looks at their words, and
 * leaves the language open where they tell none; `keep` leaves it open; `drop` leaves the paper out.
 */
export type MissingLanguage = "detect" | "keep" | "drop";

/** How records of papers are read. */
export interface PaperRules {
  /** What becomes of papers without a language. */
  readonly missingLanguage: MissingLanguage;
}

/** Where a record stands. */
export interface PaperPlace {
  /** Its file and line. */
  readonly place: CorpusPlace;
  /** File as the user named it. */
  readonly source: string;
}

/** An author of a paper. */
export interface PaperAuthor {
  /** Not blank. */
  readonly name: string;
  /** `null` where the source has none. */
  readonly id: string | null;
}

/** A paper as the reader of a format understood it. */
export interface Paper {
  /** `undefined` where the source gives none. */
  readonly id: string | undefined;
  /** As given. */
  readonly title: string | undefined;
  /** As given, or rebuilt. */
  readonly abstract: string | undefined;
  /** In their order. */
  readonly authors: readonly PaperAuthor[];
  /** A form of `CorpusDocument.date`. */
  readonly date: string | undefined;
  /** As the source names it. */
  readonly language: string | undefined;
  /** The source's own list. */
  readonly keywords: readonly string[];
  /** What is said of it if it is kept. */
  readonly oddities: readonly { readonly reason: CorpusReason; readonly message: string }[];
}

/**
 * Makes the row of a paper. Real dumps hold papers without an abstract, whose row has an empty text, and
 * without an author: neither is a fault of the record. The first are for the rules of `dataset build`
 * to leave out; the others belong to nobody's profile and are dropped here.
 *
 * @param paper - What the record says.
 * @param place - Where it stands.
 * @param rules - What becomes of papers without a language.
 * @returns The row with its warnings, or why there is none.
 */
export function* paperEvents(
  paper: Paper,
  { place, source }: PaperPlace,
  rules: PaperRules,
): Generator<RowEvent> {
  const id = paper.id === undefined ? undefined : wellFormed(comparableId(paper.id));
  if (paper.authors.length === 0) {
    const message = "the record names no author";
    yield dropped({ reason: "author-missing", message, place, id });
    return;
  }
  if (namedLanguage(paper) === undefined && rules.missingLanguage === "drop") {
    const message = "the record names no language";
    yield dropped({ reason: "language-missing", message, place, id });
    return;
  }
  const row = rowOf({ ...paper, id }, { place, source }, rules);
  for (const oddity of [...paper.oddities, ...missingText(paper)])
    yield warning({ ...oddity, place, id });
  if (row.text !== (paper.abstract ?? "") || row.title !== (paper.title ?? null)) {
    const message = "half of a character (a lone surrogate) was replaced by U+FFFD";
    yield warning({ reason: "lone-surrogate", message, place, id });
  }
  yield { kind: "row", row, place };
}

function rowOf(paper: Paper, { place, source }: PaperPlace, rules: PaperRules): DocumentRow {
  const text = wellFormed(paper.abstract ?? "");
  const title = paper.title === undefined ? null : wellFormed(paper.title);
  return {
    id:
      paper.id ?? `doc-${hashInHex(shortHash(JSON.stringify([source, place.line, title, text])))}`,
    author: null,
    text,
    title,
    date: paper.date ?? null,
    source,
    line: place.line ?? null,
    author_names: paper.authors.map(({ name }) => pythonStrip(wellFormed(comparableId(name)))),
    author_ids: paper.authors.map((author) => author.id && wellFormed(author.id)),
    language: namedLanguage(paper) ?? languageOf(`${title ?? ""}\n${text}`, rules),
    keywords: paper.keywords.map(wellFormed),
  };
}

function namedLanguage({ language }: Paper): string | undefined {
  return language?.trim().toLowerCase() || undefined;
}

function languageOf(text: string, { missingLanguage }: PaperRules): string | null {
  return missingLanguage === "detect" ? (guessLanguage(text) ?? null) : null;
}

function missingText({ abstract }: Paper): Paper["oddities"] {
  if (abstract === undefined) return [{ reason: "text-missing", message: "abstract is missing" }];
  if (pythonStrip(abstract) !== "") return [];
  return [{ reason: "text-empty", message: "abstract is empty" }];
}
