import { LonghandError } from "../../foundation/index.ts";
import { Refusal, type RefusalStatus } from "../http/refusals.ts";

/** What faults of looking at runs are over HTTP; all others are the server's own. */
const STATUSES: Readonly<Record<string, RefusalStatus>> = {
  "unknown-run": 404,
  "unknown-cell": 404,
  "unknown-example": 404,
  "not-found": 404,
  "invalid-cursor": 422,
  "invalid-option": 422,
  usage: 422,
  "unlike-scores": 422,
  "no-summary": 409,
  "damaged-run": 409,
  "experiment-changed": 409,
  "vectors-missing": 409,
  "model-missing": 409,
};

/**
 * Does work on runs, and refuses the request where the fault is one of the run or of what was asked.
 *
 * @param work - The work.
 * @returns What it gives.
 * @throws Refusal with the fault's own code; message and hint are one text.
 */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LonghandError) || error instanceof Refusal) throw error;
    const status = STATUSES[error.code];
    if (status === undefined) throw error;
    const message = [error.message, error.hint].filter((part) => part !== undefined).join(" ");
    const refusal = new Refusal(status, { code: error.code, message });
    refusal.cause = error;
    throw refusal;
  }
}
