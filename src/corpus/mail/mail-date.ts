import { monthOf, type SpelledTime, utcText } from "../calendar.ts";

// Zones with a name in RFC 822, in minutes east of Greenwich. Others say nothing (RFC 5322 §4.3).
const ZONES: ReadonlyMap<string, number> = new Map([
  ["ut", 0],
  ["utc", 0],
  ["gmt", 0],
  ["z", 0],
  ["est", -300],
  ["edt", -240],
  ["cst", -360],
  ["cdt", -300],
  ["mst", -420],
  ["mdt", -360],
  ["pst", -480],
  ["pdt", -420],
]);

const RFC_5322 =
  /^(?:[a-z]{3,9},?\s*)?(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[a-z]+)?$/i;
const ASCTIME =
  /^[a-z]{3},?\s+([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:([+-]\d{4}|[a-z]+)\s+)?(\d{4})(?:\s+([+-]\d{4}))?$/i;

/**
 * Reads the date header of a mail, in the forms of RFC 5322 (the obsolete ones too) and of C's
 * `asctime`. A date that cannot be is not moved to another one, as lenient parsers do.
 *
 * @param header - The header's value.
 * @returns The time in UTC, `YYYY-MM-DDTHH:MM:SSZ`, or `undefined` if there is no such time.
 */
export function mailDate(header: string): string | undefined {
  const plain = withoutComments(header).replaceAll(/\s+/g, " ").trim();
  const time = rfc5322(plain) ?? asctime(plain);
  return time === undefined ? undefined : utcText(time);
}

function rfc5322(text: string): SpelledTime | undefined {
  const parts = RFC_5322.exec(text);
  if (parts === null) return undefined;
  const [, day = "", monthName = "", year = "", hour = "", minute = "", second, zone] = parts;
  const month = monthOf(monthName);
  if (month === undefined) return undefined;
  return {
    year: fullYear(year),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    offsetMinutes: offsetOf(zone),
  };
}

function asctime(text: string): SpelledTime | undefined {
  const parts = ASCTIME.exec(text);
  if (parts === null) return undefined;
  const [, monthName = "", day, hour, minute, second, zone, year, lateZone] = parts;
  const month = monthOf(monthName);
  if (month === undefined) return undefined;
  return {
    year: Number(year),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    offsetMinutes: offsetOf(zone ?? lateZone),
  };
}

// RFC 5322 §4.3: two digits below 50 are 20xx, others 19xx; three digits count from 1900.
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length >= 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

function offsetOf(zone: string | undefined): number {
  const digits = /^([+-])(\d{2})(\d{2})$/.exec(zone ?? "");
  if (digits === null) return ZONES.get((zone ?? "").toLowerCase()) ?? 0;
  const [, sign, hours, minutes] = digits;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function withoutComments(text: string): string {
  const inner = text.replaceAll(/\([^()]*\)/g, " ");
  return inner === text ? text : withoutComments(inner);
}
