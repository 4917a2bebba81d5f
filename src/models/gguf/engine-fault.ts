import { LonghandError, messageOf } from "../../foundation/index.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { EngineFault } from "./engine-protocol.ts";

/**
 * Packs an error for the way to another process.
 *
 * @param thrown - Whatever was thrown while a call was answered.
 * @returns Its message, code and hint; an unknown error becomes a `server-error`.
 */
export function faultOf(thrown: unknown): EngineFault {
  const hint =
    thrown instanceof LonghandError && thrown.hint !== undefined ? { hint: thrown.hint } : {};
  if (thrown instanceof ModelCallError) {
    const { message, code, reason, retryable } = thrown;
    return { message, code, reason, retryable, ...hint };
  }
  if (thrown instanceof LonghandError) {
    return { message: thrown.message, code: thrown.code, ...hint };
  }
  return {
    message: `The engine failed: ${messageOf(thrown)}`,
    code: "server-error",
    reason: "server-error",
    retryable: true,
  };
}

/**
 * Unpacks an error that another process sent.
 *
 * @param fault - What it sent.
 * @returns The error to throw.
 */
export function errorOf(fault: EngineFault): LonghandError {
  const { message, code, reason, retryable = false } = fault;
  const hint = fault.hint === undefined ? {} : { hint: fault.hint };
  return reason === undefined
    ? new LonghandError(message, { code, ...hint })
    : new ModelCallError(message, { reason, retryable, ...hint });
}
