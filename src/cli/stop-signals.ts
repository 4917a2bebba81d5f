import { setMaxListeners } from "node:events";
import type { Clock } from "../foundation/index.ts";

/** The user's wish to stop, as signals. */
export interface StopSignals {
  /** Aborted at the first Ctrl-C: start nothing new, let what runs finish. */
  readonly stopping: AbortSignal;
  /** Aborted at the second, or 30 s after the first: stop at once, still consistent. */
  readonly stopNow: AbortSignal;
  /** Stops listening. */
  close(): void;
}

const GRACE_MS = 30_000;

/**
 * Listens for Ctrl-C and for the system's request to end.
 *
 * @param clock - The time, for the grace period.
 * @param tell - Shows a sentence to the user.
 * @returns The two signals.
 */
export function listenForStop(clock: Clock, tell: (text: string) => void): StopSignals {
  const stopping = new AbortController();
  const stopNow = new AbortController();
  const grace = new AbortController();
  // Every call that is under way listens to them.
  setMaxListeners(0, stopping.signal, stopNow.signal);
  const onSignal = (): void => {
    if (stopNow.signal.aborted) process.exit(130);
    if (stopping.signal.aborted) {
      stopNow.abort();
      return;
    }
    tell("Stopping: what runs may finish (30 s at most). Press Ctrl-C again to stop at once.");
    stopping.abort();
    clock.sleep(GRACE_MS, grace.signal).then(
      () => stopNow.abort(),
      () => undefined,
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    stopping: stopping.signal,
    stopNow: stopNow.signal,
    close: () => {
      grace.abort();
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
