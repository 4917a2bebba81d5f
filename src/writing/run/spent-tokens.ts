import type { WritingState } from "./writing-state.ts";

/** Tokens of all calls of a run, and of these those of models that may have prices of their own. */
export interface SpentTokens {
  /** Tokens read. */
  readonly in: number;
  /** Tokens written. */
  readonly out: number;
  /** Of these, those of making the plan. @defaultValue none */
  readonly plan?: { readonly in: number; readonly out: number };
  /** Of these, those of checks by the model. @defaultValue none */
  readonly check?: { readonly in: number; readonly out: number };
}

/**
 * The tokens of a run by whose they are.
 *
 * @param state - The run.
 * @returns All of them, the plan's and the checks'.
 */
export function spentTokens({
  tokens,
  planTokens,
  checkTokens,
}: Pick<WritingState, "tokens" | "planTokens" | "checkTokens">): SpentTokens {
  return { ...tokens, plan: { ...planTokens }, check: { ...checkTokens } };
}
