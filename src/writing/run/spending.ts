import { spentTokens } from "./spent-tokens.ts";
import type { Writer } from "./writer.ts";

const MS_PER_MINUTE = 60_000;

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
