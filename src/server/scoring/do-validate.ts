import { checkUpload, type IntakeResult } from "../../pipeline/doors/leaderboard.ts";
import type { SubmissionMeta } from "../../records/index.ts";
import { findChallenge, itemsOf, trackOf } from "../challenges/challenge-store.ts";
import type { SubmissionRow } from "../challenges/challenge-tables.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { ServerContext } from "../http/server-context.ts";
import { enqueue, finishWork } from "./database-queue.ts";
import { endSubmission, removeUpload, tellOfSubmission } from "./end-submission.ts";
import { submissionFiles } from "./submission-files.ts";
import type { LeasedWork } from "./work-queue.ts";

/** Problems that are kept; the others are counted. */
const KEPT_PROBLEMS = 1_000;

/**
 * Checks an upload: it ends rejected with every problem, or waits for its scores.
 *
 * @param server - The server.
 * @param work - The work.
 */
export async function doValidate(server: ServerContext, work: LeasedWork): Promise<void> {
  const { database, folders } = server;
  const submission = await readSubmission(server, work);
  if (submission === undefined) return;
  const challenge = await findChallenge(database.query, submission.challengeId);
  const track = challenge === undefined ? undefined : trackOf(challenge, submission.trackId);
  if (challenge === undefined || track === undefined) return;
  const items = await itemsOf(database.query, challenge.id, track.id);
  const files = submissionFiles(folders.data, submission.id);
  const result = await checkUpload({
    path: files.upload,
    kind: submission.kind === "zip" ? "zip" : "jsonl",
    out: files.texts,
    rules: {
      itemIds: items
        .filter(({ itemSet }) => itemSet === submission.itemSet)
        .map(({ itemId }) => itemId),
      minWords: track.minWords,
      ...(track.maxWords === undefined ? {} : { maxWords: track.maxWords }),
      rules: challenge.definition.rules,
    },
  });
  await inTransaction(database, async (transaction) => {
    if (!(await finishWork(transaction, work, server.clock.nowMs()))) return;
    if (result.accepted) await accept(transaction, submission, { result, server });
    else await reject(transaction, submission, { result, server });
  });
  await removeUpload(server, submission.id);
  await tellOfSubmission(server, submission.id);
}

/** The submission in the state `validating`; `undefined` if it has ended meanwhile. */
async function readSubmission(
  { database }: ServerContext,
  { submissionId }: LeasedWork,
): Promise<SubmissionRow | undefined> {
  return await database.query
    .selectFrom("submissions")
    .selectAll()
    .where("id", "=", submissionId)
    .where("state", "=", "validating")
    .executeTakeFirst();
}

interface Checked {
  readonly result: IntakeResult;
  readonly server: ServerContext;
}

async function accept(
  transaction: TransactionQueries,
  { id, challengeId }: SubmissionRow,
  { result, server }: Checked,
): Promise<void> {
  // Read again: the team may have completed its declaration meanwhile.
  const { meta: given, system } = await transaction
    .selectFrom("submissions")
    .select(["meta", "system"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const meta = mergedMeta(given, result.meta);
  await transaction
    .updateTable("submissions")
    .set({ state: "queued", meta: meta === undefined ? null : JSON.stringify({ ...meta, system }) })
    .where("id", "=", id)
    .where("state", "=", "validating")
    .execute();
  // The active version, and one that is being made, so that the board misses nothing when it switches.
  const versions = await transaction
    .selectFrom("scoringVersions")
    .innerJoin("challenges", "challenges.id", "scoringVersions.challengeId")
    .select("scoringVersions.version")
    .where("challengeId", "=", challengeId)
    .whereRef("scoringVersions.version", ">=", "challenges.activeVersion")
    .execute();
  for (const { version } of versions) {
    await enqueue(transaction, { submissionId: id, kind: "score", version }, server);
  }
}

/** What came with the upload stands before the meta file of the archive. */
function mergedMeta(
  given: string | null,
  ofArchive: SubmissionMeta | undefined,
): SubmissionMeta | undefined {
  if (given === null) return ofArchive;
  return { ...ofArchive, ...(JSON.parse(given) as SubmissionMeta) };
}

async function reject(
  transaction: TransactionQueries,
  { id }: SubmissionRow,
  { result, server }: Checked,
): Promise<void> {
  await endSubmission(transaction, id, {
    state: "rejected",
    nowMs: server.clock.nowMs(),
    set: {
      problems: JSON.stringify(result.problems.slice(0, KEPT_PROBLEMS)),
      problemCount: result.problemCount,
    },
  });
}
