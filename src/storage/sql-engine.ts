import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance, JS } from "@duckdb/node-api";
import { LonghandError } from "../foundation/index.ts";

/** A value that a query takes or gives: text, number, flag, or nothing. */
export type SqlValue = string | number | boolean | null;

/** One row: its columns by name. Whole numbers are numbers; a list is a list of such values. */
export type SqlRow = Readonly<Record<string, SqlValue | readonly SqlValue[]>>;

/** What an engine may use. */
export interface SqlEngineOptions {
  /** Memory for tables, in MB; what does not fit goes to `temporaryFolder`. @defaultValue 1000 */
  readonly memoryMb?: number;
  /** Threads. @defaultValue 2 */
  readonly threads?: number;
  /** Folder below which working files are kept while the engine is open. @defaultValue the system's */
  readonly temporaryFolder?: string;
  /** How the package is loaded. @defaultValue an import of `@duckdb/node-api` */
  readonly load?: () => Promise<typeof import("@duckdb/node-api")>;
}

/** Tables larger than memory: a DuckDB database that lives as long as this object. */
export interface SqlEngine {
  /** Memory for tables, in MB. */
  readonly memoryMb: number;
  /**
   * Runs one statement.
   *
   * @param sql - The statement, with `$name` for each value.
   * @param values - The values by name.
   * @throws LonghandError `sql-failed`, `out-of-memory`; `damaged` for a Parquet file that is none.
   */
  run(sql: string, values?: Readonly<Record<string, SqlValue>>): Promise<void>;
  /**
   * All rows of a query whose result is small.
   *
   * @param sql - The query, with `$name` for each value.
   * @param values - The values by name.
   * @returns The rows.
   * @throws LonghandError `sql-failed`, `out-of-memory`; `damaged` for a Parquet file that is none.
   */
  rows(sql: string, values?: Readonly<Record<string, SqlValue>>): Promise<SqlRow[]>;
  /**
   * The rows of a query of any size, some 2,048 at a time in memory.
   *
   * @param sql - The query, with `$name` for each value.
   * @param values - The values by name.
   * @returns The rows, one by one. No other statement may run before the stream has ended.
   * @throws LonghandError `sql-failed`, `out-of-memory`; `damaged` for a Parquet file that is none.
   */
  stream(sql: string, values?: Readonly<Record<string, SqlValue>>): AsyncGenerator<SqlRow>;
  /** How much of the running statement is done, from 0 to 1; `undefined` if the engine cannot tell. */
  progress(): number | undefined;
  /** Stops the running statement, which then throws `cancelled`. */
  interrupt(): void;
  /** Closes the database and removes its working files. */
  close(): Promise<void>;
}

/**
 * Opens an empty database in memory, with a bound on its memory. It reads and writes files named in
 * SQL (`read_json`, `read_parquet`, `COPY … TO`), and loads nothing over the network.
 *
 * @param options - Memory, threads, folder for working files.
 * @returns The engine; close it.
 * @throws LonghandError `missing-dependency` without `@duckdb/node-api`.
 */
export async function openSqlEngine(options: SqlEngineOptions = {}): Promise<SqlEngine> {
  const { memoryMb = 1000, threads = 2, temporaryFolder = tmpdir() } = options;
  const duckdb = await loadDuckDb(options.load);
  await keepLeadingMarks();
  const folder = await mkdtemp(join(temporaryFolder, "longhand-sql-"));
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    memory_limit: `${memoryMb}MB`,
    threads: String(threads),
    temp_directory: folder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  return { memoryMb, ...engineOn({ instance, connection, folder }) };
}

interface OpenDatabase {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
  readonly folder: string;
}

