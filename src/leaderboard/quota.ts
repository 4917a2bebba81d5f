import type { QuotaView } from "../records/index.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How much of its quota a team has used. */
export interface QuotaUse {
  /** Accepted today (UTC), refunded ones left out. */
  readonly today: number;
  /** Accepted in all, refunded ones left out. */
  readonly inAll: number;
  /** Not final yet. */
  readonly inProgress: number;
}

/** What a team may use. */
export interface QuotaLimits {
  /** In one day (UTC). */
  readonly perDay: number;
  /** In all. */
  readonly inAll: number;
  /** At once. */
  readonly inProgress: number;
}

/**
 * The number of the UTC day of a moment. Quota days are counted by it.
 *
 * @param atMs - UTC milliseconds.
 * @returns Whole days since 1970-01-01.
 */
export function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/**
 * What is left of a quota, and when the next submission may begin.
 *
 * @param use - What was used.
 * @param limits - What may be used.
 * @param nowMs - Now, in UTC milliseconds.
 * @returns The view; the next slot is now, 00:00 UTC, or never.
 */
export function quotaView(use: QuotaUse, limits: QuotaLimits, nowMs: number): QuotaView {
  const leftToday = Math.max(0, limits.perDay - use.today);
  const leftInAll = Math.max(0, limits.inAll - use.inAll);
  const leftInProgress = Math.max(0, limits.inProgress - use.inProgress);
  const nextSlotMs = leftToday > 0 ? nowMs : (utcDay(nowMs) + 1) * DAY_MS;
  return {
    leftToday: Math.min(leftToday, leftInAll),
    leftInAll,
    leftInProgress,
    // What is in progress ends at a time that nobody knows; the slot is then told by the day alone.
    ...(leftInAll === 0 ? {} : { nextSlotMs }),
  };
}
