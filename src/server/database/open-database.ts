import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

/** Where the database is: a file (SQLite), or an address (PostgreSQL). */
export type DatabasePlace =
  | {
      /** The file. */
      readonly path: string;
    }
  | {
      /** The server's address, for instance `postgres://user:password@host/name`. */
      readonly url: string;
    };

/**
 * Opens the database of a server and brings its tables up to date.
 *
 * @param place - Where it is.
 * @returns The database; close it.
 * @throws LonghandError `missing-dependency`, `database-unreachable`, `newer-database`,
 *   `migration-failed`.
 */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const database = "url" in place ? await openPostgres(place.url) : await openSqlite(place.path);
  try {
    await migrate(database, MIGRATIONS);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
