import { rm } from "node:fs/promises";
import { join } from "node:path";
import { exportToHub, openWholeDataset, type WritableDataset } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { DatasetExample, Split } from "../../records/index.ts";
import { makeFolder, writeAtomically } from "../../storage/index.ts";
import { pythonWords } from "../../text/index.ts";
import type { RunContext } from "../run-context.ts";
import type { VerbResult } from "./dataset-verbs.ts";
import type { FineTuningExport } from "./fine-tuning.ts";

/** Forms in which a dataset leaves Longhand. */
export const EXPORT_FORMS = ["hf", "fine-tuning", "sample-ids"] as const;

/** What `dataset export` writes. */
export interface ExportDatasetOptions extends Omit<FineTuningExport, "dataset" | "out"> {
  /** Dataset folder. */
  readonly path: string;
  /** The form. */
  readonly form: (typeof EXPORT_FORMS)[number];
  /** Folder to write. */
  readonly out: string;
  /** Whether a dataset that is there may be replaced; form `hf`. */
  readonly replace: boolean;
}

const PARTS: readonly Split[] = ["train", "validation", "test"];

/**
 * Writes a dataset in another form: the layout of the Hugging Face hub, pairs for fine-tuning, or the
 * sample ids of a mail benchmark.
 *
 * @param options - Dataset, form, where to.
 * @param context - Places, for retrievers.
 * @returns Files and counts.
 * @throws LonghandError `no-card`, `folder-exists`, `invalid-option`.
 */
export async function exportDataset(
  options: ExportDatasetOptions,
  context: RunContext,
): Promise<VerbResult> {
  const dataset = await openWholeDataset(options.path);
  const files = await filesOf(dataset, options, context);
  const { splits, hash } = dataset.card;
  return {
    json: {
      dataset: options.path,
      form: options.form,
      out: options.out,
      hash,
      splits: { train: splits.train, val: splits.validation, test: splits.test },
      files,
    },
    text: [`${options.out}: ${options.form} of ${options.path}`, ...files].join("\n"),
  };
}

async function filesOf(
  dataset: WritableDataset,
  options: ExportDatasetOptions,
  context: RunContext,
): Promise<readonly string[]> {
  const { form, path, out, replace } = options;
  switch (form) {
    case "hf":
      await exportToHub(dataset, { out, replace });
      return ["README.md", "longhand-dataset.json"];
    case "fine-tuning": {
      const { exportForFineTuning } = await import("./fine-tuning.ts");
      return exportForFineTuning({ ...options, dataset: path, out }, context);
    }
    case "sample-ids":
      return exportSampleIds(dataset, out);
  }
}

/** Names of the three files in the published scheme. */
const SAMPLE_FILES: Readonly<Record<Split, string>> = {
  train: "train.json",
  validation: "dev.json",
  test: "test.json",
};

/** Ids in place of mails, so that a benchmark on private mail can be shared. */
async function exportSampleIds(dataset: WritableDataset, out: string): Promise<string[]> {
  const { card, task } = dataset;
  if (task.name !== "email") {
    throw new LonghandError(`Sample ids are a form of the task email, not of ${task.name}.`, {
      code: "invalid-option",
    });
  }
  await makeFolder(out);
  const written: string[] = [];
  try {
    for (const split of PARTS) {
      const path = join(out, SAMPLE_FILES[split]);
      await writeAtomically(
        path,
        sampleArray(dataset.examples(split), card.setting === "temporal"),
      );
      written.push(path);
    }
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
  return written;
}

async function* sampleArray(
  examples: Iterable<DatasetExample> | AsyncIterable<DatasetExample>,
  namesUsers: boolean,
): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const example of examples) {
    yield separator + JSON.stringify(sampleOf(example, namesUsers));
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function sampleOf(example: DatasetExample, namesUsers: boolean): unknown {
  const { id, targetId, userId, fields, profile } = example;
  if (targetId === undefined) {
    throw new LonghandError(`Example ${id} does not know which mail it comes from.`, {
      code: "invalid-record",
      hint: "Only datasets that Longhand built can be shared as sample ids.",
    });
  }
  return {
    id,
    input: targetId,
    content_length: pythonWords(String(fields?.["prefix"] ?? "")).length,
    profile: profile.map((item) => ({ text: item.id, id: item.id, date: item.date ?? "" })),
    ...(namesUsers ? { user_id: userId } : {}),
  };
}
