import { LonghandError } from "../foundation/index.ts";
import type { RetrievalRequest } from "./retriever.ts";

/**
 * Checks what every retriever checks.
 *
 * @param name - Of the retriever, for the message.
 * @param request - What it was asked.
 * @throws LonghandError `invalid-option` unless k is a whole number of 0 or more; `cancelled` if the
 *   request's signal is aborted.
 */
export function checkRequest(name: string, { k, exampleId, signal }: RetrievalRequest): void {
  if (signal?.aborted === true) {
    throw new LonghandError(`${name}: the request was cancelled.`, {
      code: "cancelled",
      details: { exampleId },
      cause: signal.reason,
    });
  }
  if (Number.isSafeInteger(k) && k >= 0) return;
  throw new LonghandError(`${name}: k must be a whole number of 0 or more, got ${k}.`, {
    code: "invalid-option",
    hint: "Ask for 0 passages to write without any.",
    details: { exampleId },
  });
}
