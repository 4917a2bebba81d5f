import { chmod, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../storage/index.ts";
import type { BackupPart } from "../database/backup-format.ts";

/** Both parts, each in a folder of its own, so that they can be carried to different places. */
export const BACKUP_PARTS: readonly BackupPart[] = ["server", "references"];

const NAME = /^longhand-(server|references)-(\d{8})T(\d{6})Z\.backup\.gz$/;
const UNFINISHED = /^longhand-.*\.backup\.gz\.\d+-\d+\.tmp$/;

/**
 * Where a backup goes. Names sort by time.
 *
 * @param folder - Folder of all backups.
 * @param part - What the backup holds.
 * @param atMs - When it was begun, UTC milliseconds.
 * @returns The file.
 */
export function backupFile(folder: string, part: BackupPart, atMs: number): string {
  const time = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return join(folder, part, `longhand-${part}-${time}.backup.gz`);
}

/**
 * Makes the folders of both parts, closed to others, and removes what a killed server left half-written.
 *
 * @param folder - Folder of all backups.
 */
export async function prepareFolders(folder: string): Promise<void> {
  for (const part of BACKUP_PARTS) {
    const place = join(folder, part);
    await makeFolder(place);
    await chmod(place, 0o700);
    for (const name of await readdir(place)) {
      if (UNFINISHED.test(name)) await rm(join(place, name), { force: true });
    }
  }
}

/**
 * Removes old backups. Files with other names are nobody's business here.
 *
 * @param folder - Folder of all backups.
 * @param keep - How many of each part stay, the newest.
 */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  for (const part of BACKUP_PARTS) {
    const names = await backupNames(folder, part);
    for (const name of names.slice(0, Math.max(0, names.length - keep))) {
      await rm(join(folder, part, name), { force: true });
    }
  }
}

/** A night's backup. */
export interface FinishedBackup {
  /** When it was begun, UTC milliseconds, exact to a second. */
  readonly atMs: number;
  /** Size of both files, in bytes. */
  readonly bytes: number;
}

/**
 * The newest backup of which both parts are there.
 *
 * @param folder - Folder of all backups.
 * @returns When and how large; `undefined` if there is none.
 */
export async function newestBackup(folder: string): Promise<FinishedBackup | undefined> {
  const names = await backupNames(folder, "server");
  for (const name of names.toReversed()) {
    const atMs = timeOf(name);
    const sizes = await Promise.all(
      BACKUP_PARTS.map((part) => stat(backupFile(folder, part, atMs)).catch(() => undefined)),
    );
    const found = sizes.filter((size) => size !== undefined);
    if (found.length < BACKUP_PARTS.length) continue;
    return { atMs, bytes: found.reduce((sum, { size }) => sum + size, 0) };
  }
  return undefined;
}

async function backupNames(folder: string, part: BackupPart): Promise<readonly string[]> {
  const names = await readdir(join(folder, part)).catch(() => []);
  return names.filter((name) => NAME.exec(name)?.[1] === part).toSorted();
}

function timeOf(name: string): number {
  const [, , day = "", time = ""] = NAME.exec(name) ?? [];
  const date = day.replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3");
  return Date.parse(`${date}T${time.replace(/(\d\d)(\d\d)(\d\d)/, "$1:$2:$3")}Z`);
}
