import { dayText, isRealDay, monthOf, utcText } from "./calendar.ts";
import { mailDate } from "./mail/mail-date.ts";

const ISO =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?)?)?$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i;

/**
 * Reads a date from front matter, a table or a file's properties: ISO 8601, `YYYY/MM/DD`, a day
 * with an English month, or a mail's date. Forms in which day and month could change places
 * (`03/04/2020`) are not read.
 *
 * @param given - The date as somebody wrote it.
 * @returns A date of a corpus, or `undefined` if this is none or there is no such day. A time
 * without a zone gives the day alone.
 */
export function metadataDate(given: string): string | undefined {
  const text = given.trim();
  return isoDate(text) ?? wordedDate(text) ?? mailDate(text);
}

function isoDate(text: string): string | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [, year = "", month, day, hour, minute, second, zone] = parts;
  if (month === undefined) return year;
  if (day === undefined) {
    return isRealDay(Number(year), Number(month), 1)
      ? `${year}-${month.padStart(2, "0")}`
      : undefined;
  }
  if (hour === undefined) return dayText(Number(year), Number(month), Number(day));
  const inUtc = utcText({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    offsetMinutes: offsetOf(zone ?? "Z"),
  });
  return zone === undefined ? inUtc?.slice(0, 10) : inUtc;
}

function offsetOf(zone: string): number {
  const digits = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (digits === null) return 0;
  const minutes = Number(digits[2]) * 60 + Number(digits[3]);
  return digits[1] === "-" ? -minutes : minutes;
}

function wordedDate(text: string): string | undefined {
  const dayFirst = DAY_FIRST.exec(text);
  const monthFirst = MONTH_FIRST.exec(text);
  const [day, name, year] = dayFirst?.slice(1) ?? [
    monthFirst?.[2],
    monthFirst?.[1],
    monthFirst?.[3],
  ];
  const month = monthOf(name ?? "");
  return month === undefined ? undefined : dayText(Number(year), month, Number(day));
}
