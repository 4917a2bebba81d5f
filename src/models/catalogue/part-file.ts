import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";

/** What is known of a file's content. */
export interface FileDigest {
  /** Size in bytes. */
  readonly sizeBytes: number;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** A file under a temporary name that is hashed while it grows. */
export interface PartFile {
  /** Bytes in it so far. */
  receivedBytes(): number;
  /** Adds bytes at the end. */
  append(piece: Uint8Array): Promise<void>;
  /** Empties it. */
  restart(): Promise<void>;
  /** Flushes it to disk and closes it. */
  finish(): Promise<FileDigest>;
  /** Closes it as it is. */
  close(): Promise<void>;
}

/**
 * Opens a file that is written under a temporary name.
 *
 * @param path - The temporary name.
 * @param options - `keep` goes on after the bytes that are there already.
 * @returns The open file.
 * @throws LonghandError `disk-full` or `not-writable`, here and in each of its methods.
 */
export async function openPartFile(
  path: string,
  options: { readonly keep: boolean },
): Promise<PartFile> {
  // Append mode: after `truncate`, the next byte lands at the start and not where the old end was.
  const file = await open(path, "a+").catch(writeFailed(path));
  if (!options.keep) await file.truncate(0).catch(writeFailed(path));
  let hash = createHash("sha256");
  let receivedBytes = 0;
  if (options.keep) {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      hash.update(piece as Buffer);
      receivedBytes += (piece as Buffer).length;
    }
  }
  return {
    receivedBytes: () => receivedBytes,
    append: async (piece) => {
      await file.appendFile(piece).catch(writeFailed(path));
      hash.update(piece);
      receivedBytes += piece.length;
    },
    restart: async () => {
      await file.truncate(0).catch(writeFailed(path));
      hash = createHash("sha256");
      receivedBytes = 0;
    },
    finish: async () => {
      await file.sync().catch(writeFailed(path));
      await file.close();
      return { sizeBytes: receivedBytes, sha256: hash.digest("hex") };
    },
    close: () => file.close(),
  };
}

const PIECE_BYTES = 1024 * 1024;

/** Options of {@link hashFile}. */
export interface HashOptions {
  /** Gets the number of bytes read so far. */
  readonly onBytes?: (bytes: number) => void;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a whole file and hashes it.
 *
 * @param path - The file.
 * @param options - Progress and abort signal.
 * @returns Size, checksum and the time of its last change, in milliseconds since 1970.
 * @throws LonghandError `not-found`, `not-readable`, `file-error` or `cancelled`.
 */
export async function hashFile(
  path: string,
  options: HashOptions = {},
): Promise<FileDigest & { readonly mtimeMs: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    const { mtimeMs } = await stat(path);
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      throwIfAborted(options.signal);
      hash.update(piece as Buffer);
      sizeBytes += (piece as Buffer).length;
      options.onBytes?.(sizeBytes);
    }
    return { sizeBytes, sha256: hash.digest("hex"), mtimeMs };
  } catch (cause) {
    throw fileError(path, cause);
  }
}

/**
 * Ends the work if the caller asked for it.
 *
 * @param signal - The caller's signal.
 * @throws LonghandError `cancelled`.
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new LonghandError("Stopped before the end.", {
    code: "cancelled",
    cause: signal.reason,
  });
}

/**
 * The error for something that cannot be written, in words a person can act on.
 *
 * @param path - What was to be written.
 * @param cause - What the file system said.
 * @returns An error with code `disk-full`, `not-writable` or `file-error`.
 */
export function writeError(path: string, cause: unknown): LonghandError {
  if (cause instanceof LonghandError) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  const details = { file: path };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    const why = code === "ENOSPC" ? "the disk is full" : "the space you may use is full";
    return new LonghandError(`${path} cannot be written: ${why}.`, {
      code: "disk-full",
      hint: "Free some space, or set LONGHAND_HOME to a folder on another disk.",
      details,
      cause,
    });
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR") {
    const why = NOT_WRITABLE[code];
    return new LonghandError(`${path} cannot be written: ${why}.`, {
      code: "not-writable",
      hint: "Change the permissions, or set LONGHAND_HOME to a folder that you may write to.",
      details,
      cause,
    });
  }
  return new LonghandError(`${path} cannot be written: ${(cause as Error).message}.`, {
    code: "file-error",
    details,
    cause,
  });
}

const NOT_WRITABLE = {
  EACCES: "permission denied",
  EPERM: "the operation is not permitted (on Windows: is the file in use?)",
  EROFS: "the disk is read-only",
  ENOTDIR: "a part of the path is a file",
};

function writeFailed(path: string): (cause: unknown) => never {
  return (cause) => {
    throw writeError(path, cause);
  };
}
