import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { reencodeGgufAsQ8 } from "../gguf-file/reencode-gguf.ts";
import type { Reencoding } from "./catalogue-entry.ts";
import { refuseTooLittleSpace } from "./disk-space.ts";
import { type FetchedFrom, fetchFromSources, type WantedFile } from "./fetch-from-sources.ts";
import { findEarlierFile } from "./installed-model.ts";
import type { ModelFile } from "./model-files.ts";
import { hashFile, openPartFile, throwIfAborted, writeError } from "./part-file.ts";
import type { FetchedFile } from "./source-run.ts";

/** A file that is to be made from another one. */
export interface WantedReencoding extends WantedFile {
  /** The file; size and checksum are those of the result. */
  readonly file: ModelFile;
  /** What it is made from, and how. */
  readonly reencode: Reencoding;
  /** Longhand's home folder. */
  readonly home: string;
}

/**
 * Makes a file from another one: from one that an earlier catalogue left here, if its checksum is right,
 * else from the one that the sources give. That one and the result are both held to their checksums.
 *
 * @param wanted - The file, and the checksum to hold the result to.
 * @returns The result, under a temporary name.
 * @throws LonghandError as {@link fetchFromSources} does; `reencode-failed` if the file cannot be
 *   re-encoded, or the result has another checksum than it should have.
 */
export async function fetchReencoded(wanted: WantedReencoding): Promise<FetchedFrom> {
  const { reencode, run } = wanted;
  const from = (await takeEarlierFile(wanted)) ?? (await fetchOriginal(wanted));
  try {
    const file = await reencodeFile(from.file.path, wanted);
    return { file, source: `${from.source}, re-encoded as ${reencode.as.toUpperCase()}` };
  } catch (error) {
    // The next pull could do no better with what was fetched.
    if (isReencodeFailure(error)) await run.partial.clear();
    throw error;
  }
}

/**
 * Removes the file that a re-encoded one was made from, if an earlier catalogue left it here.
 *
 * @param file - The re-encoded file, now in place.
 * @param home - Longhand's home folder.
 * @throws LonghandError `not-writable` or `file-error`.
 */
export async function removeEarlierFile(file: ModelFile, home: string): Promise<void> {
  const path = await findEarlierFile(file, home);
  if (path === undefined) return;
  await rm(path, { force: true }).catch((cause) => {
    throw writeError(path, cause);
  });
}

async function takeEarlierFile(wanted: WantedReencoding): Promise<FetchedFrom | undefined> {
  const { file, home, reencode, run } = wanted;
  const path = await findEarlierFile(file, home);
  if (path === undefined) return undefined;
  const totalBytes = reencode.from.sizeBytes;
  const found = await hashFile(path, {
    signal: run.signal,
    onBytes: (bytes) => run.onBytes({ stage: "verify", bytes, totalBytes }),
  });
  if (found.sha256 !== reencode.from.sha256) return undefined;
  return {
    file: { ...found, path, resumed: false },
    source: `the file ${basename(path)} that was here`,
  };
}

function fetchOriginal(wanted: WantedReencoding): Promise<FetchedFrom> {
  const { run, reencode, onProgress } = wanted;
  const { sizeBytes, sha256 } = reencode.from;
  const entry = { ...run.entry, sizeBytes, sha256 };
  return fetchFromSources({
    run: { ...run, entry, besideBytes: resultBytes(wanted) },
    sha256,
    onProgress,
  });
}

/** Size of the result in bytes. Where it is not known: no type that is re-encoded grows more than this. */
function resultBytes({ file, reencode }: WantedReencoding): number {
  return file.sizeBytes ?? 2 * reencode.from.sizeBytes;
}

async function reencodeFile(path: string, wanted: WantedReencoding): Promise<FetchedFile> {
  const { run, file, sha256 } = wanted;
  const { partial, signal } = run;
  await refuseTooLittleSpace(partial.path, { name: file.name, neededBytes: resultBytes(wanted) });
  const target = join(partial.path, "reencoded.part");
  const part = await openPartFile(target, { keep: false });
  try {
    await reencodeGgufAsQ8({
      path,
      name: `The file that ${file.name} is made from`,
      append: (piece) => part.append(piece),
      onBytes: (bytes, totalBytes) => {
        throwIfAborted(signal);
        run.onBytes({ stage: "reencode", bytes, totalBytes });
      },
    });
  } catch (error) {
    await part.close();
    throw error;
  }
  const digest = await part.finish();
  refuseOtherResult(digest.sha256, sha256, file);
  return { ...digest, path: target, resumed: false };
}

function refuseOtherResult(sha256: string, expected: string | undefined, file: ModelFile): void {
  if (expected === undefined || sha256 === expected) return;
  const vouched = file.sha256 === undefined ? "the first pull had" : "the catalogue says";
  throw new LonghandError(
    `${file.name} has the SHA-256 ${sha256} once it is re-encoded, but ${vouched} ${expected}: not used.`,
    {
      code: "reencode-failed",
      hint: "Pull again; if the checksum stays the same, that of the catalogue is wrong.",
      details: { model: file.name, sha256, expected },
    },
  );
}

function isReencodeFailure(error: unknown): boolean {
  return error instanceof LonghandError && error.code === "reencode-failed";
}
