import { type Kysely, sql } from "kysely";
import type { MigrationStep } from "../../database/migration-step.ts";

/** Studies, texts and their key, raters, leases, answers with their history. */
export const studiesStep: MigrationStep = {
  name: "0201-studies",
  up: async (database) => {
    await createStudies(database);
    await createTexts(database);
    await createRaters(database);
    await createLeases(database);
    await createAnswers(database);
  },
};

async function createStudies({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("studies")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("participants", "bigint", (column) => column.notNull())
    .addColumn("definition", "text", (column) => column.notNull())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("design", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("createdMs", "bigint", (column) => column.notNull())
    .addColumn("openedMs", "bigint")
    .addColumn("closedMs", "bigint")
    .addColumn("deviation", "text")
    .addColumn("ticketHash", "text")
    .addColumn("ticketExpiresMs", "bigint")
    .addColumn("unblindReason", "text")
    .addColumn("unblindedMs", "bigint")
    .execute();
}

async function createTexts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("studyTexts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("wordCount", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("studyTextsByStudy").on("studyTexts").column("studyId").execute();
  await schema
    .createTable("studyKeys")
    .addColumn("textId", "text", (column) => column.primaryKey().references("studyTexts.id"))
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("system", "text", (column) => column.notNull())
    .addColumn("teams", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("studyKeysByStudy").on("studyKeys").column("studyId").execute();
  await schema
    .createTable("studyReferences")
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("translatedFrom", "text")
    .addPrimaryKeyConstraint("studyReferencesKey", ["studyId", "prompt"])
    .execute();
  await schema
    .createTable("studyLeaks")
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("textId", "text", (column) => column.notNull().references("studyTexts.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("start", "bigint", (column) => column.notNull())
    .addColumn("found", "text", (column) => column.notNull())
    .addColumn("excerpt", "text", (column) => column.notNull())
    .addColumn("decision", "text")
    .addColumn("note", "text")
    .addPrimaryKeyConstraint("studyLeaksKey", ["studyId", "id"])
    .execute();
}

async function createRaters({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("studyRaters")
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("accountId", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("rater", "text", (column) => column.notNull().unique())
    .addColumn("teams", "text", (column) => column.notNull())
    .addColumn("consentVersion", "text", (column) => column.notNull())
    .addColumn("languageLevel", "text")
    .addColumn("joinedMs", "bigint", (column) => column.notNull())
    .addColumn("training", "text")
    .addColumn("survey", "text")
    .addPrimaryKeyConstraint("studyRatersKey", ["studyId", "accountId"])
    .execute();
  // Names that end in Sequence make a transaction that came second look again instead of failing.
  await schema
    .createTable("studyClaims")
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("row", "bigint", (column) => column.notNull())
    .addColumn("rater", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("studyClaimsSequence", ["studyId", "row"])
    .execute();
}

async function createLeases(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("studyLeases")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("textId", "text", (column) => column.notNull().references("studyTexts.id"))
    .addColumn("seat", "bigint", (column) => column.notNull())
    .addColumn("rater", "text", (column) => column.notNull().references("studyRaters.rater"))
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("takenMs", "bigint", (column) => column.notNull())
    .addColumn("expiresMs", "bigint", (column) => column.notNull())
    .addColumn("endedMs", "bigint")
    .addColumn("readMs", "bigint", (column) => column.notNull())
    .addColumn("readToldMs", "bigint", (column) => column.notNull())
    .addColumn("paragraph", "bigint", (column) => column.notNull())
    .addColumn("share", "double precision", (column) => column.notNull())
    .addColumn("skipReason", "text")
    .addColumn("skipNote", "text")
    .execute();
  await schema.createIndex("studyLeasesByStudy").on("studyLeases").column("studyId").execute();
  // No rater twice on a text.
  await schema
    .createIndex("studyLeasesReaderSequence")
    .unique()
    .on("studyLeases")
    .columns(["textId", "rater"])
    .execute();
  // No text with more readings than seats, whoever is how fast.
  await schema
    .createIndex("studyLeasesSeatSequence")
    .unique()
    .on("studyLeases")
    .columns(["textId", "seat"])
    .where(sql.ref("status"), "in", sql`('active', 'complete')`)
    .execute();
  // One open text for each rater.
  await schema
    .createIndex("studyLeasesOpenSequence")
    .unique()
    .on("studyLeases")
    .columns(["rater"])
    .where(sql.ref("status"), "=", sql.lit("active"))
    .execute();
}

async function createAnswers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("studyAnswers")
    .addColumn("rater", "text", (column) => column.notNull().references("studyRaters.rater"))
    .addColumn("textId", "text", (column) => column.notNull().references("studyTexts.id"))
    .addColumn("dimension", "text", (column) => column.notNull())
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("value", "bigint")
    .addColumn("cannotJudge", "text")
    .addPrimaryKeyConstraint("studyAnswersSequence", ["rater", "textId", "dimension"])
    .execute();
  await schema.createIndex("studyAnswersByStudy").on("studyAnswers").column("studyId").execute();
  await schema
    .createTable("studyAnswerHistory")
    .addColumn("rater", "text", (column) => column.notNull().references("studyRaters.rater"))
    .addColumn("textId", "text", (column) => column.notNull().references("studyTexts.id"))
    .addColumn("dimension", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("studyId", "text", (column) => column.notNull().references("studies.id"))
    .addColumn("value", "bigint")
    .addColumn("cannotJudge", "text")
    .addColumn("atMs", "bigint", (column) => column.notNull())
    .addColumn("requestKey", "text")
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("studyAnswerHistorySequence", [
      "rater",
      "textId",
      "dimension",
      "version",
    ])
    .addUniqueConstraint("studyAnswerKeysSequence", ["rater", "requestKey"])
    .execute();
  await schema
    .createIndex("studyAnswerHistoryByStudy")
    .on("studyAnswerHistory")
    .column("studyId")
    .execute();
}
