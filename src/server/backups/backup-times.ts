const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Reads a time of the day.
 *
 * @param text - `HH:MM`, from 00:00 to 23:59, UTC.
 * @returns Minutes since midnight; `undefined` if it is none.
 */
export function minuteOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/**
 * The next moment of a time of the day.
 *
 * @param afterMs - A moment, UTC milliseconds.
 * @param minute - Minutes since midnight, UTC.
 * @returns The first moment behind it at that time.
 */
export function nextTimeOfDay(afterMs: number, minute: number): number {
  const today = Math.floor(afterMs / DAY_MS) * DAY_MS + minute * MINUTE_MS;
  return today > afterMs ? today : today + DAY_MS;
}
