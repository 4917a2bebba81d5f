import { open, readFile, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type Clock, LonghandError } from "../../foundation/index.ts";
import type { JournalLine } from "../../records/index.ts";
import { journalLineSchema } from "../../records/index.ts";
import {
  lockFolder,
  makeFolder,
  openAppendLog,
  readJsonLines,
  removeUnfinished,
  sha256,
  writeAtomically,
  writeError,
} from "../../storage/index.ts";
import { FIRST_HASH, hashOfLine } from "./journal-chain.ts";
import type { RunStore, StoredCall } from "./run-store.ts";

/** Name of the journal in a run's folder. */
const JOURNAL_FILE = "journal.jsonl";

const storedCallSchema: z.ZodType<StoredCall> = z.strictObject({
  v: z.literal(1),
  key: z.string(),
  stage: z.string(),
  text: z.string(),
  finishReason: z.enum(["stop", "length", "guard"]),
  promptTokens: z.number(),
  outputTokens: z.number(),
});

/** A journal as read from disk. */
export interface ReadJournal {
  /** Its whole lines. */
  readonly lines: readonly JournalLine[];
  /** Where a torn last line begins, in bytes; absent if there is none. */
  readonly tornAt?: number;
}

/**
 * Reads a journal and checks its chain. A last line without a line end was cut off by a kill.
 *
 * @param path - The file; a missing one is empty.
 * @returns Its lines.
 * @throws LonghandError `damaged-run` with the number of the first line that is wrong.
 */
async function readJournal(path: string): Promise<ReadJournal> {
  const lines: JournalLine[] = [];
  try {
    for await (const read of readJsonLines(path)) {
      if (!read.line.complete) return { lines, tornAt: read.line.startByte };
      const value = read.status === "value" ? read.value : undefined;
      const line = nextLine(value, lines.at(-1));
      if (line === undefined) throw damaged(path, read.line.line);
      lines.push(line);
    }
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "not-found") throw error;
  }
  return { lines };
}

/** The line, if it is one and continues the chain. */
function nextLine(value: unknown, before: JournalLine | undefined): JournalLine | undefined {
  const line = journalLineSchema.safeParse(value).data;
  if (line?.seq !== (before?.seq ?? 0) + 1) return undefined;
  const expected = before === undefined ? FIRST_HASH : hashOfLine(before);
  return line.previousHash === expected ? line : undefined;
}

function damaged(path: string, line: number): LonghandError {
  return new LonghandError(`${path}:${line}: the journal is damaged at this line.`, {
    code: "damaged-run",
    hint: `Everything before it is sound: \`longhand doctor ${dirname(path)} --repair\` keeps the first ${line - 1} lines and the damaged file, and then the run can be resumed.`,
    details: { file: path, line },
  });
}

/**
 * Opens a run's folder for writing: takes its lock, cuts off a torn last line, and checks the journal.
 *
 * @param folder - The folder; it must exist.
 * @param clock - The time, for the lock.
 * @returns The store; close it in the end.
 * @throws LonghandError `run-locked`, `damaged-run`, `disk-full`, `file-error`.
 */
export async function openFileRunStore(folder: string, clock: Clock): Promise<RunStore> {
  const lock = await lockFolder(folder, clock);
  try {
    await removeUnfinished(folder);
    const path = join(folder, JOURNAL_FILE);
    const { lines, tornAt } = await readJournal(path);
    if (tornAt !== undefined) await truncate(path, tornAt);
    const blobs = join(folder, "blobs");
    const calls = join(folder, "calls");
    for (const each of [blobs, calls]) await makeFolder(each);
    const log = await openAppendLog(path);
    return {
      lines,
      append: async (added) => {
        await Promise.all(added.map((line) => log.append(line)));
      },
      writeBlob: (text) => keepBlob(blobs, text),
      readBlob: (hash) => readBlob(blobs, hash),
      saveCall: (call) => keep(calls, `${call.key}.json`, JSON.stringify(call)),
      findCall: (key) => findCall(join(calls, `${key}.json`)),
      close: async () => {
        await log.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function keepBlob(folder: string, text: string): Promise<string> {
  const hash = sha256(text);
  await keep(folder, hash, text);
  return hash;
}

/** Writes a file and its name to the disk itself, so that a power cut leaves it or nothing. */
async function keep(folder: string, name: string, content: string): Promise<void> {
  const path = join(folder, name);
  try {
    await writeAtomically(path, content);
    const entry = await open(folder, "r");
    await entry.sync().finally(() => entry.close());
  } catch (cause) {
    throw cause instanceof LonghandError ? cause : writeError(path, cause);
  }
}

async function readBlob(folder: string, hash: string): Promise<string> {
  const text = await readFile(join(folder, hash), "utf8").catch(() => undefined);
  if (text !== undefined && sha256(text) === hash) return text;
  throw new LonghandError(
    `${join(folder, hash)} is ${text === undefined ? "missing" : "not what its name says"}.`,
    {
      code: "damaged-run",
      hint: "The text of one part is lost; start the run anew, or restore the file.",
      details: { file: join(folder, hash) },
    },
  );
}

async function findCall(path: string): Promise<StoredCall | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    // A damaged file is a call that never came to its end.
    return storedCallSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Opens a run's folder for reading only: no lock is taken and nothing is changed.
 *
 * @param folder - The folder.
 * @returns Its journal up to the last whole line, and its texts.
 * @throws LonghandError `damaged-run`.
 */
export async function openReadOnlyRunStore(folder: string): Promise<RunStore> {
  const { lines } = await readJournal(join(folder, JOURNAL_FILE));
  const refuse = (): never => {
    throw new LonghandError(`${folder} was opened for reading only.`, { code: "read-only-run" });
  };
  return {
    lines,
    append: async () => refuse(),
    writeBlob: async () => refuse(),
    saveCall: async () => refuse(),
    readBlob: (hash) => readBlob(join(folder, "blobs"), hash),
    findCall: (key) => findCall(join(folder, "calls", `${key}.json`)),
    close: async () => undefined,
  };
}
