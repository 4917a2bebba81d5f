import { LonghandError } from "../foundation/index.ts";
import type { FailureReason } from "../records/index.ts";

/** What a {@link ModelCallError} carries beside its message. */
export interface ModelCallErrorOptions {
  /** Why the call gave no usable reply. */
  readonly reason: FailureReason;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** How long the backend asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** HTTP status, if there was one. */
  readonly httpStatus?: number;
  /** What to do next. */
  readonly hint?: string;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/** A call to a model that gave no usable reply. Its code is the reason. */
export class ModelCallError extends LonghandError {
  /** Name of the class, for stack traces. */
  override readonly name: string = "ModelCallError";
  /** Why the call gave no usable reply. */
  readonly reason: FailureReason;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** How long the backend asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** HTTP status, if there was one. */
  readonly httpStatus: number | undefined;

  /**
   * @param message - What happened, without secrets.
   * @param options - The reason, and what else is known.
   */
  constructor(message: string, options: ModelCallErrorOptions) {
    super(message, {
      code: options.reason,
      ...(options.hint === undefined ? {} : { hint: options.hint }),
      cause: options.cause,
    });
    this.reason = options.reason;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.httpStatus = options.httpStatus;
  }
}
