import { DATE_PATTERN, type FieldValue } from "../records/index.ts";

/**
 * A rating as Python prints a float: `5` and `5.0` both give `5.0`, `4.5` gives `4.5`.
 *
 * @param rating - A number from JSON, where `5.0` and `5` are one value, or a text.
 * @returns The text; a text is given back as it is.
 */
export function ratingText(rating: number | string): string {
  if (typeof rating === "string") return rating;
  return Number.isInteger(rating) ? rating.toFixed(1) : String(rating);
}

const US_DAY = /^(\d{1,2}) (\d{1,2}), (\d{4})$/;
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * Reads a date in the forms that released data hold: a year as number or text, `YYYY-MM-DD` with or
 * without a time, UTC times, and `MM D, YYYY` (Amazon). A time without zone keeps its day only.
 *
 * @param value - What a field holds.
 * @returns The date as records hold it, or `undefined` if it is none, or impossible.
 */
export function isoDate(value: FieldValue | undefined): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return undefined;
  const american = US_DAY.exec(text);
  const iso = american
    ? `${american[3]}-${american[1]?.padStart(2, "0")}-${american[2]?.padStart(2, "0")}`
    : (DAY_AND_TIME.exec(text)?.[1] ?? text);
  return DATE_PATTERN.test(iso) && isRealDay(iso) ? iso : undefined;
}

function isRealDay(iso: string): boolean {
  const day = iso.slice(0, 10);
  return day.length < 10 || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
