import { mkdtemp, readFile, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import {
  type DatasetCard,
  type DatasetExample,
  datasetCardSchema,
  type Setting,
  type Split,
} from "../../records/index.ts";
import { makeFolder, openSqlEngine, sqlText } from "../../storage/index.ts";
import { HUB_CARD_FILE, SPLITS } from "../dataset-files.ts";
import { inspectContent } from "../inspect-content.ts";
import { type Dataset, openDataset } from "../open-dataset.ts";
import type { BenchmarkTask } from "../task.ts";
import { BUILT_IN_TASKS } from "../task-registry.ts";
import { refuseUnlessReplaced, writeDataset } from "../write-dataset.ts";
import { findReleasedFiles, type ReleasedFiles } from "./find-released-files.ts";

/** Which released files to import, and where to. */
export interface ImportRequest {
  /** A file, or a folder of files, as they were released: Parquet, JSON or JSON Lines. */
  readonly from: string;
  /** Dataset folder to write. */
  readonly out: string;
  /** Name of the task, or the task itself. @defaultValue what the first row shows */
  readonly task?: string | BenchmarkTask;
  /** How the data was split. @defaultValue what the path says, else `user` */
  readonly setting?: Setting;
  /** Which part a single file is. @defaultValue what its name says */
  readonly split?: Split;
  /** Rows that may be unreadable and are left out. @defaultValue 0 */
  readonly allowRejected?: number;
  /** Whether a dataset that is there may be replaced. @defaultValue false */
  readonly replace?: boolean;
}

/**
 * Makes a dataset folder of released files. Rows get ids; nothing else is changed. Leaks are warnings.
 *
 * @param request - From where, where to, and what the files do not say themselves.
 * @returns The card of the dataset.
 * @throws LonghandError as `openDataset`; `missing-dependency` for Parquet without DuckDB.
 */
export async function importReleased(request: ImportRequest): Promise<DatasetCard> {
  await refuseUnlessReplaced(request.out, request.replace ?? false);
  const found = await findReleasedFiles(request.from, request.split);
  const target = resolve(request.out);
  await makeFolder(dirname(target));
  const temporary = await mkdtemp(join(dirname(target), `.importing-${basename(target)}-`));
  try {
    const folder = await asJson(found, temporary);
    const parts = await openParts(folder, found, request);
    return await write(parts, found, request);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The folder or file to read: a copy as JSON Lines if there is any Parquet. */
async function asJson(found: ReleasedFiles, temporary: string): Promise<string> {
  const { files, folder } = found;
  const parquet = files.filter(({ kind }) => kind === "parquet");
  if (parquet.length === 0) return folder;
  const engine = await openSqlEngine({ memoryMb: 1500, threads: 1, temporaryFolder: temporary });
  try {
    for (const split of SPLITS) {
      const paths = parquet.filter((file) => file.split === split).map(({ path }) => sqlText(path));
      if (paths.length === 0) continue;
      await engine.run(
        `COPY (SELECT * FROM read_parquet([${paths.join(", ")}]))
         TO ${sqlText(join(temporary, `${split}.jsonl`))} (FORMAT json)`,
      );
    }
  } finally {
    await engine.close();
  }
  return temporary;
}

type Parts = ReadonlyMap<Split, Dataset>;

async function openParts(
  folder: string,
  { files, setting: said, folder: source }: ReleasedFiles,
  { task, setting = said, allowRejected = 0 }: ImportRequest,
): Promise<Parts> {
  const parts = new Map<Split, Dataset>();
  const published = await publishedCard(source);
  const shipped = BUILT_IN_TASKS.find(({ name }) => name === published?.task);
  for (const split of SPLITS) {
    if (!files.some((file) => file.split === split)) continue;
    // What the card says or the first part shows holds for the others, which may be empty.
    const known = task ?? shipped ?? [...parts.values()][0]?.task;
    const dataset = await openDataset(folder, {
      split,
      allowRejected,
      ...(known === undefined ? {} : { task: known }),
      ...(setting === undefined ? {} : { setting }),
    });
    parts.set(split, dataset);
  }
  return parts;
}

async function write(
  parts: Parts,
  found: ReleasedFiles,
  { from, out, replace = false }: ImportRequest,
): Promise<DatasetCard> {
  const [first] = parts.values();
  if (first === undefined) {
    throw new LonghandError(`${from} holds no examples.`, { code: "no-dataset" });
  }
  const { task, setting } = first;
  const examples = async function* (split: Split): AsyncGenerator<DatasetExample> {
    const part = parts.get(split);
    if (part !== undefined) yield* part.examples();
  };
  const published = await publishedCard(found.folder);
  const profile = published?.profile ?? "longlamp-paper";
  const { quoting, ...content } = await inspectContent({
    task,
    setting,
    // What somebody else split is not ours to refuse.
    profile: "longlamp-paper",
    examples,
  });
  const rejected = [...parts.values()].reduce((sum, part) => sum + part.rejected.length, 0);
  const card: DatasetCard = {
    v: 1,
    name: published?.name ?? `${task.name}-${setting}`,
    task: task.name,
    setting,
    profile,
    seed: published?.seed ?? 0,
    source: published?.source ?? from,
    options: published?.options ?? {},
    funnel: published?.funnel ?? [],
    counts: { ...published?.counts, rejectedRows: rejected, profilesQuotingTarget: quoting },
    choices: [...(published?.choices ?? []), `Imported from released files: ${from}`],
    ...content,
  };
  await writeDataset(out, { card, task, examples }, { replace });
  return card;
}

/** The card that Longhand wrote beside a folder of the hub's layout. */
async function publishedCard(folder: string): Promise<DatasetCard | undefined> {
  for (const place of [folder, dirname(folder)]) {
    const text = await readFile(join(place, HUB_CARD_FILE), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const parsed = datasetCardSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
