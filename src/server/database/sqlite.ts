import { open } from "node:fs/promises";
import { dirname } from "node:path";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { makeFolder } from "../../storage/index.ts";
import type { Database } from "./database.ts";
import { missingPackage } from "./missing-package.ts";
import type { DatabaseTables } from "./tables.ts";
import { refuseWithinTransaction } from "./transaction-scope.ts";

/** How long a statement waits for another process that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database in a file: write-ahead log, on disk at commit, foreign keys checked. A new file is
 * its owner's alone (mode 0600), and so is its log.
 *
 * @param path - The file; it and its folder are made if they are not there.
 * @returns The database, its tables as they are.
 * @throws LonghandError `missing-dependency` without better-sqlite3, `database-unreachable`.
 */
export async function openSqlite(path: string): Promise<Database> {
  const BetterSqlite = await loadSqlite();
  await makeFolder(dirname(path));
  try {
    // Before anything is in it: the file of the log gets the same mode.
    if (path !== ":memory:") await (await open(path, "a", 0o600)).close();
    const file = new BetterSqlite(path, { timeout: BUSY_TIMEOUT_MS });
    file.pragma("journal_mode = WAL");
    file.pragma("synchronous = FULL");
    file.pragma("foreign_keys = ON");
    const database = withKeptStatements(file);
    const query = new Kysely<DatabaseTables>({ dialect: new FileDialect({ database }) });
    return { kind: "sqlite", place: { path }, query, close: () => query.destroy() };
  } catch (cause) {
    throw new LonghandError(`${path} cannot be opened as a database: ${messageOf(cause)}.`, {
      code: "database-unreachable",
      hint: "Choose another home with --home, or restore a backup.",
      details: { file: path },
      cause,
    });
  }
}

async function loadSqlite(): Promise<typeof import("better-sqlite3")> {
  try {
    return (await import("better-sqlite3")).default;
  } catch (cause) {
    throw missingPackage("The embedded database", "better-sqlite3@12.11.1", cause);
  }
}

type SqliteFile = Exclude<SqliteDialectConfig["database"], (...given: never[]) => unknown>;

/** Statements that stay prepared. */
const KEPT_STATEMENTS = 300;

/** A file whose statements are prepared once: preparing costs more than most statements themselves. */
function withKeptStatements(file: SqliteFile): SqliteFile {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare: (sql) => {
      const known = kept.get(sql);
      // One whose rows are still being read one by one cannot be used again before its end.
      if (known !== undefined && known.busy !== true) return known;
      const statement: SqliteStatement = file.prepare(sql);
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value ?? "");
      kept.set(sql, statement);
      return statement;
    },
  };
}

type SqliteStatement = ReturnType<SqliteFile["prepare"]> & { readonly busy?: boolean };

class FileDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new FileDriver(this.#config);
  }
}

class FileDriver extends SqliteDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    refuseWithinTransaction();
    return super.acquireConnection();
  }

  // A transaction that reads before it writes must not find, when it comes to write, that another
  // process has written in between.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}
