import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { fileError } from "../../storage/index.ts";
import type { SourceFile } from "./source-files.ts";

const CHUNK_BYTES = 1 << 20;

/** How a source is read. */
export interface SourceReading {
  /** Bytes of the text, after decompression, to leave out. @defaultValue 0 */
  readonly fromByte?: number;
  /** Told how many bytes of the file on disk have been read. */
  readonly onRead?: (bytes: number) => void;
}

/**
 * The text of a source as bytes, decompressed if need be.
 *
 * @param source - The file.
 * @param reading - Where to begin, and whom to tell.
 * @returns Its bytes in pieces.
 * @throws LonghandError `not-found`, `not-readable`; `damaged` for a gzip file that is cut off or
 * broken.
 */
export async function* sourceBytes(
  { path, isGzip }: SourceFile,
  { fromByte = 0, onRead }: SourceReading = {},
): AsyncGenerator<Buffer> {
  const start = isGzip ? 0 : fromByte;
  const file = createReadStream(path, { start, highWaterMark: CHUNK_BYTES });
  const chunks: AsyncIterable<Buffer> = isGzip ? gunzipped(file) : file;
  try {
    let skip = isGzip ? fromByte : 0;
    for await (const bytes of chunks) {
      onRead?.(start + file.bytesRead);
      if (skip < bytes.length) yield skip === 0 ? bytes : bytes.subarray(skip);
      skip = Math.max(0, skip - bytes.length);
    }
  } catch (cause) {
    throw readingFault(path, cause);
  } finally {
    file.destroy();
  }
}

function gunzipped(file: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.on("error", (cause) => gunzip.destroy(cause));
  return file.pipe(gunzip);
}

function readingFault(path: string, cause: unknown): LonghandError {
  if (!String((cause as NodeJS.ErrnoException).code).startsWith("Z_"))
    return fileError(path, cause);
  return new LonghandError(`${path} is a damaged gzip file: ${messageOf(cause)}.`, {
    code: "damaged",
    hint: "Download it again; `gzip -t` tells whether a file is whole.",
    details: { file: path },
    cause,
  });
}
