import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { type JournalLine, journalLineSchema } from "../../records/index.ts";
import { type JsonLine, readJsonLines } from "../../storage/index.ts";
import { FIRST_HASH, hashOfLine } from "./journal-chain.ts";

/** A journal, looked at without refusing what is wrong with it. */
export interface ExaminedJournal {
  /** The file. */
  readonly path: string;
  /** Its sound lines, from the first up to what is wrong. */
  readonly lines: readonly JournalLine[];
  /** Where the sound part ends, in bytes. */
  readonly soundBytes: number;
  /** The first line that is wrong, and why; absent for a sound journal. */
  readonly fault?: {
    /** Its number, from 1. */
    readonly line: number;
    /** Why. */
    readonly message: string;
    /** Whether it is only the last line, cut off by a kill. */
    readonly torn: boolean;
  };
  /** Lines after the sound part, the wrong one included. */
  readonly lostLines: number;
  /** How many of them are edits of the author's. */
  readonly lostEdits: number;
}

/**
 * Reads a journal up to the first thing that is wrong with it.
 *
 * @param folder - The run's folder.
 * @returns Its sound lines, and what is wrong.
 * @throws LonghandError `file-error` if it cannot be read.
 */
export async function examineJournal(folder: string): Promise<ExaminedJournal> {
  const path = join(folder, "journal.jsonl");
  const reading: Reading = { lines: [], soundBytes: 0, lostLines: 0, lostEdits: 0 };
  try {
    for await (const line of readJsonLines(path)) takeLine(line, reading);
  } catch (error) {
    if (!(error instanceof LonghandError) || error.code !== "not-found") throw error;
  }
  return { path, ...reading };
}

interface Reading {
  readonly lines: JournalLine[];
  soundBytes: number;
  fault?: NonNullable<ExaminedJournal["fault"]>;
  lostLines: number;
  lostEdits: number;
}

function takeLine(read: JsonLine, reading: Reading): void {
  const value = read.status === "value" ? read.value : undefined;
  const { line, complete, endByte } = read.line;
  const why = complete ? faultOf(value, reading.lines.at(-1)) : "it is cut off";
  if (reading.fault === undefined && why === undefined) {
    reading.lines.push(journalLineSchema.parse(value));
    reading.soundBytes = endByte;
    return;
  }
  reading.fault ??= { line, message: why ?? "", torn: !complete };
  reading.lostLines += 1;
  if ((value as { type?: unknown } | undefined)?.type === "edit") reading.lostEdits += 1;
}

function faultOf(value: unknown, before: JournalLine | undefined): string | undefined {
  const line = journalLineSchema.safeParse(value).data;
  if (line === undefined) return "it is no line of a journal";
  const expected = (before?.seq ?? 0) + 1;
  if (line.seq !== expected) return `its number is ${line.seq} instead of ${expected}`;
  const hash = before === undefined ? FIRST_HASH : hashOfLine(before);
  return line.previousHash === hash ? undefined : "its chain to the line before is broken";
}
