import type { Kysely } from "kysely";
import type { MigrationStep } from "../../database/migration-step.ts";

/** Versions, scores, jobs. */
export const scoringStep: MigrationStep = {
  name: "0401-scoring",
  up: async (database) => {
    await createScores(database);
    await createJobs(database);
  },
};

async function createScores({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("scoringVersions")
    .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("startedMs", "bigint", (column) => column.notNull())
    .addColumn("activatedMs", "bigint")
    .addColumn("referenceFiles", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("scoringVersionsSequence", ["challengeId", "version"])
    .execute();
  await schema
    .createTable("scores")
    .addColumn("submissionId", "text", (column) => column.notNull().references("submissions.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("metric", "text", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .addColumn("sums", "text", (column) => column.notNull())
    .addColumn("items", "text", (column) => column.notNull())
    .addColumn("facts", "text")
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("scoresKey", ["submissionId", "version", "metric"])
    .execute();
}

async function createJobs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("scoringJobs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("submissionId", "text", (column) => column.notNull().references("submissions.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("lease", "text")
    .addColumn("heartbeatMs", "bigint")
    .addColumn("startedMs", "bigint")
    .addColumn("endedMs", "bigint")
    .addColumn("cause", "text")
    .addUniqueConstraint("scoringJobsByWork", ["submissionId", "kind", "version"])
    .execute();
  await schema
    .createIndex("scoringJobsByState")
    .on("scoringJobs")
    .columns(["state", "createdMs"])
    .execute();
}
