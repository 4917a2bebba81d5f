import { open } from "node:fs/promises";
import { fileError } from "../../storage/index.ts";
import { sourceError } from "./source-run.ts";

/**
 * Tells whether a file begins as a GGUF file does.
 *
 * @param path - The file.
 * @returns `true` if its first four bytes are `GGUF`.
 * @throws LonghandError `not-found`, `not-readable` or `file-error`.
 */
export async function isGgufFile(path: string): Promise<boolean> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
      return bytesRead === 4 && buffer.toString("latin1") === "GGUF";
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw fileError(path, cause);
  }
}

/**
 * Refuses a fetched file that is no model, such as the log-in page of a network. A checksum would
 * find out; this is for entries without one, and for a clearer message.
 *
 * @param path - The fetched file.
 * @param fileName - The name it is to get.
 * @throws LonghandError `source-failed`.
 */
export async function refuseOtherFormat(path: string, fileName: string): Promise<void> {
  if (!fileName.toLowerCase().endsWith(".gguf") || (await isGgufFile(path))) return;
  throw sourceError("what came is not a GGUF file: is it a log-in or error page?");
}
