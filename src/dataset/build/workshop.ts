import { readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Clock, LonghandError } from "../../foundation/index.ts";
import { lockFolder, makeFolder, type SqlEngine, writeAtomically } from "../../storage/index.ts";

/** Steps of a build by name, as progress shows them. */
export type BuildStep =
  | "Reading documents"
  | "Measuring documents"
  | "Counting people"
  | "Cleaning descriptions"
  | "Drawing targets"
  | "Asking for keywords"
  | "Writing examples"
  | "Writing Parquet";

/** News of a build. */
export interface BuildProgress {
  /** What is being done. */
  readonly step: BuildStep;
  /** Units done; a share of 100 where the unit is %. */
  readonly done: number;
  /** Units in all, if known. */
  readonly total?: number;
  /** The unit. */
  readonly unit: "%" | "documents" | "products" | "keywords" | "people";
}

/** The place where a build keeps what its steps made until the dataset is whole. */
export interface Workshop {
  /** Its folder. */
  readonly folder: string;
  /** Tables larger than memory. */
  readonly engine: SqlEngine;
  /** Gets news. */
  readonly onProgress: (event: BuildProgress) => void;
  /** Whether the build is to stop: `onProgress` then throws. */
  readonly isStopped: () => boolean;
  /** Path of a file of the build. */
  path(name: string): string;
  /**
   * Does a step, unless an earlier start of the same build has done it: then its result is read. The
   * step's files must be whole when its promise settles.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Removes what this build made. */
  discard(): Promise<void>;
  /** The same, and what builds of this dataset by other rules have left, unless they still run. */
  clear(): Promise<void>;
  /** Gives the folder free, so that the build can be taken up again. */
  close(): Promise<void>;
}

/** What makes two builds the same, and what they may use. */
export interface WorkshopRequest {
  /** Where the dataset will be. */
  readonly out: string;
  /** Hash of everything that decides the result. */
  readonly key: string;
  readonly clock: Clock;
  readonly onProgress: (event: BuildProgress) => void;
  readonly openEngine: (temporaryFolder: string) => Promise<SqlEngine>;
  /** Stops the build; what its whole steps made stays. */
  readonly signal?: AbortSignal | undefined;
}

const PREFIX = ".building-";

/** Folder of an unfinished build, beside its dataset. */
function workshopFolder({ out, key }: Pick<WorkshopRequest, "out" | "key">): string {
  const target = resolve(out);
  return join(dirname(target), `${PREFIX}${basename(target)}-${key.slice(0, 12)}`);
}

/** Opens the workshop of a build, as an earlier start of the same build left it. */
export async function openWorkshop(request: WorkshopRequest): Promise<Workshop> {
  const folder = workshopFolder(request);
  await makeFolder(folder);
  const lock = await lockFolder(folder, request.clock);
  const engine = await request.openEngine(folder).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const { signal } = request;
  const stop = (): void => engine.interrupt();
  signal?.addEventListener("abort", stop);
  return {
    folder,
    engine,
    onProgress: (event) => {
      throwIfStopped(signal);
      request.onProgress(event);
    },
    isStopped: () => signal?.aborted === true,
    path: (name) => join(folder, name),
    step: async (name, work) => {
      throwIfStopped(signal);
      return once(stepPath(folder, name), work).catch((error: unknown) => {
        throwIfStopped(signal, error);
        throw error;
      });
    },
    discard: () => rm(folder, { recursive: true, force: true }),
    clear: async () => {
      await rm(folder, { recursive: true, force: true });
      await removeIdle(request);
    },
    close: async () => {
      signal?.removeEventListener("abort", stop);
      await engine.close();
      await lock.release();
    },
  };
}

/**
 * A part of a workshop with steps and files of its own, as one of several datasets needs them.
 *
 * @param shop - The workshop.
 * @param name - Name of the part.
 * @param shared - Files that all parts have in common.
 */
export async function roomOf(
  shop: Workshop,
  name: string,
  shared: ReadonlySet<string>,
): Promise<Workshop> {
  const folder = join(shop.folder, name);
  await makeFolder(folder);
  return {
    ...shop,
    folder,
    path: (file) => (shared.has(file) ? shop.path(file) : join(folder, file)),
    step: (step, work) => shop.step(join(name, step), work),
  };
}

/** Whether an earlier start of a build has done a step. */
export async function hasDone(
  place: Pick<WorkshopRequest, "out" | "key">,
  step: string,
): Promise<boolean> {
  const done = await stat(stepPath(workshopFolder(place), step)).catch(() => undefined);
  return done !== undefined;
}

function stepPath(folder: string, step: string): string {
  return join(folder, `${step}.done.json`);
}

async function removeIdle({ out, clock }: Pick<WorkshopRequest, "out" | "clock">): Promise<void> {
  const target = resolve(out);
  const names = await readdir(dirname(target));
  for (const name of names) {
    if (!name.startsWith(`${PREFIX}${basename(target)}-`)) continue;
    const folder = join(dirname(target), name);
    const lock = await lockFolder(folder, clock).catch(() => undefined);
    // Somebody is at work there: that build will find that the dataset is there.
    if (lock === undefined) continue;
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  }
}

function throwIfStopped(signal: AbortSignal | undefined, cause?: unknown): void {
  if (signal?.aborted !== true) return;
  throw new LonghandError("The build was stopped.", {
    code: "interrupted",
    hint: "Start the same command again: it goes on from its last whole step.",
    cause,
  });
}

async function once<T>(path: string, work: () => Promise<T>): Promise<T> {
  const done = await readFile(path, "utf8").catch(() => undefined);
  if (done !== undefined) return JSON.parse(done) as T;
  const result = await work();
  await writeAtomically(path, JSON.stringify(result));
  return result;
}

const PROGRESS_EVERY_MS = 500;

/** Runs a long statement and tells how far it is. */
export async function runLong(
  { engine, onProgress, isStopped }: Workshop,
  step: BuildStep,
  sql: string,
): Promise<void> {
  const tell = (): void => {
    const share = engine.progress();
    if (share !== undefined && !isStopped()) {
      onProgress({ step, done: Math.round(share * 100), total: 100, unit: "%" });
    }
  };
  const timer = setInterval(tell, PROGRESS_EVERY_MS);
  try {
    await engine.run(sql);
  } finally {
    clearInterval(timer);
  }
}
