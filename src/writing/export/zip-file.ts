import { type Zippable, zipSync } from "fflate";

/** Earliest time that a zip archive can hold; without a zone, so that the bytes are the same everywhere. */
const EARLIEST = "1980-01-01T00:00:00";

/** A file of an archive. */
export interface ZipEntry {
  /** Its path in the archive. */
  readonly path: string;
  /** Its bytes. */
  readonly bytes: Uint8Array;
  /** Whether it is stored as it is. @defaultValue false */
  readonly stored?: boolean;
}

/**
 * Packs files: the same files give the same bytes, whenever and wherever.
 *
 * @param entries - The files, in the order of the archive.
 * @returns The archive.
 */
export function zipFile(entries: readonly ZipEntry[]): Uint8Array {
  const files: Zippable = {};
  for (const { path, bytes, stored } of entries) {
    files[path] = [bytes, { level: stored === true ? 0 : 9, mtime: EARLIEST }];
  }
  return zipSync(files);
}
