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
  if (signal?.aborted === true) throw cancelledCall(signal.reason);
  try {
    await clock.sleep(waitMs, signal);
  } catch (error) {
    throw signal?.aborted === true ? cancelledCall(signal.reason) : error;
  }
}
