import type { Clock } from "../src/foundation/index.ts";

interface Sleeper {
  readonly wakesAtMs: number;
  readonly waitMs: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it. */
export interface VirtualClock extends Clock {
  /** How long the current sleepers asked to sleep, in the order they fell asleep. */
  readonly sleepingMs: readonly number[];
  /**
   * Moves time forward, waking sleepers in order of their time; each may fall asleep again and be
   * woken once more within the same move.
   */
  advance(byMs: number): Promise<void>;
  /** Resolves as soon as somebody sleeps for exactly this long. */
  untilSleeping(waitMs: number): Promise<void>;
}

/**
 * Makes a clock for tests. Real input and output (a local server) may happen meanwhile: wait for it
 * with `untilSleeping`, or with a promise of the server.
 *
 * @param startMs - Time at the beginning. @defaultValue 2020-01-01T00:00:00Z
 */
export function createVirtualClock(startMs: number = Date.UTC(2020, 0, 1)): VirtualClock {
  let now = startMs;
  let sleepers: Sleeper[] = [];
  const watchers = new Set<() => void>();

  const sleep = (waitMs: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const leave = (): void => {
        sleepers = sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = (): void => {
        leave();
        reject(signal?.reason);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const sleeper: Sleeper = { wakesAtMs: now + Math.max(0, waitMs), waitMs, wake };
      sleepers.push(sleeper);
      signal?.addEventListener("abort", onAbort);
      for (const watcher of watchers) watcher();
    });

  const nextBefore = (endMs: number): Sleeper | undefined =>
    sleepers
      .filter(({ wakesAtMs }) => wakesAtMs <= endMs)
      .reduce<Sleeper | undefined>(
        (first, other) =>
          first === undefined || other.wakesAtMs < first.wakesAtMs ? other : first,
        undefined,
      );

  return {
    nowMs: () => now,
    sleep,
    get sleepingMs() {
      return sleepers.map(({ waitMs }) => waitMs);
    },
    async advance(byMs) {
      const endMs = now + byMs;
      await settled();
      for (let next = nextBefore(endMs); next !== undefined; next = nextBefore(endMs)) {
        now = Math.max(now, next.wakesAtMs);
        next.wake();
        await settled();
      }
      now = endMs;
    },
    untilSleeping: (waitMs) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!sleepers.some((sleeper) => sleeper.waitMs === waitMs)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
}

/** Lets everything run that needs no time. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
