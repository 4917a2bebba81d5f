import type { Clock } from "../foundation/index.ts";
import { ModelCallError } from "./model-call-error.ts";

/**
 * The error of a call that its caller ended.
 *
 * @param cause - The abort signal's reason.
 * @returns An error with reason `cancelled`, which is not to be retried.
 */
export function cancelledCall(cause?: unknown): ModelCallError {
  return new ModelCallError("The call was cancelled.", {
    reason: "cancelled",
    retryable: false,
    cause,
  });
}

/**
 * Stops here if the caller has ended the call.
 *
 * @param signal - The caller's signal.
 * @throws ModelCallError with reason `cancelled` if the signal is aborted.
 */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelledCall(signal.reason);
}

/**
 * Waits, unless the caller has enough of it.
 *
 * @param clock - Where time comes from.
 * @param waitMs - How long, in milliseconds.
 * @param signal - Ends the wait at once.
 * @throws ModelCallError with reason `cancelled` if the signal is or gets aborted.
 */
export async function waitOrCancel(
  clock: Clock,
  waitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  throwIfCancelled(signal);
  try {
    await clock.sleep(waitMs, signal);
  } catch (error) {
    throwIfCancelled(signal);
    throw error;
  }
}
