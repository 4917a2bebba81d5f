import { touchBoard } from "../challenges/challenge-store.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { conflict } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import { enqueue } from "./database-queue.ts";
import type { ScoringVersionRow } from "./scoring-tables.ts";

/** What starts a rescoring. */
export interface RescoreOrder {
  /** The challenge. */
  readonly challengeId: string;
  /** Why. */
  readonly reason: string;
  /** Sealed files of references by track that replace those before. */
  readonly referenceFiles: Readonly<Record<string, string>>;
}

/**
 * Begins a new version of scores: every submission that was scored is scored again. The board shows
 * the version before until all are done.
 *
 * @param transaction - The transaction.
 * @param order - What and why.
 * @param server - Chance and time.
 * @throws Refusal 409 `rescore-under-way`.
 */
export async function startRescore(
  transaction: TransactionQueries,
  { challengeId, reason, referenceFiles }: RescoreOrder,
  server: Pick<ServerContext, "randomBytes" | "clock">,
): Promise<void> {
  const last = await latestVersion(transaction, challengeId);
  if (last.activatedMs === null) {
    throw conflict("rescore-under-way", "A rescoring is under way: wait until it is done.");
  }
  const version = last.version + 1;
  const nowMs = server.clock.nowMs();
  const files = { ...(JSON.parse(last.referenceFiles) as object), ...referenceFiles };
  await transaction
    .insertInto("scoringVersions")
    .values({
      challengeId,
      version,
      reason,
      startedMs: nowMs,
      activatedMs: null,
      referenceFiles: JSON.stringify(files),
    })
    .execute();
  const submissions = await transaction
    .selectFrom("submissions")
    .select("id")
    .where("challengeId", "=", challengeId)
    .where("state", "in", ["queued", "scoring", "scored", "withdrawn"])
    .orderBy("receivedMs")
    .execute();
  for (const { id } of submissions) {
    await enqueue(transaction, { submissionId: id, kind: "score", version }, server);
  }
  await switchWhenComplete(transaction, challengeId, nowMs);
}

/**
 * The newest version of scores of a challenge.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @returns It; without `activatedMs` it is being made.
 */
export async function latestVersion(
  query: Queries,
  challengeId: string,
): Promise<ScoringVersionRow> {
  return await query
    .selectFrom("scoringVersions")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}

/**
 * The version of scores that the board showed at a moment.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param atMs - The moment, UTC milliseconds.
 * @returns Its number; 1 for moments before the challenge was made.
 */
export async function versionAt(
  query: Queries,
  challengeId: string,
  atMs: number,
): Promise<number> {
  const row = await query
    .selectFrom("scoringVersions")
    .select("version")
    .where("challengeId", "=", challengeId)
    .where("activatedMs", "<=", atMs)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? 1;
}

/**
 * Switches the board to the version that is being made, in one step, once none of its work is left. A
 * submission whose rescoring failed for good keeps the switch from nothing: it is then listed as such.
 *
 * @param transaction - The transaction in which work ended.
 * @param challengeId - The challenge.
 * @param nowMs - Now, UTC milliseconds.
 */
export async function switchWhenComplete(
  transaction: TransactionQueries,
  challengeId: string,
  nowMs: number,
): Promise<void> {
  const last = await latestVersion(transaction, challengeId);
  if (last.activatedMs !== null) return;
  const { left } = await progressOf(transaction, challengeId, last.version);
  if (left > 0) return;
  await transaction
    .updateTable("scoringVersions")
    .set({ activatedMs: nowMs })
    .where("challengeId", "=", challengeId)
    .where("version", "=", last.version)
    .execute();
  await transaction
    .updateTable("challenges")
    .set({ activeVersion: last.version })
    .where("id", "=", challengeId)
    .execute();
  await touchBoard(transaction, challengeId);
}

/** How much of a version of scores is done. */
export interface VersionProgress {
  /** Submissions whose scoring has not ended. */
  readonly left: number;
  /** Submissions in all. */
  readonly total: number;
}

/**
 * How far a version of scores is.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param version - The version.
 * @returns What is left, and how much there is in all.
 */
export async function progressOf(
  query: Queries,
  challengeId: string,
  version: number,
): Promise<VersionProgress> {
  const jobs = await query
    .selectFrom("scoringJobs")
    .innerJoin("submissions", "submissions.id", "scoringJobs.submissionId")
    .select("scoringJobs.state")
    .where("submissions.challengeId", "=", challengeId)
    .where("scoringJobs.kind", "=", "score")
    .where("scoringJobs.version", "=", version)
    .execute();
  const left = jobs.filter(({ state }) => state === "waiting" || state === "leased").length;
  return { left, total: jobs.length };
}
