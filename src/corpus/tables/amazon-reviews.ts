import { amazonDate, tellsOneDay } from "./amazon-date.ts";
import {
  fieldsOf,
  hasLetter,
  isAbsent,
  isName,
  NOT_AN_OBJECT,
  readName,
  readText,
  type TextField,
} from "./field-reading.ts";
import { LINE_KEY, type Mended, type RecordFormat, type RecordNote } from "./record-format.ts";
import { VALUE_KINDS } from "./record-scan.ts";

const KEYS = [
  "reviewText",
  "summary",
  "reviewerID",
  "overall",
  "asin",
  "reviewTime",
  "unixReviewTime",
  LINE_KEY,
  "__date",
] as const;
const [TEXT, SUMMARY, REVIEWER, OVERALL, ASIN, DAY, SECONDS, LINE, DATE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
] as const;

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
export const amazonReviews: RecordFormat = {
  keys: KEYS,
  isPlain: (found) =>
    hasLetter(found, TEXT) &&
    hasLetter(found, SUMMARY) &&
    isName(found, REVIEWER) &&
    found.kinds[OVERALL] === VALUE_KINDS.number &&
    isName(found, ASIN) &&
    isAbsent(found, LINE) &&
    isAbsent(found, DATE) &&
    tellsOneDay(found, { day: DAY, seconds: SECONDS }),
  mend: mendReview,
  columns: {
    overall: "DOUBLE",
    reviewerID: "VARCHAR",
    asin: "VARCHAR",
    reviewText: "VARCHAR",
    summary: "VARCHAR",
    unixReviewTime: "BIGINT",
    __date: "VARCHAR",
  },
  counted: [
    { column: "text_words", key: TEXT, name: "reviewText" },
    { column: "title_words", key: SUMMARY, name: "summary" },
  ],
  present: "reviewerID",
  id: {
    name: "id",
    given: "NULL",
    made: "'doc-' || left(md5(concat_ws(chr(31), reviewerID, coalesce(asin, ''), overall::VARCHAR, coalesce(date, ''), summary, reviewText)), 24)",
  },
  idAt: 1,
  table: [
    ["ord", "ord"],
    ["author", "reviewerID"],
    ["text", "reviewText"],
    ["title", "summary"],
    ["date", "date"],
    ["source", "file"],
    ["line", "line"],
    ["overall", "overall"],
    ["asin", "asin"],
    ["text_words", "text_words"],
    ["title_words", "title_words"],
  ],
  derived:
    "nullif(coalesce(__date, (DATE '1970-01-01' + (unixReviewTime // 86400)::INTEGER)::VARCHAR), '') as date",
  onSameId: "same",
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
      __date: date,
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
