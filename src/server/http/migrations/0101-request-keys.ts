import type { MigrationStep } from "../../database/migration-step.ts";

/** Replies kept for requests that are sent twice. */
export const requestKeysStep: MigrationStep = {
  name: "0101-request-keys",
  up: async (database) => {
    await database.schema
      .createTable("requestKeys")
      .addColumn("keyHash", "text", (column) => column.primaryKey())
      .addColumn("requestHash", "text", (column) => column.notNull())
      .addColumn("createdMs", "bigint", (column) => column.notNull())
      .addColumn("status", "bigint")
      .addColumn("body", "text")
      .execute();
    await database.schema
      .createIndex("requestKeysByAge")
      .on("requestKeys")
      .column("createdMs")
      .execute();
  },
};
