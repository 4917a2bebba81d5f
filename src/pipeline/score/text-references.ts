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
   * Finds the reference of a text.
   *
   * @param id - Id of the example.
   * @returns Its text, or `undefined` if the dataset has no such example.
   */
  find(id: string): Promise<string | undefined>;
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
      return place === undefined ? undefined : (await dataset.readAt(place)).output;
    },
    ids: () => places.keys(),
  };
}
