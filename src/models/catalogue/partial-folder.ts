import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder, writeAtomically } from "../../storage/index.ts";
import { writeError } from "./part-file.ts";

/** Which file an unfinished download belongs to. */
export interface ResumeMark {
  /** Repository, revision and file. */
  readonly of: string;
  /** The server's strong entity tag. */
  readonly etag: string;
}

const markSchema: z.ZodType<ResumeMark> = z.object({ of: z.string(), etag: z.string() });

/** Where one process keeps the unfinished parts of one pull. */
export interface PartialFolder {
  /** The folder. */
  readonly path: string;
  /** The mark of an unfinished download that can go on, if one is there. */
  readMark(): Promise<ResumeMark | undefined>;
  /** Notes that the download can go on. */
  writeMark(mark: ResumeMark): Promise<void>;
  /** Notes that the download cannot go on after a kill. */
  clearMark(): Promise<void>;
  /** Removes everything in the folder. */
  clear(): Promise<void>;
  /** Removes the folder, unless a later pull can go on from what is in it. */
  leave(): Promise<void>;
}

const MARK = "resume.json";
const NAME = /^partial-(\d+)-\d+$/;
let opened = 0;

/**
 * Opens a folder for what is not finished yet. What dead processes left is taken over if a download
 * can go on from it, and removed otherwise; what a living process is at work on stays untouched.
 *
 * @param modelFolder - Folder of the model; it must exist.
 * @returns The folder, empty or with a download to go on from.
 * @throws LonghandError `not-writable`, `disk-full` or `file-error`.
 */
export async function openPartialFolder(modelFolder: string): Promise<PartialFolder> {
  opened += 1;
  const path = join(modelFolder, `partial-${process.pid}-${opened}`);
  try {
    await adoptOrRemove(modelFolder, path);
    await makeFolder(path);
  } catch (cause) {
    throw writeError(path, cause);
  }
  const clear = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true });
    await makeFolder(path);
  };
  return {
    path,
    clear,
    readMark: () => readMark(path),
    clearMark: () => rm(join(path, MARK), { force: true }),
    writeMark: (mark) => writeAtomically(join(path, MARK), JSON.stringify(mark)),
    leave: async () => {
      if ((await readMark(path)) === undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

async function adoptOrRemove(modelFolder: string, path: string): Promise<void> {
  let adopted = false;
  for (const name of await readdir(modelFolder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isOthers(Number(pid))) continue;
    const old = join(modelFolder, name);
    if (!adopted && (await readMark(old)) !== undefined) {
      await rename(old, path);
      adopted = true;
    } else {
      // A pip that outlived its parent may still write there for a moment.
      await rm(old, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  }
}

/** `true` if the process is alive and is not this one, which works on one pull of a model at most. */
function isOthers(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function readMark(folder: string): Promise<ResumeMark | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, MARK), "utf8"));
    return markSchema.safeParse(value).data;
  } catch {
    // None there, or cut off by a kill: the download starts afresh.
    return undefined;
  }
}
