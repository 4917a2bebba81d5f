import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { fileError } from "../../storage/index.ts";

/** A file that is hashed while it is read. */
export interface HashedChunks {
  /** Its bytes in pieces, each of which may be kept. */
  readonly chunks: AsyncGenerator<Buffer>;
  /**
   * Its hash, once all pieces were read.
   *
   * @returns SHA-256, 64 hexadecimal digits.
   */
  sha256(): string;
}

const CHUNK_BYTES = 1 << 20;

/**
 * Opens a file for one reading.
 *
 * @param path - The file.
 * @param onBytes - Hears how many bytes were read so far.
 * @returns Its pieces and, in the end, its hash.
 */
export function hashedChunks(path: string, onBytes: (bytes: number) => void): HashedChunks {
  const hash = createHash("sha256");
  let digest: string | undefined;
  async function* read(): AsyncGenerator<Buffer> {
    let bytes = 0;
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        hash.update(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        onBytes(bytes);
        yield chunk as Buffer;
      }
    } catch (cause) {
      throw fileError(path, cause);
    }
  }
  return {
    chunks: read(),
    sha256: () => {
      digest ??= hash.digest("hex");
      return digest;
    },
  };
}
