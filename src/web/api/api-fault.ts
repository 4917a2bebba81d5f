import { LonghandError } from "../../foundation/index.ts";

/** A request that the server refused, or that did not get through. */
export class ApiFault extends LonghandError {
  /** Status of the answer; 0 if there was none. */
  readonly status: number;
  /** Seconds to wait before it is worth trying again; absent where waiting is no use. */
  readonly retryAfterSeconds?: number;

  /**
   * @param message - What happened.
   * @param options - Code, status, and what else the answer said.
   */
  constructor(message: string, options: ApiFaultOptions) {
    const { code, status, hint, details, retryAfterSeconds, cause } = options;
    super(message, {
      code,
      ...(hint === undefined ? {} : { hint }),
      ...(details === undefined ? {} : { details }),
      ...(cause === undefined ? {} : { cause }),
    });
    this.status = status;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What an {@link ApiFault} is made of. */
export interface ApiFaultOptions {
  /** Stable name of the fault. */
  readonly code: string;
  /** Status of the answer; 0 if there was none. */
  readonly status: number;
  /** What to do next. */
  readonly hint?: string;
  /** Machine-readable facts. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds to wait. */
  readonly retryAfterSeconds?: number;
  /** What caused it. */
  readonly cause?: unknown;
}
