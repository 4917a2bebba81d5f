import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import type { FailureReason } from "../../records/index.ts";
import { faultWords } from "../../storage/index.ts";

/** Reasons for which the fake model can be told to fail: all that a real one can have. */
export type FakeFailureReason = Exclude<
  FailureReason,
  "budget" | "cancelled" | "retrieval-failed" | "summary-failed" | "style-failed"
>;

const FAKE_FAILURE_REASONS: readonly FakeFailureReason[] = [
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
];

/** Some calls that are to fail. Which ones depends on the prompts alone, never on their order. */
export interface FakeFailure {
  /** Why they fail. */
  readonly reason: FakeFailureReason;
  /** Regular expression (flag `u`) that the prompt must match. @defaultValue any prompt */
  readonly match?: string;
  /** One prompt in so many fails, chosen by its hash: always the same ones. @defaultValue 1 */
  readonly every?: number;
  /**
   * How often a request fails before it succeeds, counted from when the model was opened.
   * @defaultValue always
   */
  readonly times?: number;
  /** How long the failure asks to wait, in milliseconds. @defaultValue it does not say */
  readonly retryAfterMs?: number;
}

/** Settings of the fake model, as they stand in an experiment file under `models`. */
export interface FakeModelSettings {
  /** How long a call takes, in milliseconds, or from-to drawn per request. @defaultValue 0 */
  readonly delayMs?: number | readonly [number, number];
  /** Fewest and most words of a reply. @defaultValue [40, 120] */
  readonly outputTokens?: readonly [number, number];
  /** Calls that are to fail; the first rule that fits decides. @defaultValue none */
  readonly failures?: readonly FakeFailure[];
  /** File that gets one JSON line per call before its reply is returned. @defaultValue none */
  readonly callLog?: string;
  /** Longest prompt and reply together, in words. @defaultValue 32768 */
  readonly contextTokens?: number;
  /** Whether log-probabilities are given when asked for. @defaultValue true */
  readonly logProbabilities?: boolean;
}

/** The settings with every default filled in. */
export interface FilledFakeModelSettings {
  readonly delayMs: readonly [number, number];
  readonly outputTokens: readonly [number, number];
  readonly failures: readonly FakeFailure[];
  readonly callLog: string | undefined;
  readonly contextTokens: number;
  readonly logProbabilities: boolean;
}

const waitMs = z.number().min(0).max(86_400_000);
const positive = z.int().min(1);
const isRising = ([low, high]: readonly [number, number]): boolean => low <= high;
const FALLING = { error: "the first number must not be above the second" };

/** Schema of {@link FakeModelSettings}; unknown keys are errors. */
export const fakeModelSettingsSchema: z.ZodType<FakeModelSettings> = z.strictObject({
  delayMs: z.exactOptional(z.union([waitMs, z.tuple([waitMs, waitMs]).refine(isRising, FALLING)])),
  outputTokens: z.exactOptional(z.tuple([positive, positive]).refine(isRising, FALLING)),
  failures: z.exactOptional(
    z.array(
      z.strictObject({
        reason: z.enum(FAKE_FAILURE_REASONS),
        match: z.exactOptional(
          z.string().refine(isRegularExpression, { error: "not a regular expression" }),
        ),
        every: z.exactOptional(positive),
        times: z.exactOptional(positive),
        retryAfterMs: z.exactOptional(waitMs),
      }),
    ),
  ),
  callLog: z.exactOptional(z.string().min(1)),
  contextTokens: z.exactOptional(positive),
  logProbabilities: z.exactOptional(z.boolean()),
});

/** Tokens of the fake model's replies, at least and at most, unless its settings say otherwise; they are words. */
export const FAKE_OUTPUT_TOKENS: readonly [least: number, most: number] = [40, 120];

/**
 * Checks settings and fills in the defaults.
 *
 * @param settings - Settings as a user wrote them.
 * @returns Complete settings.
 * @throws LonghandError `invalid-option`, naming each wrong key.
 */
export function fillFakeSettings(settings: FakeModelSettings): FilledFakeModelSettings {
  const parsed = fakeModelSettingsSchema.safeParse(settings);
  if (!parsed.success) {
    throw new LonghandError(
      `Fake model: wrong settings: ${faultWords(parsed.error, "the settings")}.`,
      {
        code: "invalid-option",
        hint: "The settings of the fake model are delayMs, outputTokens, failures, callLog, contextTokens and logProbabilities.",
        cause: parsed.error,
      },
    );
  }
  const { delayMs = 0, outputTokens = FAKE_OUTPUT_TOKENS, failures = [], callLog } = parsed.data;
  const { contextTokens = 32_768, logProbabilities = true } = parsed.data;
  return {
    delayMs: typeof delayMs === "number" ? [delayMs, delayMs] : delayMs,
    outputTokens,
    failures,
    callLog,
    contextTokens,
    logProbabilities,
  };
}

function isRegularExpression(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}
