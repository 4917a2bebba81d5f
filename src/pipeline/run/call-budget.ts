import { ModelCallError, type ModelReply, type ModelRequest } from "../../models/index.ts";
import type { RenderedPrompt } from "../../records/index.ts";
import { pythonWords } from "../../text/index.ts";

/** The most that one call can cost, set aside before it begins. */
export interface Reservation {
  /** Prompt and longest reply, in tokens. */
  readonly tokens: number;
}

/** What a run may still spend on calls. */
export interface CallBudget {
  /** Tokens read by calls that were made. */
  readonly tokensRead: number;
  /** Tokens written by calls that were made. */
  readonly tokensWritten: number;
  /**
   * Makes a call if it fits into what is left, its highest possible cost set aside first.
   *
   * @param reservation - The highest possible cost.
   * @param call - The call.
   * @returns What the call returns.
   * @throws ModelCallError `budget` if it does not fit; else what the call throws.
   */
  spend(reservation: Reservation, call: () => Promise<ModelReply>): Promise<ModelReply>;
}

/** Bounds of a budget; what was spent before counts. */
export interface BudgetBounds {
  /** Most calls; absent for no bound. */
  readonly maxCalls?: number;
  /** Most tokens read and written; absent for no bound. */
  readonly maxTokens?: number;
  /** Calls made by earlier commands of the run. */
  readonly callsBefore: number;
  /** Tokens spent by earlier commands of the run. */
  readonly tokensBefore: number;
}

/**
 * Opens a budget.
 *
 * @param bounds - What may be spent, and what already was.
 * @returns The budget.
 */
export function openCallBudget(bounds: BudgetBounds): CallBudget {
  let calls = bounds.callsBefore;
  let spent = bounds.tokensBefore;
  let reserved = 0;
  const totals = { tokensRead: 0, tokensWritten: 0 };
  const refuse = (bound: string): never => {
    throw new ModelCallError(`The next call does not fit into the budget: ${bound}.`, {
      reason: "budget",
      retryable: true,
    });
  };
  return {
    get tokensRead() {
      return totals.tokensRead;
    },
    get tokensWritten() {
      return totals.tokensWritten;
    },
    spend: async ({ tokens }, call) => {
      const { maxCalls = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY } = bounds;
      if (calls + 1 > maxCalls) refuse(`maxCalls is ${maxCalls}`);
      if (spent + reserved + tokens > maxTokens) refuse(`maxTokens is ${maxTokens}`);
      calls += 1;
      reserved += tokens;
      try {
        const reply = await call();
        totals.tokensRead += reply.promptTokens;
        totals.tokensWritten += reply.outputTokens;
        spent += reply.promptTokens + reply.outputTokens;
        return reply;
      } finally {
        reserved -= tokens;
      }
    },
  };
}

/** Tokens that a word can take at the most, where nothing was counted. */
const MOST_TOKENS_PER_WORD = 4;

/**
 * The most that a call can cost.
 *
 * @param request - The request.
 * @param prompt - Its prompt; the count of its tokens is used where there is one.
 * @returns Tokens of the prompt and the longest reply.
 */
export function reservationFor(request: ModelRequest, prompt: RenderedPrompt): Reservation {
  const promptTokens =
    prompt.promptTokens ?? MOST_TOKENS_PER_WORD * pythonWords(prompt.text).length;
  return { tokens: promptTokens + request.maxOutputTokens };
}
