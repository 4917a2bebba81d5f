import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../foundation/index.ts";
import { type CallCacheContent, readEntry } from "./call-cache-entry.ts";

/** A left-over of a killed process is removed when it is this old, in milliseconds: one hour. */
const STALE_TEMPORARY_MS = 3_600_000;
const SHARD = /^[0-9a-f]{2}$/;
const ENTRY_OR_TEMPORARY = /^[0-9a-f]{62}\.json(?:\.[\w-]+\.tmp)?$/;

/** An entry of the cache, as `listCache` shows it. */
export interface CallCacheEntry {
  /** The call's key. */
  readonly key: string;
  /** What the call was for; absent if the entry is damaged. */
  readonly stage?: string;
  /** Adapter and name of the model, `adapter:name`; absent if the entry is damaged. */
  readonly model?: string;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** When it was written, in milliseconds since 1970. */
  readonly writtenAtMs: number;
  /** `true` if the entry cannot be used. */
  readonly damaged: boolean;
}

/** Which entries `pruneCache` removes. An entry goes if one of the two bounds asks for it. */
export interface CallCachePruning {
  /** Entries written longer ago than this, in milliseconds. */
  readonly olderThanMs?: number;
  /** The oldest entries, until the rest takes no more bytes than this. */
  readonly maxBytes?: number;
  /** The time now, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** What was removed from a cache, and what is left. */
export interface CallCacheRemoval {
  /** Entries removed. */
  readonly removed: number;
  /** Their size in bytes. */
  readonly removedBytes: number;
  /** Entries left. */
  readonly kept: number;
  /** Their size in bytes. */
  readonly keptBytes: number;
}

/**
 * Lists the entries of a cache, in the order of their keys.
 *
 * @param folder - Folder of the cache; a missing one counts as empty.
 * @returns Its entries, one by one.
 */
export async function* listCache(folder: string): AsyncGenerator<CallCacheEntry> {
  for await (const file of filesOf(folder)) {
    if (file.kind !== "entry") continue;
    const content = contentOf(folder, file.key);
    yield {
      key: file.key,
      ...(content === undefined ? {} : { stage: content.stage, model: content.model }),
      bytes: file.bytes,
      writtenAtMs: file.writtenAtMs,
      damaged: content === undefined,
    };
  }
}

/**
 * Removes old entries, and what killed processes left behind. Nothing else in the folder is touched.
 *
 * @param folder - Folder of the cache.
 * @param pruning - Greatest age and size.
 * @returns How much was removed and kept.
 * @throws LonghandError `invalid-option` if a bound is negative or not a number.
 */
export async function pruneCache(
  folder: string,
  pruning: CallCachePruning,
): Promise<CallCacheRemoval> {
  checkBound("olderThanMs", pruning.olderThanMs);
  checkBound("maxBytes", pruning.maxBytes);
  const { olderThanMs = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = pruning;
  const entries: CacheFile[] = [];
  for await (const file of filesOf(folder)) {
    const ageMs = pruning.nowMs - file.writtenAtMs;
    if (file.kind === "entry") entries.push(file);
    else if (ageMs > STALE_TEMPORARY_MS) await rm(file.path, { force: true });
  }
  entries.sort((left, right) => right.writtenAtMs - left.writtenAtMs);
  const count = { removed: 0, removedBytes: 0, kept: 0, keptBytes: 0 };
  for (const { path, bytes, writtenAtMs } of entries) {
    const tooOld = pruning.nowMs - writtenAtMs > olderThanMs;
    // Once one entry does not fit, older ones must not fill the gap.
    const tooMuch = count.removed > 0 || count.keptBytes + bytes > maxBytes;
    if (tooOld || tooMuch) {
      await rm(path, { force: true });
      count.removed += 1;
      count.removedBytes += bytes;
    } else {
      count.kept += 1;
      count.keptBytes += bytes;
    }
  }
  return count;
}

/**
 * Removes every entry of a cache, and nothing else that may lie in its folder.
 *
 * @param folder - Folder of the cache.
 * @returns How much was removed.
 */
export async function clearCache(folder: string): Promise<CallCacheRemoval> {
  const count = { removed: 0, removedBytes: 0, kept: 0, keptBytes: 0 };
  for await (const file of filesOf(folder)) {
    await rm(file.path, { force: true });
    if (file.kind !== "entry") continue;
    count.removed += 1;
    count.removedBytes += file.bytes;
  }
  return count;
}

function contentOf(folder: string, key: string): CallCacheContent | undefined {
  try {
    return readEntry(folder, key);
  } catch (error) {
    if (error instanceof LonghandError) return undefined;
    throw error;
  }
}

function checkBound(field: string, value: number | undefined): void {
  if (value === undefined || value >= 0) return;
  throw new LonghandError(`pruneCache: ${field} must be 0 or more, got ${value}.`, {
    code: "invalid-option",
  });
}

interface CacheFile {
  readonly kind: "entry" | "temporary";
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
  readonly writtenAtMs: number;
}

async function* filesOf(folder: string): AsyncGenerator<CacheFile> {
  for (const shard of await namesIn(folder, SHARD)) {
    for (const name of await namesIn(join(folder, shard), ENTRY_OR_TEMPORARY)) {
      const path = join(folder, shard, name);
      const facts = await stat(path).catch(() => undefined);
      // Another process may have removed it since.
      if (facts === undefined) continue;
      const key = shard + name.slice(0, 62);
      const kind = name.endsWith(".tmp") ? "temporary" : "entry";
      yield { kind, key, path, bytes: facts.size, writtenAtMs: Math.floor(facts.mtimeMs) };
    }
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}