function engineOn({ instance, connection, folder }: OpenDatabase): Omit<SqlEngine, "memoryMb"> {
  return {
    run: async (sql, values) => {
      await connection.run(sql, { ...values }).catch(rethrow(sql));
    },
    rows: async (sql, values) => {
      const reader = await connection.runAndReadAll(sql, { ...values }).catch(rethrow(sql));
      return reader.getRowObjectsJS().map(plainRow);
    },
    stream: (sql, values) => streamRows(connection, sql, values),
    progress: () => {
      const { percentage } = connection.progress;
      return percentage < 0 ? undefined : percentage / 100;
    },
    interrupt: () => connection.interrupt(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* streamRows(
  connection: DuckDBConnection,
  sql: string,
  values: Readonly<Record<string, SqlValue>> | undefined,
): AsyncGenerator<SqlRow> {
  const result = await connection.stream(sql, { ...values }).catch(rethrow(sql));
  const chunks = result.yieldRowObjectJs();
  for (;;) {
    const { done, value } = await chunks.next().catch(rethrow(sql));
    if (done === true) return;
    yield* value.map(plainRow);
  }
}

function plainRow(row: Readonly<Record<string, JS>>): SqlRow {
  const plain: Record<string, SqlValue | readonly SqlValue[]> = {};
  for (const name of Object.keys(row)) {
    const value = row[name] as JS;
    if (typeof value === "string") plain[name] = value;
    else
      plain[name] = Array.isArray(value)
        ? value.map((item) => plainValue(name, item))
        : plainValue(name, value);
  }
  return plain;
}

function plainValue(column: string, value: JS): SqlValue {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
  throw new LonghandError(`The column ${column} holds a value that is no text, number or flag.`, {
    code: "sql-failed",
    hint: "Cast the column in the query, for instance to VARCHAR.",
    details: { column },
  });
}

/** What DuckDB says of a file that is no Parquet file to its end. */
const BROKEN_PARQUET =
  /File '(.+)' too small to be a Parquet file|No magic bytes found at end of file '(.+)'|Footer length error in file '(.+)'/;

/**
 * The error of a Parquet file that is empty, cut off or damaged.
 *
 * @param path - The file.
 * @param cause - What came of reading it.
 * @returns LonghandError `damaged`.
 */
export function damagedParquet(path: string, cause: unknown): LonghandError {
  return new LonghandError(`${path} is no whole Parquet file: it is empty, cut off or damaged.`, {
    code: "damaged",
    hint: "Download it again, or make it again from what it was made of.",
    details: { file: path },
    cause,
  });
}

function rethrow(sql: string): (cause: unknown) => never {
  return (cause) => {
    const { message } = cause as Error;
    if (/^INTERRUPT/i.test(message)) {
      throw new LonghandError("The query was stopped.", { code: "cancelled", cause });
    }
    const damaged = BROKEN_PARQUET.exec(message)?.slice(1).find(Boolean);
    if (damaged !== undefined) throw damagedParquet(damaged, cause);
    const isMemory = /out of memory/i.test(message);
    // What DuckDB shows of the statement is no help to whoever did not write it.
    const [told = ""] = message.split("\n\nLINE ");
    throw new LonghandError(`The tables could not be read: ${told}`, {
      code: isMemory ? "out-of-memory" : "sql-failed",
      ...(isMemory ? { hint: "Give it more memory, or free space for its working files." } : {}),
      details: { sql },
      cause,
    });
  };
}

async function loadDuckDb(
  load: SqlEngineOptions["load"] = () => import("@duckdb/node-api"),
): Promise<typeof import("@duckdb/node-api")> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new LonghandError(
      "Tables larger than memory need the package @duckdb/node-api, which is not installed.",
      {
        code: "missing-dependency",
        hint: "Install it with `npm install @duckdb/node-api@1.5.6-r.1`.",
        cause,
      },
    );
  }
}

/** Where the package decodes every text; no public way leads there. */
const DECODER_MODULE = "@duckdb/node-api/lib/vectors/dataAccessors.js";

/**
 * The package takes a U+FEFF at the beginning of any text for a byte-order mark and drops it, so that
 * texts would come out of a table other than they went in.
 */
async function keepLeadingMarks(): Promise<void> {
  const found = (await import(DECODER_MODULE).catch(() => undefined)) as
    | { readonly default?: { textDecoder?: InstanceType<typeof TextDecoder> } }
    | undefined;
  const accessors = found?.default;
  if (accessors?.textDecoder === undefined || accessors.textDecoder.ignoreBOM) return;
  accessors.textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
}

/**
 * A text as it may stand in SQL between single quotes, quotes included.
 *
 * @param text - Any text, for instance a path.
 * @returns The literal.
 */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
