import { z } from "zod";
import { type Clock, LonghandError } from "../../foundation/index.ts";

/** Longest wait for a whole reply if nothing else is said, in milliseconds: three minutes. */
export const DEFAULT_REPLY_TIMEOUT_MS = 180_000;

/** Settings of a remote model, as they stand in an experiment file under `models`. */
export interface OpenAiModelSettings {
  /** Address up to and including `/v1`, for instance `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** Name of the environment variable that holds the key; absent for servers that need none. */
  readonly apiKeyVariable?: string;
  /** Longest prompt and reply together, in tokens; absent if unknown. */
  readonly contextTokens?: number;
  /** Calls that the server can work on at once. @defaultValue 32 */
  readonly parallelCalls?: number;
  /**
   * Name of the field that holds the longest reply. Newer models of OpenAI itself want
   * `max_completion_tokens`; every other server knows `max_tokens`.
   * @defaultValue `"max_tokens"`
   */
  readonly outputLimitField?: "max_tokens" | "max_completion_tokens";
  /**
   * How prompts are counted: `estimate` guesses from above without asking; `vllm` asks the
   * server's `/tokenize`, which vLLM has, and is exact.
   * @defaultValue `"estimate"`
   */
  readonly tokenCounting?: "estimate" | "vllm";
}

const positive = z.int().min(1);

/** Schema of {@link OpenAiModelSettings}; unknown keys are errors. */
export const openAiModelSettingsSchema: z.ZodType<OpenAiModelSettings> = z.strictObject({
  baseUrl: z.string().min(1),
  apiKeyVariable: z.exactOptional(
    z.string().regex(/^[A-Z_][A-Z0-9_]*$/, {
      error: "must be the name of an environment variable, in capitals, and never a key",
    }),
  ),
  contextTokens: z.exactOptional(positive),
  parallelCalls: z.exactOptional(positive),
  outputLimitField: z.exactOptional(z.enum(["max_tokens", "max_completion_tokens"])),
  tokenCounting: z.exactOptional(z.enum(["estimate", "vllm"])),
});

/** How to reach a model behind an OpenAI-compatible endpoint. */
export interface OpenAiModelOptions extends Omit<OpenAiModelSettings, "apiKeyVariable"> {
  /** Name of the model at the endpoint. */
  readonly model: string;
  /** Revision that the experiment pins; it is part of the cache key and is not sent. */
  readonly revision?: string;
  /** The key itself; absent for servers that need none. It appears in no message. */
  readonly apiKey?: string;
  /** Longest wait for a whole reply, in milliseconds. @defaultValue 180000 */
  readonly replyTimeoutMs?: number;
  /** Where time comes from. */
  readonly clock: Clock;
}

/** How to reach an embedding model behind an OpenAI-compatible endpoint. */
export interface OpenAiEmbeddingModelOptions
  extends Pick<
    OpenAiModelOptions,
    "baseUrl" | "model" | "revision" | "apiKey" | "replyTimeoutMs" | "clock"
  > {
  /** Texts sent in one request, at most. @defaultValue 64 */
  readonly textsPerRequest?: number;
}

/**
 * Refuses a number that is not a whole one above 0.
 *
 * @param field - Name of the option.
 * @param value - Its value.
 * @throws LonghandError `invalid-option`.
 */
export function checkPositive(field: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new LonghandError(`openai: ${field} must be a whole number, 1 or more, got ${value}.`, {
    code: "invalid-option",
  });
}

/**
 * Refuses a model without a name.
 *
 * @param model - The name.
 * @throws LonghandError `invalid-option`.
 */
export function checkModelName(model: string): void {
  if (model.trim() !== "") return;
  throw new LonghandError("openai: the model's name is empty.", {
    code: "invalid-option",
    hint: "Use the name that the endpoint lists at /models.",
  });
}
