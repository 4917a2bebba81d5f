import { sql } from "kysely";
import type { MigrationStep } from "../../database/migration-step.ts";

/** What people are told of where they are signed in. */
export const sessionsStep: MigrationStep = {
  name: "0112-sessions",
  up: async (database, kind) => {
    const { schema } = database;
    await schema
      .alterTable("sessions")
      .addColumn("id", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await schema
      .alterTable("sessions")
      .addColumn("lastUsedMs", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable("sessions")
      .addColumn("device", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    const fresh =
      kind === "sqlite"
        ? sql`lower(hex(randomblob(16)))`
        : sql`replace(gen_random_uuid()::text, '-', '')`;
    await sql`update "sessions" set "id" = ${fresh}, "lastUsedMs" = "createdMs"`.execute(database);
    await schema.createIndex("sessionsById").on("sessions").column("id").unique().execute();
  },
};
