import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../foundation/index.ts";
import type { RunState } from "../../records/index.ts";
import { isFolderHeld } from "../../storage/index.ts";

/** How far a run is, without reading all of it. */
export interface StateQuestion {
  /** Its folder. */
  readonly path: string;
  /** Whether nothing is left to make. */
  readonly isDone: boolean;
  /** The time, for locks of other machines. */
  readonly clock: Clock;
}

/**
 * Tells how far a run is.
 *
 * @param question - Folder, and whether everything is made.
 * @returns `running` while a living process holds the folder.
 */
export async function runStateOf({ path, isDone, clock }: StateQuestion): Promise<RunState> {
  if (await isFolderHeld(path, clock)) return "running";
  return isDone ? "finished" : "stopped";
}

/** Bytes at the end of a journal that are looked at. */
const TAIL_BYTES = 1 << 16;

/** Lines after which a document has something left to do. */
const OPENING: ReadonlySet<string> = new Set(["accept", "fail", "edit", "dirty", "cancel", "node"]);

/**
 * Whether a document is finished, by the end of its journal.
 *
 * @param folder - The run's folder.
 * @returns `true` if it was exported whole and nothing was opened again since.
 */
export async function isWritingFinished(folder: string): Promise<boolean> {
  const types = await lastTypes(join(folder, "journal.jsonl"));
  const deciding = types.findLast((type) => type === "export" || OPENING.has(type));
  return deciding === "export";
}

async function lastTypes(path: string): Promise<readonly string[]> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size === 0) return [];
  const file = await open(path, "r");
  try {
    const start = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    return lines.flatMap((line) => typeOf(line));
  } finally {
    await file.close();
  }
}

function typeOf(line: string): readonly string[] {
  try {
    const { type } = JSON.parse(line) as { readonly type?: unknown };
    return typeof type === "string" ? [type] : [];
  } catch {
    // The first line of the tail is cut, and the last one may still be being written.
    return [];
  }
}
