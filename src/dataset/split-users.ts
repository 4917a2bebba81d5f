import { randomStream } from "../foundation/index.ts";
import type { Split } from "../records/index.ts";

/** Shares of train, validation and test; they add up to 1. */
export type SplitShares = readonly [train: number, validation: number, test: number];

/**
 * Sizes of the parts, rounded in two steps: ⌈(v+t)·n⌉ are held out, ⌈held-out·t/(v+t)⌉ of them are
 * test, the rest validation. It gives the published counts of topic writing for n = 16,347.
 */
export function splitSizes(
  count: number,
  [, validation, test]: SplitShares,
): Record<Split, number> {
  const held = validation + test;
  const heldOut = roundedUp(held * count);
  const testSize = held === 0 ? 0 : roundedUp((heldOut * test) / held);
  return { train: count - heldOut, validation: heldOut - testSize, test: testSize };
}

/** 0.15 + 0.15 is a little more than 0.3 for a computer; that must not make one more user. */
function roundedUp(value: number): number {
  return Math.max(0, Math.ceil(value - 1e-9));
}

/** Draws which user goes to which part. Each user draws alone, so that their order has no part in it. */
export function splitUsers(
  userIds: readonly string[],
  { shares, seed }: { readonly shares: SplitShares; readonly seed: number },
): Map<string, Split> {
  const drawn = userIds.map((userId) => ({
    userId,
    draw: randomStream(seed, "split", userId).next(),
  }));
  drawn.sort((left, right) => left.draw - right.draw || (left.userId < right.userId ? -1 : 1));
  const { validation, test } = splitSizes(userIds.length, shares);
  return new Map(
    drawn.map(({ userId }, index) => {
      const isHeldOut = index < test + validation;
      const heldOut = index < test ? "test" : "validation";
      return [userId, isHeldOut ? heldOut : "train"];
    }),
  );
}
