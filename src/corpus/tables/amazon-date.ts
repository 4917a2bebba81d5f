import { dayText } from "../calendar.ts";
import { digitsOf } from "./field-reading.ts";
import type { RecordNote } from "./record-format.ts";
import { type FoundValues, VALUE_KINDS } from "./record-scan.ts";

const DAY_SECONDS = 86_400;
/** The end of the year 9999. */
const MAX_DAYS = 2_932_896;

/**
 * Whether both fields of a found review tell the same real day, which the engine then makes of the
 * seconds.
 *
 * @param found - The record.
 * @param keys - Numbers of the keys of day and seconds.
 */
export function tellsOneDay(
  found: FoundValues,
  keys: { readonly day: number; readonly seconds: number },
): boolean {
  const { kinds, starts, ends } = found;
  if (kinds[keys.day] !== VALUE_KINDS.text || kinds[keys.seconds] !== VALUE_KINDS.number) {
    return false;
  }
  const seconds = digitsOf(found, starts[keys.seconds] as number, ends[keys.seconds] as number);
  const days = daysOf(found, starts[keys.day] as number, ends[keys.day] as number);
  return days >= 0 && days === Math.floor(seconds / DAY_SECONDS) && days <= MAX_DAYS;
}

const [SPACE, COMMA] = [32, 44];

/** Days since 1970 of `MM D, YYYY`; −1 if it is something else or no real day after 1969. */
function daysOf(found: FoundValues, start: number, end: number): number {
  const { bytes } = found;
  const space = bytes[start + 1] === SPACE ? start + 1 : start + 2;
  const comma = bytes[space + 2] === COMMA ? space + 2 : space + 3;
  const isSpelled =
    bytes[space] === SPACE &&
    bytes[comma] === COMMA &&
    bytes[comma + 1] === SPACE &&
    end === comma + 6;
  if (!isSpelled) return -1;
  const month = digitsOf(found, start, space);
  const day = digitsOf(found, space + 1, comma);
  const year = digitsOf(found, comma + 2, end);
  if (month < 1 || month > 12 || day < 1 || year < 1970) return -1;
  return day > daysInMonth(year, month) ? -1 : daysSinceEpoch(year, month, day);
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] as number);
}

/** Days since 1970-01-01 in the Gregorian calendar; years begin in March, so that leap days end them. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const century = Math.floor(marchYear / 100);
  const leapDays = Math.floor(marchYear / 4) - century + Math.floor(century / 4);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}

/** A date, and what is odd about it. */
export interface AmazonDate {
  /** `YYYY-MM-DD`; empty if there is none. */
  readonly date: string;
  /** What is odd. */
  readonly warnings: readonly RecordNote[];
}

/**
 * The day of a review: its day field, or else its seconds.
 *
 * @param reviewTime - `MM D, YYYY`, the day (and sometimes the month) without a leading zero, or
 * `YYYY-MM-DD`.
 * @param unixReviewTime - Seconds since 1970, as a number or as digits.
 * @returns The day; fields that disagree or tell no real day are warnings.
 */
export function amazonDate(reviewTime: unknown, unixReviewTime: unknown): AmazonDate {
  const spelled = spelledDay(reviewTime);
  const counted = countedDay(unixReviewTime);
  const day = spelled.date ?? counted.date;
  const warnings = [spelled.fault, counted.fault].filter((fault) => fault !== undefined);
  const fallback =
    day === undefined ? "the document counts as undated" : `${day} is taken from the other field`;
  const notes = warnings.map((fault): RecordNote => {
    return { reason: "bad-date", message: `${fault}; ${fallback}` };
  });
  if (spelled.date !== undefined && counted.date !== undefined && spelled.date !== counted.date) {
    const message = `reviewTime is ${spelled.date}, but unixReviewTime is ${counted.date}; the former is used`;
    notes.push({ reason: "date-disagrees", message });
  }
  if (day === undefined && notes.length === 0) {
    notes.push({ reason: "no-date", message: "no date; the document counts as undated" });
  }
  return { date: day ?? "", warnings: notes };
}

interface ReadDay {
  readonly date?: string;
  readonly fault?: string;
}

const SPELLED = /^\s*(\d{1,2}) (\d{1,2}), ?(\d{4})\s*$/;
const ISO_DAY = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/;

function spelledDay(value: unknown): ReadDay {
  if (value === undefined || value === null || value === "") return {};
  const text = typeof value === "string" ? value : "";
  const [, month, day, year] = SPELLED.exec(text) ?? [];
  const [, isoYear, isoMonth, isoDay] = ISO_DAY.exec(text) ?? [];
  const date = dayText(Number(year ?? isoYear), Number(month ?? isoMonth), Number(day ?? isoDay));
  return date === undefined
    ? { fault: `reviewTime ${JSON.stringify(value)} is no real day` }
    : { date };
}

function countedDay(value: unknown): ReadDay {
  if (value === undefined || value === null || value === "") return {};
  const seconds = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  const isCount = typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0;
  const days = isCount ? Math.floor(seconds / DAY_SECONDS) : Number.NaN;
  if (!(days <= MAX_DAYS)) {
    return { fault: `unixReviewTime ${JSON.stringify(value)} is no count of seconds since 1970` };
  }
  return { date: new Date(days * DAY_SECONDS * 1000).toISOString().slice(0, 10) };
}
