import type { BudgetRegime } from "../../../records/index.ts";
import { type Brief, equalBudget, spentOf } from "../../../writing/index.ts";

/**
 * What a run costs: a token read counts 1, a token written 4.
 *
 * @param tokens - Tokens read and written.
 * @returns Cost in units of a token read.
 */
export function costUnits(tokens: { readonly in: number; readonly out: number }): number {
  return spentOf(tokens, { regime: "cost" });
}

/**
 * Gives an arm the budget of a regime, and the largest best-of-n that its estimate allows on it. Under a
 * limit of cost, `budget.money` holds units, not dollars: see `moneyOf`.
 *
 * @param brief - The brief of one arm.
 * @param regime - What is limited.
 * @param candidates - Drafts of each part in place of what the budget allows. @defaultValue what it allows
 * @returns The brief.
 */
export function withBudget(brief: Brief, regime: BudgetRegime, candidates?: number): Brief {
  const [arm] = equalBudget([brief], { regime });
  const { limit = 1, candidates: affordable = 1 } = arm ?? {};
  return {
    ...brief,
    candidates: candidates ?? affordable,
    budget: regime === "completion" ? { completionTokens: limit } : { money: limit },
  };
}

/**
 * What a writer takes for the price of tokens: units where the budget is one of units.
 *
 * @param regime - What is limited.
 * @param costUsd - The price in US dollars, for all else.
 * @returns The price.
 */
export function moneyOf<Price>(
  regime: BudgetRegime,
  costUsd: Price,
): Price | ((tokens: { readonly in: number; readonly out: number }) => number) {
  return regime === "cost" ? costUnits : costUsd;
}
