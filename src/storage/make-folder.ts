import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Node's own recursive way never ends where the
 * system answers that a folder cannot be found although the one above it is there, as in `/proc`.
 *
 * @param path - The folder; it may be there already.
 * @param mode - Permissions of every folder that is made; those that are there keep theirs. @defaultValue 0o777, less
 *   what the process may not give
 * @throws The system's error, for instance ENOENT, EACCES, ENOTDIR, or EEXIST for a file in its place.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && dirname(path) !== path) {
      await makeFolder(dirname(path), mode);
      await makeLast(path, mode);
    } else if (!(await isFolder(path))) throw error;
  }
}

/** Another process may have made it meanwhile. */
async function makeLast(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
