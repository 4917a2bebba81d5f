import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, LonghandError } from "../../foundation/index.ts";
import {
  type FolderLock,
  lockFolder,
  makeFolder,
  readJsonLines,
  writeError,
} from "../../storage/index.ts";
import type { ScoreCounts } from "./file-tally.ts";
import type { ReadPosition } from "./read-batches.ts";

/** Scores of a stretch of a file that is scored and on disk. */
export interface SavedStretch {
  /** Its counts. */
  readonly counts: ScoreCounts;
  /** Where the next one begins in the file of texts. */
  readonly next: ReadPosition;
}

/** Scores on their way to disk, kept so that whoever is killed can go on. */
export interface PartialScores {
  /** What an earlier process with the same task had finished, in order. */
  readonly saved: readonly SavedStretch[];
  /**
   * Saves a stretch: on disk once the promise settles.
   *
   * @param stretch - Its counts.
   * @param items - Its lines for a file of scores.
   */
  save(stretch: SavedStretch, items: readonly Uint8Array[]): Promise<void>;
  /**
   * Adds lines that no stretch of the file stands behind; they are written again by whoever goes on.
   *
   * @param items - The lines.
   */
  saveItems(items: Uint8Array): Promise<void>;
  /**
   * Ends the work: the file of scores gets its name, everything else is removed.
   *
   * @param itemsFile - The name; absent if no file is wanted.
   */
  finish(itemsFile: string | undefined): Promise<void>;
  /** Removes everything: there is nothing worth going on from. */
  discard(): Promise<void>;
  /** Leaves everything as it is, for the next process. */
  leave(): Promise<void>;
}

/** What {@link openPartialScores} needs. */
export interface PartialScoresOptions {
  /** Folder of the partial files; made if missing. */
  readonly folder: string;
  /** Hash of everything that decides the scores: what another task left is thrown away. */
  readonly task: string;
  /** The time, for the lock. */
  readonly clock: Clock;
}

const VERSION = 3;

/**
 * Opens the partial scores of a task. Lines of scores go to `items.jsonl`; once they are flushed to
 * disk, a line of `journal.jsonl` says how far they reach. Whatever stands behind the last whole
 * line of the journal is cut off when the work goes on.
 *
 * @param options - Folder and task.
 * @returns The partial scores, with what was saved before.
 * @throws LonghandError `run-locked` if another process is at work in the folder; `disk-full` or
 * `file-error` if it cannot be written.
 */
export async function openPartialScores({
  folder,
  task,
  clock,
}: PartialScoresOptions): Promise<PartialScores> {
  const lock = await writing(folder, async () => {
    await makeFolder(folder);
    return lockFolder(folder, clock);
  });
  try {
    const paths = { items: join(folder, "items.jsonl"), journal: join(folder, "journal.jsonl") };
    const found = await readJournal(paths, task);
    const items = await openAt(paths.items, found.itemsBytes);
    const journal = await openAt(paths.journal, found.journalBytes);
    const partial = new OpenPartialScores(folder, lock, { items, journal, found });
    if (found.journalBytes === 0) await partial.begin(task);
    return partial;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Tells a full disk or a missing permission in words. */
async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof LonghandError ? cause : writeError(path, cause);
  }
}

interface FoundJournal {
  readonly saved: readonly SavedStretch[];
  readonly itemsBytes: number;
  readonly journalBytes: number;
}

interface JournalLine {
  readonly itemsBytes: number;
  readonly next: ReadPosition;
  readonly counts: Omit<ScoreCounts, "values" | "clusters" | "idHashes"> & {
    /** Little-endian doubles, as base64. */
    readonly values: readonly string[];
    readonly clusters?: readonly string[];
    readonly idHashes: string;
  };
}

async function readJournal(
  { items, journal }: { readonly items: string; readonly journal: string },
  task: string,
): Promise<FoundJournal> {
  const itemsSize = await sizeOf(items);
  let found: FoundJournal = { saved: [], itemsBytes: 0, journalBytes: 0 };
  if ((await sizeOf(journal)) === 0) return found;
  for await (const line of readJsonLines(journal)) {
    if (line.status !== "value" || !line.line.complete) break;
    const { itemsBytes = 0, ...entry } = line.value as Partial<JournalLine>;
    const isWanted = found.journalBytes > 0 || isHead(line.value, task);
    // After a power cut the journal may be ahead of the lines that it speaks of.
    if (!isWanted || itemsBytes > itemsSize) break;
    const saved = [...found.saved, ...stretchOf(entry)];
    found = { saved, itemsBytes, journalBytes: line.line.endByte };
  }
  return found;
}

