import { type Dataset, openDataset } from "../../dataset/index.ts";
import type { Split } from "../../records/index.ts";
import { comparableId } from "../../text/index.ts";

/** References that stand in a dataset. */
export interface DatasetReferences {
  /** Content hash of the dataset. */
  readonly hash: string;
  /** Which part of it. */
  readonly split: string;
  /**
   * Finds the reference of a text, and whose it is.
   *
   * @param id - Id of the example.
   * @returns Both, or `undefined` if the dataset has no such example.
   */
  find(id: string): Promise<{ readonly reference: string; readonly user: string } | undefined>;
  /**
   * Whose text an example is.
   *
   * @param id - Id of the example.
   * @returns The user, or `undefined` if the dataset has no such example.
   */
  userOf(id: string): string | undefined;
  /** Ids of all examples, in order. */
  ids(): Iterable<string>;
}

/**
 * Opens a dataset as a source of references.
 *
 * @param path - The dataset.
 * @param split - Which part of it.
 * @returns The references, read when they are asked for.
 */
export async function openDatasetReferences(
  path: string,
  split: Split | undefined,
): Promise<DatasetReferences> {
  const dataset: Dataset = await openDataset(path, split === undefined ? {} : { split });
  const places = new Map(dataset.entries.map(({ id }, place) => [comparableId(id), place]));
  return {
    hash: dataset.hash,
    split: dataset.split,
    find: async (id) => {
      const place = places.get(id);
      if (place === undefined) return undefined;
      const { output: reference, userId: user } = await dataset.readAt(place);
      return { reference, user };
    },
    userOf: (id) => dataset.entries[places.get(id) ?? -1]?.userId,
    ids: () => places.keys(),
  };
}
