import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { FailureReason } from "../../records/index.ts";

/** One line of the fake model's call log. */
export interface FakeCallEntry {
  /** Format version. */
  readonly v: 1;
  /** SHA-256 of the whole request: equal for a repeated call. */
  readonly requestHash: string;
  /** SHA-256 of its messages: equal for calls that differ in seed, sampling or limits only. */
  readonly promptHash: string;
  /** `generated`, or why the call failed. */
  readonly outcome: "generated" | FailureReason;
  /** When the call ended, in milliseconds since 1970. */
  readonly atMs: number;
}

/** Counts calls in a file, so that the count outlives the process. */
export interface FakeCallLog {
  /** Adds one line; it has left the process when this returns. */
  append(entry: FakeCallEntry): void;
  /** Closes the file; the next line would open it again. */
  close(): void;
}

/**
 * Opens a call log at its first line. A line is handed to the system in one synchronous write, so it
 * outlives `kill -9`; it is not flushed to the disk, since a power cut is not what it is made for.
 *
 * @param path - The file; it and its folder are made if missing.
 * @returns The log.
 */
export function openFakeCallLog(path: string): FakeCallLog {
  let file: number | undefined;
  return {
    append(entry) {
      try {
        file ??= openForLines(path);
        writeSync(file, `${JSON.stringify(entry)}\n`);
      } catch (cause) {
        throw new LonghandError(`Fake model: ${path} cannot be written: ${messageOf(cause)}.`, {
          code: "file-error",
          hint: "Name a file that can be written in the fake model's setting callLog.",
          details: { file: path },
          cause,
        });
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openForLines(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a+");
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  // A line torn by a kill must not swallow the next one.
  if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== "\n") {
    writeSync(file, "\n");
  }
  return file;
}
