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
import { LINE_KEY, type Mended, type RecordFormat } from "./record-format.ts";
import { VALUE_KINDS } from "./record-scan.ts";

const KEYS = ["content", "summary", "author", "id", "subreddit", LINE_KEY] as const;
const [TEXT, SUMMARY, AUTHOR, ID, SUBREDDIT, LINE] = [0, 1, 2, 3, 4, 5] as const;

const TEXT_FIELD: TextField = {
  key: "content",
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
const AUTHOR_FIELD: TextField = {
  key: "author",
  missing: "author-missing",
  empty: "author-missing",
  other: "author-not-text",
};

/** Posts of Webis TL;DR-17 (Völske et al. 2017): one JSON object a line. */
export const tldrPosts: RecordFormat = {
  keys: KEYS,
  isPlain: (found) =>
    hasLetter(found, TEXT) &&
    hasLetter(found, SUMMARY) &&
    isName(found, AUTHOR) &&
    isName(found, ID) &&
    (found.kinds[SUBREDDIT] === VALUE_KINDS.text || isAbsent(found, SUBREDDIT)) &&
    isAbsent(found, LINE),
  mend: mendPost,
  columns: {
    content: "VARCHAR",
    summary: "VARCHAR",
    author: "VARCHAR",
    id: "VARCHAR",
    subreddit: "VARCHAR",
  },
  present: "author",
  id: {
    name: "id",
    given: "id",
    made: "'doc-' || left(md5(concat_ws(chr(31), author, coalesce(subreddit, ''), summary, content)), 24)",
  },
  idAt: 1,
  table: [
    ["ord", "ord"],
    ["author", "author"],
    ["text", "content"],
    ["title", "summary"],
    ["date", "NULL::VARCHAR"],
    ["source", "file"],
    ["line", "line"],
    ["subreddit", "subreddit"],
  ],
  onSameId: "same",
};

function mendPost(value: unknown): Mended {
  const fields = fieldsOf(value);
  if (fields === undefined) return { refused: NOT_AN_OBJECT };
  const text = readText(fields, TEXT_FIELD);
  if ("refused" in text) return text;
  const summary = readText(fields, SUMMARY_FIELD);
  if ("refused" in summary) return summary;
  const author = readText(fields, AUTHOR_FIELD);
  if ("refused" in author) return author;
  const id = readName(fields.get("id") ?? "");
  if (id === undefined)
    return { refused: { reason: "id-not-text", message: "id is not a string" } };
  const subreddit = fields.get("subreddit");
  return {
    record: {
      content: text.text,
      summary: summary.text,
      author: readName(author.text) ?? author.text,
      id: id === "" ? null : id,
      subreddit: typeof subreddit === "string" ? subreddit : null,
    },
    warnings: [],
  };
}
