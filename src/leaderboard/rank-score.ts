import type { UnrankedReason } from "../records/index.ts";
import type { BoardEntry } from "./board-entry.ts";

const DECIMALS = 4;

/** A score as it is ranked and shown, or why there is none. */
export type RankScore =
  | { readonly score: number; readonly shown: string }
  | { readonly reason: UnrankedReason };

/** Why a line has no rank, in words. */
export const UNRANKED_TEXTS: Readonly<Record<UnrankedReason, string>> = {
  "score-null": "no score: null",
  "score-not-a-number": "the score is not a number",
  "score-missing": "the score is missing",
  failed: "scoring failed",
  partial: "not all items were answered",
  "terms-not-accepted": "the terms were not accepted",
  indicative: "the value is indicative only",
  "test-team": "test team of the organisers",
};

/**
 * The score of an entry as the board ranks it: rounded to four decimals, −0 as 0.
 *
 * @param entry - The entry; a number beside a failed state is ignored.
 * @param metric - Which metric.
 * @returns The score, or the reason for none.
 */
export function rankScore(entry: BoardEntry, metric: string): RankScore {
  if (entry.status !== "scored") return { reason: "failed" };
  if (entry.test === true) return { reason: "test-team" };
  if (entry.partial === true) return { reason: "partial" };
  if (entry.termsAccepted === false) return { reason: "terms-not-accepted" };
  const score = entry.scores[metric];
  if (score === undefined || score.value === undefined) return { reason: "score-missing" };
  if (score.value === null) return { reason: "score-null" };
  if (typeof score.value !== "number" || !Number.isFinite(score.value)) {
    return { reason: "score-not-a-number" };
  }
  if (score.indicative === true) return { reason: "indicative" };
  return roundedScore(score.value);
}

/**
 * Rounds a score to what is shown, so that what is shown is what is ranked.
 *
 * @param value - A finite number.
 * @returns The number and its text.
 */
export function roundedScore(value: number): { readonly score: number; readonly shown: string } {
  // Adding 0 turns −0 into 0.
  const score = Number(value.toFixed(DECIMALS)) + 0;
  return { score, shown: score.toFixed(DECIMALS) };
}
