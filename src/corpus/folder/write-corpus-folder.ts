import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, LonghandError } from "../../foundation/index.ts";
import type { CorpusCard } from "../../records/index.ts";
import {
  type AppendLog,
  canonicalJson,
  lockFolder,
  makeFolder,
  openAppendLog,
  sha256,
  writeAtomically,
} from "../../storage/index.ts";
import { CARD_FILE, type CorpusFolder, openCorpusFolder } from "./open-corpus-folder.ts";

/** Name of the list of rejected records in a corpus folder. */
export const REJECTED_FILE = "rejected.jsonl";

const JOURNAL_FILE = "steps.jsonl";

/** Where a corpus folder is to be, and what makes two imports the same. */
export interface FolderPlan {
  /** The folder to write; it must not exist. */
  readonly out: string;
  /**
   * Everything that decides the result: format, options, and name, size and time of change of every
   * source. What a killed import left is taken up only if this is equal.
   */
  readonly identity: unknown;
  /** The time, for the lock. */
  readonly clock: Clock;
}

/** A corpus folder while it is being written, under another name. */
export interface UnfinishedFolder {
  /** Where files are written to. Files that are no part of the corpus are removed in the end. */
  readonly path: string;
  /**
   * Does a step, unless an earlier import of the same sources has done it: then its result is read
   * from the journal. The step's files must be whole and on disk when its promise settles.
   *
   * @param name - Unlike the names of all other steps.
   * @param work - Does the step; its result must be a JSON value.
   * @returns The step's result.
   */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Whether a step has been done before.
   *
   * @param name - The step.
   */
  isDone(name: string): boolean;
}

/**
 * Writes a corpus folder: all of it, or nothing under its name. It grows as `OUT.unfinished`, step by
 * step; whoever starts the same import again goes on from the last whole step. After an error that
 * would come again, nothing is left.
 *
 * @param plan - Where to, and the identity of the import.
 * @param fill - Writes tables and `rejected.jsonl`, and returns the card.
 * @returns The finished folder.
 * @throws LonghandError `folder-exists`, `run-locked`, and what `fill` throws.
 */
export async function writeCorpusFolder(
  { out, identity, clock }: FolderPlan,
  fill: (folder: UnfinishedFolder) => Promise<CorpusCard>,
): Promise<CorpusFolder> {
  await refuseExisting(out);
  const path = `${out}.unfinished`;
  await makeFolder(path);
  const lock = await lockFolder(path, clock);
  let isHopeless = false;
  try {
    const { log, done } = await openJournal(path, sha256(canonicalJson(identity)));
    try {
      const card = await fill({ path, isDone: (name) => done.has(name), step: stepsOf(log, done) });
      await finish(path, card);
    } finally {
      await log.close();
    }
    await rm(join(path, JOURNAL_FILE));
  } catch (error) {
    isHopeless = error instanceof LonghandError && HOPELESS.has(error.code);
    throw error;
  } finally {
    await lock.release();
    if (isHopeless) await rm(path, { recursive: true, force: true });
  }
  await rename(path, out);
  return openCorpusFolder(out);
}

/** The same import would end in the same way: what it leaves is of no use to anybody. */
const HOPELESS: ReadonlySet<string> = new Set([
  "bad-header",
  "damaged",
  "empty-file",
  "invalid-json",
  "invalid-utf8",
  "line-too-long",
  "no-documents",
  "not-found",
  "python-literals",
  "usage",
]);

async function refuseExisting(out: string): Promise<void> {
  const found = await stat(out).catch(() => undefined);
  if (found === undefined) return;
  throw new LonghandError(`${out} exists already.`, {
    code: "folder-exists",
    hint: "Name another place with --out, or remove it.",
    details: { folder: out },
  });
}

interface Journal {
  readonly log: AppendLog;
  /** Results of finished steps by name. */
  readonly done: Map<string, unknown>;
}

type Entry = { readonly import: string } | { readonly step: string; readonly result: unknown };

/** Opens the journal of the same import, or begins anew. */
async function openJournal(path: string, identity: string): Promise<Journal> {
  const file = join(path, JOURNAL_FILE);
  const entries = wholeLines(await readFile(file, "utf8").catch(() => ""));
  const [head, ...steps] = entries;
  const isSame = head !== undefined && "import" in head && head.import === identity;
  if (!isSame) await clear(path);
  // Written anew, so that a line that a kill has cut off is gone.
  const kept = isSame ? steps : [];
  const lines = [{ import: identity }, ...kept].map((entry) => `${JSON.stringify(entry)}\n`);
  await writeAtomically(file, lines.join(""));
  const done = new Map(
    kept.flatMap((entry) => ("step" in entry ? [[entry.step, entry.result] as const] : [])),
  );
  return { log: await openAppendLog(file), done };
}

function wholeLines(text: string): Entry[] {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}

function stepsOf(log: AppendLog, done: Map<string, unknown>): UnfinishedFolder["step"] {
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (done.has(name)) return done.get(name) as T;
    const result = await work();
    await log.append({ step: name, result });
    done.set(name, result);
    return result;
  };
}

async function clear(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    if (!name.startsWith("writer.lock")) await rm(join(path, name), { recursive: true });
  }
}

/** Leaves the tables, the list of rejected records and, written last, the card. */
async function finish(path: string, card: CorpusCard): Promise<void> {
  const { documents, products } = card.tables;
  const kept = new Set([documents, products, REJECTED_FILE, JOURNAL_FILE, "writer.lock"]);
  for (const name of await readdir(path)) {
    if (!kept.has(name)) await rm(join(path, name), { recursive: true });
  }
  await writeAtomically(join(path, CARD_FILE), `${JSON.stringify(card, null, 2)}\n`);
}
