import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
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
  /**
   * Whether a piece is good only until the next one is asked for, so that all can be read into one
   * buffer: new ones for gigabytes keep the collector of garbage busy. @defaultValue false
   */
  readonly isBrief?: boolean;
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
  { fromByte = 0, onRead, isBrief = false }: SourceReading = {},
): AsyncGenerator<Buffer> {
  try {
    yield* isGzip
      ? unpackedBytes(path, { fromByte, onRead })
      : plainBytes(path, { fromByte, onRead, isBrief });
  } catch (cause) {
    throw readingFault(path, cause);
  }
}

interface Reading {
  readonly fromByte: number;
  readonly onRead: SourceReading["onRead"];
}

async function* plainBytes(
  path: string,
  { fromByte, onRead, isBrief }: Reading & { readonly isBrief: boolean },
): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  try {
    let buffer = Buffer.alloc(CHUNK_BYTES);
    for (let at = fromByte; ; ) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      onRead?.(at);
      yield buffer.subarray(0, bytesRead);
      if (!isBrief) buffer = Buffer.alloc(CHUNK_BYTES);
    }
  } finally {
    await file.close();
  }
}

async function* unpackedBytes(path: string, { fromByte, onRead }: Reading): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    let skip = fromByte;
    for await (const bytes of gunzipped(file) as AsyncIterable<Buffer>) {
      onRead?.(file.bytesRead);
      if (skip < bytes.length) yield skip === 0 ? bytes : bytes.subarray(skip);
      skip = Math.max(0, skip - bytes.length);
    }
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
