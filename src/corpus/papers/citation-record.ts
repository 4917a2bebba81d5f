import type { CorpusReason } from "../../records/index.ts";
import { pythonStrip } from "../../text/index.ts";
import { rejected } from "../corpus-event.ts";
import type { RowEvent } from "../rows/row-event.ts";
import { rebuildAbstract } from "./indexed-abstract.ts";
import {
  type Paper,
  type PaperAuthor,
  type PaperPlace,
  type PaperRules,
  paperEvents,
} from "./paper-record.ts";
import { listOf, nameOf, recordOf, textOf } from "./record-values.ts";

interface Oddity {
  readonly reason: CorpusReason;
  readonly message: string;
}

/**
 * Reads a record of the AMiner/DBLP citation network, versions 10 to 14, and of the OAG.
 *
 * @param value - The parsed record.
 * @param place - Where it stands.
 * @param rules - What becomes of papers without a language.
 * @returns The row with its warnings, or why there is none.
 */
export function* citationEvents(
  value: unknown,
  place: PaperPlace,
  rules: PaperRules,
): Generator<RowEvent> {
  const record = recordOf(value);
  if (record === undefined) {
    const message = "not an object with fields";
    yield rejected({ reason: "not-an-object", message, place: place.place });
    return;
  }
  const given = record["id"] ?? record["_id"];
  const id = nameOf(given);
  if (given !== undefined && given !== null && id === undefined) {
    // A number above 2^53 has already lost digits, so that two ids could have become one.
    const message = "id is not a string or a whole number below 2^53";
    yield rejected({ reason: "id-not-text", message, place: place.place });
    return;
  }
  const abstract = abstractOf(record);
  if ("fault" in abstract) {
    const { fault } = abstract;
    yield rejected({ reason: "bad-abstract", message: fault, place: place.place, id });
    return;
  }
  yield* paperEvents(paperOf(record, id, abstract), place, rules);
}

type Fields = Readonly<Record<string, unknown>>;

function paperOf(record: Fields, id: string | undefined, abstract: Abstract): Paper {
  const { authors, nameless } = authorsOf(record["authors"]);
  const year = yearOf(record["year"]);
  return {
    id: id === "" ? undefined : id,
    title: textOf(record["title"]),
    abstract: abstract.text,
    authors,
    date: year.date,
    language: textOf(record["lang"] ?? record["language"]),
    keywords: keywordsOf(record),
    oddities: [...abstract.oddities, ...nameless, ...year.oddities],
  };
}

interface Abstract {
  readonly text: string | undefined;
  readonly oddities: readonly Oddity[];
}

/** The plain abstract, or else the one in the index. */
function abstractOf(record: Fields): Abstract | { readonly fault: string } {
  const plain = record["abstract"];
  if (plain !== undefined && plain !== null && typeof plain !== "string") {
    return { fault: "abstract is not a string" };
  }
  const index = record["indexed_abstract"] ?? undefined;
  const isPlain = typeof plain === "string" && pythonStrip(plain) !== "";
  if (isPlain || index === undefined || index === "") {
    return { text: plain ?? undefined, oddities: [] };
  }
  const rebuilt = rebuildAbstract(index);
  if ("fault" in rebuilt) return rebuilt;
  const oddities = rebuilt.oddities.map((message) => ({
    reason: "damaged-abstract" as const,
    message,
  }));
  return { text: rebuilt.text, oddities };
}

interface Authors {
  readonly authors: readonly PaperAuthor[];
  readonly nameless: readonly Oddity[];
}

function authorsOf(given: unknown): Authors {
  const entries = listOf(given);
  const authors = entries.map(authorOf).filter((author) => author !== undefined);
  const lost = entries.length - authors.length;
  if (lost === 0 || authors.length === 0) return { authors, nameless: [] };
  const what =
    lost === 1 ? "1 author has no name and was" : `${lost} authors have no name and were`;
  return { authors, nameless: [{ reason: "nameless-author", message: `${what} left out` }] };
}

/** An object with a name, or a bare name as older versions have it. */
function authorOf(given: unknown): PaperAuthor | undefined {
  const fields = recordOf(given);
  const name = fields === undefined ? textOf(given) : textOf(fields["name"]);
  if (name === undefined || pythonStrip(name) === "") return undefined;
  return { name, id: nameOf(fields?.["id"] ?? fields?.["_id"]) || null };
}

interface Year {
  readonly date: string | undefined;
  readonly oddities: readonly Oddity[];
}

function yearOf(given: unknown): Year {
  const value = recordOf(given)?.["$numberInt"] ?? given ?? "";
  const text = nameOf(value)?.trim() ?? JSON.stringify(value);
  if (text === "") return { date: undefined, oddities: [] };
  if (/^[12]\d{3}$/.test(text)) return { date: text, oddities: [] };
  const message = `${JSON.stringify(given)} is not a year; the paper counts as undated`;
  return { date: undefined, oddities: [{ reason: "bad-date", message }] };
}

/** Keywords, or else fields of study, which are names or `{name, w}`. */
function keywordsOf(record: Fields): readonly string[] {
  const given = listOf(record["keywords"]);
  const entries = given.length > 0 ? given : listOf(record["fos"]);
  return entries
    .map((entry) => textOf(recordOf(entry)?.["name"] ?? entry)?.trim() ?? "")
    .filter((keyword) => keyword !== "");
}
