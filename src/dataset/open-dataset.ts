import { flagOf, LonghandError, optionWords } from "../foundation/index.ts";
import type { DatasetCard, DatasetExample, Setting, Split } from "../records/index.ts";
import { type DataFile, type LocatedDataset, locateDataset, SPLITS } from "./dataset-files.ts";
import {
  type DatasetIndex,
  type IndexEntry,
  type IndexRequest,
  indexDataset,
} from "./index-dataset.ts";
import { indexDatasetOnce } from "./kept-index.ts";
import { readExamples } from "./read-examples.ts";
import type { BenchmarkTask } from "./task.ts";
import { taskNamed } from "./task-registry.ts";

/** Which part of a dataset to open, and what its files do not say themselves. */
export interface OpenDatasetOptions {
  /** Which part; the released name `val` is read as `validation`. @defaultValue the only one there is */
  readonly split?: Split | "val";
  /** The task, by name or as such. @defaultValue what the card says, or what the first row shows */
  readonly task?: string | BenchmarkTask;
  /** Tasks of your own, by which a card or a row may be recognised. @defaultValue none */
  readonly ownTasks?: readonly BenchmarkTask[];
  /** How the data was split. @defaultValue what the card or the path says, else `user` */
  readonly setting?: Setting;
  /** Rows that may be unreadable and are then left out and listed. @defaultValue 0 */
  readonly allowRejected?: number;
  /**
   * Where what the pass over the files found is kept for the next opening, and by which version it was
   * made: files that have not changed since are then not read again. Only for tasks that ship.
   * @defaultValue nothing is kept
   */
  readonly keptIndex?: { readonly folder: string; readonly madeBy: string };
}

/** Which example, and whose. */
export interface DatasetEntry {
  /** Id of the example. */
  readonly id: string;
  /** Whose text it is. */
  readonly userId: string;
}

/** One part of a dataset. The examples stay on disk; each is read when it is asked for. */
export interface Dataset {
  /** Name of the dataset: from its card, or of its folder or file. */
  readonly name: string;
  /** Its task. */
  readonly task: BenchmarkTask;
  /** How it was split. */
  readonly setting: Setting;
  /** Which part this is. */
  readonly split: Split;
  /** How many examples it has. */
  readonly count: number;
  /** SHA-256 of the part's content: the same for any file order, byte-order mark and line ends. */
  readonly hash: string;
  /** The card, if Longhand built the dataset. */
  readonly card?: DatasetCard;
  /** Ids and users of all examples, in order. */
  readonly entries: readonly DatasetEntry[];
  /** What is wrong with each row that was left out, `file:line: what`. */
  readonly rejected: readonly string[];
  /** Things a person should know, none of which stops the reading. */
  readonly warnings: readonly string[];
  /** Reads all examples in order, a few at a time. */
  examples(): AsyncIterable<DatasetExample>;
  /**
   * Reads one example.
   *
   * @param index - Its place, from 0.
   * @throws LonghandError `invalid-option` if there is none; `dataset-changed` if the file changed.
   */
  readAt(index: number): Promise<DatasetExample>;
  /**
   * Reads some examples in the order asked for, a few at a time.
   *
   * @param indices - Their places, from 0.
   */
  readMany(indices: Iterable<number>): AsyncIterable<DatasetExample>;
}

/**
 * Opens one part of a dataset: a folder that Longhand built, a released LongLaMP file (a JSON list or
 * JSON Lines), or a folder of such files named `train`, `val` and `test`. One pass checks every row,
 * hashes the content and notes where each example stands; memory does not grow with their length.
 *
 * @param path - The folder or file.
 * @param options - Which part, and what the files do not say themselves.
 * @returns The dataset.
 * @throws LonghandError `invalid-dataset`, listing up to 100 faults as `file:line: what`;
 * `no-dataset`, `unknown-split`, `unknown-task`, `not-found`.
 *
 * @example
 * ```ts
 * import { openDataset } from "longhand/dataset";
 *
 * const dataset = await openDataset("data/abstract_generation_user", { split: "val" });
 * for await (const example of dataset.examples()) {
 *   console.log(example.id, dataset.task.query(example, { profile: "longhand", family: "gpt" }));
 * }
 * ```
 */
