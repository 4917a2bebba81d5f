import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { LonghandError } from "../foundation/index.ts";
import { type DatasetCard, datasetCardSchema, type Setting, type Split } from "../records/index.ts";
import { fileError, parseStrictJson } from "../storage/index.ts";
import { parseTaskFile } from "./own-task/read-task-file.ts";
import type { BenchmarkTask } from "./task.ts";

/** The three parts, in the order in which people name them. */
export const SPLITS: readonly Split[] = ["train", "validation", "test"];

/** Name of the file that holds the card of a dataset folder. */
export const CARD_FILE = "dataset.json";

/** Name of the file that holds the definition of a task of one's own in a dataset folder. */
export const TASK_FILE = "task.json";

/** Name of the card in a folder of the Hugging Face hub's layout. */
export const HUB_CARD_FILE = "longhand-dataset.json";

/** A file of examples. */
export interface DataFile {
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  /** What its name says; absent if it says nothing. */
  readonly split?: Split;
}

/** What stands at a path. */
export interface LocatedDataset {
  /** Name of the folder or file. */
  readonly name: string;
  readonly card?: DatasetCard;
  /** The task of one's own that the folder holds the definition of. */
  readonly ownTask?: BenchmarkTask;
  /** Sorted by name. */
  readonly files: readonly DataFile[];
  /** What the path says; absent if it says nothing. */
  readonly setting?: Setting;
}

export async function locateDataset(path: string): Promise<LocatedDataset> {
  const found = await stat(path).catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  if (!found.isDirectory()) {
    return { name: nameOf(path), files: [dataFile(path, path)], ...settingOf(path) };
  }
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some(({ name }) => name === CARD_FILE)) return ownFolder(path);
  const files = dataFiles(path, entries);
  if (files.length > 0) return { name: basename(path), files, ...settingOf(path) };
  // The layout of the Hugging Face hub keeps its files one folder down.
  const inner = join(path, "data");
  const isHub = entries.some((entry) => entry.isDirectory() && entry.name === "data");
  const innerFiles = isHub ? dataFiles(inner, await readdir(inner, { withFileTypes: true })) : [];
  if (innerFiles.length > 0) return { name: basename(path), files: innerFiles, ...settingOf(path) };
  throw noData(path, entries);
}

async function ownFolder(path: string): Promise<LocatedDataset> {
  const card = await readCard(join(path, CARD_FILE));
  const files = SPLITS.map((split) => {
    const name = `${split}.jsonl`;
    return { path: join(path, name), name: join(path, name), split };
  });
  const ownTask = await readOwnTask(join(path, TASK_FILE));
  return {
    name: card.name,
    card,
    files,
    setting: card.setting,
    ...(ownTask === undefined ? {} : { ownTask }),
  };
}

async function readOwnTask(path: string): Promise<BenchmarkTask | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : parseTaskFile(text, path).task;
}

/** Reads the card of a dataset folder, or of a folder of the hub's layout. */
export async function readCard(path: string): Promise<DatasetCard> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  const parsed = datasetCardSchema.safeParse(parseStrictJson(text, { file: path, line: 1 }));
  if (parsed.success) return parsed.data;
  throw new LonghandError(`${path} is not a dataset card:\n${z.prettifyError(parsed.error)}`, {
    code: "invalid-dataset",
    hint: `Build the dataset again, or take ${basename(path)} out to read the files by themselves.`,
    details: { file: path },
    cause: parsed.error,
  });
}

function dataFiles(folder: string, entries: readonly Dirent[]): DataFile[] {
  return entries
    .filter((entry) => !entry.isDirectory() && /\.jsonl?$/i.test(entry.name))
    .map(({ name }) => dataFile(join(folder, name), name))
    .filter(({ split }) => split !== undefined)
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function dataFile(path: string, name: string): DataFile {
  const split = splitOf(path);
  return { path, name, ...(split === undefined ? {} : { split }) };
}

const SPLIT_WORDS: ReadonlyMap<string, Split> = new Map([
  ["train", "train"],
  ["val", "validation"],
  ["valid", "validation"],
  ["validation", "validation"],
  ["dev", "validation"],
  ["test", "test"],
]);

/** The part that a file's name says it is, if it says one only. */
export function splitOf(path: string): Split | undefined {
  const said = wordsOf(nameOf(path)).flatMap((word) => SPLIT_WORDS.get(word) ?? []);
  return new Set(said).size === 1 ? said[0] : undefined;
}

/** The setting that a path says. */
export function settingOf(path: string): { readonly setting?: Setting } {
  const words = wordsOf(`${basename(dirname(path))} ${nameOf(path)}`);
  if (words.includes("temporal")) return { setting: "temporal" };
  return words.includes("user") ? { setting: "user" } : {};
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^a-z]+/);
}

function nameOf(path: string): string {
  return basename(path).replace(/\.(?:jsonl?|parquet)$/i, "");
}

function noData(path: string, entries: readonly Dirent[]): LonghandError {
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const inside = folders.length === 0 ? "" : ` It holds the folders ${folders.sort().join(", ")}.`;
  return new LonghandError(
    `${path} holds no dataset: no ${CARD_FILE}, and no .json or .jsonl file named train, val or test.${inside}`,
    {
      code: "no-dataset",
      hint: "Name a folder with such files, or one file.",
      details: { path },
    },
  );
}
