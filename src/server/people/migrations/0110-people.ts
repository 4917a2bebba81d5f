import type { Kysely } from "kysely";
import type { MigrationStep } from "../../database/migration-step.ts";

/** Accounts, roles, sessions, tokens, links, audit log. */
export const peopleStep: MigrationStep = {
  name: "0110-people",
  up: async (database) => {
    await createAccounts(database);
    await createSessions(database);
    await createTokens(database);
    await createLinks(database);
    await createAuditLog(database);
  },
};

async function createAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("accounts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("nameKey", "text", (column) => column.notNull().unique())
    .addColumn("passwordHash", "text")
    .addColumn("totpSecret", "text")
    .addColumn("totpConfirmed", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("totpLastStep", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("deletedMs", "bigint")
    .execute();
  await schema
    .createTable("accountRoles")
    .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("grantedMs", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("accountRolesKey", ["accountId", "role"])
    .execute();
}

async function createSessions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("sessions")
    .addColumn("tokenHash", "text", (column) => column.primaryKey())
    .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("expiresMs", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("sessionsByAccount").on("sessions").column("accountId").execute();
}

async function createTokens({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("apiTokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("tokenHash", "text", (column) => column.notNull().unique())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("expiresMs", "bigint", (column) => column.notNull())
    .addColumn("lastUsedMs", "bigint")
    .execute();
  await schema.createIndex("apiTokensByAccount").on("apiTokens").column("accountId").execute();
}

async function createLinks({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("links")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("codeHash", "text", (column) => column.notNull().unique())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.references("accounts.id"))
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("expiresMs", "bigint", (column) => column.notNull())
    .addColumn("usedMs", "bigint")
    .execute();
}

async function createAuditLog({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("auditLog")
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addColumn("atMs", "bigint", (column) => column.notNull())
    .addColumn("actorId", "text")
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subjectId", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("previousHash", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("auditLogSequence", ["sequence"])
    .execute();
}
