import {
  type AnswerRefusal,
  answerFingerprint,
  canRevive,
  judgeAnswer,
  leaseEndMs,
} from "../../rating/index.ts";
import {
  type CurrentAnswer,
  type LeaseEnd,
  type PositionRequest,
  type RatingAnswer,
  type SaveAnswerRequest,
  type SavedAnswer,
  type SkipRequest,
  studyDimensions,
} from "../../records/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { conflict, notFound, type Refusal, unprocessable } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { FixedStudy } from "./open-study.ts";
import { readState } from "./rating-state.ts";
import type { StudyAnswerRow, StudyLeaseRow } from "./rating-tables.ts";
import { reviveLease } from "./take-lease.ts";

/** A reading that a request is about. */
export interface LeasePlace {
  /** Its study. */
  readonly study: FixedStudy;
  /** Its id. */
  readonly leaseId: string;
}

/** An answer to be saved. */
export interface AnswerOrder extends LeasePlace {
  /** Id of the dimension. */
  readonly dimension: string;
  /** The answer, and the version it was made on. */
  readonly request: SaveAnswerRequest;
  /** Key of the request; null if it has none. */
  readonly requestKey: string | null;
}

/**
 * Saves one answer, keeps the one before in the history, and extends the lease. The reading opens
 * again if it had run out and nobody has taken its seat.
 *
 * @param order - The answer.
 * @param server - Database and time.
 * @returns The answer that counts now.
 * @throws Refusal 404 for an unknown dimension; 409 `stale-answer`, `lease-expired`, `lease-ended`,
 * `study-not-open`; 422 `key-used-otherwise`.
 */
export async function saveAnswer(order: AnswerOrder, server: ServerContext): Promise<SavedAnswer> {
  const { study, leaseId, dimension, request, requestKey } = order;
  return await inTransaction(server.database, async (transaction) => {
    const nowMs = server.clock.nowMs();
    const lease = await openLease(transaction, { study, leaseId }, nowMs);
    const { rater, textId } = lease;
    const place = { rater, textId, dimension };
    const current = await currentAnswer(transaction, place);
    const earlier = await earlierAnswer(transaction, rater, requestKey);
    const { baseVersion, ...answer } = request;
    const event = {
      text: textId,
      dimension,
      answer,
      baseVersion,
      idempotencyKey: requestKey ?? "",
    };
    const { reply, isRepeat } = judgeAnswer(event, {
      dimensions: studyDimensions(study.definition).map(({ id }) => id),
      holdsLease: true,
      version: current?.version ?? 0,
      ...(earlier === undefined ? {} : { earlier }),
    });
    if (reply.status === "refused") throw refusalOf(reply.code, current);
    const { version } = reply;
    if (!isRepeat) {
      const columns = columnsOf(reply.answer);
      await storeCurrent(transaction, { ...place, studyId: study.id, version, ...columns });
      await transaction
        .insertInto("studyAnswerHistory")
        .values({
          ...place,
          version,
          studyId: study.id,
          ...columns,
          atMs: nowMs,
          requestKey,
          fingerprint: answerFingerprint(event),
        })
        .execute();
    }
    const expiresAtMs = await extendLease(transaction, { study, lease }, nowMs);
    return { dimension, answer: reply.answer, version, expiresAtMs };
  });
}

function refusalOf(code: AnswerRefusal, current: StudyAnswerRow | undefined): Refusal {
  switch (code) {
    case "no-lease":
    case "unknown-dimension":
      return notFound();
    case "invalid-answer":
      return unprocessable(code, "An answer is a whole number from 1 to 5, or why there is none.");
    case "key-reused":
      return unprocessable(
        "key-used-otherwise",
        "This Idempotency-Key was sent with another answer already.",
      );
    case "stale-answer":
      return conflict(code, "This answer was changed elsewhere; look at it and answer again.", {
        details: current === undefined ? {} : { current: answerView(current) },
      });
  }
}

function currentAnswer(
  query: Queries,
  { rater, textId, dimension }: Pick<StudyAnswerRow, "rater" | "textId" | "dimension">,
): Promise<StudyAnswerRow | undefined> {
  return query
    .selectFrom("studyAnswers")
    .selectAll()
    .where("rater", "=", rater)
    .where("textId", "=", textId)
    .where("dimension", "=", dimension)
    .executeTakeFirst();
}

