import { rejected } from "../corpus-event.ts";
import { mailDate } from "../mail/mail-date.ts";
import { metadataDate } from "../metadata-date.ts";
import type { RowEvent } from "../rows/row-event.ts";
import {
  type Paper,
  type PaperAuthor,
  type PaperPlace,
  type PaperRules,
  paperEvents,
} from "./paper-record.ts";
import { listOf, nameOf, recordOf, textOf } from "./record-values.ts";

/**
 * Reads a record of arXiv's metadata: `id, title, abstract, authors_parsed` (or `authors`),
 * `categories` (which become the keywords), `versions` (the first one's day is the date) or
 * `update_date`.
 *
 * @param value - The parsed record.
 * @param place - Where it stands.
 * @param rules - What becomes of papers without a language: arXiv names none.
 * @returns The row with its warnings, or why there is none.
 */
export function* arxivEvents(
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
  yield* paperEvents(paperOf(record), place, rules);
}

type Fields = Readonly<Record<string, unknown>>;

function paperOf(record: Fields): Paper {
  const title = textOf(record["title"]);
  const date = dateOf(record);
  return {
    id: nameOf(record["id"]) || undefined,
    // Long titles are broken into indented lines.
    title: title?.replaceAll(/\s+/g, " ").trim(),
    abstract: textOf(record["abstract"])?.trim(),
    authors: authorsOf(record),
    date: date.date,
    language: undefined,
    keywords: (textOf(record["categories"]) ?? "").split(/\s+/).filter((word) => word !== ""),
    oddities: date.oddities,
  };
}

function authorsOf(record: Fields): readonly PaperAuthor[] {
  const parsed = listOf(record["authors_parsed"]);
  const names = parsed.length > 0 ? parsed.map(parsedName) : listedNames(record["authors"]);
  return names.filter((name) => name !== "").map((name) => ({ name, id: null }));
}

/** `[last name, first names, suffix, …]`. */
function parsedName(given: unknown): string {
  const [last = "", first = "", suffix = ""] = listOf(given).map((part) => textOf(part) ?? "");
  return [first, last, suffix].join(" ").replaceAll(/\s+/g, " ").trim();
}

/** Names with commas or "and" between them; what stands in brackets are addresses. */
function listedNames(given: unknown): string[] {
  let text = (textOf(given) ?? "").replaceAll(/\s+/g, " ");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\([^()]*\)/g, " ");
  }
  return text
    .split(/,\s*(?:and\s)?|\sand\s/)
    .map((name) => name.replaceAll(/\s+/g, " ").trim())
    .filter((name) => name !== "");
}

interface PaperDate {
  readonly date: string | undefined;
  readonly oddities: Paper["oddities"];
}

function dateOf(record: Fields): PaperDate {
  const created = textOf(recordOf(listOf(record["versions"])[0])?.["created"]);
  const updated = textOf(record["update_date"]);
  const date = mailDate(created ?? "")?.slice(0, 10) ?? metadataDate(updated ?? "");
  const given = created ?? updated ?? "";
  if (date !== undefined || given.trim() === "") return { date, oddities: [] };
  const message = `${JSON.stringify(given)} is not a date that can be read; the paper counts as undated`;
  return { date, oddities: [{ reason: "bad-date", message }] };
}
