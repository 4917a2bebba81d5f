import { rm } from "node:fs/promises";
import type { SubmissionState } from "../../records/index.ts";
import { tellPages, touchBoard } from "../challenges/challenge-store.ts";
import type { SubmissionRow } from "../challenges/challenge-tables.ts";
import { endProgress, refundSlots } from "../challenges/quota-slots.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { ServerContext } from "../http/server-context.ts";
import { submissionFiles } from "./submission-files.ts";

/** States that something still follows. */
export const OPEN_STATES: readonly SubmissionState[] = [
  "received",
  "validating",
  "queued",
  "scoring",
];

/** How a submission ends. */
export interface Ending {
  /** Its last state. */
  readonly state: "rejected" | "scored" | "failed";
  /** Why it failed. */
  readonly cause?: string;
  /** What else is set. */
  readonly set?: Partial<Pick<SubmissionRow, "problems" | "problemCount" | "flags">>;
}

/**
 * Ends a submission, once: of two endings the first counts. Rejected and failed ones get all their
 * places back.
 *
 * @param transaction - The transaction.
 * @param submissionId - The submission.
 * @param ending - How, and when in UTC milliseconds.
 * @returns `false` if it had ended before.
 */
export async function endSubmission(
  transaction: TransactionQueries,
  submissionId: string,
  { state, cause, set = {}, nowMs }: Ending & { readonly nowMs: number },
): Promise<boolean> {
  const row = await transaction
    .updateTable("submissions")
    .set({ ...set, state, finalMs: nowMs, cause: cause ?? null })
    .where("id", "=", submissionId)
    .where("state", "in", [...OPEN_STATES])
    .returning(["challengeId", "receivedMs"])
    .executeTakeFirst();
  if (row === undefined) return false;
  if (state === "scored") await endProgress(transaction, submissionId);
  else await refundSlots(transaction, submissionId);
  if (state !== "rejected") await touchBoard(transaction, row.challengeId);
  return true;
}

/**
 * Fails a submission: its quota goes back, its cause is shown, its work is ended.
 *
 * @param server - The server.
 * @param submissionId - The submission.
 * @param cause - Why, in words that may be shown.
 */
export async function failSubmission(
  server: ServerContext,
  submissionId: string,
  cause: string,
): Promise<void> {
  const nowMs = server.clock.nowMs();
  const ended = await inTransaction(server.database, async (transaction) => {
    const isEnded = await endSubmission(transaction, submissionId, {
      state: "failed",
      cause,
      nowMs,
    });
    if (!isEnded) return false;
    await transaction
      .updateTable("scoringJobs")
      .set({ state: "failed", lease: null, endedMs: nowMs, cause })
      .where("submissionId", "=", submissionId)
      .where("state", "in", ["waiting", "leased"])
      .execute();
    return true;
  });
  if (!ended) return;
  await removeUpload(server, submissionId);
  server.log.warn({ submissionId, cause }, "submission failed");
  await tellOfSubmission(server, submissionId);
}

/**
 * Removes the bytes of an upload, which nobody needs once it was checked.
 *
 * @param server - The folders.
 * @param submissionId - The submission.
 */
export async function removeUpload(
  { folders }: Pick<ServerContext, "folders">,
  submissionId: string,
): Promise<void> {
  await rm(submissionFiles(folders.data, submissionId).upload, { force: true });
}

/**
 * Tells open pages of a submission.
 *
 * @param server - Database and hub.
 * @param submissionId - The submission.
 */
export async function tellOfSubmission(server: ServerContext, submissionId: string): Promise<void> {
  const row = await server.database.query
    .selectFrom("submissions")
    .select("challengeId")
    .where("id", "=", submissionId)
    .executeTakeFirst();
  if (row === undefined) return;
  const { challengeId } = row;
  tellPages(server, "submission-changed", { challengeId, submissionId });
  tellPages(server, "board-changed", { challengeId });
}
