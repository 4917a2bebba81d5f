import { createHash } from "node:crypto";
import { chmod, type FileHandle, open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { writeAtomically } from "../../storage/index.ts";
import type { BackupContent, BackupHeader, BackupPart } from "./backup-format.ts";
import { partOf } from "./backup-format.ts";
import type { Database, DatabaseKind, Queries } from "./database.ts";
import { doneSteps, tableNames } from "./table-names.ts";
import type { DatabaseTables } from "./tables.ts";
import { withinTransaction } from "./transaction-scope.ts";

/** Rows fetched at once. */
const ROWS_AT_ONCE = 500;
/** Bytes of a file in one line. */
const PIECE_BYTES = 1 << 18;
/** Files of the data folder that are no data: the database itself, its log, the lock. */
const NOT_DATA = /^(?:longhand\.sqlite.*|server\.log.*|writer\.lock.*)$/;

/** What is to be backed up. */
export interface BackupOptions {
  /** The file to write. */
  readonly path: string;
  /** The server's own folder. */
  readonly dataFolder: string;
  /** `references`: only sealed references and keys; `server`: everything but those. */
  readonly part: BackupPart;
  /** UTC milliseconds. */
  readonly nowMs: number;
  /** Ends it early; nothing of it stays. @defaultValue never */
  readonly signal?: AbortSignal;
}

/** What a backup holds. */
export interface BackupSummary {
  /** Number of tables. */
  readonly tables: number;
  /** Number of rows. */
  readonly rows: number;
  /** Number of files. */
  readonly files: number;
}

/**
 * Writes a backup while the server goes on: the tables as they are at one moment, then the files of
 * the data folder. The same format on both databases, so that it can be restored into either.
 *
 * @param database - The database.
 * @param options - Where from, where to, what.
 * @returns What it holds.
 */
export async function writeBackup(
  database: Database,
  options: BackupOptions,
): Promise<BackupSummary> {
  const counts = { tables: 0, rows: 0, files: 0 };
  await atOneMoment(database, async (query) => {
    const lines = linesOf({ query, database, options, counts });
    await pipeline(hashed(lines, options.signal), createGzip(), (packed: AsyncIterable<Buffer>) =>
      writeAtomically(options.path, packed),
    );
  });
  await chmod(options.path, 0o600);
  return counts;
}

/** Reads all tables as they are at one moment; nobody who writes has to wait. */
async function atOneMoment(
  { query, kind }: Database,
  read: (query: Queries) => Promise<void>,
): Promise<void> {
  if (kind === "postgres") {
    await query
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((transaction) => withinTransaction(() => read(transaction)));
    return;
  }
  await query.connection().execute(async (connection) => {
    // Not "immediate": the write-ahead log keeps what a reader sees.
    await sql`begin`.execute(connection);
    try {
      await withinTransaction(() => read(connection));
    } finally {
      await sql`commit`.execute(connection);
    }
  });
}

interface BackupSource {
  readonly query: Queries;
  readonly database: Database;
  readonly options: BackupOptions;
  readonly counts: { tables: number; rows: number; files: number };
}

/** The lines as text, and the last one, which proves that none is missing. */
async function* hashed(
  lines: AsyncGenerator<BackupHeader | BackupContent>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const line of lines) {
    signal?.throwIfAborted();
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    if ("row" in line) rows += 1;
    yield text;
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest("hex") })}\n`;
}

async function* linesOf({
  query,
  database: { kind },
  options,
  counts,
}: BackupSource): AsyncGenerator<BackupHeader | BackupContent> {
  const { part, nowMs, dataFolder } = options;
  const steps = await doneSteps(query);
  yield { format: "longhand-backup", version: 1, part, createdMs: nowMs, steps };
  for (const table of part === "server" ? await tableNames(query, kind) : []) {
    counts.tables += 1;
    yield { table };
    for await (const row of rowsOf(query, { table, kind })) {
      counts.rows += 1;
      yield { row: plainRow(row) };
    }
  }
  for (const file of await dataFiles(dataFolder)) {
    if (partOf(file) !== part) continue;
    const handle = await openFile(join(dataFolder, file));
    if (handle === undefined) continue;
    counts.files += 1;
    yield { file };
    const pieces = handle.createReadStream({ highWaterMark: PIECE_BYTES });
    for await (const piece of pieces) yield { piece: (piece as Buffer).toString("base64") };
  }
}

/** The server goes on meanwhile: what it has removed since the folder was read is no loss. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

type AnyRow = Readonly<Record<string, unknown>>;

interface TableSource {
  readonly table: string;
  readonly kind: DatabaseKind;
}

async function* rowsOf(query: Queries, { table, kind }: TableSource): AsyncGenerator<AnyRow> {
  if (kind === "sqlite") {
    yield* query
      .selectFrom(table as keyof DatabaseTables)
      .selectAll()
      .stream();
    return;
  }
  await sql`declare backup no scroll cursor for select * from ${sql.table(table)}`.execute(query);
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup`.execute(query);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close backup`.execute(query);
}

function plainRow(row: AnyRow): Extract<BackupContent, { readonly row: unknown }>["row"] {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array
        ? { bytes: Buffer.from(value).toString("base64") }
        : (value as string | number | null),
    ]),
  );
}

/** Paths below the data folder, with `/`, in order. */
async function dataFiles(dataFolder: string): Promise<readonly string[]> {
  const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dataFolder, join(parentPath, name)))
    .filter((path) => !NOT_DATA.test(path))
    .map((path) => path.split(sep).join("/"))
    .toSorted();
}
