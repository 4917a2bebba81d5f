import { type Dataset, withoutTarget } from "../../dataset/index.ts";
import type { DatasetExample, ProfileItem } from "../../records/index.ts";
import type { PassagePool } from "../../retrieval/index.ts";

/** The profiles of all users of a split, read when they are asked for. */
export interface UserProfiles {
  /**
   * Every earlier text of a user.
   *
   * @param userId - A user of the split.
   * @returns The items of the user's first example, in stored order; none for an unknown user.
   */
  profileOf(userId: string): Promise<readonly ProfileItem[]>;
}

/**
 * Opens the profiles of all users of a split. A user's first example stands for the user.
 *
 * @param dataset - The split.
 * @returns The profiles; the one asked for last stays in memory.
 */
export function openUserProfiles(dataset: Dataset): UserProfiles {
  const places = firstPlaces(dataset);
  let last:
    | { readonly userId: string; readonly items: Promise<readonly ProfileItem[]> }
    | undefined;
  return {
    profileOf: (userId) => {
      if (last?.userId === userId) return last.items;
      const place = places.get(userId);
      if (place === undefined) return Promise.resolve([]);
      const items = dataset.readAt(place).then(({ profile }) => profile);
      last = { userId, items };
      return items;
    },
  };
}

function firstPlaces({ entries }: Dataset): Map<string, number> {
  const places = new Map<string, number>();
  entries.forEach(({ userId }, place) => {
    if (!places.has(userId)) places.set(userId, place);
  });
  return places;
}

/**
 * The pool that `random-all` draws from: every user of the split once. Only counts stay in memory.
 *
 * @param dataset - The split.
 * @param profiles - The same split's profiles.
 * @returns The pool.
 */
export async function poolOf(dataset: Dataset, profiles: UserProfiles): Promise<PassagePool> {
  const users: { userId: string; passages: number }[] = [];
  const firsts: AsyncIterable<DatasetExample> = dataset.readMany(firstPlaces(dataset).values());
  for await (const { userId, profile } of firsts) users.push({ userId, passages: profile.length });
  const places = new Map(dataset.entries.map(({ id }, place) => [id, place]));
  return {
    users,
    passageId: async (userId, index) => (await profiles.profileOf(userId))[index]?.id ?? "",
    isTarget: async (exampleId, userId, index) => {
      const place = places.get(exampleId);
      const item = (await profiles.profileOf(userId))[index];
      if (place === undefined || item === undefined) return false;
      const example = await dataset.readAt(place);
      return withoutTarget({ ...example, profile: [item] }, dataset.task).removed.length > 0;
    },
  };
}
