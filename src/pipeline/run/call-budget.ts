import {
  type LanguageModel,
  ModelCallError,
  type ModelPrice,
  type ModelReply,
  type ModelRequest,
} from "../../models/index.ts";
import type { RunLimits } from "../experiment/experiment-schema.ts";

/** What calls came to. */
export interface Spending {
  /** Calls that reached a model, failed ones included. */
  readonly calls: number;
  /** Tokens read and written; for failed calls that may have been charged, the most it can have been. */
  readonly tokens: number;
  /** The same in US dollars, as far as prices are known. */
  readonly usd: number;
}

/** The most that one call can cost, set aside before it begins. */
export interface Reservation {
  /** Tokens of the prompt. */
  readonly promptTokens: number;
  /** Longest reply, in tokens. */
  readonly outputTokens: number;
  /** What the model's tokens cost; absent if unknown. */
  readonly price?: ModelPrice;
}

/** What a run may still spend on calls. */
export interface CallBudget {
  /** Tokens read by calls that were made. */
  readonly tokensRead: number;
  /** Tokens written by calls that were made. */
  readonly tokensWritten: number;
  /** What was spent, by earlier commands of the run, too. */
  readonly spent: Spending;
  /**
   * Makes a call if it fits into what is left, its highest possible cost set aside first. A call that
   * would fit once calls under way have cost less than was set aside for them waits for them.
   *
   * @param reservation - The highest possible cost.
   * @param call - The call.
   * @returns What the call returns.
   * @throws ModelCallError `budget` if it does not fit; else what the call throws.
   */
  spend(reservation: Reservation, call: () => Promise<ModelReply>): Promise<ModelReply>;
}

/** Bounds of a budget; absent ones bound nothing. */
export interface BudgetBounds extends Pick<RunLimits, "maxCalls" | "maxTokens" | "budgetUsd"> {
  /** What earlier commands of the run spent. */
  readonly before: Spending;
}

/** Failures after which a provider may have charged what was read and written. */
const MAY_BE_CHARGED: ReadonlySet<string> = new Set([
  "no-output",
  "empty-output",
  "refused",
  "content-filter",
  "invalid-output",
  "timeout",
  "network",
  "cancelled",
]);

/**
 * The most that a failed call may have cost.
 *
 * @param error - How it failed.
 * @param reservation - What was set aside for it.
 * @returns Tokens and dollars; zeros if such a failure is not charged.
 */
export function mostCharged(
  error: unknown,
  reservation: Reservation,
): Pick<Spending, "tokens" | "usd"> {
  const reason = error instanceof ModelCallError ? error.reason : "network";
  if (!MAY_BE_CHARGED.has(reason)) return { tokens: 0, usd: 0 };
  return { tokens: reservation.promptTokens + reservation.outputTokens, usd: usdOf(reservation) };
}

/**
 * What tokens cost.
 *
 * @param tokens - Tokens read and written, and their price.
 * @returns US dollars; 0 without a price.
 */
export function usdOf({ promptTokens, outputTokens, price = {} }: Reservation): number {
  const { inputUsdPerMillionTokens = 0, outputUsdPerMillionTokens = 0 } = price;
  return (promptTokens * inputUsdPerMillionTokens + outputTokens * outputUsdPerMillionTokens) / 1e6;
}

/**
 * Opens a budget.
 *
 * @param bounds - What may be spent, and what already was.
 * @returns The budget.
 */
export function openCallBudget(bounds: BudgetBounds): CallBudget {
  return new Budget(bounds);
}

class Budget implements CallBudget {
  readonly #bounds: BudgetBounds;
  readonly #spent: { -readonly [K in keyof Spending]: Spending[K] };
  readonly #reserved = { tokens: 0, usd: 0 };
  #underWay = 0;
  #waiting: (() => void)[] = [];
  /** Once a call did not fit, no later one is made, even if it is smaller: the run ends there. */
  #endedBy: string | undefined;
  tokensRead = 0;
  tokensWritten = 0;

  constructor(bounds: BudgetBounds) {
    this.#bounds = bounds;
    this.#spent = { ...bounds.before };
  }

  get spent(): Spending {
    return { ...this.#spent };
  }

  async spend(reservation: Reservation, call: () => Promise<ModelReply>): Promise<ModelReply> {
    const tokens = reservation.promptTokens + reservation.outputTokens;
    const usd = usdOf(reservation);
    await this.#reserve({ calls: 1, tokens, usd });
    try {
      const reply = await call();
      this.tokensRead += reply.promptTokens;
      this.tokensWritten += reply.outputTokens;
      this.#spent.tokens += reply.promptTokens + reply.outputTokens;
      this.#spent.usd += usdOf({ ...reply, ...pricePart(reservation) });
      return reply;
    } catch (error) {
      const charged = mostCharged(error, reservation);
      this.#spent.tokens += charged.tokens;
      this.#spent.usd += charged.usd;
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#reserved.tokens -= tokens;
      // No sum of what others set aside: rounding must leave nothing behind.
      this.#reserved.usd = this.#underWay === 0 ? 0 : this.#reserved.usd - usd;
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  async #reserve(next: Spending): Promise<void> {
    for (;;) {
      const bound = this.#endedBy ?? this.#boundBroken(next, this.#reserved);
      if (bound === undefined) {
        // In the same turn as the look at what is left: nobody may come between.
        this.#spent.calls += 1;
        this.#underWay += 1;
        this.#reserved.tokens += next.tokens;
        this.#reserved.usd += next.usd;
        return;
      }
      // What runs may cost less than was set aside for it: then this call may still fit.
      const final = this.#endedBy ?? this.#boundBroken(next, { tokens: 0, usd: 0 });
      if (final !== undefined || this.#underWay === 0) {
        this.#endedBy = final ?? bound;
        throw new ModelCallError(`The next call does not fit into the budget: ${this.#endedBy}.`, {
          reason: "budget",
          retryable: true,
        });
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  #boundBroken(next: Spending, reserved: Pick<Spending, "tokens" | "usd">): string | undefined {
    const { maxCalls, maxTokens, budgetUsd } = this.#bounds;
    const spent = this.#spent;
    if (maxCalls !== undefined && spent.calls + next.calls > maxCalls) {
      return `maxCalls is ${maxCalls}`;
    }
    if (maxTokens !== undefined && spent.tokens + reserved.tokens + next.tokens > maxTokens) {
      return `maxTokens is ${maxTokens}`;
    }
    if (budgetUsd !== undefined && spent.usd + reserved.usd + next.usd > budgetUsd) {
      return `budgetUsd is ${budgetUsd}`;
    }
    return undefined;
  }
}

function pricePart({ price }: Reservation): Pick<Reservation, "price"> {
  return price === undefined ? {} : { price };
}

/** What {@link reservationFor} goes by. */
export interface ReservedCall {
  /** The request. */
  readonly request: ModelRequest;
  /** Tokens of its prompt, if they were counted. */
  readonly promptTokens: number | undefined;
  /** Who counts them otherwise. */
  readonly model: LanguageModel;
  /** What the model's tokens cost; absent if unknown. */
  readonly price: ModelPrice | undefined;
}

/**
 * The most that a call can cost.
 *
 * @param call - The request, its model and price.
 * @returns Tokens of the prompt (counted, or estimated from above) and of the longest reply.
 */
export async function reservationFor(call: ReservedCall): Promise<Reservation> {
  const { request, promptTokens, model, price } = call;
  return {
    promptTokens: promptTokens ?? (await model.countTokens(request.messages)).tokens,
    outputTokens: request.maxOutputTokens,
    ...(price === undefined ? {} : { price }),
  };
}
