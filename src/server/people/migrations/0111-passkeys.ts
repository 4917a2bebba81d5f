import type { MigrationStep } from "../../database/migration-step.ts";

/** Passkeys, and sessions that were opened by one. */
export const passkeysStep: MigrationStep = {
  name: "0111-passkeys",
  up: async ({ schema }) => {
    await schema
      .createTable("passkeys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("publicKey", "text", (column) => column.notNull())
      .addColumn("counter", "bigint", (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("createdMs", "bigint", (column) => column.notNull())
      .addColumn("lastUsedMs", "bigint")
      .execute();
    await schema.createIndex("passkeysByAccount").on("passkeys").column("accountId").execute();
    await schema
      .alterTable("sessions")
      .addColumn("byPasskey", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
