/** A day and a time of day with its zone, as a date header or a metadata field spells it out. */
export interface SpelledTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** 60 in a leap second. */
  readonly second: number;
  /** Minutes east of Greenwich. */
  readonly offsetMinutes: number;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Whether there was, or will be, such a day. */
export function isRealDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** 1 to 12 for an English month's name or its first letters (at least three). */
export function monthOf(name: string): number | undefined {
  if (name.length < 3) return undefined;
  const at = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return at === -1 ? undefined : at + 1;
}

/** `YYYY-MM-DD`, or `undefined` if there is no such day. */
export function dayText(year: number, month: number, day: number): string | undefined {
  if (!isRealDay(year, month, day)) return undefined;
  return [padded(year, 4), padded(month, 2), padded(day, 2)].join("-");
}

/** `YYYY-MM-DDTHH:MM:SSZ` in UTC, or `undefined` if the day or the time cannot be. */
export function utcText(time: SpelledTime): string | undefined {
  const { year, month, day, hour, minute, second, offsetMinutes } = time;
  // No place on earth is further from Greenwich than 14 hours.
  const isReal = hour < 24 && minute < 60 && second <= 60 && Math.abs(offsetMinutes) <= 14 * 60;
  if (!isReal || !isRealDay(year, month, day)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offsetMinutes, Math.min(second, 59));
  const inUtc = date.getUTCFullYear();
  if (inUtc < 0 || inUtc > 9999) return undefined;
  return `${date.toISOString().slice(0, 19)}Z`;
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
