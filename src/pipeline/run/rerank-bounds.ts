import { mostJudgeCalls, parseRetrieverSpec } from "../../retrieval/index.ts";
import { counted } from "../../text/index.ts";
import type { RunLimits } from "../experiment/experiment-schema.ts";
import type { OpenRun } from "./run-inputs.ts";
import { retrieversAsked } from "./write-retrieval.ts";

/** Per example: the calls of each retriever, once per template family, whose queries may differ. */
export function mostRerankCalls(run: OpenRun): number {
  const { retrievers: own = [] } = run.context;
  const names = own.map(({ name }) => name);
  return retrieversAsked(run).reduce((sum, { retriever }) => {
    const spec = parseRetrieverSpec(retriever.name, names);
    return sum + mostJudgeCalls(spec, run.experiment.retrievers ?? {});
  }, 0);
}

/** What re-ranking alone takes. */
export interface RerankSpending {
  /** Calls. */
  readonly calls: number;
  /** Whether the numbers are estimates, or bounds that need not be reached. */
  readonly as: "about" | "up to";
  /** Tokens read; absent if unknown. */
  readonly tokens?: number;
  /** Cost in US dollars; absent if unknown. */
  readonly usd?: number;
}

/**
 * Warns of a budget that re-ranking alone uses up: it comes first, so no text would be made.
 *
 * @param limits - The budget.
 * @param spending - What re-ranking takes.
 * @returns A warning for each bound that is too small.
 */
export function tightBudget(
  { maxCalls, maxTokens, budgetUsd }: RunLimits,
  { calls, tokens, usd, as }: RerankSpending,
): string[] {
  const bounds = [
    { name: "maxCalls", bound: maxCalls, takes: calls, words: counted(calls, "call") },
    { name: "maxTokens", bound: maxTokens, takes: tokens, words: `${tokens} tokens` },
    { name: "budgetUsd", bound: budgetUsd, takes: usd, words: `${usd?.toFixed(4)} US dollars` },
  ];
  return bounds.flatMap(({ name, bound, takes = 0, words }) =>
    bound === undefined || takes < bound
      ? []
      : [
          `re-ranking alone may take ${as} ${words}, and limits.${name} is ${bound}: it comes first, so texts may not be made`,
        ],
  );
}
