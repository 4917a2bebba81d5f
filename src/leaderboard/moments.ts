import { LonghandError } from "../foundation/index.ts";
import type { ShownMoment } from "../records/index.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Anywhere on Earth is UTC−12: a day ends there twelve hours after it ended in UTC. */
const AOE_OFFSET_MS = -12 * HOUR_MS;

/** Whether a date without a time means the beginning or the last second of the day. */
export type DayEdge = "begins" | "ends";

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)? ?(Z|UTC|AoE|[+-]\d{2}:\d{2}|[A-Za-z]+(?:\/[A-Za-z_+-]+)+)?$/;

/**
 * Reads a moment of a challenge file: a day or a day with a time, in UTC, AoE, with an offset or in
 * a named zone, for instance `2024-07-15 AoE`, `2024-07-15T18:00:00Z`, `2024-07-15 18:00 +02:00` or
 * `2024-10-27 02:30 Europe/Berlin`. A zone left out is AoE.
 *
 * @param text - The moment as written.
 * @param edge - What a day without a time means.
 * @returns UTC milliseconds.
 * @throws LonghandError `invalid-date` for other forms, days that do not exist, unknown zones and
 * times that a change of the clock skips.
 *
 * @example
 * ```ts
 * import { parseMoment } from "longhand/leaderboard";
 *
 * new Date(parseMoment("2024-07-15 AoE", "ends")).toISOString(); // 2024-07-16T11:59:59.000Z
 * ```
 */
export function parseMoment(text: string, edge: DayEdge): number {
  const found = FORM.exec(text.trim());
  if (found === null) throw invalid(text, "the form is not known");
  const [, year, month, day, hour, minute, second = "00", zone = "AoE"] = found;
  const isDay = hour === undefined;
  const last = edge === "ends" ? "23:59:59" : "00:00:00";
  const clock = isDay ? last : `${hour}:${minute}:${second}`;
  const wallMs = wallClock(`${year}-${month}-${day}`, clock);
  if (wallMs === undefined) throw invalid(text, "there is no such day or time");
  if (zone === "Z" || zone === "UTC") return wallMs;
  if (zone === "AoE") return wallMs - AOE_OFFSET_MS;
  if (zone.includes("/")) return momentInZone(text, { wallMs, zone, edge });
  return wallMs - offsetOf(zone);
}

/**
 * A moment as people read it, in UTC and AoE.
 *
 * @param atMs - UTC milliseconds.
 * @returns The moment.
 */
export function showMoment(atMs: number): ShownMoment {
  return {
    atMs,
    utc: `${stamp(atMs)} UTC`,
    aoe: `${stamp(atMs + AOE_OFFSET_MS)} AoE`,
  };
}

/**
 * The same day some months later, by the calendar of UTC; a day that the month lacks becomes its last.
 *
 * @param atMs - UTC milliseconds.
 * @param months - How many months later.
 * @returns UTC milliseconds.
 */
export function addMonths(atMs: number, months: number): number {
  const from = new Date(atMs);
  const day = from.getUTCDate();
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const target = new Date(first);
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  const timeOfDay = atMs - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), day);
  return first + (Math.min(day, lastDay) - 1) * 24 * HOUR_MS + timeOfDay;
}

function stamp(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
}

/** The clock on the wall as if it stood in UTC; `undefined` for 30 February and 25:00. */
function wallClock(day: string, clock: string): number | undefined {
  const written = `${day}T${clock}`;
  const atMs = Date.parse(`${written}Z`);
  if (Number.isNaN(atMs)) return undefined;
  return new Date(atMs).toISOString().startsWith(written) ? atMs : undefined;
}

function offsetOf(zone: string): number {
  const sign = zone.startsWith("-") ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * HOUR_MS + Number(zone.slice(4)) * MINUTE_MS);
}

interface ZonedTime {
  readonly wallMs: number;
  readonly zone: string;
  readonly edge: DayEdge;
}

/**
 * Of a time that comes twice, when clocks go back, the first is taken for what begins and the second
 * for what ends: nobody who reads the wall clock is late.
 */
function momentInZone(text: string, { wallMs, zone, edge }: ZonedTime): number {
  const offsets = [-24, 24].map((hours) =>
    zoneOffset(text, { atMs: wallMs + hours * HOUR_MS, zone }),
  );
  const moments = offsets
    .map((offset) => wallMs - offset)
    .filter((atMs) => atMs + zoneOffset(text, { atMs, zone }) === wallMs);
  if (moments.length === 0) throw invalid(text, "the clock of the zone skips this time");
  return edge === "ends" ? Math.max(...moments) : Math.min(...moments);
}

function zoneOffset(text: string, { atMs, zone }: { atMs: number; zone: string }): number {
  const parts = new Map(
    zoneFormat(text, zone)
      .formatToParts(atMs)
      .map((part) => [part.type, part.value]),
  );
  const day = ["year", "month", "day"].map((part) => parts.get(part as "year")).join("-");
  const clock = ["hour", "minute", "second"].map((part) => parts.get(part as "hour")).join(":");
  return Date.parse(`${day}T${clock}Z`) - Math.floor(atMs / SECOND_MS) * SECOND_MS;
}

function zoneFormat(text: string, zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  } catch (cause) {
    throw invalid(text, `there is no zone ${zone}`, cause);
  }
}

function invalid(text: string, why: string, cause?: unknown): LonghandError {
  return new LonghandError(`"${text}" is no moment: ${why}.`, {
    code: "invalid-date",
    hint: "Write 2027-07-15 AoE, 2027-07-15T18:00:00Z, 2027-07-15 18:00 +02:00 or 2027-07-15 18:00 Europe/Berlin.",
    ...(cause === undefined ? {} : { cause }),
  });
}
