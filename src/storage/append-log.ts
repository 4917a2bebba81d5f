import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { LonghandError } from "../foundation/index.ts";
import { makeFolder } from "./make-folder.ts";

/** A JSON Lines file that only grows. */
export interface AppendLog {
  /**
   * Adds one record. The promise settles once the line is on disk, not merely handed to the
   * system. Records that come while a flush is under way share the next one.
   *
   * @param record - Any JSON value.
   * @returns Where its line stands in the file, line feed included.
   * @throws LonghandError `disk-full` or `file-error`.
   */
  append(record: unknown): Promise<LinePlace>;
  /** Waits for what is under way and closes the file. */
  close(): Promise<void>;
}

/** Where a line stands in a file. */
export interface LinePlace {
  /** First byte. */
  readonly startByte: number;
  /** Length in bytes, line feed included. */
  readonly byteLength: number;
}

interface Waiting {
  readonly line: string;
  readonly done: (place: LinePlace) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Opens a JSON Lines file for appending; makes it, and its folder, if missing.
 *
 * @param path - The file. It must end with a complete line, or be empty.
 * @returns The open log. One writer at a time: whoever opens it holds the folder's lock.
 */
export async function openAppendLog(path: string): Promise<AppendLog> {
  await makeFolder(dirname(path));
  const file = await open(path, "a");
  let { size } = await file.stat();
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    // Let whoever finishes in the same turn share this flush.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.appendFile(batch.map(({ line }) => line).join(""));
        await file.datasync();
        for (const { line, done } of batch) {
          const byteLength = Buffer.byteLength(line);
          done({ startByte: size, byteLength });
          size += byteLength;
        }
      } catch (cause) {
        const error = writeError(path, cause);
        for (const { failed } of batch) failed(error);
      }
    }
    flushing = undefined;
  };

  return {
    append: (record) =>
      new Promise((done, failed) => {
        waiting.push({ line: `${JSON.stringify(record)}\n`, done, failed });
        flushing ??= flush();
      }),
    close: async () => {
      await flushing;
      await file.close();
    },
  };
}

/**
 * The error for a file that cannot be written, in words a person can act on.
 *
 * @param path - The file.
 * @param cause - What the file system said.
 * @returns An error with code `disk-full` or `file-error`.
 */
export function writeError(path: string, cause: unknown): LonghandError {
  const full = (cause as NodeJS.ErrnoException).code === "ENOSPC";
  return new LonghandError(
    full ? `The disk is full: ${path} cannot grow.` : `${path} cannot be written.`,
    {
      code: full ? "disk-full" : "file-error",
      hint: full
        ? "Free some space and resume: everything finished is kept."
        : "Check the folder's permissions.",
      details: { file: path },
      cause,
    },
  );
}
