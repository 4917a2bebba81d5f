import { z } from "zod";

/** Every reason for which an example can end without a usable text. The list is closed. */
export const FAILURE_REASONS = [
  "no-output",
  "empty-output",
  "refused",
  "content-filter",
  "context-overflow",
  "invalid-output",
  "timeout",
  "rate-limited",
  "server-error",
  "network",
  "budget",
  "cancelled",
  "retrieval-failed",
  "summary-failed",
  "style-failed",
] as const;

/** Why an example ended without a usable text. */
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Schema of {@link FailureReason}. */
export const failureReasonSchema: z.ZodType<FailureReason> = z.enum(FAILURE_REASONS);
