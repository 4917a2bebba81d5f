import type { Random } from "../foundation/index.ts";

/** From how many to draw, and how. */
export interface DrawOptions {
  /** Draw from the numbers below this. */
  readonly below: number;
  /** Draws wanted. */
  readonly count: number;
  /** Whether a number may be drawn again. */
  readonly replacement: boolean;
}

/**
 * Draws numbers one after the other, so that fewer draws are the beginning of more. Time and memory
 * grow with the draws, not with what they are drawn from.
 *
 * @param options - From how many to draw, and how.
 * @param random - Chance.
 * @returns The numbers; without replacement no more than there are.
 */
export function drawIndexes(options: DrawOptions, random: Random): number[] {
  const { below, count, replacement } = options;
  if (below === 0) return [];
  if (replacement) return Array.from({ length: count }, () => random.nextBelow(below));
  const drawn: number[] = [];
  // The beginning of a Fisher–Yates shuffle; only places that were swapped are kept.
  const moved = new Map<number, number>();
  for (let place = 0; place < Math.min(count, below); place++) {
    const other = place + random.nextBelow(below - place);
    drawn.push(moved.get(other) ?? other);
    moved.set(other, moved.get(place) ?? place);
  }
  return drawn;
}
