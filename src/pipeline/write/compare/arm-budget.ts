import type { BudgetRegime } from "../../../records/index.ts";
import { type Brief, targetWordsOf } from "../../../writing/index.ts";

/** Tokens of a word before anything was measured. */
const TOKENS_PER_WORD = 1.35;
/** Tokens written for each token of the document, at most. */
const COMPLETION_SHARE = 4;
/** Cost for each token of the document, at most, a token read being the unit. */
const COST_SHARE = 48;
/** Cost of a token written, a token read being the unit. */
const COMPLETION_COST = 4;

/**
 * What a run costs: a token read counts 1, a token written 4.
 *
 * @param tokens - Tokens read and written.
 * @returns Cost in units of a token read.
 */
export function costUnits(tokens: { readonly in: number; readonly out: number }): number {
  return tokens.in + COMPLETION_COST * tokens.out;
}

/**
 * The budget that every arm gets alike.
 *
 * @param brief - The brief.
 * @param regime - What is limited.
 * @returns Tokens written, or units of cost, for the whole run.
 */
export function budgetOf(brief: Brief, regime: BudgetRegime): number {
  const tokens = TOKENS_PER_WORD * targetWordsOf(brief);
  return Math.ceil(tokens * (regime === "completion" ? COMPLETION_SHARE : COST_SHARE));
}

/**
 * Puts the budget of a regime into a brief.
 *
 * @param brief - The brief of one arm.
 * @param regime - What is limited.
 * @returns The brief.
 */
export function withBudget(brief: Brief, regime: BudgetRegime): Brief {
  return { ...brief, budget: { completionTokens: budgetOf(brief, regime) } };
}
