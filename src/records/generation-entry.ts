import { z } from "zod";
import { type FailureReason, failureReasonSchema } from "./failure-reason.ts";
import type { SideStage } from "./side-template.ts";

/** What a call of `side.jsonl` is for: a summary, a description of style, a judgement of a re-ranker. */
export type SideCallStage = SideStage | "rerank";

/** One line of `generation.jsonl`: an attempt that gave a text. */
export interface GeneratedEntry {
  /** Format version. */
  readonly v: 1;
  /** Key of the planned example. */
  readonly key: string;
  /** What the text is for, in `side.jsonl`; absent for the texts of `plan.jsonl`. */
  readonly stage?: SideCallStage;
  /** The outcome. */
  readonly status: "generated";
  /** Which attempt it was, from 1. */
  readonly attempt: number;
  /** The model's text as given. */
  readonly text: string;
  /** `length` if the model stopped at its token limit. */
  readonly finishReason: "stop" | "length";
  /** Tokens read. */
  readonly promptTokens: number;
  /** Tokens written. */
  readonly outputTokens: number;
  /** What the call cost, in US dollars; absent if no price is known. */
  readonly costUsd?: number;
  /** How long the call took, in milliseconds. */
  readonly latencyMs: number;
  /** Passages dropped or cut to fit the prompt into its budget; absent for none. */
  readonly passagesLost?: number;
  /** Longest reply asked for, in tokens, where the context left less than the experiment's limit. */
  readonly outputLimit?: number;
  /** `true` if the reply came from the cache. */
  readonly cached: boolean;
  /** When it ended, in milliseconds since 1970. */
  readonly atMs: number;
}

/** One line of `generation.jsonl`: an attempt that gave no usable text. */
export interface FailedEntry {
  /** Format version. */
  readonly v: 1;
  /** Key of the planned example. */
  readonly key: string;
  /** What the text is for, in `side.jsonl`; absent for the texts of `plan.jsonl`. */
  readonly stage?: SideCallStage;
  /** The outcome. */
  readonly status: "failed";
  /** Which attempt it was, from 1. */
  readonly attempt: number;
  /** Why. */
  readonly reason: FailureReason;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  /** `true` if the same run asks again: this entry then ends nothing. */
  readonly willRetry?: boolean;
  /** What was said, without secrets. */
  readonly message: string;
  /** `true` if it failed before any call was made. */
  readonly noCall?: true;
  /** Tokens that the call may have been charged for all the same, at most; absent for none. */
  readonly mostTokens?: number;
  /** What that may have cost, in US dollars; absent for nothing, or if no price is known. */
  readonly mostUsd?: number;
  /** When it ended, in milliseconds since 1970. */
  readonly atMs: number;
}

/** One line of `generation.jsonl`. */
export type GenerationEntry = GeneratedEntry | FailedEntry;

const amount = z.number().nonnegative();
const stage = z.exactOptional(z.enum(["summary", "style", "rerank"]));

/** Schema of {@link GenerationEntry}. */
export const generationEntrySchema: z.ZodType<GenerationEntry> = z.discriminatedUnion("status", [
  z.strictObject({
    v: z.literal(1),
    key: z.string(),
    stage,
    status: z.literal("generated"),
    attempt: z.int().positive(),
    text: z.string(),
    finishReason: z.enum(["stop", "length"]),
    promptTokens: amount,
    outputTokens: amount,
    costUsd: z.exactOptional(amount),
    latencyMs: z._default(amount, 0),
    passagesLost: z.exactOptional(z.int().positive()),
    outputLimit: z.exactOptional(z.int().positive()),
    cached: z.boolean(),
    atMs: z.number(),
  }),
  z.strictObject({
    v: z.literal(1),
    key: z.string(),
    stage,
    status: z.literal("failed"),
    attempt: z.int().positive(),
    reason: failureReasonSchema,
    retryable: z.boolean(),
    willRetry: z.exactOptional(z.boolean()),
    message: z.string(),
    noCall: z.exactOptional(z.literal(true)),
    mostTokens: z.exactOptional(amount),
    mostUsd: z.exactOptional(amount),
    atMs: z.number(),
  }),
]) as z.ZodType<GenerationEntry>;
