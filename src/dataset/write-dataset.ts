import { link, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LonghandError } from "../foundation/index.ts";
import type { DatasetCard, DatasetExample, Split } from "../records/index.ts";
import { makeFolder, writeAtomically } from "../storage/index.ts";
import { CARD_FILE, HUB_CARD_FILE, SPLITS, TASK_FILE } from "./dataset-files.ts";
import type { BenchmarkTask } from "./task.ts";
import { BUILT_IN_TASKS } from "./task-registry.ts";

/** A dataset to write: its examples may come from anywhere, one at a time. */
export interface WritableDataset {
  /** What it is, and what was left out. */
  readonly card: DatasetCard;
  /** Its task. */
  readonly task: BenchmarkTask;
  /**
   * Gives the examples of one part, one after the other.
   *
   * @param split - Which part.
   */
  examples(split: Split): Iterable<DatasetExample> | AsyncIterable<DatasetExample>;
}

/** How to write a dataset. */
export interface WriteDatasetOptions {
  /** Whether a dataset that is already there may be replaced. @defaultValue false */
  readonly replace?: boolean;
}

/**
 * Writes a dataset into a folder: `dataset.json`, `train.jsonl`, `validation.jsonl` and `test.jsonl`.
 * The folder appears whole or not at all; an old one stays in place until the new one is complete.
 *
 * @param folder - Where to; it must not exist, or hold a dataset that may be replaced.
 * @param built - The dataset.
 * @param options - Whether to replace.
 * @throws LonghandError `folder-exists`.
 */
export async function writeDataset(
  folder: string,
  built: WritableDataset,
  options: WriteDatasetOptions = {},
): Promise<void> {
  await fillFolder(folder, options.replace ?? false, (unfinished) => writeFiles(unfinished, built));
}

/** A dataset whose examples are written already. */
export interface ReadyDataset {
  /** Folder that holds the examples of each part, among other files. */
  readonly folder: string;
  /** What it is. */
  readonly card: DatasetCard;
  /** Its task. */
  readonly task: BenchmarkTask;
  /** Whether a dataset that is already there may be replaced. */
  readonly replace: boolean;
}

/** Gives a dataset whose examples are written already its place, whole or not at all. */
export async function publishDataset(target: string, ready: ReadyDataset): Promise<void> {
  await fillFolder(target, ready.replace, async (unfinished) => {
    for (const split of SPLITS) {
      await link(join(ready.folder, `${split}.jsonl`), join(unfinished, `${split}.jsonl`));
    }
    await writeCard(unfinished, ready);
  });
}

/**
 * Makes a folder whole or not at all; an old one stays in place until the new one is complete.
 *
 * @param target - Its place.
 * @param replace - Whether a dataset that is there may be replaced.
 * @param fill - Writes everything into another folder, which then gets the place.
 * @throws LonghandError `folder-exists`.
 */
export async function fillFolder(
  target: string,
  replace: boolean,
  fill: (unfinished: string) => Promise<void>,
): Promise<void> {
  await refuseUnlessReplaced(target, replace);
  const unfinished = besideOf(target, ".unfinished");
  await rm(unfinished, { recursive: true, force: true });
  try {
    await makeFolder(unfinished);
    await fill(unfinished);
    await putInPlace(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function besideOf(folder: string, mark: string): string {
  const target = resolve(folder);
  return join(dirname(target), `${mark}-${basename(target)}-${process.pid}`);
}

/** Renames a folder; an old one stays in place until then, and comes back if that fails. */
async function putInPlace(unfinished: string, folder: string): Promise<void> {
  const target = resolve(folder);
  const old = besideOf(folder, ".old");
  const isOld = await exists(target);
  try {
    if (isOld) await rename(target, old);
    await rename(unfinished, target);
  } catch (error) {
    if (isOld && !(await exists(target))) await rename(old, target);
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

async function writeFiles(
  folder: string,
  { card, task, examples }: WritableDataset,
): Promise<void> {
  async function* lines(split: Split): AsyncGenerator<string> {
    for await (const example of examples(split)) yield `${task.writeLine(example)}\n`;
  }
  for (const split of SPLITS) await writeAtomically(join(folder, `${split}.jsonl`), lines(split));
  await writeCard(folder, { card, task });
}

async function writeCard(
  folder: string,
  { card, task }: Pick<ReadyDataset, "card" | "task">,
): Promise<void> {
  if (!BUILT_IN_TASKS.includes(task)) {
    // Whoever opens the dataset then knows its task, too.
    const content = `${JSON.stringify({ task: task.definition }, undefined, 2)}\n`;
    await writeAtomically(join(folder, TASK_FILE), content);
  }
  await writeAtomically(join(folder, CARD_FILE), `${JSON.stringify(card, undefined, 2)}\n`);
}

/**
 * Refuses a place that is taken.
 *
 * @param folder - Where a dataset is to go.
 * @param replace - Whether a dataset that is there may be replaced.
 * @throws LonghandError `folder-exists`.
 */
export async function refuseUnlessReplaced(folder: string, replace: boolean): Promise<void> {
  if (!(await exists(resolve(folder)))) return;
  const isDataset =
    (await exists(join(folder, CARD_FILE))) || (await exists(join(folder, HUB_CARD_FILE)));
  if (replace && isDataset) return;
  throw new LonghandError(
    isDataset ? `${folder} already holds a dataset.` : `${folder} exists and holds no dataset.`,
    {
      code: "folder-exists",
      hint: isDataset
        ? "Replace it with --replace (replace: true), or name another folder with --out."
        : "Name another folder with --out.",
      details: { folder },
    },
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
