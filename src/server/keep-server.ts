import { chmod, stat } from "node:fs/promises";
import { type Clock, LonghandError } from "../foundation/index.ts";
import { lockFolder, makeFolder } from "../storage/index.ts";
import { type BackupSummary, writeBackup } from "./database/backup.ts";
import type { BackupPart } from "./database/backup-format.ts";
import type { Database } from "./database/database.ts";
import { openPostgres } from "./database/postgres.ts";
import { restoreBackup } from "./database/restore.ts";
import { openSqlite } from "./database/sqlite.ts";
import { databaseFile } from "./database-file.ts";

/** A server whose data are to be kept, or put back. */
export interface KeepServerOptions {
  /** The backup. */
  readonly path: string;
  /** The server's own folder. */
  readonly dataFolder: string;
  /** Address of a PostgreSQL server; absent for a file in the data folder. */
  readonly databaseUrl?: string;
  /** The time. */
  readonly clock: Clock;
}

/**
 * Backs a server up, whether it runs or not.
 *
 * @param options - Which server, where to, and which part: everything but sealed references and keys
 *   (`server`), or only those (`references`); `signal` ends it early, and nothing of it stays.
 * @returns What the backup holds.
 * @throws LonghandError `no-server` if there is nothing to back up; what opening and writing throw.
 */
export async function backupServer(
  options: KeepServerOptions & { readonly part: BackupPart; readonly signal?: AbortSignal },
): Promise<BackupSummary> {
  const { path, dataFolder, part, signal, clock } = options;
  const database = await openKept(options);
  try {
    return await writeBackup(database, {
      path,
      dataFolder,
      part,
      nowMs: clock.nowMs(),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await database.close();
  }
}

/**
 * Opens the database of a server that there is already, its tables as they are.
 *
 * @param place - Which server.
 * @returns The database; close it.
 * @throws LonghandError `no-server` if there is none in the folder; what opening throws.
 */
export async function openKept(
  place: Pick<KeepServerOptions, "databaseUrl" | "dataFolder">,
): Promise<Database> {
  if (place.databaseUrl === undefined) await refuseNothing(place.dataFolder);
  await makeFolder(place.dataFolder, 0o700);
  return await openPlace(place);
}

/**
 * Puts a backup back into an empty server.
 *
 * @param options - Which server, where from.
 * @returns What was restored.
 * @throws LonghandError `run-locked` if the server runs; what {@link restoreBackup} throws.
 */
export async function restoreServer(options: KeepServerOptions): Promise<BackupSummary> {
  const { path, dataFolder, clock } = options;
  await makeFolder(dataFolder, 0o700);
  await chmod(dataFolder, 0o700);
  const lock = await lockFolder(dataFolder, clock);
  try {
    const database = await openPlace(options);
    try {
      return await restoreBackup(database, { path, dataFolder });
    } finally {
      await database.close();
    }
  } finally {
    await lock.release();
  }
}

/** Its tables as they are: a backup does not change what it keeps. */
function openPlace({
  databaseUrl,
  dataFolder,
}: Pick<KeepServerOptions, "databaseUrl" | "dataFolder">): Promise<Database> {
  return databaseUrl === undefined
    ? openSqlite(databaseFile(dataFolder))
    : openPostgres(databaseUrl);
}

async function refuseNothing(dataFolder: string): Promise<void> {
  const file = databaseFile(dataFolder);
  if ((await stat(file).catch(() => undefined)) !== undefined) return;
  throw new LonghandError(`${file} is not there: no server has kept anything in this home.`, {
    code: "no-server",
    hint: "Name the home of the server with --home.",
  });
}