export async function openDataset(
  path: string,
  options: OpenDatasetOptions = {},
): Promise<Dataset> {
  const located = await locateDataset(path);
  const split = chooseSplit(path, located.files, options.split);
  const setting = options.setting ?? located.setting ?? "user";
  const request: IndexRequest = {
    files: located.files.filter((file) => (file.split ?? split) === split),
    split,
    setting,
    task: chooseTask(located, options),
    ownTasks: options.ownTasks ?? [],
  };
  const { keptIndex } = options;
  const index = await (keptIndex === undefined
    ? indexDataset(request)
    : indexDatasetOnce(request, keptIndex));
  refuseFaults(path, index, options.allowRejected ?? 0);
  const { card } = located;
  return {
    name: located.name,
    task: index.task,
    setting,
    split,
    count: index.entries.length,
    hash: index.hash,
    ...(card === undefined ? {} : { card }),
    entries: index.entries,
    rejected: index.problems,
    warnings: [...index.warnings, ...placeWarnings(located, { split, options, hash: index.hash })],
    ...readers(index),
  };
}

function readers({
  task,
  entries,
}: DatasetIndex): Pick<Dataset, "examples" | "readAt" | "readMany"> {
  const at = (index: number): IndexEntry => {
    const entry = entries[index];
    if (entry !== undefined) return entry;
    throw new LonghandError(`There is no example ${index}; there are ${entries.length}, from 0.`, {
      code: "invalid-option",
    });
  };
  function* chosen(indices: Iterable<number>): Generator<IndexEntry> {
    for (const index of indices) yield at(index);
  }
  return {
    examples: () => readExamples(task, entries),
    readAt: async (index) => {
      const read: DatasetExample[] = [];
      // Read to the end, so that the file is closed.
      for await (const example of readExamples(task, [at(index)])) read.push(example);
      return read[0] as DatasetExample;
    },
    readMany: (indices) => readExamples(task, chosen(indices)),
  };
}

function chooseTask(
  { card, ownTask }: LocatedDataset,
  options: OpenDatasetOptions,
): BenchmarkTask | undefined {
  const { task } = options;
  const ownTasks = [...(options.ownTasks ?? []), ...(ownTask === undefined ? [] : [ownTask])];
  const name = task ?? card?.task;
  return typeof name === "string" ? taskNamed(name, ownTasks) : name;
}

function chooseSplit(
  path: string,
  files: readonly DataFile[],
  asked: Split | "val" | undefined,
): Split {
  const split = asked === "val" ? "validation" : asked;
  const there = SPLITS.filter((name) => files.some((file) => file.split === name));
  const isUnnamed = files.length === 1 && files[0]?.split === undefined;
  if (split !== undefined && (there.includes(split) || isUnnamed)) return split;
  if (split === undefined && there.length === 1) return there[0] as Split;
  const has =
    there.length === 0 ? "its name does not say which part it is" : `it has ${there.join(", ")}`;
  throw new LonghandError(
    split === undefined
      ? `${path}: which part is meant? ${has}.`
      : `${path} has no part ${split}: ${has}.`,
    {
      code: "unknown-split",
      hint: `Say which: ${optionWords("split")} is train, validation or test.`,
      details: { path, splits: there },
    },
  );
}

/** Faults that are listed in one message. */
const MAX_LISTED = 100;

function refuseFaults(path: string, { problems }: DatasetIndex, allowed: number): void {
  if (problems.length <= allowed) return;
  const more = problems.length - MAX_LISTED;
  const listed = problems.slice(0, MAX_LISTED).join("\n");
  const rest = more > 0 ? `\nand ${more} more` : "";
  const noun = problems.length === 1 ? "fault" : "faults";
  throw new LonghandError(`${path} has ${problems.length} ${noun}:\n${listed}${rest}`, {
    code: "invalid-dataset",
    hint: `Mend the rows, or leave them out on import: ${flagOf("allowRejected")} ${problems.length} (allowRejected).`,
    details: { problems: problems.slice(0, MAX_LISTED), count: problems.length },
  });
}

interface Opened {
  readonly split: Split;
  readonly options: OpenDatasetOptions;
  readonly hash: string;
}

function placeWarnings(
  { card, setting }: LocatedDataset,
  { split, options, hash }: Opened,
): string[] {
  const warnings: string[] = [];
  if (card !== undefined && card.hashes[split] !== hash) warnings.push(changedSince(split));
  if ((options.setting ?? setting) === undefined) {
    warnings.push(
      'neither card nor path says how the data was split: the setting "user" is assumed',
    );
  }
  return warnings;
}

/** The warning about a part that was edited after it was built. */
export function changedSince(split: Split): string {
  return `the content of ${split} is not what dataset.json says: it was changed after building`;
}
