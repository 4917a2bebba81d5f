import type { Writer } from "./writer.ts";
import type { WritingState } from "./writing-state.ts";

const MS_PER_MINUTE = 60_000;

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

/**
 * How much of a run's budget is spent: the largest share of all its limits.
 *
 * @param writer - The run.
 * @returns 0 and up; 1 for a budget that is used up, 0 for a run without one.
 */
export function spentShare(
  writer: Pick<Writer, "brief" | "journal" | "clock" | "startedMs" | "costUsd">,
): number {
  const { budget } = writer.brief;
  if (budget === undefined) return 0;
  const { tokens } = writer.journal.state;
  const cost = writer.costUsd?.(spentTokens(writer.journal.state)) ?? 0;
  const minutes = (writer.clock.nowMs() - writer.startedMs) / MS_PER_MINUTE;
  return Math.max(
    tokens.out / (budget.completionTokens ?? Number.POSITIVE_INFINITY),
    tokens.in / (budget.inputTokens ?? Number.POSITIVE_INFINITY),
    cost / (budget.money ?? Number.POSITIVE_INFINITY),
    minutes / (budget.minutes ?? Number.POSITIVE_INFINITY),
  );
}
