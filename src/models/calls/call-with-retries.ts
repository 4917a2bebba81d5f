import type { Clock, Random } from "../../foundation/index.ts";
import { waitOrCancel } from "../cancelled-call.ts";
import { ModelCallError } from "../model-call-error.ts";
import { type CallGate, MAX_RETRY_AFTER_MS } from "./call-gate.ts";

/** First back-off, in milliseconds; it doubles with each further failure. */
const FIRST_BACK_OFF_MS = 3000;
/** Longest back-off, in milliseconds. */
const MAX_BACK_OFF_MS = 60_000;
/** Shortest wait after the second "too many requests" in a row, in milliseconds. */
const LEAST_REPEATED_WAIT_MS = 1000;
/** Longest time that one call spends waiting for "too many requests" to pass, in milliseconds. */
const MAX_RATE_LIMIT_WAIT_MS = 60 * 60_000;
/** Failures that pass by themselves. */
const PASSING_REASONS: ReadonlySet<string> = new Set(["server-error", "network", "timeout"]);

/** How to call, and when to give up. */
export interface RetryOptions<T> {
  /** The gate that every attempt passes. A call that waits to try again holds no slot. */
  readonly gate: CallGate;
  /**
   * Makes one attempt.
   *
   * @param attempt - Which one, from 1. An attempt that was rate-limited is made again under the
   *   same number.
   */
  readonly call: (attempt: number) => Promise<T>;
  /** Attempts at most, those not counted that were rate-limited. @defaultValue 4 */
  readonly maxAttempts?: number;
  /** Where time comes from. */
  readonly clock: Clock;
  /** Chance of the jitter: a stream of its own for each call, so that runs can be repeated. */
  readonly random: Random;
  /** Ends attempts and waits at once. */
  readonly signal?: AbortSignal;
  /**
   * Gets every failed attempt, before the wait that follows it; a promise is awaited. A call that
   * the signal ended is not reported.
   *
   * @param error - What went wrong.
   * @param attempt - Which attempt, from 1.
   * @param willRetry - `false` for the last failure, which is then thrown.
   */
  readonly onFailure?: (
    error: ModelCallError,
    attempt: number,
    willRetry: boolean,
  ) => void | Promise<void>;
}

/**
 * Calls a model until it answers or trying again makes no sense.
 *
 * - `rate-limited`: waits as long as the backend asked (30 minutes at most), else backs off; uses
 *   up no attempt; gives up when the waits of this call would exceed one hour.
 * - `server-error`, `network`, `timeout`: backs off exponentially from 3 seconds, 60 at most, with
 *   full jitter (any time from 0 to that); waits longer if the backend asked for it.
 * - Anything else, and whatever is not marked as retryable, is thrown at once.
 *
 * @param options - Gate, call, and when to give up.
 * @returns What the first successful attempt returned.
 * @throws ModelCallError the last failure, or `cancelled`; any other error of `call` as it is.
 */
export async function callWithRetries<T>(options: RetryOptions<T>): Promise<T> {
  const { gate, clock, signal } = options;
  const history: History = { attempt: 1, rateLimits: 0, rateLimitWaitMs: 0 };
  for (;;) {
    const outcome = await attemptOnce(gate, () => options.call(history.attempt), signal);
    if (!(outcome instanceof FailedAttempt)) return outcome;
    const { error } = outcome;
    if (error.reason === "cancelled") throw error;
    const waitMs = waitBeforeRetry(error, history, options);
    await options.onFailure?.(error, history.attempt, waitMs !== undefined);
    if (waitMs === undefined) throw error;
    note(history, error, waitMs);
    await waitOrCancel(clock, waitMs, signal);
  }
}

interface History {
  attempt: number;
  rateLimits: number;
  rateLimitWaitMs: number;
}

class FailedAttempt {
  readonly error: ModelCallError;
  constructor(error: ModelCallError) {
    this.error = error;
  }
}

async function attemptOnce<T>(
  gate: CallGate,
  call: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | FailedAttempt> {
  try {
    return await gate.run(call, signal);
  } catch (error) {
    if (error instanceof ModelCallError) return new FailedAttempt(error);
    throw error;
  }
}

/** How long to wait before the next attempt, in milliseconds; `undefined` to give up. */
function waitBeforeRetry<T>(
  error: ModelCallError,
  history: History,
  { random, maxAttempts = 4 }: RetryOptions<T>,
): number | undefined {
  if (!error.retryable) return undefined;
  const askedMs = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  if (error.reason === "rate-limited") {
    // A backend that asks for no wait at all, again and again, must not be hammered.
    const leastMs = history.rateLimits === 0 ? 0 : LEAST_REPEATED_WAIT_MS;
    const waitMs =
      error.retryAfterMs === undefined
        ? backOff(history.rateLimits, random)
        : Math.max(askedMs, leastMs);
    return history.rateLimitWaitMs + waitMs > MAX_RATE_LIMIT_WAIT_MS ? undefined : waitMs;
  }
  if (!PASSING_REASONS.has(error.reason) || history.attempt >= maxAttempts) return undefined;
  return Math.max(askedMs, backOff(history.attempt - 1, random));
}

function backOff(failuresBefore: number, random: Random): number {
  const ceilingMs = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failuresBefore);
  return random.next() * ceilingMs;
}

function note(history: History, error: ModelCallError, waitMs: number): void {
  if (error.reason === "rate-limited") {
    history.rateLimits += 1;
    history.rateLimitWaitMs += waitMs;
  } else {
    history.attempt += 1;
    history.rateLimits = 0;
  }
}
