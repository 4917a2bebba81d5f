import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Folder of models and of what the benchmarks install.
 *
 * @returns `LONGHAND_HOME`, or the cache folder.
 */
export function longhandHome(): string {
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return process.env["LONGHAND_HOME"] || join(cache, "longhand");
}
