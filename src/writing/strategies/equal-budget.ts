import type { Brief } from "../brief/brief.ts";
import { START_TOKENS_PER_WORD, targetWordsOf } from "../brief/brief-words.ts";
import { estimateWriting } from "../estimate/estimate-writing.ts";
import type { StepEstimate } from "../estimate/step-estimate.ts";

/** Tokens written that each arm may spend, as a multiple of the document's. */
const COMPLETION_FACTOR = 4;
/** Units that each arm may spend, as a multiple of the document's tokens. */
const COST_FACTOR = 48;
/** Units of a token that is read, and of one that is written. */
const INPUT_UNITS = 1;
const OUTPUT_UNITS = 4;
/** Most drafts of a leaf. */
const MOST_CANDIDATES = 16;

/** What arms share: tokens written, or units in which reading counts, too. */
export type BudgetRegime = "completion" | "cost";

/** How a budget is shared out. */
export interface EqualBudgetOptions {
  /** `completion`: tokens written ≤ 4 · T. `cost`: units ≤ 48 · T, a token read 1, one written 4. */
  readonly regime: BudgetRegime;
  /** T, the document's length in tokens. @defaultValue 1.35 times the words of each arm's brief */
  readonly targetTokens?: number;
  /** Units of a token that the backend has read before, 0–1. @defaultValue 1: nothing is cheaper */
  readonly cachedInputUnits?: number;
  /** The model's window in tokens. @defaultValue what the brief's settings say, else unknown */
  readonly contextTokens?: number;
}

/** What one arm gets. */
export interface BudgetedArm {
  /** Its brief, with the drafts that it can pay for; the budget stands in `limit`. */
  readonly brief: Brief;
  /** Drafts of each leaf. */
  readonly candidates: number;
  /** What it will probably spend, in tokens written or in units. */
  readonly expected: number;
  /** What it may spend; an arm that runs out is scored as it stands. */
  readonly limit: number;
  /** Whether even one draft of each leaf keeps within the limit. */
  readonly fits: boolean;
}

/**
 * Gives each arm of a comparison the largest best-of-n that its estimate allows on one budget.
 *
 * @param arms - Briefs of the arms; they differ in strategy, order and the like.
 * @param options - What is shared.
 * @returns One entry per arm; an arm that cannot pay for one draft still gets one.
 */
export function equalBudget(arms: readonly Brief[], options: EqualBudgetOptions): BudgetedArm[] {
  return arms.map((arm) => {
    const limit = limitFor(arm, options);
    const expectedAt = (candidates: number): number => {
      const { contextTokens } = options;
      const known = contextTokens === undefined ? {} : { contextTokens };
      const estimate = estimateWriting({ ...arm, candidates }, { ...known, habits: "assumed" });
      return spentOf(estimate.expected, options);
    };
    let candidates = 1;
    while (candidates < MOST_CANDIDATES && expectedAt(candidates + 1) <= limit) candidates += 1;
    const expected = expectedAt(candidates);
    return { brief: { ...arm, candidates }, candidates, expected, limit, fits: expected <= limit };
  });
}

function limitFor(brief: Brief, { regime, targetTokens }: EqualBudgetOptions): number {
  const target = targetTokens ?? START_TOKENS_PER_WORD * targetWordsOf(brief);
  return Math.round((regime === "completion" ? COMPLETION_FACTOR : COST_FACTOR) * target);
}

/**
 * What tokens count on a budget.
 *
 * @param tokens - Tokens read and written, and those read before.
 * @param options - The budget.
 * @returns Tokens written, or units.
 */
export function spentOf(
  { in: read, out, cached = 0 }: Pick<StepEstimate, "in" | "out"> & { readonly cached?: number },
  { regime, cachedInputUnits = INPUT_UNITS }: EqualBudgetOptions,
): number {
  if (regime === "completion") return out;
  return (read - cached) * INPUT_UNITS + cached * cachedInputUnits + out * OUTPUT_UNITS;
}
