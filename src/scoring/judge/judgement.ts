import type { UnscoredReason } from "../../records/index.ts";

/** Why a judgement has no value. */
export type JudgeReason =
  /** The judge was asked twice and did not answer in the form. */
  | "unreadable-judgement"
  /** The judge preferred a place, not a text. */
  | "inconsistent-orders"
  /** There is nothing to judge. */
  | "no-words"
  /** There is nothing to compare with. */
  | "no-reference"
  /** The call failed: `judge-` and the reason of the call, such as `judge-timeout`. */
  | `judge-${string}`
  | (UnscoredReason & {});

/** What a judgement cost, and what was said. */
export interface JudgeUsage {
  /** Calls of the judge, failed ones included. */
  readonly calls: number;
  /** Tokens it read. */
  readonly promptTokens: number;
  /** Tokens it wrote. */
  readonly outputTokens: number;
  /** Its replies as they came, in order. */
  readonly replies: readonly string[];
}

/** A judgement: its value with further facts, or why there is none. Never counted as 0. */
export type Judgement<Facts = unknown> =
  | (Facts & {
      /** The outcome. */
      readonly status: "scored";
      /** The settings behind the number, the judge included. */
      readonly signature: string;
      /** The value. Range and direction are the judgement's. */
      readonly value: number;
      /** What it cost. */
      readonly usage: JudgeUsage;
    })
  | {
      /** The outcome. */
      readonly status: "unscored";
      /** The settings that the number would have stood for. */
      readonly signature: string;
      /** Why there is no value. */
      readonly reason: JudgeReason;
      /** The same in more words. */
      readonly detail: string;
      /** What it cost. */
      readonly usage: JudgeUsage;
    };

/** The cost of a judgement for which nobody was asked. */
export const NO_USAGE: JudgeUsage = { calls: 0, promptTokens: 0, outputTokens: 0, replies: [] };

/**
 * Adds up what several questions cost.
 *
 * @param usages - The costs, in order.
 * @returns Their sum.
 */
export function totalUsage(usages: readonly JudgeUsage[]): JudgeUsage {
  return {
    calls: usages.reduce((sum, { calls }) => sum + calls, 0),
    promptTokens: usages.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    outputTokens: usages.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    replies: usages.flatMap(({ replies }) => replies),
  };
}
