import { pythonStrip } from "../../text/index.ts";
import type { RecordNote } from "./record-format.ts";
import { type FoundValues, VALUE_KINDS } from "./record-scan.ts";

const SPACE = 32;
const DELETE = 127;
const BACKSLASH = 92;

/** Whether a found text surely has a letter: it begins with a printable ASCII character. */
export function hasLetter({ kinds, starts, ends, bytes }: FoundValues, key: number): boolean {
  if (kinds[key] !== VALUE_KINDS.text) return false;
  const start = starts[key] as number;
  const first = bytes[start] as number;
  const isPrintable = first > SPACE && first < DELETE && first !== BACKSLASH;
  return isPrintable && start < (ends[key] as number);
}

/** Whether a found text is a name of ASCII characters without spaces at its ends, and not empty. */
export function isName(found: FoundValues, key: number): boolean {
  if (!hasLetter(found, key)) return false;
  const end = found.ends[key] as number;
  for (let at = found.starts[key] as number; at < end; at++) {
    const byte = found.bytes[at] as number;
    if (byte < SPACE || byte >= DELETE || byte === BACKSLASH) return false;
  }
  return found.bytes[end - 1] !== SPACE;
}

/** Whether a key is absent or null. */
export function isAbsent({ kinds }: FoundValues, key: number): boolean {
  return kinds[key] === VALUE_KINDS.absent || kinds[key] === VALUE_KINDS.nothing;
}

/** The value of found decimal digits; −1 if there are others, none, or more than fifteen. */
export function digitsOf({ bytes }: FoundValues, from: number, to: number): number {
  if (to <= from || to - from > 15) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const [POINT, ZERO] = [46, 48];

/** The value of a found number. */
export function numberOf({ bytes, starts, ends }: FoundValues, key: number): number {
  const start = starts[key] as number;
  const end = ends[key] as number;
  // Ratings: a digit, a point, a zero.
  const isWhole = end - start === 3 && bytes[start + 1] === POINT && bytes[start + 2] === ZERO;
  if (isWhole) return (bytes[start] as number) - ZERO;
  return Number(String.fromCharCode(...bytes.subarray(start, end)));
}

/** An object with its keys, also `__proto__`, or nothing if the value is none. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** The note about a value that is no object. */
export const NOT_AN_OBJECT: RecordNote = {
  reason: "not-an-object",
  message: "not an object with fields",
};

/** What a record says of something that must be a text with letters in it. */
export type ReadText = { readonly text: string } | { readonly refused: RecordNote };

/** How a text is named, and the reasons if it is missing, empty, or no text. */
export interface TextField {
  readonly key: string;
  readonly missing: RecordNote["reason"];
  readonly empty: RecordNote["reason"];
  readonly other: RecordNote["reason"];
}

/** Reads a text that must be there. */
export function readText(fields: ReadonlyMap<string, unknown>, field: TextField): ReadText {
  const value = fields.get(field.key) ?? undefined;
  const refused = (reason: RecordNote["reason"], what: string): ReadText => ({
    refused: { reason, message: `${field.key} ${what}` },
  });
  if (value === undefined) return refused(field.missing, "is missing");
  if (typeof value !== "string") return refused(field.other, "is not a string");
  return pythonStrip(value) === "" ? refused(field.empty, "is empty") : { text: value };
}

/** Reads an author or an id: a text, or a whole number as the text that shows it. */
export function readName(value: unknown): string | undefined {
  if (typeof value === "string") return pythonStrip(value.normalize("NFC"));
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
