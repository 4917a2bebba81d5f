import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { DatasetCard, Setting, Split } from "../../records/index.ts";
import { openSqlEngine } from "../../storage/index.ts";
import { CARD_FILE, SPLITS, splitOf } from "../dataset-files.ts";
import { type Dataset, openDataset } from "../open-dataset.ts";
import type { BenchmarkTask } from "../task.ts";
import { BUILT_IN_TASKS } from "../task-registry.ts";
import { findReleasedFiles, type ReleasedFiles } from "./find-released-files.ts";
import { parquetAsLines } from "./parquet-as-lines.ts";
import { publishedCard } from "./published-card.ts";

/** What the files of a dataset do not say themselves. */
export interface PartsOptions {
  /** One part only. @defaultValue all that are there */
  readonly split?: Split;
  /** Name of the task, or the task itself. @defaultValue what a card says, or the first row of any part */
  readonly task?: string | BenchmarkTask;
  /** Tasks of your own, by which a card or a row may be recognised. @defaultValue none */
  readonly ownTasks?: readonly BenchmarkTask[];
  /** How the data was split. @defaultValue what a card or the path says, else `user` */
  readonly setting?: Setting;
  /** Rows that may be unreadable and are left out. @defaultValue 0 */
  readonly allowRejected?: number;
  /** Folder for a copy of Parquet files. @defaultValue that of the system */
  readonly temporaryIn?: string;
}

/** The parts of a dataset, opened. */
export interface DatasetParts {
  /** In the order train, validation, test; those that are there. */
  readonly parts: readonly Dataset[];
  /** The card that Longhand wrote beside a folder of the hub's layout. */
  readonly published?: DatasetCard;
}

/**
 * Opens all parts of whatever holds a dataset: a folder that Longhand built, a file, a folder of
 * released files, or a folder of the Hugging Face hub's layout, Parquet too. Parts may be empty: what
 * one part shows of the task holds for the others.
 *
 * @param path - The folder or file.
 * @param options - What the files do not say themselves.
 * @param use - Works with the parts. They can be read until its promise is settled.
 * @returns What `use` returns.
 * @throws LonghandError as `openDataset`; `missing-dependency` for Parquet without DuckDB; `damaged`
 * for a Parquet file that is empty, cut off or damaged.
 */
export async function withParts<T>(
  path: string,
  options: PartsOptions,
  use: (parts: DatasetParts) => Promise<T>,
): Promise<T> {
  if (await isOwnFolder(path)) {
    const splits = options.split === undefined ? SPLITS : [options.split];
    return use({ parts: await openParts({ folder: path, splits }, options) });
  }
  const found = await findReleasedFiles(path, await splitOfFile(path, options));
  const temporary = await mkdtemp(join(options.temporaryIn ?? tmpdir(), ".longhand-parts-"));
  try {
    return await use(await openReleased(path, { found, temporary }, options));
  } catch (error) {
    throw toldOf(error, temporary, path);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function isOwnFolder(path: string): Promise<boolean> {
  return (await stat(join(path, CARD_FILE)).catch(() => undefined)) !== undefined;
}

/** The part that a single file is; one whose name says nothing counts as test. */
async function splitOfFile(path: string, { split }: PartsOptions): Promise<Split | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? (split ?? splitOf(path) ?? "test") : undefined;
}

interface Released {
  readonly found: ReleasedFiles;
  readonly temporary: string;
}

async function openReleased(
  path: string,
  { found, temporary }: Released,
  options: PartsOptions,
): Promise<DatasetParts> {
  const { files } = found;
  const there = SPLITS.filter((split) => files.some((file) => file.split === split));
  if (options.split !== undefined && !there.includes(options.split)) {
    throw new LonghandError(`${path} has no part ${options.split}: it has ${there.join(", ")}.`, {
      code: "unknown-split",
      hint: `Parts that are there: ${there.join(", ")}.`,
      details: { path, splits: there },
    });
  }
  const published = await publishedCard(found.folder);
  const shipped = BUILT_IN_TASKS.find(({ name }) => name === published?.task);
  const task = options.task ?? shipped;
  const setting = options.setting ?? published?.setting ?? found.setting;
  const parts = await openParts(
    { folder: await asJson(found, temporary), splits: there },
    {
      ...options,
      ...(task === undefined ? {} : { task }),
      ...(setting === undefined ? {} : { setting }),
    },
  );
  const name = published?.name ?? basename(path);
  return {
    parts: parts.map((part) => ({ ...part, name })),
    ...(published === undefined ? {} : { published }),
  };
}

interface Places {
  readonly folder: string;
  readonly splits: readonly Split[];
}

/** Opens the parts that were asked for; those without a row after the others, by the task of these. */
async function openParts(
  { folder, splits }: Places,
  { split: asked, temporaryIn: _, ...options }: PartsOptions,
): Promise<readonly Dataset[]> {
  const opened = new Map<Split, Dataset>();
  const postponed = new Map<Split, unknown>();
  let { task } = options;
  const open = (split: Split): Promise<Dataset> =>
    openDataset(folder, { ...options, split, ...(task === undefined ? {} : { task }) });
  const byUse = [...splits].sort((left, right) => Number(right === asked) - Number(left === asked));
  for (const split of byUse) {
    if (asked !== undefined && split !== asked && postponed.size === 0) break;
    try {
      const dataset = await open(split);
      opened.set(split, dataset);
      task ??= dataset.task;
    } catch (error) {
      if (task !== undefined) throw error;
      postponed.set(split, error);
    }
  }
  for (const [split, error] of postponed) {
    if (task === undefined) throw error;
    opened.set(split, await open(split));
  }
  return SPLITS.flatMap((split) => opened.get(split) ?? []).filter(
    ({ split }) => asked === undefined || split === asked,
  );
}

/** The folder or file to read: a copy as JSON Lines if there is any Parquet. */
async function asJson(found: ReleasedFiles, temporary: string): Promise<string> {
  const { files, folder } = found;
  const parquet = files.filter(({ kind }) => kind === "parquet");
  if (parquet.length === 0) return folder;
  const engine = await openSqlEngine({ memoryMb: 1500, threads: 1, temporaryFolder: temporary });
  try {
    for (const split of SPLITS) {
      const paths = parquet.filter((file) => file.split === split).map(({ path }) => path);
      if (paths.length === 0) continue;
      await parquetAsLines(engine, paths, join(temporary, `${split}.jsonl`));
    }
  } finally {
    await engine.close();
  }
  return temporary;
}

/** An error that names what the user named instead of the copy. */
function toldOf(error: unknown, temporary: string, path: string): unknown {
  if (!(error instanceof LonghandError) || !error.message.includes(temporary)) return error;
  const { code, hint, details } = error;
  return new LonghandError(error.message.replaceAll(temporary, path), {
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
    cause: error,
  });
}
