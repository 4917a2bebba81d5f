import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { sha256, writeAtomically } from "../storage/index.ts";
import type { DataFile } from "./dataset-files.ts";
import {
  type DatasetIndex,
  type IndexEntry,
  type IndexRequest,
  indexDataset,
} from "./index-dataset.ts";
import { BUILT_IN_TASKS, taskNamed } from "./task-registry.ts";

/** Where indexes are kept. */
export interface IndexPlace {
  /** The folder; made when it is needed. */
  readonly folder: string;
  /** What makes them: an index that something else has made is not taken. */
  readonly madeBy: string;
}

/** Indexes that are kept; the oldest goes. */
const MOST_KEPT = 32;
const ENDING = ".index.json";

/** An index as a file: columns, since a row of 100,000 names takes three times the room. */
const keptSchema = z.object({
  madeBy: z.string(),
  /** What tells each file from what it was before. */
  stamps: z.array(z.string()),
  task: z.string(),
  hash: z.string(),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Users, each once. */
  users: z.array(z.string()),
  ids: z.array(z.string()),
  /** Number of the user of each example. */
  userAt: z.array(z.number()),
  /** Number of the file of each example. */
  fileAt: z.array(z.number()),
  /** Bytes of each example in its file. */
  starts: z.array(z.number()),
  ends: z.array(z.number()),
});

type KeptIndex = z.infer<typeof keptSchema>;

/**
 * Indexes the files of a split, unless that was done before and they have not changed since.
 *
 * @param request - The files, and how to read them.
 * @param place - Where indexes are kept. What cannot be written there is not kept.
 * @returns The index, the same as {@link indexDataset} makes.
 * @throws LonghandError as {@link indexDataset}.
 */
export async function indexDatasetOnce(
  request: IndexRequest,
  { folder, madeBy }: IndexPlace,
): Promise<DatasetIndex> {
  const { files, split, setting, task, ownTasks } = request;
  const isOwn = ownTasks.length > 0 || (task !== undefined && !BUILT_IN_TASKS.includes(task));
  // A task of one's own may have changed under the same name.
  if (isOwn) return await indexDataset(request);
  const names = files.map(({ path, name }) => [resolve(path), name]);
  const key = sha256(JSON.stringify([names, split, setting, task?.name ?? null]));
  const path = join(folder, `${key.slice(0, 32)}${ENDING}`);
  const stamps = await stampsOf(files);
  const kept = await readKept(path);
  if (kept?.madeBy === madeBy && kept.stamps.join() === stamps.join()) return indexIn(kept, files);
  const index = await indexDataset(request);
  const isStill = (await stampsOf(files)).join() === stamps.join();
  // Without it, the next opening reads the files again: that is all.
  if (isStill) await keep(path, { madeBy, stamps, index, files }).catch(() => undefined);
  return index;
}

async function stampsOf(files: readonly DataFile[]): Promise<string[]> {
  return await Promise.all(
    files.map(async ({ path }) => {
      const found = await stat(path).catch(() => undefined);
      if (found === undefined) return "";
      return [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(":");
    }),
  );
}

async function readKept(path: string): Promise<KeptIndex | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    // Another version wrote it in another way: it is made anew.
    return undefined;
  }
}

function indexIn(kept: KeptIndex, files: readonly DataFile[]): DatasetIndex {
  const { task, hash, problems, warnings, users, ids, userAt, fileAt, starts, ends } = kept;
  const entries = ids.map(
    (id, at): IndexEntry => ({
      id,
      userId: users[userAt[at] ?? 0] ?? "",
      file: files[fileAt[at] ?? 0] as DataFile,
      startByte: starts[at] ?? 0,
      endByte: ends[at] ?? 0,
    }),
  );
  return { task: taskNamed(task), entries, hash, problems, warnings };
}

interface MadeIndex extends Pick<KeptIndex, "madeBy" | "stamps"> {
  readonly index: DatasetIndex;
  readonly files: readonly DataFile[];
}

async function keep(path: string, { madeBy, stamps, index, files }: MadeIndex): Promise<void> {
  const { task, entries, hash, problems, warnings } = index;
  const users = new Map<string, number>();
  for (const { userId } of entries) if (!users.has(userId)) users.set(userId, users.size);
  const kept: KeptIndex = {
    madeBy,
    stamps,
    task: task.name,
    hash,
    problems: [...problems],
    warnings: [...warnings],
    users: [...users.keys()],
    ids: entries.map(({ id }) => id),
    userAt: entries.map(({ userId }) => users.get(userId) ?? 0),
    fileAt: entries.map(({ file }) => files.indexOf(file)),
    starts: entries.map(({ startByte }) => startByte),
    ends: entries.map(({ endByte }) => endByte),
  };
  await writeAtomically(path, JSON.stringify(kept));
  await dropOldest(join(path, ".."));
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING));
  if (names.length <= MOST_KEPT) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, atMs: (await stat(join(folder, name))).mtimeMs })),
  );
  aged.sort((one, other) => other.atMs - one.atMs);
  for (const { name } of aged.slice(MOST_KEPT)) await rm(join(folder, name), { force: true });
}
