/** What a {@link LonghandError} carries beside its message. */
export interface LonghandErrorOptions {
  /** Stable, kebab-case name of the fault. Programs may branch on it; its wording never changes. */
  readonly code: string;
  /** What the reader should do next, as a sentence. */
  readonly hint?: string;
  /** Machine-readable facts about the fault (file, line, value). Never holds a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * An error a person can act on: what happened to which value, a stable code, and what to do next.
 *
 * @example
 * ```ts
 * import { LonghandError } from "longhand";
 *
 * try {
 *   throw new LonghandError("k must be 0 or more, got -1.", { code: "invalid-option" });
 * } catch (error) {
 *   if (error instanceof LonghandError) console.error(error.code, error.hint);
 * }
 * ```
 */
export class LonghandError extends Error {
  /** Name of the class, for stack traces. */
  override readonly name: string = "LonghandError";
  /** Stable, kebab-case name of the fault. */
  readonly code: string;
  /** What the reader should do next. */
  readonly hint: string | undefined;
  /** Machine-readable facts about the fault. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  /**
   * @param message - Who, what, and the offending value.
   * @param options - The code, and what else is known.
   */
  constructor(message: string, options: LonghandErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.hint = options.hint;
    this.details = options.details;
  }
}

/** Codes that mean "the request itself is wrong": they end a command with exit code 2. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  "usage",
  "invalid-option",
  "invalid-experiment",
  "invalid-brief",
  "invalid-template",
  "invalid-study",
  "experiment-changed",
  "run-locked",
  "unlike-scores",
  "unknown-model",
  "unknown-metric",
  "missing-credential",
  "context-too-small",
  "unknown-run",
  "unknown-node",
  "unknown-fact",
  "invalid-edit",
  "invalid-plan",
  "stale-plan",
  "changes-not-accepted",
  "changed-makers",
  "other-comparison",
  "invalid-font",
  "not-writable",
  "unknown-split",
  "unknown-task",
  "unknown-author",
  "unknown-example",
  "folder-exists",
  "invalid-challenge",
  "low-power",
]);

/**
 * Tells whether an error is the caller's to mend before anything runs (exit code 2) rather than a
 * fault met on the way (exit code 1).
 *
 * @param error - Anything that was thrown.
 * @returns `true` for usage and configuration errors.
 */
export function isUsageError(error: unknown): boolean {
  return error instanceof LonghandError && USAGE_CODES.has(error.code);
}

/**
 * The message of anything that was thrown.
 *
 * @param thrown - An error, or whatever else a library threw.
 * @returns Its message.
 */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
