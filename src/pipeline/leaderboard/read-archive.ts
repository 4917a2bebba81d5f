import type { Readable } from "node:stream";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { messageOf } from "../../foundation/index.ts";
import {
  type ArchiveEntry,
  archiveProblems,
  isIgnoredEntry,
  type LineProblem,
  MAX_ENTRIES,
} from "../../records/index.ts";

/** A file of an archive that may be read. */
export interface ArchiveFile {
  /** Its name. */
  readonly name: string;
  /**
   * Opens it; the stream fails if it holds more or fewer bytes than the archive says.
   *
   * @returns Its unpacked bytes.
   */
  open(): Promise<Readable>;
}

/** An archive whose directory was looked at. */
export interface OpenedArchive {
  /** Everything wrong with it; if there is anything, no file may be read. */
  readonly problems: readonly LineProblem[];
  /** Its files in the order of the archive; none if anything is wrong. */
  readonly files: readonly ArchiveFile[];
  /** Closes it. */
  close(): void;
}

/**
 * Looks at the directory of a ZIP archive and names every entry that is refused. Nothing is unpacked,
 * and nothing is ever written under an entry's name.
 *
 * @param path - The archive.
 * @returns Its files, or all that is wrong.
 */
export async function openArchive(path: string): Promise<OpenedArchive> {
  let zip: ZipFile;
  try {
    // Names come undecoded: the library would stop at the first bad one.
    zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
  } catch (error) {
    const message = `This is no readable ZIP archive: ${messageOf(error)}.`;
    return { problems: [{ code: "invalid-archive", message }], files: [], close: () => undefined };
  }
  const close = (): void => zip.close();
  if (zip.entryCount > MAX_ENTRIES) {
    const count = zip.entryCount.toLocaleString("en-US");
    const message = `The archive holds ${count} entries; 1,000 are allowed.`;
    return { problems: [{ code: "too-many-entries", message }], files: [], close };
  }
  try {
    const entries = await entriesOf(zip);
    const problems = archiveProblems(entries.map(({ described }) => described));
    const files = entries
      .filter(({ described }) => !isIgnoredEntry(described))
      .map(({ entry, described }) => ({
        name: described.name,
        open: () => zip.openReadStreamPromise(entry),
      }));
    return { problems, files: problems.length > 0 ? [] : files, close };
  } catch (error) {
    const message = `The archive is damaged: ${messageOf(error)}.`;
    return { problems: [{ code: "invalid-archive", message }], files: [], close };
  }
}

interface NamedEntry {
  readonly entry: Entry;
  readonly described: ArchiveEntry;
}

async function entriesOf(zip: ZipFile): Promise<NamedEntry[]> {
  const entries: NamedEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push({ entry, described: describe(entry) });
    // The directory may hold more than it says.
    if (entries.length > MAX_ENTRIES) break;
  }
  return entries;
}

function describe(entry: Entry): ArchiveEntry {
  return {
    name: getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      // Undecoded, so that it is bytes, whatever the types say.
      entry.fileName as unknown as Buffer,
      entry.extraFields,
      true,
    ),
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    unixMode: entry.externalFileAttributes >>> 16,
    encrypted: entry.isEncrypted(),
  };
}
