import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LonghandError, messageOf } from "../foundation/index.ts";
import { sha256 } from "../storage/index.ts";
import type { ModelReply } from "./language-model.ts";

// An entry is two lines: its content as JSON, and the SHA-256 of that line. The checksum takes the
// place of a flush to the disk: a power cut can tear an entry, and a torn entry is a miss. What must
// survive a power cut is the run's own log, which is flushed. Reading and writing are synchronous,
// since for a file of some kilobytes that takes a third of the processor time of the asynchronous
// calls, and less than a fifth of a millisecond.

/** What an entry of the cache holds. */
export interface CallCacheContent {
  /** Format version. */
  readonly v: 1;
  /** The call's key. */
  readonly key: string;
  /** What the call was for. */
  readonly stage: string;
  /** Adapter and name of the model. */
  readonly model: string;
  /** The reply as the adapter gave it. */
  readonly reply: ModelReply;
}

/**
 * Where the entry of a key lies: 256 folders, named by the first two digits of the key.
 *
 * @param folder - Folder of the cache.
 * @param key - The call's key.
 * @returns The file's path.
 */
export function entryPath(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), `${key.slice(2)}.json`);
}

/**
 * Reads an entry.
 *
 * @param folder - Folder of the cache.
 * @param key - The call's key.
 * @returns The entry; `undefined` if there is none.
 * @throws LonghandError `damaged-cache-entry` or `cache-error`.
 */
export function readEntry(folder: string, key: string): CallCacheContent | undefined {
  const path = entryPath(folder, key);
  let file: string;
  try {
    file = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cacheError("read", path, cause);
  }
  const content = parseEntry(file);
  if (content?.key === key) return content;
  throw new LonghandError(`${path} is damaged; the model is asked again.`, {
    code: "damaged-cache-entry",
    hint: "The new reply takes its place. If it happens often, check the disk.",
    details: { file: path },
  });
}

function parseEntry(file: string): CallCacheContent | undefined {
  const lineEnd = file.indexOf("\n");
  const line = file.slice(0, lineEnd);
  if (lineEnd < 0 || file.slice(lineEnd + 1).trimEnd() !== sha256(line)) return undefined;
  const content = JSON.parse(line) as CallCacheContent;
  return content.v === 1 ? content : undefined;
}

let written = 0;

/**
 * Writes an entry so that a reader finds the old one or the new one, never half of it.
 *
 * @param folder - Folder of the cache; it is made if missing.
 * @param content - The entry.
 * @throws LonghandError `cache-error` if the file cannot be written.
 */
export function writeEntry(folder: string, content: CallCacheContent): void {
  const path = entryPath(folder, content.key);
  const line = JSON.stringify(content);
  const file = `${line}\n${sha256(line)}\n`;
  written += 1;
  const temporary = `${path}.${process.pid}-${written}.tmp`;
  try {
    writeIntoFolder(temporary, file);
    renameSync(temporary, path);
  } catch (cause) {
    removeIfThere(temporary);
    throw cacheError("written", path, cause);
  }
}

function writeIntoFolder(path: string, file: string): void {
  try {
    writeFileSync(path, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
}

/** Makes no fuss if it cannot: the fault that led here is the one to report. */
function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // `pruneCache` removes what is left.
  }
}

function cacheError(done: "read" | "written", path: string, cause: unknown): LonghandError {
  return new LonghandError(`${path} cannot be ${done}: ${messageOf(cause)}.`, {
    code: "cache-error",
    hint: "Check the permissions and the free space of the cache folder, or switch the cache off.",
    details: { file: path },
    cause,
  });
}
