import type { ChallengePhase, ChallengeSchedule } from "../records/index.ts";

/** Longest time that an upload which began before the deadline may take. */
export const UPLOAD_GRACE_MS: number = 15 * 60 * 1_000;

/** What the organiser has done, beside what the clock has. */
export interface ChallengeMarks {
  /** When the board was frozen, in UTC milliseconds. */
  readonly frozenAtMs?: number;
  /** When the final board was published, in UTC milliseconds. */
  readonly publishedAtMs?: number;
}

/** A moment of a challenge. */
export interface ChallengeMoment extends ChallengeMarks {
  /** Its dates. */
  readonly schedule: ChallengeSchedule;
  /** Now, in UTC milliseconds. */
  readonly nowMs: number;
}

/**
 * Where a challenge stands. Dates open submissions; rating begins with the freeze and the end with
 * publication, because both wait for conditions that no date can promise.
 *
 * @param moment - Dates, what was done, and now.
 * @returns The phase.
 */
export function phaseAt({
  schedule,
  frozenAtMs,
  publishedAtMs,
  nowMs,
}: ChallengeMoment): ChallengePhase {
  if (publishedAtMs !== undefined && publishedAtMs <= nowMs) return "complete";
  if (frozenAtMs !== undefined && frozenAtMs <= nowMs) return "rating";
  return nowMs < schedule.submissionsOpen ? "announced" : "submission";
}

/**
 * Whether a moment lies within a deadline. A deadline names a second, and all of it belongs to it.
 *
 * @param atMs - The moment, in UTC milliseconds.
 * @param closesMs - The deadline, in UTC milliseconds.
 * @returns `true` up to the end of the deadline's second.
 */
export function isWithin(atMs: number, closesMs: number): boolean {
  return atMs < Math.floor(closesMs / 1_000) * 1_000 + 1_000;
}

/** An upload, by the server's clock. */
export interface UploadTimes {
  /** When its first byte came, in UTC milliseconds. */
  readonly beganMs: number;
  /** When its last byte came, in UTC milliseconds. */
  readonly endedMs: number;
}

/** Why an upload does not count. */
export type UploadRefusal = "not-open-yet" | "frozen" | "deadline-passed" | "took-too-long";

/**
 * Decides whether an upload counts: it must begin while submissions are open, and one that ends
 * after the deadline must have taken no longer than 15 minutes.
 *
 * @param upload - When it began and ended.
 * @param moment - Dates, and what was done.
 * @returns Why it does not count; `undefined` if it does.
 */
export function uploadRefusal(
  { beganMs, endedMs }: UploadTimes,
  { schedule, frozenAtMs }: Omit<ChallengeMoment, "nowMs">,
): UploadRefusal | undefined {
  if (beganMs < schedule.submissionsOpen) return "not-open-yet";
  if (!isWithin(beganMs, schedule.submissionsClose)) return "deadline-passed";
  if (frozenAtMs !== undefined) return "frozen";
  if (isWithin(endedMs, schedule.submissionsClose)) return undefined;
  return endedMs - beganMs <= UPLOAD_GRACE_MS ? undefined : "took-too-long";
}

/**
 * The first faults of a schedule: dates must follow one another.
 *
 * @param schedule - The dates.
 * @returns What is out of order, as sentences; none if nothing is.
 */
export function scheduleFaults(schedule: ChallengeSchedule): string[] {
  const order = [
    ["announced", "submissionsOpen"],
    ["submissionsOpen", "submissionsClose"],
    ["announced", "registrationCloses"],
    ["submissionsClose", "ratingCloses"],
  ] as const;
  return order
    .filter(([first, then]) => schedule[first] >= schedule[then])
    .map(([first, then]) => `${first} must come before ${then}`);
}

/**
 * Dates that may not be moved any more: a phase never moves back once its results were visible.
 *
 * @param moment - Dates, what was done, and now.
 * @returns The names of the dates that are fixed.
 */
export function fixedDates({
  schedule,
  frozenAtMs,
  publishedAtMs,
  nowMs,
}: ChallengeMoment): readonly (keyof ChallengeSchedule)[] {
  const fixed: (keyof ChallengeSchedule)[] = [];
  if (nowMs >= schedule.announced) fixed.push("announced");
  if (nowMs >= schedule.submissionsOpen) fixed.push("submissionsOpen");
  if (frozenAtMs !== undefined) fixed.push("registrationCloses", "submissionsClose");
  if (publishedAtMs !== undefined) fixed.push("ratingCloses");
  return fixed;
}
