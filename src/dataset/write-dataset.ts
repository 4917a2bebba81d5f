import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LonghandError } from "../foundation/index.ts";
import type { Split } from "../records/index.ts";
import { writeAtomically } from "../storage/index.ts";
import { CARD_FILE, SPLITS } from "./dataset-files.ts";
import type { BuiltDataset } from "./passage/build-passage-dataset.ts";

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
  built: BuiltDataset,
  options: WriteDatasetOptions = {},
): Promise<void> {
  const target = resolve(folder);
  const isOld = await exists(target);
  if (isOld) await refuseUnlessReplaced(folder, options.replace ?? false);
  const [unfinished, old] = [".unfinished", ".old"].map((mark) =>
    join(dirname(target), `${mark}-${basename(target)}-${process.pid}`),
  ) as [string, string];
  await rm(unfinished, { recursive: true, force: true });
  try {
    await writeFiles(unfinished, built);
    if (isOld) await rename(target, old);
    await rename(unfinished, target);
  } catch (error) {
    if (isOld && !(await exists(target))) await rename(old, target);
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

async function writeFiles(folder: string, { card, task, examples }: BuiltDataset): Promise<void> {
  await mkdir(folder, { recursive: true });
  function* lines(split: Split): Generator<string> {
    for (const example of examples(split)) yield `${task.writeLine(example)}\n`;
  }
  for (const split of SPLITS) await writeAtomically(join(folder, `${split}.jsonl`), lines(split));
  await writeAtomically(join(folder, CARD_FILE), `${JSON.stringify(card, undefined, 2)}\n`);
}

async function refuseUnlessReplaced(folder: string, replace: boolean): Promise<void> {
  const isDataset = await exists(join(folder, CARD_FILE));
  if (replace && isDataset) return;
  throw new LonghandError(
    isDataset ? `${folder} already holds a dataset.` : `${folder} exists and holds no dataset.`,
    {
      code: "folder-exists",
      hint: isDataset ? "Set replace, or name another folder." : "Name another folder.",
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
