import { z } from "zod";
import type { ModelReply, ModelRequest, TokenLogProbability } from "../language-model.ts";
import { ModelCallError, type ModelCallErrorOptions } from "../model-call-error.ts";
import { estimateMessageTokens, estimateTokens } from "./token-estimate.ts";
import { tryJson } from "./try-json.ts";

const tokenSchema = z.looseObject({ token: z.string(), logprob: z.number() });

const logProbabilitiesSchema = z.looseObject({
  content: z.nullish(
    z.array(tokenSchema.extend({ top_logprobs: z.nullish(z.array(tokenSchema)) })),
  ),
});

const spokenSchema = z.looseObject({
  content: z.nullish(
    z.union([z.string(), z.array(z.looseObject({ text: z.nullish(z.string()) }))]),
  ),
  refusal: z.nullish(z.string()),
});

const count = z.nullish(z.int().nonnegative());

/** Token counts as servers send them. */
interface ReplyUsage {
  readonly prompt_tokens?: number | null | undefined;
  readonly completion_tokens?: number | null | undefined;
  readonly prompt_tokens_details?:
    | { readonly cached_tokens?: number | null | undefined }
    | null
    | undefined;
}

const usageSchema: z.ZodType<ReplyUsage> = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.nullish(z.looseObject({ cached_tokens: count })),
});

/** A whole reply, or one piece of a streamed one: both have this shape. */
const chatPartSchema = z.looseObject({
  model: z.nullish(z.string()),
  system_fingerprint: z.nullish(z.string()),
  choices: z.array(
    z.looseObject({
      message: z.nullish(spokenSchema),
      delta: z.nullish(spokenSchema),
      finish_reason: z.nullish(z.string()),
      logprobs: z.nullish(logProbabilitiesSchema),
    }),
  ),
  usage: z.nullish(usageSchema),
});

/** What has come of a reply so far. */
export interface CollectedReply {
  /** The text. */
  text: string;
  /** Why the model refuses; empty if it does not. */
  refusal: string;
  /** The server's finish reason, as it was sent. */
  finishReason: string | undefined;
  /** Log-probabilities of the tokens so far. */
  readonly logProbabilities: TokenLogProbability[];
  /** Token counts. */
  usage: ReplyUsage | undefined;
  /** Model and build as the server names them. */
  revision: string | undefined;
}

/**
 * An empty collection.
 *
 * @returns A reply of which nothing has come yet.
 */
export function emptyCollection(): CollectedReply {
  return {
    text: "",
    refusal: "",
    finishReason: undefined,
    logProbabilities: [],
    usage: undefined,
    revision: undefined,
  };
}

/**
 * Adds a whole reply, or one piece of a streamed one, to what has come so far.
 *
 * @param collected - What has come so far; it is changed.
 * @param part - The parsed JSON.
 * @returns The piece of text that was new.
 * @throws ModelCallError `invalid-output` if the JSON has another shape.
 */
export function collect(collected: CollectedReply, part: unknown): string {
  const parsed = chatPartSchema.safeParse(part);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`at ${issue?.path.join(".") || "its top"}: ${issue?.message ?? "unknown"}`);
  }
  const { model, system_fingerprint: build, usage, choices } = parsed.data;
  const names = [model, build].filter((name) => typeof name === "string" && name !== "");
  if (names.length > 0) collected.revision = names.join(" ");
  collected.usage = usage ?? collected.usage;
  const [choice] = choices;
  if (choice === undefined) return "";
  collected.finishReason = choice.finish_reason ?? collected.finishReason;
  for (const token of choice.logprobs?.content ?? []) {
    collected.logProbabilities.push(logProbabilityOf(token));
  }
  const spoken = choice.message ?? choice.delta;
  collected.refusal += spoken?.refusal ?? "";
  const piece = textOf(spoken?.content);
  collected.text += piece;
  return piece;
}

