import type { KeepFault } from "./keep-rule.ts";
import type { MeasuredText } from "./measure-leaf.ts";

/**
 * The text with the least that is wrong.
 *
 * @param texts - Texts, measured.
 * @returns The first of those that are alike; `undefined` for none.
 */
export function bestOf(texts: readonly MeasuredText[]): MeasuredText | undefined {
  return texts.toSorted((left, right) => left.severity - right.severity)[0];
}

/**
 * What a journal keeps of a measured text.
 *
 * @param measured - The text.
 * @returns Its figures.
 */
export function figuresOf({ severity, words, mustHits, styleDelta }: MeasuredText): {
  readonly severity: number;
  readonly words: number;
  readonly mustHits: number;
  readonly styleDelta?: number;
} {
  return { severity, words, mustHits, ...(styleDelta === undefined ? {} : { styleDelta }) };
}

/**
 * How many of the proposed texts failed for which reason.
 *
 * @param looked - What was found of each.
 * @returns Counts by reason.
 */
export function faultCounts(
  looked: readonly { readonly fault: KeepFault | undefined }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { fault } of looked) {
    if (fault !== undefined) counts[fault] = (counts[fault] ?? 0) + 1;
  }
  return counts;
}
