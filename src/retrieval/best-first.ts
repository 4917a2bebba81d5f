/**
 * Indexes of the highest scores, best first.
 *
 * @param scores - One per item.
 * @param tieRanks - Order among equal scores: the lower rank comes first. All different.
 * @param k - How many at most.
 * @returns The indexes.
 */
export function bestFirst(scores: Float64Array, tieRanks: Int32Array, k: number): Int32Array {
  const precedes = (left: number, right: number): number =>
    (scores[right] as number) - (scores[left] as number) ||
    (tieRanks[left] as number) - (tieRanks[right] as number);
  // A few of many are kept in a short sorted list; else everything is sorted.
  if (k > 64 || k >= scores.length) {
    const all = Int32Array.from(scores, (_, index) => index);
    return all.sort(precedes).subarray(0, Math.max(0, k));
  }
  const best = new Int32Array(k);
  let kept = 0;
  for (let index = 0; index < scores.length && k > 0; index++) {
    if (kept === k && precedes(best[k - 1] as number, index) < 0) continue;
    let place = Math.min(kept, k - 1);
    while (place > 0 && precedes(index, best[place - 1] as number) < 0) {
      best[place] = best[place - 1] as number;
      place--;
    }
    best[place] = index;
    kept = Math.min(kept + 1, k);
  }
  return best;
}

/**
 * Tie ranks for which later items come first: the rule of the `longlamp-paper` profile.
 *
 * @param count - Items.
 * @returns One rank per item.
 */
export function laterFirst(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, index) => count - 1 - index);
}
