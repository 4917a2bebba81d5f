import { fieldsOf, isAbsent, isName, NOT_AN_OBJECT, readName } from "./field-reading.ts";
import { LINE_KEY, type Mended, type RecordFormat } from "./record-format.ts";
import { type FoundValues, VALUE_KINDS } from "./record-scan.ts";

const KEYS = ["asin", "description", "title", LINE_KEY] as const;
const [ASIN, DESCRIPTION, TITLE, LINE] = [0, 1, 2, 3] as const;

/** Product metadata of Amazon Reviews 2018: one JSON object a line. */
export const amazonProducts: RecordFormat = {
  keys: KEYS,
  isPlain: (found) =>
    isName(found, ASIN) &&
    isListOfTexts(found, DESCRIPTION) &&
    (found.kinds[TITLE] === VALUE_KINDS.text || isAbsent(found, TITLE)) &&
    isAbsent(found, LINE),
  mend: mendProduct,
  columns: { asin: "VARCHAR", description: "VARCHAR[]", title: "VARCHAR" },
  present: "asin",
  id: { name: "asin", given: "asin", made: "NULL" },
  idAt: 0,
  table: [
    ["descriptions", "coalesce(description, [])"],
    ["title", "title"],
    ["line", "line"],
    ["ord", "ord"],
  ],
  onSameId: "first",
};

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH] = [34, 44, 91, 92];

/** Absent, or a list that holds nothing but texts. */
function isListOfTexts(found: FoundValues, key: number): boolean {
  if (isAbsent(found, key)) return true;
  const { kinds, starts, ends, bytes } = found;
  const start = starts[key] as number;
  const end = ends[key] as number;
  if (kinds[key] !== VALUE_KINDS.nested || bytes[start] !== OPEN_LIST) return false;
  let inText = false;
  for (let at = start + 1; at < end - 1; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) inText = !inText;
    else if (inText && byte === BACKSLASH) at += 1;
    // The scanner has seen to it that outside of texts only values, commas and spaces stand.
    else if (!inText && byte > 32 && byte !== COMMA) return false;
  }
  return true;
}

function mendProduct(value: unknown): Mended {
  const fields = fieldsOf(value);
  if (fields === undefined) return { refused: NOT_AN_OBJECT };
  const asin = readName(fields.get("asin") ?? "");
  if (asin === undefined || asin === "") {
    return { refused: { reason: "id-not-text", message: "asin is missing, empty or no string" } };
  }
  const description = readDescriptions(fields.get("description"));
  if (description === undefined) {
    const message = "description is not a list of strings";
    return { refused: { reason: "wrong-field", message } };
  }
  const title = fields.get("title");
  const record = { asin, description, title: typeof title === "string" ? title : null };
  return { record, warnings: [] };
}

/** A list of texts, or one text as older releases have it; a null among them is no text. */
function readDescriptions(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [value];
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isList ? value : undefined;
}
