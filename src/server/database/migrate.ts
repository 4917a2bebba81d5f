import { Migrator } from "kysely";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { Database } from "./database.ts";
import type { MigrationStep } from "./migration-step.ts";

/**
 * Brings a database's tables up to date.
 *
 * @param database - The database.
 * @param steps - All steps there are.
 * @throws LonghandError `newer-database` if a newer version of Longhand has written it,
 *   `migration-failed`; the database then is as it was before the failed step.
 */
export async function migrate(
  { query, kind }: Omit<Database, "close">,
  steps: readonly MigrationStep[],
): Promise<void> {
  const migrations = Object.fromEntries(
    steps.map(({ name, up }) => [name, { up: (database: never) => up(database, kind) }]),
  );
  const migrator = new Migrator({
    db: query,
    provider: { getMigrations: async () => migrations },
    // Modules grow side by side: a step of one may be newer than a later-numbered step of another.
    allowUnorderedMigrations: true,
  });
  const done = await migrator.migrateToLatest();
  if (done.error === undefined) return;
  const failed = done.results?.find(({ status }) => status === "Error")?.migrationName;
  if (failed === undefined && /corrupted migrations/.test(messageOf(done.error))) {
    throw new LonghandError(
      "This database was written by a newer version of Longhand, which knows tables that this one does not.",
      { code: "newer-database", hint: "Install the newer version again.", cause: done.error },
    );
  }
  throw new LonghandError(
    `The tables could not be brought up to date${failed === undefined ? "" : ` (step ${failed})`}: ${messageOf(done.error)}.`,
    { code: "migration-failed", hint: "Restore the last backup.", cause: done.error },
  );
}
