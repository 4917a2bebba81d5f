import type { RatingAnswer } from "../../../records/index.ts";

/** The marks, lowest first. */
export const MARKS = [1, 2, 3, 4, 5] as const;

/**
 * An answer in words.
 *
 * @param answer - The answer; absent for none.
 * @returns For instance `4`, or `cannot judge`.
 */
export function answerWords(answer: RatingAnswer | undefined): string {
  if (answer === undefined) return "no answer";
  return "value" in answer ? String(answer.value) : "cannot judge";
}
