import { isWithin, UPLOAD_GRACE_MS } from "../../leaderboard/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { conflict } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import { latestVersion } from "../scoring/rescore.ts";
import { listChallenges, type StoredChallenge, tellPages, touchBoard } from "./challenge-store.ts";

/** States of submissions that are not final. */
const OPEN = ["received", "validating", "queued", "scoring"];

/** An act of an organiser that waits for a condition. */
export interface ConditionalAct {
  /** The challenge. */
  readonly challenge: StoredChallenge;
  /** Who acts; null for the server itself. */
  readonly actorId: string | null;
  /** Signed reason to go on although the condition does not hold. */
  readonly deviation?: string;
  /** Now, UTC milliseconds. */
  readonly nowMs: number;
}

/**
 * How many submissions of a challenge are not final.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @returns Their number.
 */
async function openSubmissions(query: Queries, challengeId: string): Promise<number> {
  const { count } = await query
    .selectFrom("submissions")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("challengeId", "=", challengeId)
    .where("state", "in", OPEN)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Freezes the board: no further submissions, and the private part is shown.
 *
 * @param transaction - The transaction.
 * @param act - Who, where, and the signed deviation if submissions are open.
 * @param server - Chance.
 * @throws Refusal 409 `already-frozen`, `submissions-open`; 409 `rescore-under-way`, which no
 *   deviation helps against: the private part would change after it was shown.
 */
export async function freeze(
  transaction: TransactionQueries,
  act: ConditionalAct,
  server: Pick<ServerContext, "randomBytes">,
): Promise<void> {
  const { challenge, nowMs } = act;
  if (await isRescoring(transaction, challenge.id)) {
    throw conflict(
      "rescore-under-way",
      "A rescoring is under way: freeze the board once it is done.",
    );
  }
  const open = await openSubmissions(transaction, challenge.id);
  const isEarly = isWithin(nowMs, challenge.schedule.submissionsClose);
  if ((open > 0 || isEarly) && act.deviation === undefined) {
    throw conflict("submissions-open", `${whyOpen(open)}: wait, or sign a deviation.`);
  }
  const { numUpdatedRows } = await transaction
    .updateTable("challenges")
    .set({ frozenMs: nowMs })
    .where("id", "=", challenge.id)
    .where("frozenMs", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw conflict("already-frozen", "The board is frozen already.");
  await noteAct(transaction, { ...act, name: "freeze" }, server);
}

/** Whether a new version of scores is being made, which the board does not show yet. */
async function isRescoring(query: Queries, challengeId: string): Promise<boolean> {
  return (await latestVersion(query, challengeId)).activatedMs === null;
}

function whyOpen(open: number): string {
  if (open === 0) return "Submissions are still open by date";
  return open === 1 ? "One submission is not final" : `${open} submissions are not final`;
}

/**
 * Publishes the final board.
 *
 * @param transaction - The transaction.
 * @param act - Who, where, and the signed deviation if the rating is not complete.
 * @param rating - What the rating lacks, and chance.
 * @throws Refusal 409 `not-frozen`, `already-published`, `rating-incomplete`.
 */
export async function publish(
  transaction: TransactionQueries,
  act: ConditionalAct,
  rating: Pick<ServerContext, "randomBytes"> & { readonly missing: string | undefined },
): Promise<void> {
  const { challenge, nowMs, deviation } = act;
  if (challenge.row.frozenMs === null) throw conflict("not-frozen", "Freeze the board first.");
  if (rating.missing !== undefined && deviation === undefined) {
    throw conflict("rating-incomplete", `${rating.missing}, or sign a deviation.`);
  }
  const { numUpdatedRows } = await transaction
    .updateTable("challenges")
    .set({ publishedMs: nowMs })
    .where("id", "=", challenge.id)
    .where("publishedMs", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw conflict("already-published", "It is published already.");
  await noteAct(transaction, { ...act, name: "publish" }, rating);
}

async function noteAct(
  transaction: TransactionQueries,
  {
    challenge,
    actorId,
    deviation,
    nowMs,
    name,
  }: ConditionalAct & { readonly name: "freeze" | "publish" },
  server: Pick<ServerContext, "randomBytes">,
): Promise<void> {
  await touchBoard(transaction, challenge.id);
  if (deviation !== undefined) {
    const row = { challengeId: challenge.id, act: name, reason: deviation, signedMs: nowMs };
    await transaction
      .insertInto("deviations")
      .values({ id: newId(server), ...row })
      .execute();
  }
  await appendAudit(transaction, {
    atMs: nowMs,
    actorId,
    action: name,
    subjectId: challenge.id,
    details: { deviation: deviation !== undefined },
  });
}

/**
 * Freezes boards whose deadline has passed, with the time that uploads may take, once all their
 * submissions are final and no rescoring is under way.
 *
 * @param server - The server.
 */
export async function freezeWhenDue(server: ServerContext): Promise<void> {
  const nowMs = server.clock.nowMs();
  for (const challenge of await listChallenges(server.database.query)) {
    const { row, schedule, id } = challenge;
    const isDue = !isWithin(nowMs - UPLOAD_GRACE_MS, schedule.submissionsClose);
    if (row.frozenMs !== null || !isDue) continue;
    if ((await openSubmissions(server.database.query, id)) > 0) continue;
    if (await isRescoring(server.database.query, id)) continue;
    const act = { challenge, actorId: null, nowMs };
    await inTransaction(server.database, (transaction) => freeze(transaction, act, server));
    tellPages(server, "challenge-changed", { challengeId: id });
    tellPages(server, "board-changed", { challengeId: id });
  }
}
