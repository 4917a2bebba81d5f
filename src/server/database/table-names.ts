import { sql } from "kysely";
import type { DatabaseKind, Queries } from "./database.ts";

/** Tables of the list of steps. */
const STEP_TABLES: ReadonlySet<string> = new Set(["kysely_migration", "kysely_migration_lock"]);

/**
 * The tables that a database has.
 *
 * @param query - The database, or a transaction.
 * @param kind - Which one.
 * @returns Their names in alphabetical order, without those that keep the list of steps.
 */
export async function tableNames(query: Queries, kind: DatabaseKind): Promise<readonly string[]> {
  const { rows } =
    kind === "sqlite"
      ? await sql<{ name: string }>`
          select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
          query,
        )
      : await sql<{ name: string }>`
          select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(query);
  const names = rows.map(({ name }) => name).filter((name) => !STEP_TABLES.has(name));
  return names.toSorted();
}

/**
 * The steps that a database has been through.
 *
 * @param query - The database, or a transaction.
 * @returns Their names in the order in which they were carried out.
 */
export async function doneSteps(query: Queries): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from "kysely_migration" order by timestamp, name`.execute(query);
  return rows.map(({ name }) => name);
}