async function earlierAnswer(
  query: Queries,
  rater: string,
  requestKey: string | null,
): Promise<{ readonly fingerprint: string; readonly version: number } | undefined> {
  if (requestKey === null) return undefined;
  return await query
    .selectFrom("studyAnswerHistory")
    .select(["fingerprint", "version"])
    .where("rater", "=", rater)
    .where("requestKey", "=", requestKey)
    .executeTakeFirst();
}

async function storeCurrent(transaction: TransactionQueries, row: StudyAnswerRow): Promise<void> {
  if (row.version === 1) {
    await transaction.insertInto("studyAnswers").values(row).execute();
    return;
  }
  await transaction
    .updateTable("studyAnswers")
    .set({ version: row.version, value: row.value, cannotJudge: row.cannotJudge })
    .where("rater", "=", row.rater)
    .where("textId", "=", row.textId)
    .where("dimension", "=", row.dimension)
    .where("version", "=", row.version - 1)
    .execute();
}

/**
 * An answer as it is stored.
 *
 * @param answer - A mark, or why there is none.
 * @returns Its columns.
 */
export function columnsOf(answer: RatingAnswer): Pick<StudyAnswerRow, "value" | "cannotJudge"> {
  return "value" in answer
    ? { value: answer.value, cannotJudge: null }
    : { value: null, cannotJudge: answer.cannotJudge };
}

/**
 * An answer as it is stored, in the shape of records.
 *
 * @param row - The answer.
 * @returns A mark, or why there is none.
 */
export function answerOf(row: Pick<StudyAnswerRow, "value" | "cannotJudge">): RatingAnswer {
  return row.value === null ? { cannotJudge: row.cannotJudge ?? "" } : { value: row.value };
}

/**
 * A current answer as pages see it.
 *
 * @param row - The answer.
 * @returns The same as a record.
 */
export function answerView(row: StudyAnswerRow): CurrentAnswer {
  return { dimension: row.dimension, answer: answerOf(row), version: row.version };
}

/** The reading, open; one that ran out opens again where that may be. */
async function openLease(
  transaction: TransactionQueries,
  { study, leaseId }: LeasePlace,
  nowMs: number,
): Promise<StudyLeaseRow> {
  const { status } = await transaction
    .selectFrom("studies")
    .select("status")
    .where("id", "=", study.id)
    .executeTakeFirstOrThrow();
  if (status !== "open") throw conflict("study-not-open", "The study takes no ratings now.");
  const lease = await leaseRow(transaction, leaseId);
  if (lease.status === "active" && lease.expiresMs > nowMs) return lease;
  if (lease.status === "complete" || lease.status === "skipped") {
    throw conflict("lease-ended", "This text was submitted or skipped already.");
  }
  const state = await readState(transaction, study, nowMs);
  const facts = state.leases.find((each) => each.lease === leaseId);
  const other = state.leases.some(
    (each) => each.rater === lease.rater && each.status === "active" && each.lease !== leaseId,
  );
  if (facts === undefined || other || !canRevive(state, facts, nowMs)) {
    throw conflict("lease-expired", "The time for this text has run out; ask for the next one.");
  }
  await transaction
    .updateTable("studyLeases")
    .set({ status: "expired", endedMs: nowMs })
    .where("id", "=", leaseId)
    .execute();
  await reviveLease(transaction, leaseId, { state, nowMs });
  return await leaseRow(transaction, leaseId);
}

function leaseRow(query: Queries, leaseId: string): Promise<StudyLeaseRow> {
  return query
    .selectFrom("studyLeases")
    .selectAll()
    .where("id", "=", leaseId)
    .executeTakeFirstOrThrow();
}

