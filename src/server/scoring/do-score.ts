import { join } from "node:path";
import type { ScoredPart, ScoringOutcome } from "../../pipeline/doors/scorer.ts";
import { findChallenge, itemsOf, trackOf } from "../challenges/challenge-store.ts";
import type { SubmissionRow } from "../challenges/challenge-tables.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { ServerContext } from "../http/server-context.ts";
import { finishWork } from "./database-queue.ts";
import { endSubmission, tellOfSubmission } from "./end-submission.ts";
import { switchWhenComplete } from "./rescore.ts";
import type { ScorerOrder } from "./scorer-order.ts";
import { vaultPlaces } from "./sealed-references.ts";
import { submissionFiles } from "./submission-files.ts";
import type { LeasedWork } from "./work-queue.ts";

/** Bootstrap resamples of intervals. */
const RESAMPLES = 10_000;

/**
 * Scores a submission in a process of its own and stores the numbers.
 *
 * @param server - The server.
 * @param work - The work.
 * @param run - Runs the scorer.
 * @throws LonghandError `scoring-failed`.
 */
export async function doScore(
  server: ServerContext,
  work: LeasedWork,
  run: (order: ScorerOrder) => Promise<ScoringOutcome | undefined>,
): Promise<void> {
  const { database, clock } = server;
  const submission = await database.query
    .selectFrom("submissions")
    .selectAll()
    .where("id", "=", work.submissionId)
    .executeTakeFirstOrThrow();
  const order = await orderOf(server, submission, work.version);
  await database.query
    .updateTable("submissions")
    .set({ state: "scoring" })
    .where("id", "=", submission.id)
    .where("state", "=", "queued")
    .execute();
  await tellOfSubmission(server, submission.id);
  const outcome = await run(order);
  if (outcome === undefined) return;
  await inTransaction(database, async (transaction) => {
    if (!(await finishWork(transaction, work, clock.nowMs()))) return;
    await storeScores(transaction, { work, outcome, nowMs: clock.nowMs() });
    await endSubmission(transaction, submission.id, {
      state: "scored",
      nowMs: clock.nowMs(),
      set: { flags: JSON.stringify(outcome.flags) },
    });
    await switchWhenComplete(transaction, submission.challengeId, clock.nowMs());
  });
  await tellOfSubmission(server, submission.id);
}

async function orderOf(
  { database: { query }, folders }: ServerContext,
  submission: SubmissionRow,
  version: number,
): Promise<ScorerOrder> {
  const challenge = await findChallenge(query, submission.challengeId);
  const track = challenge === undefined ? undefined : trackOf(challenge, submission.trackId);
  const items = await itemsOf(query, submission.challengeId, submission.trackId);
  const { referenceFiles } = await query
    .selectFrom("scoringVersions")
    .select("referenceFiles")
    .where("challengeId", "=", submission.challengeId)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  const sealed = (JSON.parse(referenceFiles) as Record<string, string>)[submission.trackId];
  const vault = vaultPlaces(folders.data);
  const files = submissionFiles(folders.data, submission.id);
  return {
    vault,
    ...(sealed === undefined ? {} : { sealedPath: join(vault.sealedFolder, sealed) }),
    task: {
      textsPath: files.texts,
      sketchPath: files.sketch,
      items: items
        .filter(({ itemSet }) => itemSet === submission.itemSet)
        .map(({ itemId, part, userId }) => ({
          itemId,
          part: part as ScoredPart,
          ...(userId === null ? {} : { userId }),
        })),
      metrics: track?.metrics ?? [],
      minWords: track?.minWords ?? 0,
      ...(track?.maxWords === undefined ? {} : { maxWords: track.maxWords }),
      home: folders.home,
      earlierSketches: (await earlierOf(query, submission)).map(
        (id) => submissionFiles(folders.data, id).sketch,
      ),
      resamples: RESAMPLES,
    },
  };
}

async function earlierOf(
  query: ServerContext["database"]["query"],
  { challengeId, trackId, itemSet, receivedMs, id }: SubmissionRow,
): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("submissions")
    .select("id")
    .where("challengeId", "=", challengeId)
    .where("trackId", "=", trackId)
    .where("itemSet", "=", itemSet)
    .where("state", "in", ["scored", "withdrawn"])
    .where((where) =>
      where.or([
        where("receivedMs", "<", receivedMs),
        where.and([where("receivedMs", "=", receivedMs), where("id", "<", id)]),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

interface NewScores {
  readonly work: LeasedWork;
  readonly outcome: ScoringOutcome;
  readonly nowMs: number;
}

/** The same submission, version and metric is one row, however often it is scored. */
async function storeScores(
  transaction: TransactionQueries,
  { work: { submissionId, version }, outcome, nowMs }: NewScores,
): Promise<void> {
  for (const { metric, signature, sums, items, facts } of outcome.metrics) {
    await transaction
      .insertInto("scores")
      .values({
        submissionId,
        version,
        metric,
        signature,
        sums: JSON.stringify(sums),
        items: JSON.stringify(items),
        facts: facts === undefined ? null : JSON.stringify(facts),
        createdMs: nowMs,
      })
      .onConflict((conflict) => conflict.columns(["submissionId", "version", "metric"]).doNothing())
      .execute();
  }
}
