import { mkdtemp, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { DatasetCard, Split } from "../../records/index.ts";
import { fileError, makeFolder, openSqlEngine, writeAtomically } from "../../storage/index.ts";
import { checkDataset, type DatasetCheck } from "../check-dataset.ts";
import { CARD_FILE, SPLITS } from "../dataset-files.ts";
import { writeHubFolder } from "../hugging-face.ts";
import { type Dataset, openDataset } from "../open-dataset.ts";
import type { BenchmarkTask } from "../task.ts";
import { fillFolder, refuseUnlessReplaced, type WritableDataset } from "../write-dataset.ts";

/**
 * The parts of a dataset folder, opened.
 *
 * @param path - A dataset folder with a card.
 * @returns The card, and each part.
 * @throws LonghandError `no-card` for files that have none: import them first.
 */
export async function openWholeDataset(path: string): Promise<WritableDataset> {
  await stat(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const hasCard = (await stat(join(path, CARD_FILE)).catch(() => undefined)) !== undefined;
  const { splits } = hasCard ? await checkDataset(path) : { splits: {} as DatasetCheck["splits"] };
  const parts = new Map<Split, Dataset>();
  for (const split of SPLITS) {
    if ((splits[split] ?? 0) > 0) parts.set(split, await openDataset(path, { split }));
  }
  const [first] = parts.values();
  if (first?.card === undefined) {
    throw new LonghandError(`${path} has no card.`, {
      code: "no-card",
      hint: `Import it first: longhand dataset import ${path} --out data/imported`,
      details: { path },
    });
  }
  return {
    card: first.card,
    task: first.task,
    examples: async function* (split) {
      const part = parts.get(split);
      if (part !== undefined) yield* part.examples();
    },
  };
}

/** Where a dataset goes in the layout of the Hugging Face hub. */
export interface HubExport {
  /** Folder to write. */
  readonly out: string;
  /** Whether a dataset that is there may be replaced. @defaultValue false */
  readonly replace?: boolean;
}

/**
 * Writes a dataset in the layout of the Hugging Face hub: Parquet with the released columns and a
 * README. The same examples give the same bytes.
 *
 * @param dataset - Card, task and examples.
 * @param options - Where to.
 * @throws LonghandError `folder-exists`, `missing-dependency`.
 */
export async function exportToHub(dataset: WritableDataset, options: HubExport): Promise<void> {
  const { out, replace = false } = options;
  await refuseUnlessReplaced(out, replace);
  const target = resolve(out);
  await makeFolder(dirname(target));
  const temporary = await mkdtemp(join(dirname(target), `.exporting-${basename(target)}-`));
  try {
    await writeLines(temporary, dataset);
    const { card, task } = dataset;
    await fillFolder(out, replace, (folder) => toHub({ temporary, folder, card, task }));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function writeLines(
  folder: string,
  { task, examples }: Pick<WritableDataset, "task" | "examples">,
): Promise<void> {
  async function* lines(split: Split): AsyncGenerator<string> {
    for await (const example of examples(split)) yield `${task.writeLine(example)}\n`;
  }
  for (const split of SPLITS) await writeAtomically(join(folder, `${split}.jsonl`), lines(split));
}

interface HubPlaces {
  readonly temporary: string;
  readonly folder: string;
  readonly card: DatasetCard;
  readonly task: BenchmarkTask;
}

async function toHub({ temporary, folder, card, task }: HubPlaces): Promise<void> {
  const engine = await openSqlEngine({ memoryMb: 1500, temporaryFolder: temporary });
  try {
    await writeHubFolder({ examples: temporary, card, task, folder, engine });
  } finally {
    await engine.close();
  }
}
