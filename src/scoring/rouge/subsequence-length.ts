import type { MatchRows } from "./match-rows.ts";

/**
 * Length of the longest common subsequence of two word lists, in memory linear in the lists.
 *
 * @param reference - Word numbers of one list.
 * @param prediction - Word numbers of the other.
 * @param rows - Where to compute.
 * @returns The length in words.
 */
export function subsequenceLength(
  reference: Int32Array,
  prediction: Int32Array,
  rows: MatchRows,
): number {
  // What both lists begin or end with belongs to some longest subsequence.
  const shorter = Math.min(reference.length, prediction.length);
  let start = 0;
  while (start < shorter && reference[start] === prediction[start]) start++;
  let endReference = reference.length;
  let endPrediction = prediction.length;
  while (
    endReference > start &&
    endPrediction > start &&
    reference[endReference - 1] === prediction[endPrediction - 1]
  ) {
    endReference--;
    endPrediction--;
  }
  const trimmed = start + reference.length - endReference;
  if (start === endReference || start === endPrediction) return trimmed;

  rows.open(reference.subarray(start, endReference));
  rows.reserve(1);
  rows.clear(0);
  for (let at = start; at < endPrediction; at++) rows.advance(0, prediction[at] as number);
  rows.close();
  return trimmed + rows.value(0, endReference - start);
}
