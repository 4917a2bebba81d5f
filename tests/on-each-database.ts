import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, inject } from "vitest";
import type { Database, DatabaseKind, DatabasePlace } from "../src/server/database/database.ts";
import { openDatabase } from "../src/server/database/open-database.ts";

/** What a suite that runs on both databases is handed. */
export interface EachDatabase {
  /** The kind under test. */
  readonly kind: DatabaseKind;
  /** Opens a new, empty database, its tables up to date; it is closed after the test. */
  readonly open: () => Promise<Database>;
  /** A place for a new, empty database, for what opens it itself; removed after the test. */
  readonly place: () => Promise<DatabasePlace>;
}

/**
 * Runs a suite on SQLite and on a real PostgreSQL.
 *
 * @param name - What is tested.
 * @param suite - Declares the tests.
 */
export function onEachDatabase(name: string, suite: (each: EachDatabase) => void): void {
  for (const kind of ["sqlite", "postgres"] as const) {
    describe(`${name} (${kind})`, () => {
      const opened: Database[] = [];
      const folders: string[] = [];
      const place = (): Promise<DatabasePlace> =>
        kind === "sqlite" ? filePlace(folders) : serverPlace();
      afterEach(async () => {
        for (const database of opened.splice(0)) await database.close();
        for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
      });
      suite({
        kind,
        place,
        open: async () => {
          const database = await openDatabase(await place());
          opened.push(database);
          return database;
        },
      });
    });
  }
}

async function filePlace(folders: string[]): Promise<DatabasePlace> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-database-"));
  folders.push(folder);
  return { path: join(folder, "longhand.sqlite") };
}

async function serverPlace(): Promise<DatabasePlace> {
  return { url: await newPostgresDatabase() };
}

/** Makes an empty database on the PostgreSQL of the tests; it ends with their run. Returns its address. */
export async function newPostgresDatabase(): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${inject("postgresDesk")}/`, { method: "POST" });
  const text = await reply.text();
  if (!reply.ok) throw new RangeError(`No PostgreSQL for the tests: ${text}`);
  return text;
}
