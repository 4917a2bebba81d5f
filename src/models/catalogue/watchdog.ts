import type { Clock } from "../../foundation/index.ts";

/** Ends a transfer in which nothing happens. */
export interface Watchdog {
  /** Aborted when nothing happened for too long, or when the caller's own signal is. */
  readonly signal: AbortSignal;
  /** Tells that something happened, and how long the next silence may last. */
  feed(maxSilenceMs: number): void;
  /** `true` once it has ended the transfer. */
  expired(): boolean;
  /** Ends the watch. */
  close(): void;
}

/** How often it looks. */
const LOOK_EVERY_MS = 500;

/**
 * Starts to watch a transfer.
 *
 * @param options - `maxSilenceMs`: longest time until the first sign of life.
 * @returns The watchdog; close it when the transfer has ended.
 */
export function openWatchdog(options: {
  readonly clock: Clock;
  readonly maxSilenceMs: number;
  readonly signal?: AbortSignal | undefined;
}): Watchdog {
  const { clock } = options;
  const transfer = new AbortController();
  const watch = new AbortController();
  let expired = false;
  let deadlineMs = clock.nowMs() + options.maxSilenceMs;
  const look = async (): Promise<void> => {
    while (!watch.signal.aborted) {
      const leftMs = deadlineMs - clock.nowMs();
      if (leftMs <= 0) {
        expired = true;
        transfer.abort();
        return;
      }
      await clock.sleep(Math.min(leftMs, LOOK_EVERY_MS), watch.signal).catch(() => undefined);
    }
  };
  void look();
  return {
    signal: AbortSignal.any([
      transfer.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]),
    feed: (maxSilenceMs) => {
      deadlineMs = clock.nowMs() + maxSilenceMs;
    },
    expired: () => expired,
    close: () => watch.abort(),
  };
}
