import { LonghandError } from "../../foundation/index.ts";

/** Statuses with which a request can be refused. */
export type RefusalStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 412
  | 413
  | 415
  | 421
  | 422
  | 429
  | 503
  | 507;

/** What else a refusal can tell. */
export interface RefusalFacts {
  /** Machine-readable facts: line errors, limits. Never a text of others, never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When to try again, in seconds. */
  readonly retryAfterSeconds?: number;
  /** Methods that the address knows, for 405. */
  readonly allow?: string;
}

/** A request that is refused: thrown anywhere while it is answered, it becomes the reply. */
export class Refusal extends LonghandError {
  /** Name of the class, for stack traces. */
  override readonly name: string = "Refusal";
  /** HTTP status. */
  readonly status: RefusalStatus;
  /** When to try again, in seconds; `undefined` if waiting does not help. */
  readonly retryAfterSeconds: number | undefined;
  /** Methods that the address knows; `undefined` unless the status is 405. */
  readonly allow: string | undefined;

  /**
   * @param status - HTTP status.
   * @param told - Stable code and a sentence for the reader.
   * @param facts - What else is known.
   */
  constructor(
    status: RefusalStatus,
    told: { readonly code: string; readonly message: string },
    facts: RefusalFacts = {},
  ) {
    const { details, retryAfterSeconds, allow } = facts;
    super(told.message, { code: told.code, ...(details === undefined ? {} : { details }) });
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.allow = allow;
  }
}

/**
 * 404, the same for what is missing and for what belongs to others.
 *
 * @returns The refusal.
 */
export function notFound(): Refusal {
  return new Refusal(404, {
    code: "not-found",
    message: "There is nothing here, or it is not yours to see.",
  });
}

/**
 * 409: the object is not in the state for it, or somebody was faster.
 *
 * @param code - Stable code, for instance `phase-closed` or `stale-version`.
 * @param message - A sentence for the reader.
 * @param facts - What else is known.
 * @returns The refusal.
 */
export function conflict(code: string, message: string, facts: RefusalFacts = {}): Refusal {
  return new Refusal(409, { code, message }, facts);
}

/**
 * 422: what was sent is wrong.
 *
 * @param code - Stable code, for instance `invalid-request` or `invalid-submission`.
 * @param message - A sentence for the reader.
 * @param facts - What else is known, for instance line errors.
 * @returns The refusal.
 */
export function unprocessable(code: string, message: string, facts: RefusalFacts = {}): Refusal {
  return new Refusal(422, { code, message }, facts);
}

/**
 * 429: too many.
 *
 * @param message - A sentence for the reader.
 * @param retryAfterSeconds - When to try again, in seconds.
 * @returns The refusal.
 */
export function tooMany(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(429, { code: "too-many-requests", message }, { retryAfterSeconds });
}
