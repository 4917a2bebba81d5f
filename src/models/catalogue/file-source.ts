import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";
import type { FileSource } from "./catalogue-entry.ts";
import { openPartFile, throwIfAborted } from "./part-file.ts";
import { type FetchedFile, type SourceRun, sourceError } from "./source-run.ts";

/**
 * Copies a model from a file.
 *
 * @param source - Where it is.
 * @param run - What it is for.
 * @returns The copy, under a temporary name.
 * @throws LonghandError `source-failed` if the file cannot be read; `disk-full` or `not-writable`.
 */
export async function fetchFromFile(source: FileSource, run: SourceRun): Promise<FetchedFile> {
  const totalBytes = await sizeOf(source.path);
  const path = join(run.partial.path, "model.part");
  const part = await openPartFile(path, { keep: false });
  try {
    for await (const piece of readPieces(source.path)) {
      throwIfAborted(run.signal);
      await part.append(piece);
      run.onBytes({ stage: "download", bytes: part.receivedBytes(), totalBytes });
    }
    return { ...(await part.finish()), path, resumed: false };
  } catch (error) {
    await part.close();
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw unreadable(path, cause);
  }
  throw sourceError(`${path} is not a file.`);
}

async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      yield piece as Buffer;
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): Error {
  return sourceError(messageOf(fileError(path, cause)), cause);
}
