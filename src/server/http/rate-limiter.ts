import { tooMany } from "./refusals.ts";

/** Counts requests by key, window by window. In memory: a restart begins anew. */
export interface RateLimiter {
  /**
   * Counts one more.
   *
   * @param key - Whose it is.
   * @param bound - How many there may be within how long.
   * @throws Refusal 429 with the seconds until the window ends.
   */
  count(key: string, bound: RateBound): void;
}

/** A bound on requests. */
export interface RateBound {
  /** Most requests within the window. */
  readonly most: number;
  /** Window, in milliseconds; it begins with the first request. */
  readonly windowMs: number;
  /** A sentence for whoever meets the bound. */
  readonly message: string;
}

interface Window {
  readonly endsMs: number;
  count: number;
}

/** Keys kept before ended windows are dropped. */
const SWEEP_AT_KEYS = 10_000;

/**
 * Opens a limiter.
 *
 * @param nowMs - The time.
 * @returns The limiter, all counts zero.
 */
export function openRateLimiter(nowMs: () => number): RateLimiter {
  const windows = new Map<string, Window>();
  return {
    count: (key, { most, windowMs, message }) => {
      const now = nowMs();
      let window = windows.get(key);
      if (window === undefined || window.endsMs <= now) {
        if (windows.size >= SWEEP_AT_KEYS) dropEnded(windows, now);
        window = { endsMs: now + windowMs, count: 0 };
        windows.set(key, window);
      }
      window.count += 1;
      if (window.count > most) throw tooMany(message, Math.ceil((window.endsMs - now) / 1000));
    },
  };
}

function dropEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsMs }] of windows) if (endsMs <= now) windows.delete(key);
}
