import { type FileHandle, open, readdir, readlink, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { LonghandError, messageOf } from "../foundation/index.ts";
import { makeFolder } from "./make-folder.ts";

let opened = 0;

/** A file that appears under its name only once it is whole. */
export interface AtomicFile {
  /**
   * Adds to the file. Small pieces are gathered.
   *
   * @param piece - Text (UTF-8) or bytes.
   */
  write(piece: string | Uint8Array): Promise<void>;
  /** Flushes the file to disk and gives it its name; whatever had the name is replaced. */
  commit(): Promise<void>;
  /** Throws away what was written. Does nothing after a commit. */
  abandon(): Promise<void>;
}

const GATHERED_BYTES = 1 << 16;

/**
 * Opens a file that a reader, or a kill at any moment, finds either as it was or whole: it is
 * written under a temporary name beside it, flushed and renamed.
 *
 * @param path - Where to; missing folders are made. A link stays, and what it leads to is written.
 * @returns The open file; commit or abandon it.
 * @throws LonghandError `not-writable` for a folder, a device, a pipe, and where nothing may be written.
 */
export async function openAtomicFile(path: string): Promise<AtomicFile> {
  await refuseOtherThanFile(path);
  opened += 1;
  const place = await behindLinks(path);
  const temporary = `${place}.${process.pid}-${opened}.tmp`;
  const file: FileHandle = await openTemporary(place, temporary);
  const gathered = gatheredPieces();
  let committed = false;
  const flush = async (): Promise<void> => {
    const bytes = gathered.take();
    if (bytes.length > 0) await file.appendFile(bytes);
  };
  return {
    write: async (piece) => {
      const isLarge = typeof piece !== "string" && piece.length >= GATHERED_BYTES;
      if (!isLarge) gathered.add(piece);
      if (isLarge || gathered.length() >= GATHERED_BYTES) await flush();
      if (isLarge) await file.appendFile(piece);
    },
    commit: async () => {
      await flush();
      await file.sync();
      await file.close();
      await rename(temporary, place);
      committed = true;
    },
    abandon: async () => {
      if (committed) return;
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
    },
  };
}

interface GatheredPieces {
  add(piece: string | Uint8Array): void;
  /** Bytes, of texts at least as many. */
  length(): number;
  /** All bytes so far, and begins anew. */
  take(): Uint8Array;
}

function gatheredPieces(): GatheredPieces {
  let text = "";
  // One buffer for many pieces: a copy of each in a buffer of its own would burden the memory.
  let buffer = Buffer.alloc(0);
  let bytes = 0;
  const push = (piece: Uint8Array): void => {
    if (bytes + piece.length > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * GATHERED_BYTES, bytes + piece.length));
      buffer.copy(larger, 0, 0, bytes);
      buffer = larger;
    }
    buffer.set(piece, bytes);
    bytes += piece.length;
  };
  const pushText = (): void => {
    if (text !== "") push(Buffer.from(text));
    text = "";
  };
  return {
    add: (piece) => {
      if (typeof piece === "string") {
        text += piece;
        return;
      }
      pushText();
      push(piece);
    },
    length: () => bytes + text.length,
    take: () => {
      pushText();
      const taken = buffer.subarray(0, bytes);
      // What was taken may still be on its way to the file.
      buffer = Buffer.alloc(0);
      bytes = 0;
      return taken;
    },
  };
}

const LEFT_OVER = /\.\d+-\d+\.tmp$/;

/**
 * Removes what killed writers left below a folder: files that never got their name. Only whoever
 * holds the folder may do this.
 *
 * @param folder - The folder; one that is not there holds nothing.
 */
export async function removeUnfinished(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const name of entries)
    if (LEFT_OVER.test(name)) await rm(join(folder, name), { force: true });
}

/**
 * Refuses what is there but is no file where a file is to be written: better before the work than after it,
 * and a rename would put a file in the place of a device.
 *
 * @param path - Where a file is to go.
 * @throws LonghandError `not-writable`.
 */
export async function refuseOtherThanFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return;
  const kind = found.isDirectory() ? "a folder" : "a device or a pipe";
  throw new LonghandError(`${path} is ${kind}; a file is to be written there.`, {
    code: "not-writable",
    hint: "Name a file.",
    details: { file: path },
  });
}

const MOST_LINKS = 40;

/** Where a path leads: a file in the place of a link would part it from what it was to lead to. */
async function behindLinks(path: string): Promise<string> {
  let place = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const target = await readlink(place).catch(() => undefined);
    if (target === undefined) return place;
    place = resolve(dirname(place), target);
  }
  return place;
}

async function openTemporary(path: string, temporary: string): Promise<FileHandle> {
  try {
    await makeFolder(dirname(path));
    return await open(temporary, "w");
  } catch (cause) {
    throw new LonghandError(`${path} cannot be written: ${messageOf(cause)}.`, {
      code: "not-writable",
      hint: "Choose another place, or change its permissions.",
      details: { file: path },
      cause,
    });
  }
}

/**
 * Writes a whole file at once, see {@link openAtomicFile}.
 *
 * @param path - Where to; missing folders are made.
 * @param content - Text (UTF-8) or bytes, or pieces of them.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  const file = await openAtomicFile(path);
  try {
    if (typeof content === "string" || content instanceof Uint8Array) await file.write(content);
    else for await (const piece of content) await file.write(piece);
    await file.commit();
  } finally {
    await file.abandon();
  }
}
