import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

let written = 0;

/**
 * Writes a whole file so that a reader, or a kill at any moment, finds either the old content or
 * the new one: temporary name beside it, flush, rename.
 *
 * @param path - Where to; missing folders are made.
 * @param content - Text (UTF-8) or bytes, or pieces of them.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  written += 1;
  const temporary = `${path}.${process.pid}-${written}.tmp`;
  const file = await open(temporary, "w");
  try {
    if (typeof content === "string" || content instanceof Uint8Array) await file.writeFile(content);
    else for await (const piece of content) await file.writeFile(piece);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}