function textOf(content: z.infer<typeof spokenSchema>["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

function logProbabilityOf(
  token: NonNullable<z.infer<typeof logProbabilitiesSchema>["content"]>[number],
): TokenLogProbability {
  const alternatives = (token.top_logprobs ?? []).map((other) => ({
    token: other.token,
    logProbability: atMostZero(other.logprob),
  }));
  alternatives.sort((left, right) => right.logProbability - left.logProbability);
  return { token: token.token, logProbability: atMostZero(token.logprob), alternatives };
}

/** Rounding on the server can lift the logarithm of a sure thing above 0. */
function atMostZero(logarithm: number): number {
  return Math.min(0, logarithm);
}

/** Finish reasons that mean a whole reply, by the names of various servers. */
const STOPPED: ReadonlySet<string> = new Set([
  "stop",
  "eos",
  "eos_token",
  "stop_sequence",
  "end_turn",
]);
/** Those that mean a reply cut at its limit. */
const CUT: ReadonlySet<string> = new Set(["length", "max_tokens", "model_length"]);
/** Those that mean a fault of the server. */
const BROKEN: ReadonlySet<string> = new Set(["error", "insufficient_system_resource"]);

/**
 * Makes a finished reply of what has come, or says why it is none.
 *
 * @param collected - The whole reply.
 * @param request - What was asked.
 * @returns The reply.
 * @throws ModelCallError `refused`, `content-filter`, `server-error`, `invalid-output` or
 *   `empty-output`.
 */
export function finishedReply(collected: CollectedReply, request: ModelRequest): ModelReply {
  const { text, logProbabilities, usage, revision } = collected;
  const finishReason = finishReasonOf(collected);
  if (text.trim() === "") throw emptyOutput(finishReason);
  const cachedPromptTokens = usage?.prompt_tokens_details?.cached_tokens ?? undefined;
  const wantsLogProbabilities = request.topLogProbabilities !== undefined;
  return {
    text,
    finishReason,
    ...usageOf(collected, request),
    ...(cachedPromptTokens === undefined ? {} : { cachedPromptTokens }),
    ...(wantsLogProbabilities && logProbabilities.length > 0 ? { logProbabilities } : {}),
    ...(revision === undefined ? {} : { revision }),
  };
}

function finishReasonOf({ refusal, finishReason = "none" }: CollectedReply): "stop" | "length" {
  if (refusal !== "") throw refused(refusal);
  if (STOPPED.has(finishReason)) return "stop";
  if (CUT.has(finishReason)) return "length";
  if (finishReason === "content_filter") {
    throw failure("the content filter ended the reply.", "content-filter", false);
  }
  if (BROKEN.has(finishReason)) {
    throw failure(`the server gave up (finish reason "${finishReason}").`, "server-error", true);
  }
  throw failure(
    `the reply ended with finish reason "${finishReason}", which makes no text.`,
    "invalid-output",
    false,
  );
}

function usageOf(
  { text, usage }: CollectedReply,
  { messages }: ModelRequest,
): Pick<ModelReply, "promptTokens" | "outputTokens" | "usageEstimated"> {
  const promptTokens = usage?.prompt_tokens ?? undefined;
  const outputTokens = usage?.completion_tokens ?? undefined;
  if (promptTokens !== undefined && outputTokens !== undefined)
    return { promptTokens, outputTokens };
  return {
    promptTokens: promptTokens ?? estimateMessageTokens(messages),
    outputTokens: outputTokens ?? estimateTokens(text),
    usageEstimated: true,
  };
}

function refused(refusal: string): ModelCallError {
  const words = refusal.replaceAll(/\s+/g, " ").trim();
  return failure(`the model refused: ${words}`, "refused", false);
}

function emptyOutput(finishReason: "stop" | "length"): ModelCallError {
  return new ModelCallError(`openai: the reply holds no text (finish reason "${finishReason}").`, {
    reason: "empty-output",
    retryable: finishReason === "stop",
    hint:
      finishReason === "stop"
        ? "Look at the prompt with `longhand prompt render`."
        : "A model that thinks before it writes may have used up its tokens: raise maxOutputTokens.",
  });
}

function failure(
  message: string,
  reason: ModelCallErrorOptions["reason"],
  retryable: boolean,
): ModelCallError {
  return new ModelCallError(`openai: ${message}`, { reason, retryable });
}

/**
 * The error for an answer that is no reply of a chat endpoint.
 *
 * @param what - What is wrong with it, and where.
 * @returns An error with reason `invalid-output`.
 */
export function invalid(what: string): ModelCallError {
  return new ModelCallError(`openai: the answer is not what this endpoint should send: ${what}.`, {
    reason: "invalid-output",
    retryable: false,
    hint: "Check the base URL: it usually ends in /v1.",
  });
}

/**
 * Parses the body of an answer.
 *
 * @param text - The body.
 * @returns The JSON value.
 * @throws ModelCallError `invalid-output`.
 */
export function parsedAnswer(text: string): unknown {
  const parsed = tryJson(text);
  if (parsed !== undefined) return parsed.value;
  if (text.trim() === "") throw invalid("it is empty");
  throw invalid(/^\s*</.test(text) ? "it is a web page" : "it is not JSON");
}