function stretchOf({ counts, next }: Partial<JournalLine>): readonly SavedStretch[] {
  return counts === undefined || next === undefined ? [] : [{ counts: readCounts(counts), next }];
}

function isHead(value: unknown, task: string): boolean {
  const head = value as { readonly v?: unknown; readonly task?: unknown } | null;
  return head?.v === VERSION && head.task === task;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

function readCounts({ values, clusters, idHashes, ...counts }: JournalLine["counts"]): ScoreCounts {
  return {
    ...counts,
    values: values.map(doublesOf),
    ...(clusters === undefined ? {} : { clusters: clusters.map(doublesOf) }),
    idHashes: bytesOf(idHashes),
  };
}

function doublesOf(text: string): Float64Array<ArrayBuffer> {
  return new Float64Array(bytesOf(text).buffer);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  // A copy: the pool that Buffer takes its memory from is not aligned for doubles.
  return Uint8Array.from(Buffer.from(text, "base64"));
}

function writtenCounts(counts: ScoreCounts): JournalLine["counts"] {
  return {
    texts: counts.texts,
    unscored: counts.unscored,
    failed: counts.failed,
    flags: counts.flags,
    warnings: counts.warnings,
    corpus: counts.corpus,
    ...(counts.references === undefined ? {} : { references: counts.references }),
    referencesDigest: counts.referencesDigest,
    values: counts.values.map((values) => base64Of(new Uint8Array(values.buffer))),
    ...(counts.clusters === undefined
      ? {}
      : { clusters: counts.clusters.map((users) => base64Of(new Uint8Array(users.buffer))) }),
    idHashes: base64Of(counts.idHashes),
  };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

/** Opens a file for writing at a place; what stands behind it is cut off. */
async function openAt(path: string, bytes: number): Promise<FileHandle> {
  const file = await open(path, "a");
  await file.truncate(bytes);
  return file;
}

class OpenPartialScores implements PartialScores {
  readonly saved: readonly SavedStretch[];
  readonly #folder: string;
  readonly #lock: FolderLock;
  readonly #items: FileHandle;
  readonly #journal: FileHandle;
  #itemsBytes: number;

  constructor(
    folder: string,
    lock: FolderLock,
    {
      items,
      journal,
      found,
    }: {
      readonly items: FileHandle;
      readonly journal: FileHandle;
      readonly found: FoundJournal;
    },
  ) {
    this.#folder = folder;
    this.#lock = lock;
    this.#items = items;
    this.#journal = journal;
    this.saved = found.saved;
    this.#itemsBytes = found.itemsBytes;
  }

  async begin(task: string): Promise<void> {
    await this.#journal.appendFile(`${JSON.stringify({ v: VERSION, task })}\n`);
  }

  save(stretch: SavedStretch, items: readonly Uint8Array[]): Promise<void> {
    return writing(this.#folder, () => this.#save(stretch, items));
  }

  async #save({ counts, next }: SavedStretch, items: readonly Uint8Array[]): Promise<void> {
    for (const piece of items) {
      if (piece.length === 0) continue;
      await this.#items.appendFile(piece);
      this.#itemsBytes += piece.length;
    }
    await this.#items.datasync();
    const line: JournalLine = {
      itemsBytes: this.#itemsBytes,
      next,
      counts: writtenCounts(counts),
    };
    await this.#journal.appendFile(`${JSON.stringify(line)}\n`);
  }

  async saveItems(items: Uint8Array): Promise<void> {
    await this.#items.appendFile(items);
  }

  async finish(itemsFile: string | undefined): Promise<void> {
    await this.#items.sync();
    await this.#close();
    if (itemsFile !== undefined) await rename(join(this.#folder, "items.jsonl"), itemsFile);
    await this.#remove();
  }

  async discard(): Promise<void> {
    await this.#close();
    await this.#remove();
  }

  async leave(): Promise<void> {
    await this.#close();
    await this.#lock.release();
  }

  async #close(): Promise<void> {
    await this.#items.close();
    await this.#journal.close();
  }

  /** Only what is ours: the folder may have been there before. */
  async #remove(): Promise<void> {
    for (const name of ["items.jsonl", "journal.jsonl"]) {
      await rm(join(this.#folder, name), { force: true });
    }
    await this.#lock.release();
    const left = await readdir(this.#folder);
    if (left.length === 0) await rm(this.#folder, { recursive: true });
  }
}
