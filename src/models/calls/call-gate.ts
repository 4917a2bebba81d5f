import { type Clock, LonghandError } from "../../foundation/index.ts";
import { cancelledCall, throwIfCancelled, waitOrCancel } from "../cancelled-call.ts";
import { ModelCallError } from "../model-call-error.ts";

/** What remains of the limit after the backend said "too many requests". */
const SHRINK_FACTOR = 0.8;
/** How long after that the limit does not grow, in milliseconds. */
const GROWTH_HOLD_MS = 15_000;
/** Longest wait that a backend's wish is honoured with, in milliseconds: 30 minutes. */
export const MAX_RETRY_AFTER_MS: number = 30 * 60_000;

/** How many calls may run at once. */
export interface CallLimits {
  /** Limit at the beginning. @defaultValue 4 */
  readonly start: number;
  /** The limit never falls below this. @defaultValue 1 */
  readonly min: number;
  /** The limit never rises above this. @defaultValue 32 */
  readonly max: number;
}

/** Limits of a run that names none. */
export const DEFAULT_CALL_LIMITS: CallLimits = { start: 4, min: 1, max: 32 };

/** Something a gate did that belongs into the run's `events.jsonl`. */
export type CallGateEvent =
  | {
      /** The limit changed. */
      readonly type: "limit";
      /** Limit before. */
      readonly from: number;
      /** Limit from now on. */
      readonly to: number;
      /** A whole window of successes, or a "too many requests". */
      readonly because: "successes" | "rate-limited";
      /** When, in milliseconds since 1970. */
      readonly atMs: number;
    }
  | {
      /** No call starts for a while, because the backend asked for it. */
      readonly type: "pause";
      /** How long, in milliseconds. */
      readonly waitMs: number;
      /** When the pause began, in milliseconds since 1970. */
      readonly atMs: number;
    };

/** What a gate needs beside its limits. */
export interface CallGateOptions {
  /** Where time comes from. */
  readonly clock: Clock;
  /** Gets each change of the limit and each pause. */
  readonly onEvent?: (event: CallGateEvent) => void;
}

/** Lets through as many calls at once as the backend bears. One per provider, key and model. */
export interface CallGate {
  /** How many calls may run at once now. */
  readonly limit: number;
  /** How many calls run now. */
  readonly running: number;
  /**
   * Waits for a slot, makes the call, and learns from its outcome.
   *
   * @param call - The call. Whatever has to be on disk before the slot goes to the next call
   *   belongs inside it.
   * @param signal - Ends the wait for a slot. The call itself has to watch the signal too.
   * @returns What the call returns.
   * @throws ModelCallError `cancelled` if the signal is aborted before a slot is free; else
   *   whatever the call throws.
   */
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Makes a gate whose limit follows the backend: after as many successes as the limit is high it
 * grows by one; a "too many requests" (`rate-limited`) shrinks it to 0.8 of itself, rounded
 * down, and keeps it from growing for 15 seconds. Calls that were under way when it shrank belong to
 * the same overload: they shrink it no further. If the backend said how long to wait, no call
 * starts in that time (30 minutes at most). Calls wait their turn in order of arrival.
 *
 * @param limits - Where the limit starts, and its bounds.
 * @param options - Clock and event receiver.
 * @returns The gate.
 * @throws LonghandError `invalid-option` unless 1 ≤ min ≤ start ≤ max, in whole numbers.
 */
export function createCallGate(limits: CallLimits, options: CallGateOptions): CallGate {
  checkLimits(limits);
  const { clock } = options;
  const queue = new Set<() => void>();
  const state = { limit: limits.start, running: 0, pausedUntilMs: 0 };
  const learn = createLearning(limits, options, state);

  function handOverSlots(): void {
    for (const admit of queue) {
      if (state.running >= state.limit) return;
      queue.delete(admit);
      state.running += 1;
      admit();
    }
  }

  function leave(): void {
    state.running -= 1;
    handOverSlots();
  }

  async function enter(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      throwIfCancelled(signal);
      const waitMs = state.pausedUntilMs - clock.nowMs();
      if (waitMs > 0) {
        await waitOrCancel(clock, waitMs, signal);
        continue;
      }
      await turn(queue, handOverSlots, signal);
      // The pause may have begun while this call stood in the queue.
      if (state.pausedUntilMs <= clock.nowMs()) return;
      leave();
    }
  }

  return {
    get limit() {
      return state.limit;
    },
    get running() {
      return state.running;
    },
    async run(call, signal) {
      await enter(signal);
      const epoch = learn.epoch();
      try {
        const result = await call();
        learn.success();
        return result;
      } catch (error) {
        if (error instanceof ModelCallError && error.reason === "rate-limited") {
          learn.rateLimited(error.retryAfterMs, epoch);
        }
        throw error;
      } finally {
        leave();
      }
    },
  };
}

/** Stands in the queue until a slot is handed over. */
function turn(
  queue: Set<() => void>,
  handOverSlots: () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const admit = (): void => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    };
    const giveUp = (): void => {
      queue.delete(admit);
      reject(cancelledCall(signal?.reason));
    };
    queue.add(admit);
    signal?.addEventListener("abort", giveUp, { once: true });
    handOverSlots();
  });
}

interface GateState {
  limit: number;
  pausedUntilMs: number;
}

interface Learning {
  /** How often the limit was told to shrink: calls keep the number they began under. */
  epoch(): number;
  success(): void;
  rateLimited(retryAfterMs: number | undefined, epoch: number): void;
}

function createLearning(
  { min, max }: CallLimits,
  { clock, onEvent }: CallGateOptions,
  state: GateState,
): Learning {
  let successes = 0;
  let noGrowthUntilMs = 0;
  let shrinkings = 0;

  function setLimit(to: number, because: "successes" | "rate-limited"): void {
    const from = state.limit;
    if (to === from) return;
    state.limit = to;
    onEvent?.({ type: "limit", from, to, because, atMs: clock.nowMs() });
  }

  return {
    epoch: () => shrinkings,
    success() {
      if (clock.nowMs() < noGrowthUntilMs) return;
      successes += 1;
      if (successes < state.limit) return;
      successes = 0;
      setLimit(Math.min(max, state.limit + 1), "successes");
    },
    rateLimited(retryAfterMs, epoch) {
      const atMs = clock.nowMs();
      successes = 0;
      noGrowthUntilMs = atMs + GROWTH_HOLD_MS;
      if (epoch === shrinkings) {
        shrinkings += 1;
        setLimit(Math.max(min, Math.floor(state.limit * SHRINK_FACTOR)), "rate-limited");
      }
      const waitMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
      if (atMs + waitMs <= Math.max(atMs, state.pausedUntilMs)) return;
      state.pausedUntilMs = atMs + waitMs;
      onEvent?.({ type: "pause", waitMs, atMs });
    },
  };
}

function checkLimits(limits: CallLimits): void {
  const { start, min, max } = limits;
  const whole = [start, min, max].every(Number.isSafeInteger);
  if (whole && min >= 1 && min <= start && start <= max) return;
  throw new LonghandError(
    `concurrency: start, min and max must be whole numbers with 1 ≤ min ≤ start ≤ max, got start ${start}, min ${min}, max ${max}.`,
    { code: "invalid-option", hint: "The default is { start: 4, min: 1, max: 32 }." },
  );
}
