import { open, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { sql } from "kysely";
import { LonghandError } from "../../foundation/index.ts";
import { makeFolder } from "../../storage/index.ts";
import type { BackupSummary } from "./backup.ts";
import { type BackupContent, openBackup } from "./backup-format.ts";
import type { Database, DatabaseKind, Queries } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { tableNames } from "./table-names.ts";
import type { DatabaseTables } from "./tables.ts";

/** Rows written at once; SQLite takes 32,766 values in a statement. */
const ROWS_AT_ONCE = 100;

/** What is to be restored. */
export interface RestoreOptions {
  /** The backup. */
  readonly path: string;
  /** The server's own folder. */
  readonly dataFolder: string;
}

/**
 * Restores a backup into an empty server, and brings its tables up to date. A backup of either
 * database can be restored into either. All rows are there, or none.
 *
 * @param database - The database; its tables must have no rows.
 * @param options - Where from, where to.
 * @returns What was restored.
 * @throws LonghandError `damaged`; `database-not-empty`; `newer-database` if a newer version of
 *   Longhand wrote the backup.
 */
export async function restoreBackup(
  database: Database,
  { path, dataFolder }: RestoreOptions,
): Promise<BackupSummary> {
  await checkWhole(path, dataFolder);
  const { header } = await openBackup(path);
  const known = MIGRATIONS.filter(({ name }) => header.steps.includes(name));
  const unknown = header.steps.find((name) => known.every((step) => step.name !== name));
  if (unknown !== undefined) {
    throw new LonghandError(`${path} was written by a newer version of Longhand (${unknown}).`, {
      code: "newer-database",
      hint: "Install the newer version first.",
    });
  }
  if (header.part === "references") {
    return { tables: 0, rows: 0, files: await putFilesBack(path, dataFolder) };
  }
  await migrate(database, known);
  await refuseRows(database);
  const counts = await inTransaction(database, (transaction) =>
    withoutForeignKeys(transaction, database.kind, () => putBack(transaction, path)),
  );
  const files = await putFilesBack(path, dataFolder);
  await migrate(database, MIGRATIONS);
  return { ...counts, files };
}

/** Reads all of it before anything is changed. */
async function checkWhole(path: string, dataFolder: string): Promise<void> {
  const { content } = await openBackup(path);
  for await (const line of content) {
    if (!("file" in line)) continue;
    if (isAbsolute(line.file) || line.file.split(/[/\\]/).includes("..")) {
      throw new LonghandError(`${path} names a file outside the data folder: ${line.file}.`, {
        code: "damaged",
        hint: "Take another backup; nothing was restored from this one.",
      });
    }
    const target = join(dataFolder, line.file);
    if ((await stat(target).catch(() => undefined)) === undefined) continue;
    throw new LonghandError(`The server is not empty: ${target} is there.`, {
      code: "database-not-empty",
      hint: "Restore into a new home with --home, before its server is started.",
    });
  }
}

async function refuseRows({ query, kind }: Database): Promise<void> {
  for (const table of await tableNames(query, kind)) {
    const row = await query
      .selectFrom(table as keyof DatabaseTables)
      .selectAll()
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) continue;
    throw new LonghandError(`The database is not empty: ${table} has rows.`, {
      code: "database-not-empty",
      hint: "Restore into a new home with --home, or into a new database.",
    });
  }
}

interface RowCounts {
  readonly tables: number;
  readonly rows: number;
}

async function putBack(query: Queries, path: string): Promise<RowCounts> {
  const { content } = await openBackup(path);
  const counts = { tables: 0, rows: 0 };
  let table = "";
  let waiting: AnyRow[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    await query
      .insertInto(table as keyof DatabaseTables)
      .values(waiting as never)
      .execute();
    counts.rows += waiting.length;
    waiting = [];
  };
  for await (const line of content) {
    if ("row" in line) waiting.push(rowOf(line.row));
    if ("table" in line || waiting.length >= ROWS_AT_ONCE) await flush();
    if ("table" in line) {
      counts.tables += 1;
      table = line.table;
    }
  }
  await flush();
  return counts;
}

type AnyRow = Readonly<Record<string, unknown>>;

function rowOf(row: Extract<BackupContent, { readonly row: unknown }>["row"]): AnyRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value !== null && typeof value === "object" ? Buffer.from(value.bytes, "base64") : value,
    ]),
  );
}

/** Tables come in alphabetical order, so that references are checked once all of them are there. */
async function withoutForeignKeys<T>(
  query: Queries,
  kind: DatabaseKind,
  work: () => Promise<T>,
): Promise<T> {
  if (kind === "sqlite") {
    await sql`pragma defer_foreign_keys = on`.execute(query);
    return await work();
  }
  const { rows } = await sql<{ owner: string; name: string; definition: string }>`
    select conrelid::regclass::text as owner, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(query);
  for (const { owner, name } of rows) {
    await sql.raw(`alter table ${owner} drop constraint ${name}`).execute(query);
  }
  const result = await work();
  for (const { owner, name, definition } of rows) {
    await sql.raw(`alter table ${owner} add constraint ${name} ${definition}`).execute(query);
  }
  return result;
}

async function putFilesBack(path: string, dataFolder: string): Promise<number> {
  const { content } = await openBackup(path);
  let files = 0;
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    for await (const line of content) {
      if ("file" in line) {
        await file?.close();
        const target = join(dataFolder, line.file);
        // The scorer's folder may be there already, as another user's.
        await makeFolder(dirname(target), 0o700);
        file = await open(target, "wx", 0o600);
        files += 1;
      }
      if ("piece" in line) await file?.appendFile(Buffer.from(line.piece, "base64"));
    }
  } finally {
    await file?.close();
  }
  return files;
}
