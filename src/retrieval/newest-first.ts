import type { CandidatePassage } from "../records/index.ts";

/**
 * Puts passages in order: newest first, those of unknown date last, equal dates by id, ascending.
 *
 * @param passages - In any order.
 * @returns Their indexes.
 */
export function newestFirst(passages: readonly CandidatePassage[]): Int32Array {
  const keys = passages.map(({ date }) => comparableDate(date));
  return Int32Array.from(passages, (_, index) => index).sort(
    (left, right) =>
      compareText(keys[right] as string, keys[left] as string) ||
      compareText(passages[left]?.id as string, passages[right]?.id as string) ||
      left - right,
  );
}

/**
 * Tie ranks for which newer passages come first: the rule of the `longhand` profile.
 *
 * @param passages - In any order.
 * @returns One rank per passage.
 */
export function newestRanks(passages: readonly CandidatePassage[]): Int32Array {
  const ranks = new Int32Array(passages.length);
  for (const [rank, index] of newestFirst(passages).entries()) ranks[index] = rank;
  return ranks;
}

/**
 * Dates of every precision as texts that sort by time: a year stands before its months, and without
 * its Z a time before the same time with seconds. Unknown dates stand before all.
 */
function comparableDate(date: string | undefined): string {
  return date?.endsWith("Z") ? date.slice(0, -1) : (date ?? "");
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
