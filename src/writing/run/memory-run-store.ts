import { LonghandError } from "../../foundation/index.ts";
import type { JournalLine } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { RunStore, StoredCall } from "./run-store.ts";

/** What a store in memory holds; hand it to a second store to go on with the run. */
export interface MemoryRun {
  /** The journal. */
  readonly lines: JournalLine[];
  /** Texts by hash. */
  readonly blobs: Map<string, string>;
  /** Finished calls by key. */
  readonly calls: Map<string, StoredCall>;
}

/**
 * An empty run.
 *
 * @returns Nothing yet.
 */
export function emptyMemoryRun(): MemoryRun {
  return { lines: [], blobs: new Map(), calls: new Map() };
}

/**
 * A store that keeps a run in memory: for programs that need no resume.
 *
 * @param run - What it keeps. @defaultValue an empty run
 * @returns The store.
 */
export function openMemoryRunStore(run: MemoryRun = emptyMemoryRun()): RunStore {
  return {
    lines: [...run.lines],
    append: async (lines) => {
      run.lines.push(...lines);
    },
    writeBlob: async (text) => {
      const hash = sha256(text);
      run.blobs.set(hash, text);
      return hash;
    },
    readBlob: async (hash) => {
      const text = run.blobs.get(hash);
      if (text !== undefined) return text;
      throw new LonghandError(`The run holds no text ${hash}.`, { code: "damaged-run" });
    },
    saveCall: async (call) => {
      run.calls.set(call.key, call);
    },
    findCall: async (key) => run.calls.get(key),
    close: async () => undefined,
  };
}
