import type { Database, DatabasePlace } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

export type { DatabasePlace } from "./database.ts";

/**
 * Opens the database of a server and brings its tables up to date.
 *
 * @param place - Where it is.
 * @returns The database; close it.
 * @throws LonghandError `missing-dependency`, `database-unreachable`, `newer-database`,
 *   `migration-failed`.
 */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const database = await openPlace(place);
  try {
    await migrate(database, MIGRATIONS);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens a database with its tables as they are.
 *
 * @param place - Where it is.
 * @returns The database; close it.
 * @throws LonghandError `missing-dependency`, `database-unreachable`.
 */
export function openPlace(place: DatabasePlace): Promise<Database> {
  return "url" in place ? openPostgres(place.url) : openSqlite(place.path);
}
