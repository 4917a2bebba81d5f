import { join } from "node:path";

/**
 * Where the embedded database is.
 *
 * @param dataFolder - The server's own folder.
 * @returns The file.
 */
export function databaseFile(dataFolder: string): string {
  return join(dataFolder, "longhand.sqlite");
}
