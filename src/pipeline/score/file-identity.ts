import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { fileError } from "../../storage/index.ts";

const SAMPLES = 16;
const SAMPLE_BYTES = 1 << 16;

/** What tells a file from another, and from itself after a change. */
export interface FileIdentity {
  /** Its size, in bytes. */
  readonly bytes: number;
  /** SHA-256 of its size, its time of change, and sixteen samples of its content. */
  readonly hash: string;
}

/**
 * Identifies a file without reading the whole of it.
 *
 * @param path - The file.
 * @returns Its identity.
 * @throws LonghandError `not-found`, `not-readable`, `file-error`.
 */
export async function identifyFile(path: string): Promise<FileIdentity> {
  try {
    const file = await open(path, "r");
    try {
      const { size, mtimeNs } = await file.stat({ bigint: true });
      const hash = createHash("sha256").update(`${size} ${mtimeNs}`);
      const buffer = new Uint8Array(SAMPLE_BYTES);
      const bytes = Number(size);
      const step = Math.max(SAMPLE_BYTES, Math.floor((bytes - SAMPLE_BYTES) / (SAMPLES - 1)));
      for (let at = 0, taken = 0; at < bytes && taken < SAMPLES; at += step, taken++) {
        const { bytesRead } = await file.read(buffer, 0, SAMPLE_BYTES, at);
        hash.update(buffer.subarray(0, bytesRead));
      }
      return { bytes, hash: hash.digest("hex") };
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
}
