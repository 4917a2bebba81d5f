import type { Queries, TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { newId, newSecret, type ServerContext } from "../http/server-context.ts";
import { OPEN_STATES } from "./end-submission.ts";
import type { ScoringJobRow } from "./scoring-tables.ts";
import {
  type LeasedWork,
  type LostWork,
  MAX_ATTEMPTS,
  type Work,
  type WorkQueue,
} from "./work-queue.ts";

/**
 * Puts work into the queue, in the transaction of what makes it necessary. The same work stands in it
 * once.
 *
 * @param query - That transaction.
 * @param work - The work.
 * @param server - Chance and time.
 */
export async function enqueue(
  query: Queries,
  { submissionId, kind, version }: Work,
  server: Pick<ServerContext, "randomBytes" | "clock">,
): Promise<void> {
  await query
    .insertInto("scoringJobs")
    .values({
      id: newId(server),
      submissionId,
      kind,
      version,
      state: "waiting",
      attempts: 0,
      createdMs: server.clock.nowMs(),
      lease: null,
      heartbeatMs: null,
      startedMs: null,
      endedMs: null,
      cause: null,
    })
    .onConflict((conflict) => conflict.columns(["submissionId", "kind", "version"]).doNothing())
    .execute();
}

/**
 * Ends work in the transaction that stores its result, so that both are there or neither.
 *
 * @param transaction - That transaction.
 * @param work - The work.
 * @param nowMs - Now, UTC milliseconds.
 * @returns `false` if the lease was lost: nothing may be stored.
 */
export async function finishWork(
  transaction: TransactionQueries,
  { jobId, lease }: Pick<LeasedWork, "jobId" | "lease">,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("scoringJobs")
    .set({ state: "done", lease: null, endedMs: nowMs })
    .where("id", "=", jobId)
    .where("lease", "=", lease)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Opens the queue in the server's database.
 *
 * @param server - Database, chance, time.
 * @returns The queue.
 */
export function openDatabaseQueue(server: ServerContext): WorkQueue {
  const { database, clock } = server;
  return {
    take: () => inTransaction(database, (transaction) => take(transaction, server)),
    beat: async ({ jobId, lease }) => {
      const { numUpdatedRows } = await database.query
        .updateTable("scoringJobs")
        .set({ heartbeatMs: clock.nowMs() })
        .where("id", "=", jobId)
        .where("lease", "=", lease)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    giveBack: ({ jobId, lease }, cause) =>
      inTransaction(database, async (transaction) => {
        const job = await transaction
          .selectFrom("scoringJobs")
          .selectAll()
          .where("id", "=", jobId)
          .where("lease", "=", lease)
          .executeTakeFirst();
        return job === undefined ? undefined : await lose(transaction, job, { cause, server });
      }),
    expire: (beforeMs) =>
      inTransaction(database, async (transaction) => {
        const jobs = await transaction
          .selectFrom("scoringJobs")
          .selectAll()
          .where("state", "=", "leased")
          .where("heartbeatMs", "<", beforeMs)
          .execute();
        const lost: LostWork[] = [];
        const cause = "The worker was not heard of any more.";
        for (const job of jobs) lost.push(await lose(transaction, job, { cause, server }));
        return lost;
      }),
  };
}

async function take(
  transaction: TransactionQueries,
  server: ServerContext,
): Promise<LeasedWork | undefined> {
  // People wait for what they have just sent; nobody waits for a text to be scored again.
  const job = (await oldest(transaction, "open")) ?? (await oldest(transaction, "ended"));
  if (job === undefined) return undefined;
  const lease = newSecret(server);
  const nowMs = server.clock.nowMs();
  const attempt = job.attempts + 1;
  const { numUpdatedRows } = await transaction
    .updateTable("scoringJobs")
    .set({ state: "leased", attempts: attempt, lease, heartbeatMs: nowMs, startedMs: nowMs })
    .where("id", "=", job.id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { ...workOf(job), jobId: job.id, lease, attempt } : undefined;
}

/** The oldest waiting work on submissions that are not final, or on those that are. */
async function oldest(
  transaction: TransactionQueries,
  submissions: "open" | "ended",
): Promise<ScoringJobRow | undefined> {
  return await transaction
    .selectFrom("scoringJobs")
    .innerJoin("submissions", "submissions.id", "scoringJobs.submissionId")
    .selectAll("scoringJobs")
    .where("scoringJobs.state", "=", "waiting")
    .where("submissions.state", submissions === "open" ? "in" : "not in", [...OPEN_STATES])
    .orderBy("scoringJobs.createdMs")
    .orderBy("scoringJobs.version")
    .orderBy("scoringJobs.id")
    .limit(1)
    .executeTakeFirst();
}

async function lose(
  transaction: TransactionQueries,
  job: ScoringJobRow,
  { cause, server }: { readonly cause: string; readonly server: ServerContext },
): Promise<LostWork> {
  const waits = job.attempts < MAX_ATTEMPTS;
  await transaction
    .updateTable("scoringJobs")
    .set({
      state: waits ? "waiting" : "failed",
      lease: null,
      heartbeatMs: null,
      cause,
      endedMs: waits ? null : server.clock.nowMs(),
    })
    .where("id", "=", job.id)
    .execute();
  return { ...workOf(job), jobId: job.id, attempts: job.attempts, waits, cause };
}

function workOf({ submissionId, kind, version }: ScoringJobRow): Work {
  return { submissionId, kind: kind as Work["kind"], version };
}
