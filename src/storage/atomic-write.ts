import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LonghandError, messageOf } from "../foundation/index.ts";
import { makeFolder } from "./make-folder.ts";

let opened = 0;

/** A file that appears under its name only once it is whole. */
export interface AtomicFile {
  /**
   * Adds to the file. Small pieces are gathered.
   *
   * @param piece - Text (UTF-8) or bytes.
   */
  write(piece: string | Uint8Array): Promise<void>;
  /** Flushes the file to disk and gives it its name; whatever had the name is replaced. */
  commit(): Promise<void>;
  /** Throws away what was written. Does nothing after a commit. */
  abandon(): Promise<void>;
}

const GATHERED_CHARACTERS = 1 << 16;

/**
 * Opens a file that a reader, or a kill at any moment, finds either as it was or whole: it is
 * written under a temporary name beside it, flushed and renamed.
 *
 * @param path - Where to; missing folders are made.
 * @returns The open file; commit or abandon it.
 */
export async function openAtomicFile(path: string): Promise<AtomicFile> {
  await refuseFolder(path);
  opened += 1;
  const temporary = `${path}.${process.pid}-${opened}.tmp`;
  const file: FileHandle = await openTemporary(path, temporary);
  let gathered = "";
  let committed = false;
  const flush = async (): Promise<void> => {
    const text = gathered;
    gathered = "";
    if (text !== "") await file.appendFile(text);
  };
  return {
    write: async (piece) => {
      if (typeof piece === "string") {
        gathered += piece;
        if (gathered.length >= GATHERED_CHARACTERS) await flush();
        return;
      }
      await flush();
      await file.appendFile(piece);
    },
    commit: async () => {
      await flush();
      await file.sync();
      await file.close();
      await rename(temporary, path);
      committed = true;
    },
    abandon: async () => {
      if (committed) return;
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
    },
  };
}

const LEFT_OVER = /\.\d+-\d+\.tmp$/;

/**
 * Removes what killed writers left below a folder: files that never got their name. Only whoever
 * holds the folder may do this.
 *
 * @param folder - The folder; one that is not there holds nothing.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const name of entries)
    if (LEFT_OVER.test(name)) await rm(join(folder, name), { force: true });
}

/**
 * Refuses a folder where a file is to be written: better before the work than after it.
 *
 * @param path - Where a file is to go.
 * @throws LonghandError `not-writable`.
 */
export async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  throw new LonghandError(`${path} is a folder; a file is to be written there.`, {
    code: "not-writable",
    hint: "Name a file.",
    details: { file: path },
  });
}

async function openTemporary(path: string, temporary: string): Promise<FileHandle> {
  try {
    await makeFolder(dirname(path));
    return await open(temporary, "w");
  } catch (cause) {
    throw new LonghandError(`${path} cannot be written: ${messageOf(cause)}.`, {
      code: "not-writable",
      hint: "Choose another place, or change its permissions.",
      details: { file: path },
      cause,
    });
  }
}

/**
 * Writes a whole file at once, see {@link openAtomicFile}.
 *
 * @param path - Where to; missing folders are made.
 * @param content - Text (UTF-8) or bytes, or pieces of them.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  const file = await openAtomicFile(path);
  try {
    if (typeof content === "string" || content instanceof Uint8Array) await file.write(content);
    else for await (const piece of content) await file.write(piece);
    await file.commit();
  } finally {
    await file.abandon();
  }
}
