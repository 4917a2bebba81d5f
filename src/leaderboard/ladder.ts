import type { ScoreDirection } from "../records/index.ts";
import { type BoardEntry, inOrder } from "./board-entry.ts";
import { rankScore } from "./rank-score.ts";

/** What the ladder climbs over. */
export interface LadderInput {
  /** Submissions of one track. */
  readonly entries: readonly BoardEntry[];
  /** The metric. */
  readonly metric: string;
  /** Which of its scores are good. */
  readonly direction: ScoreDirection;
  /** The moment to show, in UTC milliseconds. */
  readonly asOfMs: number;
  /** Noise step; absent for none. */
  readonly ladderStep?: number;
}

/**
 * Shown scores by the ladder mechanism (Blum & Hardt 2015): a team's shown score changes only when a
 * submission improves on it by more than the noise step, and then to the score rounded to that step.
 * Small gains that come from looking at the board often are thus not shown.
 *
 * @param input - Submissions, metric, moment and step.
 * @returns Shown score by team id; teams without a score are absent.
 */
export function ladderScores({
  entries,
  metric,
  direction,
  asOfMs,
  ladderStep = 0,
}: LadderInput): ReadonlyMap<string, number> {
  const sign = direction === "higher" ? 1 : -1;
  const shown = new Map<string, number>();
  const known = entries.filter(
    ({ submittedAtMs, finalAtMs, status }) =>
      submittedAtMs <= asOfMs && (finalAtMs ?? 0) <= asOfMs && status === "scored",
  );
  for (const entry of known.toSorted(inOrder)) {
    const result = rankScore(entry, metric);
    if (!("score" in result)) continue;
    const before = shown.get(entry.teamId);
    if (before !== undefined && sign * (result.score - before) <= ladderStep) continue;
    shown.set(entry.teamId, toStep(result.score, ladderStep));
  }
  return shown;
}

function toStep(score: number, step: number): number {
  return step === 0 ? score : Math.round(score / step) * step;
}
