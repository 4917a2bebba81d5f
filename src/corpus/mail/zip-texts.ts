import type { Readable } from "node:stream";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { MAX_MAIL_BYTES } from "./mbox-messages.ts";

/** A file in an archive. */
export interface ZipText {
  /** Its path inside. */
  readonly name: string;
  /** Its content; `undefined` if it is longer than 64 MiB. */
  readonly bytes: Buffer | undefined;
}

/** Packed text is hardly ever smaller than a hundredth. */
const MAX_RATIO = 1000;
/** Small files may well be packed that far. */
const HARMLESS_BYTES = 1024 * 1024;

/**
 * Reads the files of an archive one by one, in the order in which they stand there. Nothing is written
 * to the disk. An archive with a single entry that is not what it should be is refused as a whole.
 *
 * @param path - The archive (zip).
 * @param skip - How many entries to leave out.
 * @returns The files; folders are none.
 * @throws LonghandError `unsafe-archive` naming every entry with a path that leads out of the
 * archive, that is a link, an archive itself, encrypted, packed more than a thousand times, or that
 * stands there twice; `damaged` if the archive cannot be read.
 */
export async function* zipTexts(path: string, skip = 0): AsyncGenerator<ZipText> {
  const entries = await checkedEntries(path);
  const zip = await opened(path);
  try {
    for (const { entry, name } of entries.slice(skip)) {
      const isTooLarge = entry.uncompressedSize > MAX_MAIL_BYTES;
      const bytes = isTooLarge ? undefined : await contentOf(zip, { entry, name }, path);
      yield { name, bytes };
    }
  } finally {
    zip.close();
  }
}

// Names are checked here, so that all bad ones are named, not only the first.
const AS_THEY_STAND = { autoClose: false, decodeStrings: false } as const;

async function opened(path: string): Promise<ZipFile> {
  return openPromise(path, AS_THEY_STAND).catch((cause: unknown) => {
    throw damaged(path, cause);
  });
}

interface NamedEntry {
  readonly entry: Entry;
  readonly name: string;
}

async function checkedEntries(path: string): Promise<readonly NamedEntry[]> {
  const zip = await opened(path);
  const entries: NamedEntry[] = [];
  const faults: string[] = [];
  const names = new Set<string>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      const fault = names.has(name) ? "stands there twice" : faultOf(entry, name);
      names.add(name);
      if (fault !== undefined) faults.push(`${JSON.stringify(name)} ${fault}`);
      else if (!name.endsWith("/")) entries.push({ entry, name });
    }
  } catch (cause) {
    throw damaged(path, cause);
  } finally {
    zip.close();
  }
  if (faults.length === 0) return entries;
  throw new LonghandError(`The archive is not read: ${faults.join("; ")}.`, {
    code: "unsafe-archive",
    hint: "Unpack it with a program that you trust, look at the files, and import the folder.",
    details: { file: path },
  });
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

const LINK_MODE = 0o120000;
const MODE_MASK = 0o170000;

function faultOf(entry: Entry, name: string): string | undefined {
  const { uncompressedSize, compressedSize } = entry;
  if (leadsOut(name)) return "leads out of the archive";
  if (((entry.externalFileAttributes >>> 16) & MODE_MASK) === LINK_MODE) return "is a link";
  if (entry.isEncrypted()) return "is encrypted";
  if (/\.(?:zip|gz|tgz|tar|7z|rar|bz2|xz)$/i.test(name)) return "is an archive itself";
  const isBomb =
    uncompressedSize > HARMLESS_BYTES && uncompressedSize > MAX_RATIO * Math.max(1, compressedSize);
  return isBomb ? `is packed more than ${MAX_RATIO} times` : undefined;
}

function leadsOut(name: string): boolean {
  return (
    name.startsWith("/") ||
    name.includes("\\") ||
    name.includes("\0") ||
    /^[A-Za-z]:/.test(name) ||
    name.split("/").includes("..")
  );
}

async function contentOf(zip: ZipFile, { entry, name }: NamedEntry, path: string): Promise<Buffer> {
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  } catch (cause) {
    throw damaged(path, cause, name);
  }
}

function damaged(path: string, cause: unknown, entry?: string): LonghandError {
  const what =
    entry === undefined ? "The archive" : `The file ${JSON.stringify(entry)} in the archive`;
  return new LonghandError(`${what} cannot be read: ${messageOf(cause)}.`, {
    code: "damaged",
    hint: "Copy it again.",
    details: { file: path },
    cause,
  });
}
