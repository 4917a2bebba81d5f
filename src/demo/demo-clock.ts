import type { Clock } from "../foundation/index.ts";

const DAY_MS = 86_400_000;

/** A clock that runs behind the real one, so that what is seeded has a past. */
export interface DemoClock {
  /** The time as it is pretended to be. */
  readonly clock: Clock;
  /**
   * Goes to a moment so many days before now; never back.
   *
   * @param days - Days before the real now, 0 or more.
   */
  toDaysAgo(days: number): void;
  /**
   * Lets time pass; never beyond the real now.
   *
   * @param milliseconds - How long.
   */
  pass(milliseconds: number): void;
}

/**
 * Opens a clock that is behind.
 *
 * @param real - The real time.
 * @param days - Days by which it is behind at first.
 * @returns The clock.
 */
export function openDemoClock(real: Clock, days: number): DemoClock {
  let behindMs = days * DAY_MS;
  return {
    clock: { nowMs: () => real.nowMs() - behindMs, sleep: real.sleep },
    toDaysAgo: (ago) => {
      behindMs = Math.min(behindMs, ago * DAY_MS);
    },
    pass: (milliseconds) => {
      behindMs = Math.max(0, behindMs - milliseconds);
    },
  };
}
