import { sha256 } from "../../storage/index.ts";
import { hashFile } from "../catalogue/part-file.ts";

/**
 * The revision of a model that consists of several files.
 *
 * @param paths - Its files.
 * @returns SHA-256 of their checksums, one a line.
 */
export async function revisionOf(paths: readonly string[]): Promise<string> {
  const sums: string[] = [];
  for (const path of paths) sums.push((await hashFile(path)).sha256);
  return sha256(sums.map((sum) => `${sum}\n`).join(""));
}
