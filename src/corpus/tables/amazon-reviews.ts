import { amazonDate, tellsOneDay } from "./amazon-date.ts";
import type { ColumnFormat } from "./column-format.ts";
import {
  fieldsOf,
  hasLetter,
  isName,
  NOT_AN_OBJECT,
  numberOf,
  readName,
  readText,
  type TextField,
} from "./field-reading.ts";
import type { Mended, RecordNote } from "./record-format.ts";
import { VALUE_KINDS } from "./record-scan.ts";

const KEYS = [
  "reviewText",
  "summary",
  "reviewerID",
  "overall",
  "asin",
  "reviewTime",
  "unixReviewTime",
] as const;
const [TEXT, SUMMARY, REVIEWER, OVERALL, ASIN, DAY, SECONDS] = [0, 1, 2, 3, 4, 5, 6] as const;

const TEXT_FIELD: TextField = {
  key: "reviewText",
  missing: "text-missing",
  empty: "text-empty",
  other: "text-not-text",
};
const SUMMARY_FIELD: TextField = {
  key: "summary",
  missing: "summary-missing",
  empty: "summary-empty",
  other: "wrong-field",
};

/** Reviews of Amazon Reviews 2018 (Ni et al. 2019): one JSON object a line. */
export const amazonReviews: ColumnFormat = {
  name: "amazon-reviews",
  keys: KEYS,
  isPlain: (found) =>
    hasLetter(found, TEXT) &&
    hasLetter(found, SUMMARY) &&
    isName(found, REVIEWER) &&
    found.kinds[OVERALL] === VALUE_KINDS.number &&
    Number.isFinite(numberOf(found, OVERALL)) &&
    isName(found, ASIN) &&
    tellsOneDay(found, { day: DAY, seconds: SECONDS }),
  mend: mendReview,
  columns: [
    { name: "ord", kind: "ord" },
    { name: "id", kind: "id" },
    { name: "author", kind: "text", key: REVIEWER, field: "reviewerID" },
    { name: "text", kind: "text", key: TEXT, field: "reviewText" },
    { name: "title", kind: "text", key: SUMMARY, field: "summary" },
    { name: "date", kind: "day", key: SECONDS, field: "date" },
    { name: "source", kind: "source" },
    { name: "line", kind: "line" },
    { name: "overall", kind: "number", key: OVERALL, field: "overall" },
    { name: "asin", kind: "text", key: ASIN, field: "asin" },
    { name: "text_words", kind: "words", of: "text" },
    { name: "title_words", kind: "words", of: "title" },
    { name: "text_digest", kind: "digest", of: "text" },
  ],
  idOf: ["author", "asin", "overall", "date", "title", "text"],
};

function mendReview(value: unknown): Mended {
  const fields = fieldsOf(value);
  if (fields === undefined) return { refused: NOT_AN_OBJECT };
  const text = readText(fields, TEXT_FIELD);
  if ("refused" in text) return text;
  const rating = readRating(fields.get("overall"));
  if (typeof rating !== "number") return { refused: rating };
  const reviewer = readName(fields.get("reviewerID") ?? "");
  if (reviewer === undefined || reviewer === "") return { refused: reviewerNote(reviewer) };
  const summary = readText(fields, SUMMARY_FIELD);
  if ("refused" in summary) return summary;
  const product = readName(fields.get("asin") ?? "");
  if (product === undefined) {
    return { refused: { reason: "wrong-field", message: "asin is not a string" } };
  }
  const { date, warnings } = amazonDate(fields.get("reviewTime"), fields.get("unixReviewTime"));
  return {
    record: {
      overall: rating,
      reviewerID: reviewer,
      asin: product === "" ? null : product,
      reviewText: text.text,
      summary: summary.text,
      date,
    },
    warnings,
  };
}

function reviewerNote(reviewer: string | undefined): RecordNote {
  return reviewer === undefined
    ? { reason: "author-not-text", message: "reviewerID is not a string" }
    : { reason: "author-missing", message: "reviewerID is missing or empty" };
}

/** A number, or digits of one; anything else is no rating. */
function readRating(value: unknown): number | RecordNote {
  if (value === undefined || value === null || value === "") {
    return { reason: "rating-missing", message: "overall is missing" };
  }
  const rating = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof rating === "number" && Number.isFinite(rating)) return rating;
  return { reason: "rating-not-number", message: `overall ${JSON.stringify(value)} is no number` };
}
