import type { Kysely } from "kysely";
import type { MigrationStep } from "../../database/migration-step.ts";

/** Challenges, items, dates, terms, teams, submissions, quotas. */
export const challengesStep: MigrationStep = {
  name: "0301-challenges",
  up: async (database) => {
    await createChallenges(database);
    await createHistory(database);
    await createTeams(database);
    await createSubmissions(database);
    await createSlots(database);
  },
};

async function createChallenges({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("challenges")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("definition", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("announcedMs", "bigint", (column) => column.notNull())
    .addColumn("submissionsOpenMs", "bigint", (column) => column.notNull())
    .addColumn("registrationClosesMs", "bigint", (column) => column.notNull())
    .addColumn("submissionsCloseMs", "bigint", (column) => column.notNull())
    .addColumn("ratingClosesMs", "bigint", (column) => column.notNull())
    .addColumn("frozenMs", "bigint")
    .addColumn("publishedMs", "bigint")
    .addColumn("activeVersion", "bigint", (column) => column.notNull())
    .addColumn("boardVersion", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("challengeItems")
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("trackId", "text", (column) => column.notNull())
    .addColumn("itemId", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("itemSet", "text", (column) => column.notNull())
    .addColumn("userId", "text")
    .addColumn("part", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("challengeItemsKey", ["challengeId", "trackId", "itemId"])
    .execute();
}

async function createHistory({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("dateChanges")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("oldMs", "bigint", (column) => column.notNull())
    .addColumn("newMs", "bigint", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("changedMs", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("deviations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("act", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("signedMs", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("termsVersions")
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("version", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("termsVersionsKey", ["challengeId", "version"])
    .execute();
}

async function createTeams({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("registrations")
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("termsVersion", "text", (column) => column.notNull())
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("registrationsKey", ["challengeId", "accountId"])
    .execute();
  await schema
    .createTable("teams")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("nameKey", "text", (column) => column.notNull())
    .addColumn("isTest", "bigint", (column) => column.notNull())
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("lockedMs", "bigint")
    .addUniqueConstraint("teamsByName", ["challengeId", "nameKey"])
    .execute();
  await schema
    .createTable("teamMembers")
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("teamId", "text", (column) => column.notNull().references("teams.id"))
    .addColumn("joinedMs", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("teamMembersKey", ["challengeId", "accountId"])
    .execute();
  await schema.createIndex("teamMembersByTeam").on("teamMembers").column("teamId").execute();
}

async function createSubmissions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("submissions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("trackId", "text", (column) => column.notNull())
    .addColumn("itemSet", "text", (column) => column.notNull())
    .addColumn("teamId", "text", (column) => column.notNull().references("teams.id"))
    .addColumn("submittedBy", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("system", "text", (column) => column.notNull())
    .addColumn("meta", "text")
    .addColumn("receivedMs", "bigint", (column) => column.notNull())
    .addColumn("finalMs", "bigint")
    .addColumn("withdrawnMs", "bigint")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("sha256", "text", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("problems", "text")
    .addColumn("problemCount", "bigint", (column) => column.notNull())
    .addColumn("cause", "text")
    .addColumn("flags", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("submissionsByChallenge")
    .on("submissions")
    .columns(["challengeId", "trackId", "receivedMs"])
    .execute();
  await schema
    .createIndex("submissionsByTeam")
    .on("submissions")
    .columns(["teamId", "receivedMs", "id"])
    .execute();
  await schema.createIndex("submissionsByState").on("submissions").column("state").execute();
  await schema
    .createTable("selections")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("trackId", "text", (column) => column.notNull())
    .addColumn("teamId", "text", (column) => column.notNull().references("teams.id"))
    .addColumn("submissionId", "text", (column) => column.notNull().references("submissions.id"))
    .addColumn("selectedMs", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("selectionsByChallenge")
    .on("selections")
    .columns(["challengeId", "trackId"])
    .execute();
}

async function createSlots({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("submissionSlots")
    .addColumn("teamId", "text", (column) => column.notNull().references("teams.id"))
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("slot", "bigint", (column) => column.notNull())
    .addColumn("submissionId", "text", (column) => column.notNull())
    // The name makes a transaction that came second take the next place instead of failing.
    .addPrimaryKeyConstraint("submissionSlotsSequence", ["teamId", "scope", "slot"])
    .execute();
  await schema
    .createIndex("submissionSlotsBySubmission")
    .on("submissionSlots")
    .column("submissionId")
    .execute();
}
