import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { fileError, sha256, writeAtomically } from "../../storage/index.ts";
import { type HashOptions, hashFile } from "./part-file.ts";

/** The checksum a file had when it was last read whole. */
interface NotedHash {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly sha256: string;
}

const notedHashSchema: z.ZodType<NotedHash> = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  mtimeMs: z.number(),
  sha256: z.string(),
});

/**
 * Checksum of a file outside the catalogue. It is read whole only when it is new or its size or time
 * has changed: models are large, and every run needs their checksum.
 *
 * @param path - The file, as an absolute path.
 * @param options - Home folder, where checksums are noted; progress and abort signal.
 * @returns SHA-256.
 * @throws LonghandError `not-found`, `not-readable`, `file-error` or `cancelled`.
 */
export async function knownHash(
  path: string,
  options: HashOptions & { readonly home: string },
): Promise<string> {
  const notePath = join(options.home, "file-hashes", `${sha256(path)}.json`);
  const file = await stat(path).catch((cause) => {
    throw fileError(path, cause);
  });
  const noted = await readNote(notePath);
  if (noted?.path === path && noted.sizeBytes === file.size && noted.mtimeMs === file.mtimeMs) {
    return noted.sha256;
  }
  const note: NotedHash = { path, ...(await hashFile(path, options)) };
  // Where nothing can be noted, the file is read again next time; the answer is the same.
  await writeAtomically(notePath, `${JSON.stringify(note)}\n`).catch(() => undefined);
  return note.sha256;
}

async function readNote(path: string): Promise<NotedHash | undefined> {
  try {
    return notedHashSchema.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  } catch {
    return undefined;
  }
}
