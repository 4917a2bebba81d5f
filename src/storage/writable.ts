import { open, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LonghandError, messageOf } from "../foundation/index.ts";
import { refuseOtherThanFile } from "./atomic-write.ts";

let probes = 0;

/**
 * Makes sure that a file can be written, before the work whose outcome it is to hold: the folder that is to hold
 * it, or the nearest one above it that is there, takes a new file. Nothing is left behind.
 *
 * @param path - Where the file is to go; folders that are missing are made later.
 * @throws LonghandError `not-writable` for a folder, a file where a folder should be, a folder that takes no files.
 */
export async function requireWritableFile(path: string): Promise<void> {
  if (path.trim() === "")
    throw noTarget(path, { reason: "the path is empty", hint: "Name a file." });
  await refuseOtherThanFile(path);
  await probe(path, dirname(resolve(path)));
}

/**
 * Makes sure that files can be written into a folder, before the work whose outcome it is to hold. Nothing is left
 * behind, and a folder that is missing is not made.
 *
 * @param path - The folder.
 * @throws LonghandError `not-writable` for a file in its place or above it, and for a folder that takes no files.
 */
export async function requireWritableFolder(path: string): Promise<void> {
  if (path.trim() === "")
    throw noTarget(path, { reason: "the path is empty", hint: "Name a folder." });
  await probe(path, resolve(path));
}

async function probe(path: string, folder: string): Promise<void> {
  const { nearest, missing } = await nearestFolder(path, folder);
  probes += 1;
  const name = join(nearest, `.${basename(path)}.${process.pid}-${probes}.tmp`);
  try {
    // What is missing has to be made there first: a new file needs the same rights.
    await (await open(name, "wx")).close();
    await rm(name, { force: true });
  } catch (cause) {
    const reason = missing === "" ? "" : `${missing} cannot be made in ${nearest}: `;
    throw noTarget(path, { reason: `${reason}${messageOf(cause)}`, cause });
  }
}

const ELSEWHERE = "Choose another place, or change its permissions.";

/** The folder, or the nearest one above it that is there, and what is missing below that. */
async function nearestFolder(
  path: string,
  folder: string,
): Promise<{ readonly nearest: string; readonly missing: string }> {
  let missing = "";
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch((error: unknown) => unlessAbsent(path, error));
    if (found?.isDirectory() === true) return { nearest: at, missing };
    if (found !== undefined) throw noTarget(path, { reason: `${at} is a file, not a folder` });
    missing = basename(at);
  }
}

/** `a/file/b` is no folder that could be made, and neither is one that may not be looked into. */
function unlessAbsent(path: string, error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  throw noTarget(path, { reason: messageOf(error), cause: error });
}

interface TargetFault {
  readonly reason: string;
  readonly hint?: string;
  readonly cause?: unknown;
}

function noTarget(path: string, { reason, hint = ELSEWHERE, cause }: TargetFault): LonghandError {
  return new LonghandError(`${path === "" ? "The target" : path} cannot be written: ${reason}.`, {
    code: "not-writable",
    hint,
    details: { file: path },
    ...(cause === undefined ? {} : { cause }),
  });
}