async function extendLease(
  transaction: TransactionQueries,
  { study, lease }: { readonly study: FixedStudy; readonly lease: StudyLeaseRow },
  nowMs: number,
): Promise<number> {
  const { hours, maxDays } = study.definition.lease;
  const limits = { leaseMs: hours * 3_600_000, longestMs: maxDays * 86_400_000 };
  const end = leaseEndMs({ ...limits, takenAtMs: lease.takenMs }, nowMs);
  // A clock that jumped back must not shorten it.
  const expiresMs = Math.max(end, lease.expiresMs);
  await transaction
    .updateTable("studyLeases")
    .set({ expiresMs })
    .where("id", "=", lease.id)
    .execute();
  return expiresMs;
}

/**
 * Keeps how far a rater has read, and for how long: never more than the time that has passed since it
 * was last told.
 *
 * @param place - The reading.
 * @param position - The place in the text, and the time in use.
 * @param server - Database and time.
 * @throws Refusal 409 as for answers.
 */
export async function savePosition(
  { study, leaseId }: LeasePlace,
  { paragraph, share, readMs }: PositionRequest,
  server: ServerContext,
): Promise<void> {
  await inTransaction(server.database, async (transaction) => {
    const nowMs = server.clock.nowMs();
    const lease = await openLease(transaction, { study, leaseId }, nowMs);
    const passed = Math.max(0, nowMs - lease.readToldMs);
    await transaction
      .updateTable("studyLeases")
      .set({
        paragraph,
        share,
        readMs: lease.readMs + Math.min(readMs, passed),
        readToldMs: Math.max(nowMs, lease.readToldMs),
      })
      .where("id", "=", leaseId)
      .execute();
  });
}

/**
 * Hands a reading in. Every dimension needs an answer. Submitting again changes nothing.
 *
 * @param place - The reading.
 * @param server - Database and time.
 * @returns What became of it.
 * @throws Refusal 422 `answers-missing`; 409 as for answers.
 */
export async function submitLease(
  { study, leaseId }: LeasePlace,
  server: ServerContext,
): Promise<LeaseEnd> {
  return await inTransaction(server.database, async (transaction) => {
    const nowMs = server.clock.nowMs();
    const before = await leaseRow(transaction, leaseId);
    if (before.status === "complete") return { id: leaseId, status: "complete" };
    const lease = await openLease(transaction, { study, leaseId }, nowMs);
    const given = await transaction
      .selectFrom("studyAnswers")
      .select("dimension")
      .where("rater", "=", lease.rater)
      .where("textId", "=", lease.textId)
      .execute();
    const answered = new Set(given.map(({ dimension }) => dimension));
    const missing = studyDimensions(study.definition)
      .map(({ id }) => id)
      .filter((id) => !answered.has(id));
    if (missing.length > 0) {
      throw unprocessable("answers-missing", "Some questions have no answer yet.", {
        details: { missing },
      });
    }
    // A page that never told how long it was read: at most since the text was taken.
    const wasTold = lease.readToldMs > lease.takenMs;
    const readMs = wasTold ? lease.readMs : Math.max(0, nowMs - lease.takenMs);
    await endLease(transaction, leaseId, { status: "complete", endedMs: nowMs, readMs });
    return { id: leaseId, status: "complete" };
  });
}

/**
 * Gives a reading up: the text goes to somebody else, and never comes back.
 *
 * @param place - The reading.
 * @param request - Why.
 * @param server - Database and time.
 * @returns What became of it.
 * @throws Refusal 409 `lease-ended` for a reading that was submitted.
 */
export async function skipLease(
  { study, leaseId }: LeasePlace,
  { reason, note }: SkipRequest,
  server: ServerContext,
): Promise<LeaseEnd> {
  return await inTransaction(server.database, async (transaction) => {
    const before = await leaseRow(transaction, leaseId);
    if (before.status === "skipped") return { id: leaseId, status: "skipped" };
    if (before.status !== "expired") {
      await openLease(transaction, { study, leaseId }, server.clock.nowMs());
    }
    const endedMs = server.clock.nowMs();
    await endLease(transaction, leaseId, {
      status: "skipped",
      endedMs,
      skipReason: reason,
      skipNote: note ?? null,
    });
    return { id: leaseId, status: "skipped" };
  });
}

async function endLease(
  transaction: TransactionQueries,
  leaseId: string,
  changes: Partial<StudyLeaseRow>,
): Promise<void> {
  await transaction.updateTable("studyLeases").set(changes).where("id", "=", leaseId).execute();
}
