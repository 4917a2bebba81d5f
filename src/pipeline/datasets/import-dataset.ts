import { importReleased } from "../../dataset/index.ts";
import type { BenchmarkProfile, DatasetCard, Setting, Split } from "../../records/index.ts";
import { cardText } from "./card-text.ts";
import type { VerbResult } from "./dataset-verbs.ts";
import { importSamples } from "./import-samples.ts";

/** What `dataset import` reads and writes. */
export interface ImportDatasetOptions {
  /** Released files (Parquet, JSON, JSON Lines), or sample ids of a mail benchmark. */
  readonly from: string;
  /** Your own mails, as a corpus: `from` then holds sample ids. */
  readonly mails?: string;
  /** Folder to write. */
  readonly out: string;
  /** Name of the task. */
  readonly task?: string;
  /** How it was split. */
  readonly setting?: Setting;
  /** Which part a single file is. */
  readonly split?: Split;
  /** Rules for sample ids. */
  readonly profile: BenchmarkProfile;
  /** Faults that may be passed over. */
  readonly allowRejected: number;
  /** Whether a dataset that is there may be replaced. */
  readonly replace: boolean;
}

/**
 * Makes a dataset folder of released files, or of sample ids and your own mails.
 *
 * @param options - From where and where to.
 * @returns Counts and checks.
 */
export async function importDataset(options: ImportDatasetOptions): Promise<VerbResult> {
  const { mails, from, profile, ...rest } = options;
  const card =
    mails === undefined
      ? await importReleased({ from, ...rest })
      : await importSamples({ samples: from, mails, profile, ...rest });
  return { json: cardJson(card, options.out), text: cardText(card, options.out) };
}

/**
 * A card as `--json` prints it.
 *
 * @param card - The card.
 * @param out - Where the dataset is.
 * @returns The object.
 */
export function cardJson(card: DatasetCard, out: string): unknown {
  const { splits } = card;
  return {
    dataset: out,
    hash: card.hash,
    splits: { train: splits.train, val: splits.validation, test: splits.test },
    funnel: card.funnel,
    checks: card.checks,
    counts: card.counts,
    options: card.options,
    choices: card.choices ?? [],
  };
}
