import type { CorpusPlace, CorpusReason, FieldValue } from "../records/index.ts";
import { nearestWord } from "../storage/index.ts";
import { pythonStrip } from "../text/index.ts";
import { type Candidate, type ReaderEvent, rejected, warning } from "./corpus-event.ts";
import { metadataDate } from "./metadata-date.ts";

/** What a table or a JSON Lines file adds to its records. */
export interface RecordDefaults {
  readonly place: CorpusPlace;
  /** Author of records that name none. */
  readonly author?: string | undefined;
  /** Source of records that name none. */
  readonly source?: string | undefined;
}

const KNOWN: ReadonlySet<string> = new Set([
  "id",
  "author",
  "text",
  "title",
  "date",
  "source",
  "fields",
]);

/**
 * Reads one record `{id, author, text, title?, date?, source?, fields?}`. Other keys become fields;
 * a value that is no single value (a list, an object) is kept there as its JSON text.
 *
 * @param record - A parsed JSON value or the cells of a row.
 * @param defaults - Where it stands and what it may leave out.
 * @returns The candidate, or why there is none.
 */
export function* recordEvents(record: unknown, defaults: RecordDefaults): Generator<ReaderEvent> {
  const { place } = defaults;
  if (record === null || typeof record !== "object" || Array.isArray(record)) {
    yield rejected({ reason: "not-an-object", message: "not an object with fields", place });
    return;
  }
  const values = new Map(Object.entries(record));
  const fault = faultOf(values, defaults);
  const id = nameOf(values.get("id"));
  if (fault !== undefined) {
    yield rejected({ ...fault, place, id });
    return;
  }
  const date = dateOf(values.get("date"));
  if (date !== undefined && date.date === undefined) {
    const message = `${date.given} is not a date that can be read; the document counts as undated`;
    yield warning({ reason: "bad-date", message, place, id });
  }
  yield candidateOf(values, { ...defaults, id, date: date?.date });
}

interface Fault {
  readonly reason: CorpusReason;
  readonly message: string;
}

type Values = ReadonlyMap<string, unknown>;

function faultOf(values: Values, defaults: RecordDefaults): Fault | undefined {
  return (
    textFault(values) ?? authorFault(values, defaults) ?? idFault(values) ?? otherFault(values)
  );
}

function textFault(values: Values): Fault | undefined {
  const text = values.get("text") ?? undefined;
  if (text === undefined) {
    return { reason: "text-missing", message: `text is missing${hint("text", values)}` };
  }
  if (typeof text !== "string") return { reason: "text-not-text", message: "text is not a string" };
  if (pythonStrip(text) === "") return { reason: "text-empty", message: "text is empty" };
  return undefined;
}

function authorFault(values: Values, defaults: RecordDefaults): Fault | undefined {
  const author = values.get("author") ?? defaults.author;
  if (author === undefined) {
    return { reason: "author-missing", message: `author is missing${hint("author", values)}` };
  }
  const name = nameOf(author);
  if (name === undefined) {
    return { reason: "author-not-text", message: "author is not a string or a whole number" };
  }
  if (pythonStrip(name) === "") return { reason: "author-missing", message: "author is empty" };
  return undefined;
}

function idFault(values: Values): Fault | undefined {
  const id = values.get("id") ?? undefined;
  if (id === undefined) return undefined;
  if (nameOf(id) === undefined) {
    // A number above 2^53 has already lost digits, so that two ids could have become one.
    return { reason: "id-not-text", message: "id is not a string or a whole number below 2^53" };
  }
  if (pythonStrip(String(id)) === "") return { reason: "id-not-text", message: "id is empty" };
  return undefined;
}

function otherFault(values: Values): Fault | undefined {
  for (const key of ["title", "source", "date"]) {
    const value = values.get(key) ?? "";
    if (nameOf(value) === undefined) {
      return { reason: "wrong-field", message: `${key} is not a string` };
    }
  }
  const fields = values.get("fields") ?? {};
  if (typeof fields !== "object" || Array.isArray(fields)) {
    return { reason: "wrong-field", message: "fields is not an object" };
  }
  const twice = Object.keys(fields).find((key) => values.has(key) && !KNOWN.has(key));
  if (twice === undefined) return undefined;
  const message = `${JSON.stringify(twice)} stands both in fields and beside them`;
  return { reason: "wrong-field", message };
}

function hint(key: string, values: Values): string {
  const others = [...values.keys()].filter((name) => !KNOWN.has(name));
  const near = nearestWord(key, others);
  return near === undefined ? "" : `; is ${JSON.stringify(near)} meant?`;
}

/** A string, or a whole number as the string that shows it. */
function nameOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

interface ReadDate {
  readonly given: string;
  readonly date: string | undefined;
}

function dateOf(value: unknown): ReadDate | undefined {
  const given = nameOf(value);
  if (given === undefined || pythonStrip(given) === "") return undefined;
  return { given: JSON.stringify(given), date: metadataDate(given) };
}

interface Settled extends RecordDefaults {
  readonly id: string | undefined;
  readonly date: string | undefined;
}

function candidateOf(values: Values, { place, author, source, id, date }: Settled): Candidate {
  return {
    kind: "candidate",
    place,
    ...(id === undefined ? {} : { id }),
    author: nameOf(values.get("author")) ?? author ?? "",
    text: String(values.get("text")),
    title: nameOf(values.get("title")),
    date,
    source: nameOf(values.get("source")) ?? source,
    fields: fieldsOf(values),
  };
}

function fieldsOf(values: Values): Record<string, FieldValue> | undefined {
  const given = Object.entries((values.get("fields") ?? {}) as object);
  const others = [...values].filter(([key]) => !KNOWN.has(key));
  const all = [...given, ...others];
  // fromEntries makes own keys, even of "__proto__".
  return all.length === 0
    ? undefined
    : Object.fromEntries(all.map(([key, value]) => [key, fieldValue(value)]));
}

/** A single value as it is; a list or an object as its JSON text. */
export function fieldValue(value: unknown): FieldValue {
  const isSingle = value === null || ["string", "number", "boolean"].includes(typeof value);
  return isSingle ? (value as FieldValue) : JSON.stringify(value);
}
