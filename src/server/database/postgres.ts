import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
} from "kysely";
import type { Pool, PoolConfig } from "pg";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { Database } from "./database.ts";
import { missingPackage } from "./missing-package.ts";
import type { DatabaseTables } from "./tables.ts";
import { refuseWithinTransaction } from "./transaction-scope.ts";

/** Connections at most; a statement waits for a free one. */
const MAX_CONNECTIONS = 10;
/** Longest wait for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** PostgreSQL's numbers of the types `bigint` and `numeric`. */
const WIDE_NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

/**
 * Opens a database on a PostgreSQL server.
 *
 * @param url - Its address, which may hold a password and is never shown.
 * @returns The database, its tables as they are.
 * @throws LonghandError `usage` for the address of another kind of server, `missing-dependency` without pg,
 *   `database-unreachable`.
 */
export async function openPostgres(url: string): Promise<Database> {
  refuseOtherScheme(url);
  const { default: pg } = await loadPostgres();
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: numbersIn(pg.types),
  });
  // A connection that the server ends while nobody uses it is replaced at its next use.
  pool.on("error", () => undefined);
  const query = new Kysely<DatabaseTables>({ dialect: new ServerDialect({ pool }) });
  await checkConnection(query, pool);
  return { kind: "postgres", place: { url }, query, close: () => query.destroy() };
}

/** Only the scheme is shown: behind it there may be a password. */
function refuseOtherScheme(url: string): void {
  const scheme = /^[a-z][\w+.-]*(?=:)/i.exec(url)?.[0];
  if (scheme !== undefined && /^postgres(?:ql)?$/i.test(scheme)) return;
  const got = scheme === undefined ? "an address without a scheme" : `${scheme}://`;
  throw new LonghandError(`DATABASE_URL must begin with postgres://, got ${got}.`, {
    code: "usage",
    hint: "Longhand keeps its data in PostgreSQL, or in a file if DATABASE_URL is not set.",
  });
}

async function checkConnection(query: Kysely<DatabaseTables>, pool: Pool): Promise<void> {
  try {
    await sql`select 1`.execute(query);
  } catch (cause) {
    await pool.end();
    throw new LonghandError(`The PostgreSQL server cannot be reached: ${messageOf(cause)}.`, {
      code: "database-unreachable",
      hint: "Check DATABASE_URL, and that the server runs.",
      cause,
    });
  }
}

/** Times, counts and sums come as texts otherwise, since some would not fit a number; ours do. */
function numbersIn(types: typeof import("pg").types): NonNullable<PoolConfig["types"]> {
  return {
    getTypeParser: ((id: number, format?: "text" | "binary") =>
      WIDE_NUMBERS.has(id)
        ? Number
        : types.getTypeParser(id, format as "text")) as typeof types.getTypeParser,
  };
}

async function loadPostgres(): Promise<typeof import("pg")> {
  try {
    return await import("pg");
  } catch (cause) {
    throw missingPackage("A database on a PostgreSQL server", "pg@8.23.1", cause);
  }
}

class ServerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ServerDriver(this.#config);
  }
}

class ServerDriver extends PostgresDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    refuseWithinTransaction();
    return super.acquireConnection();
  }
}
