import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { isWithin, uploadRefusal } from "../../leaderboard/index.ts";
import type { ResolvedTrack, SubmissionReceipt } from "../../records/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { enqueue } from "../scoring/database-queue.ts";
import { failSubmission } from "../scoring/end-submission.ts";
import { tellWorker } from "../scoring/scoring-engine.ts";
import { makeSubmissionFolders, submissionFiles } from "../scoring/submission-files.ts";
import { momentOf, type StoredChallenge, tellPages } from "./challenge-store.ts";
import type { TeamRow } from "./challenge-tables.ts";
import { quotaOf, takeSlots } from "./quota-slots.ts";
import { requireRegistration } from "./teams.ts";

/** An upload that begins. */
export interface Upload {
  /** The challenge. */
  readonly challenge: StoredChallenge;
  /** The track. */
  readonly track: ResolvedTrack;
  /** Which items it answers. */
  readonly set: "development" | "test";
  /** Name of the system. */
  readonly system: string;
  /** Who sends it. */
  readonly accountId: string;
  /** Their team. */
  readonly team: TeamRow;
  /** When it began, UTC milliseconds. */
  readonly beganMs: number;
  /** Its bytes. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/**
 * Receives a submission. Its places in the quota are taken before the first byte is read, and given
 * back whenever it does not come to be queued.
 *
 * @param server - The server.
 * @param upload - What comes.
 * @returns The receipt.
 * @throws Refusal 409 for the wrong phase, missing registration or terms; 429 `quota-exceeded`; 413
 * `too-large`; 422 `empty-upload`.
 */
export async function receiveSubmission(
  server: ServerContext,
  upload: Upload,
): Promise<SubmissionReceipt> {
  const { challenge, team, beganMs } = upload;
  const id = newId(server);
  refuseByDate(upload, beganMs);
  await makeSubmissionFolders(server.folders.data);
  await inTransaction(server.database, async (transaction) => {
    await requireRegistration(transaction, { challenge, accountId: upload.accountId });
    await requireReferences(transaction, upload);
    await takeSlots(transaction, {
      teamId: team.id,
      submissionId: id,
      atMs: beganMs,
      limits: challenge.definition.quota,
    });
    await transaction.insertInto("submissions").values(rowOf(upload, id)).execute();
    await transaction
      .updateTable("teams")
      .set({ lockedMs: beganMs })
      .where("id", "=", team.id)
      .where("lockedMs", "is", null)
      .execute();
  });
  const stored = await storeOrFail(server, upload, id);
  await inTransaction(server.database, async (transaction) => {
    await transaction
      .updateTable("submissions")
      .set({ ...stored, state: "validating" })
      .where("id", "=", id)
      .where("state", "=", "received")
      .execute();
    await enqueue(transaction, { submissionId: id, kind: "validate", version: 0 }, server);
  });
  tellWorker(server);
  tellPages(server, "submission-changed", { challengeId: challenge.id, submissionId: id });
  const limits = challenge.definition.quota;
  const atMs = server.clock.nowMs();
  return {
    id,
    sha256: stored.sha256,
    bytes: stored.bytes,
    receivedAtMs: beganMs,
    state: "validating",
    quota: await quotaOf(server.database.query, { teamId: team.id, limits, atMs }),
  };
}

function refuseByDate({ challenge, beganMs }: Upload, endedMs: number): void {
  const refusal = uploadRefusal({ beganMs, endedMs }, momentOf(challenge, endedMs));
  if (refusal === undefined) return;
  const words = {
    "not-open-yet": "Submissions are not open yet.",
    frozen: "The board is frozen: no submission is taken any more.",
    "deadline-passed": "The deadline has passed.",
    "took-too-long": "The upload ended more than 15 minutes after it began, past the deadline.",
  }[refusal];
  throw conflict(refusal, words);
}

async function requireReferences(
  query: ServerContext["database"]["query"],
  { challenge, track }: Upload,
): Promise<void> {
  if (track.kind === "open") return;
  const { referenceFiles } = await query
    .selectFrom("scoringVersions")
    .select("referenceFiles")
    .where("challengeId", "=", challenge.id)
    .where("version", "=", challenge.row.activeVersion)
    .executeTakeFirstOrThrow();
  if (Object.hasOwn(JSON.parse(referenceFiles) as object, track.id)) return;
  throw conflict("no-references", "The organiser has not uploaded the references of this track.");
}

function rowOf({ challenge, track, set, system, accountId, team, beganMs }: Upload, id: string) {
  return {
    id,
    challengeId: challenge.id,
    trackId: track.id,
    itemSet: set,
    teamId: team.id,
    submittedBy: accountId,
    system,
    meta: null,
    receivedMs: beganMs,
    finalMs: null,
    withdrawnMs: null,
    state: "received",
    sha256: "",
    bytes: 0,
    kind: "jsonl",
    problems: null,
    problemCount: 0,
    cause: null,
    flags: "[]",
  };
}

interface StoredUpload {
  readonly sha256: string;
  readonly bytes: number;
  readonly kind: "zip" | "jsonl";
}

async function storeOrFail(
  server: ServerContext,
  upload: Upload,
  id: string,
): Promise<StoredUpload> {
  const path = submissionFiles(server.folders.data, id).upload;
  try {
    const stored = await storeBytes(path, upload.bytes());
    if (stored.bytes === 0) throw unprocessable("empty-upload", "The upload is empty.");
    refuseByDate(upload, server.clock.nowMs());
    return stored;
  } catch (error) {
    await rm(path, { force: true });
    await failSubmission(server, id, "The upload was not completed.");
    throw error;
  }
}

async function storeBytes(path: string, pieces: AsyncIterable<Uint8Array>): Promise<StoredUpload> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  let bytes = 0;
  let first = "";
  try {
    for await (const piece of pieces) {
      if (first.length < 4) first += Buffer.from(piece.subarray(0, 4)).toString("latin1");
      hash.update(piece);
      await file.writeFile(piece);
      bytes += piece.byteLength;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  const isZip = ZIP_MARKS.some((mark) => first.startsWith(mark));
  return { sha256: hash.digest("hex"), bytes, kind: isZip ? "zip" : "jsonl" };
}

/** The mark of an entry, and of the end of an empty archive. */
const ZIP_MARKS: readonly string[] = ["PK\u0003\u0004", "PK\u0005\u0006"];

/**
 * Whether submissions of a challenge may be changed by their team: until the deadline and the freeze.
 *
 * @param challenge - The challenge.
 * @param nowMs - Now, UTC milliseconds.
 * @returns `true` before the freeze.
 */
export function mayChange({ row, schedule }: StoredChallenge, nowMs: number): boolean {
  return row.frozenMs === null && isWithin(nowMs, schedule.submissionsClose);
}
