import { closeSync, openSync, writeSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { FailedEntry, SideCallStage } from "../../records/index.ts";
import { type AppendLog, readJsonLines, writeError } from "../../storage/index.ts";
import type { Spending } from "./call-budget.ts";
import type { RunFolder } from "./run-folder.ts";

/** A call that begins, with the most it can come to. */
export interface BegunCall {
  /** Key under which its log knows it. */
  readonly key: string;
  /** What it is for, in `side.jsonl`; absent for the texts of `plan.jsonl`. */
  readonly stage?: SideCallStage;
  /** Tokens of the prompt and of the longest reply. */
  readonly tokens: number;
  /** What they cost, in US dollars; absent for nothing, or if no price is known. */
  readonly usd?: number;
}

/** The file `begun.jsonl` while a command writes it. */
export interface BegunCalls {
  /**
   * Notes a call before it begins. The line is handed to the system, not forced onto the disk: it
   * outlives a killed process, but may not outlive a power cut.
   *
   * @param call - The call.
   * @throws LonghandError `disk-full` or `file-error`.
   */
  note(call: BegunCall): void;
  /**
   * Takes a call back that was answered without being charged, and has no entry in a log.
   *
   * @param key - Its key.
   */
  forget(key: string): void;
  /**
   * Closes the file, and removes it if every call has its entry.
   *
   * @param end - Whether calls may have ended without one: the next command then settles them.
   */
  close(end: { readonly keep: boolean }): Promise<void>;
}

/** The first line: how long the logs were when the file was begun. */
interface Header {
  readonly generationBytes: number;
  readonly sideBytes: number;
}

type Folder = Pick<RunFolder, "begun" | "generation" | "side">;

/**
 * Begins the file in which calls are noted before they are made. One that a killed command left must
 * have been settled.
 *
 * @param folder - The run's folder.
 * @returns The open file.
 */
export async function openBegunCalls(folder: Folder): Promise<BegunCalls> {
  const path = folder.begun;
  const header: Header = {
    generationBytes: await sizeOf(folder.generation),
    sideBytes: await sizeOf(folder.side),
  };
  const file = openSync(path, "w");
  const write = (line: object): void => {
    try {
      writeSync(file, `${JSON.stringify(line)}\n`);
    } catch (cause) {
      throw writeError(path, cause);
    }
  };
  write({ v: 1, ...header });
  return {
    note: write,
    forget: (key) => write({ key, forgotten: true }),
    close: async ({ keep }) => {
      closeSync(file);
      if (!keep) await rm(path, { force: true });
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Where the entries of cut-off calls go. */
export interface SettlingLogs {
  /** The log of texts. */
  readonly log: AppendLog;
  /** The log of side calls; absent if the run has none. */
  readonly side?: AppendLog;
  /** When, in milliseconds since 1970. */
  readonly atMs: number;
}

/**
 * Gives every call that a kill cut off an entry of its own, which charges the most it can have cost.
 * The text itself stays pending.
 *
 * @param folder - The run's folder.
 * @param logs - The open logs.
 * @returns What the cut-off calls came to; zeros if the last command ended by itself.
 */
export async function settleBegunCalls(folder: Folder, logs: SettlingLogs): Promise<Spending> {
  const open = await openCalls(folder);
  const entries = open.map((call) => ({ call, entry: cutOffEntry(call, logs.atMs) }));
  await Promise.all(
    entries.map(({ call, entry }) =>
      (call.stage === undefined ? logs.log : (logs.side ?? logs.log)).append(entry),
    ),
  );
  // Only now that they are on disk may the notes go: a kill in between counts none twice.
  await rm(folder.begun, { force: true });
  return {
    calls: open.length,
    tokens: open.reduce((sum, { tokens }) => sum + tokens, 0),
    usd: open.reduce((sum, { usd = 0 }) => sum + usd, 0),
  };
}

function cutOffEntry({ key, stage, tokens, usd = 0 }: BegunCall, atMs: number): FailedEntry {
  return {
    v: 1,
    key,
    ...(stage === undefined ? {} : { stage }),
    status: "failed",
    attempt: 1,
    reason: "cancelled",
    retryable: true,
    willRetry: true,
    message: "The process ended while this call was under way.",
    ...(tokens > 0 ? { mostTokens: tokens } : {}),
    ...(usd > 0 ? { mostUsd: usd } : {}),
    atMs,
  };
}

/**
 * Calls that a killed command began and that have no entry in the logs.
 *
 * @param folder - The run's folder.
 * @returns The calls; none if the last command ended by itself.
 */
export async function openCalls(folder: Folder): Promise<BegunCall[]> {
  const begun = new Map<string, BegunCall[]>();
  let header: Header | undefined;
  for await (const value of wholeLines(folder.begun)) {
    if (header === undefined) {
      header = value as Header;
      continue;
    }
    const { key, forgotten } = value as BegunCall & { forgotten?: true };
    if (forgotten === true) begun.get(key)?.pop();
    else begun.set(key, [...(begun.get(key) ?? []), value as BegunCall]);
  }
  if (header === undefined) return [];
  await takeEnded(folder.generation, header.generationBytes, begun);
  await takeEnded(folder.side, header.sideBytes, begun);
  return [...begun.values()].flat();
}

/** Each entry of a call that was made since ends one note of its key. */
async function takeEnded(
  path: string,
  fromByte: number,
  begun: ReadonlyMap<string, BegunCall[]>,
): Promise<void> {
  for await (const value of wholeLines(path, fromByte)) {
    const { key, cached, noCall } = value as { key: string; cached?: boolean; noCall?: boolean };
    if (cached !== true && noCall !== true) begun.get(key)?.pop();
  }
}

/** Values of the whole lines of a file; damaged ones are somebody else's matter. */
async function* wholeLines(path: string, fromByte = 0): AsyncGenerator<unknown> {
  try {
    for await (const line of readJsonLines(path)) {
      const isWhole = line.status === "value" && line.line.complete;
      if (isWhole && line.line.startByte >= fromByte) yield line.value;
    }
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "not-found") throw error;
  }
}
