import { randomStream, shuffled } from "../foundation/index.ts";
import type { BoardPart, ChallengeItem } from "../records/index.ts";

/** How the test items are parted. */
export interface SplitSettings {
  /** The track; each draws its own. */
  readonly track: string;
  /** Share of the public part, 0–1. */
  readonly publicShare: number;
  /** Seed, 0 or more. */
  readonly seed: number;
}

/**
 * Parts the test items of a track into a public and a private part: each person's items in equal
 * shares (±1), and the whole as close to the share as whole items allow. Seeded.
 *
 * @param items - Items of the track; development items are left out.
 * @param settings - Share and seed.
 * @returns Part by item id.
 */
export function splitItems(
  items: readonly ChallengeItem[],
  { track, publicShare, seed }: SplitSettings,
): ReadonlyMap<string, BoardPart> {
  const people = itemsByPerson(items);
  const parts = new Map<string, BoardPart>();
  const order = shuffled([...people.keys()].sort(), randomStream(seed, "split-people", track));
  let seen = 0;
  let taken = 0;
  for (const userId of order) {
    const own = (people.get(userId) ?? []).sort();
    seen += own.length;
    const count = Math.round(seen * publicShare) - taken;
    taken += count;
    const drawn = shuffled(own, randomStream(seed, "split-items", track, userId));
    for (const [at, itemId] of drawn.entries())
      parts.set(itemId, at < count ? "public" : "private");
  }
  return parts;
}

function itemsByPerson(items: readonly ChallengeItem[]): ReadonlyMap<string, string[]> {
  const people = new Map<string, string[]>();
  for (const { itemId, set, userId = "" } of items) {
    if (set !== "test") continue;
    const own = people.get(userId) ?? [];
    own.push(itemId);
    people.set(userId, own);
  }
  return people;
}
