import type {
  CloseStudyRequest,
  LeakDecisionRequest,
  OpenStudyRequest,
  RatingPlan,
  StudyKeyEntry,
  UnblindReply,
  UnblindRequest,
} from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { conflict, notFound } from "../http/refusals.ts";
import { newSecret, type ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import type { StudyMaker } from "./create-study.ts";
import type { StudyLeakRow, StudyRow } from "./rating-tables.ts";
import { studyCoverage } from "./study-views.ts";

/** How long the ticket of the first step of unblinding holds, in milliseconds. */
const TICKET_MS = 3_600_000;

/** Something that an organiser does with a study. */
export interface StudyAct<Request> {
  /** The study. */
  readonly row: StudyRow;
  /** What is asked. */
  readonly request: Request;
  /** Who asks, and when. */
  readonly by: StudyMaker;
}

/**
 * Decides about a trace of a writer; may be decided anew until the study opens.
 *
 * @param act - Who decides what.
 * @param leakId - The trace.
 * @param server - The database.
 * @returns The trace.
 * @throws Refusal 404 for an unknown trace; 409 `study-not-draft`.
 */
export async function decideLeak(
  { row, request, by }: StudyAct<LeakDecisionRequest>,
  leakId: string,
  server: ServerContext,
): Promise<StudyLeakRow> {
  return await inTransaction(server.database, async (transaction) => {
    const study = await currentRow(transaction, row.id);
    if (study.status !== "draft") throw notDraft();
    const changed = await transaction
      .updateTable("studyLeaks")
      .set({ decision: request.decision, note: request.note })
      .where("studyId", "=", row.id)
      .where("id", "=", leakId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw notFound();
    await audit(transaction, row.id, {
      by,
      action: "leak-decided",
      details: { leak: leakId, decision: request.decision },
    });
    return await transaction
      .selectFrom("studyLeaks")
      .selectAll()
      .where("studyId", "=", row.id)
      .where("id", "=", leakId)
      .executeTakeFirstOrThrow();
  });
}

/**
 * Opens a study: from here on nothing of its plan changes.
 *
 * @param act - Who opens it, and which warnings are accepted.
 * @param server - The database.
 * @returns The study.
 * @throws Refusal 409 `study-not-ready` with what is open; `study-not-draft`.
 */
export async function openStudy(
  { row, request, by }: StudyAct<OpenStudyRequest>,
  server: ServerContext,
): Promise<StudyRow> {
  return await inTransaction(server.database, async (transaction) => {
    const study = await currentRow(transaction, row.id);
    if (study.status !== "draft") throw notDraft();
    const { findings, hash } = JSON.parse(study.plan) as RatingPlan;
    const warnings = findings.filter(
      ({ severity, code }) => severity === "warning" && !request.accept.includes(code),
    );
    const open = await transaction
      .selectFrom("studyLeaks")
      .select("id")
      .where("studyId", "=", row.id)
      .where("decision", "is", null)
      .execute();
    if (warnings.length > 0 || open.length > 0) {
      throw conflict(
        "study-not-ready",
        "Warnings have to be accepted, and traces of writers decided, before the study opens.",
        { details: { findings: warnings, leaks: open.map(({ id }) => id) } },
      );
    }
    await audit(transaction, row.id, {
      by,
      action: "study-opened",
      details: { planHash: hash, accepted: request.accept },
    });
    return await setRow(transaction, row.id, { status: "open", openedMs: by.atMs });
  });
}

/**
 * Closes a study: what is still open ends, no rating is taken any more.
 *
 * @param act - Who closes it, and why although ratings are missing.
 * @param server - The database.
 * @returns The study.
 * @throws Refusal 409 `coverage-missing` without a reason; `study-not-open`.
 */
export async function closeStudy(
  { row, request, by }: StudyAct<CloseStudyRequest>,
  server: ServerContext,
): Promise<StudyRow> {
  return await inTransaction(server.database, async (transaction) => {
    const study = await currentRow(transaction, row.id);
    if (study.status !== "open") {
      throw conflict("study-not-open", "Only an open study can be closed.");
    }
    const { complete, needed } = await studyCoverage(transaction, study);
    if (complete < needed && request.deviation === undefined) {
      throw conflict(
        "coverage-missing",
        `${needed - complete} of ${needed} ratings are missing; give the reason for closing all the same.`,
        { details: { complete, needed } },
      );
    }
    await transaction
      .updateTable("studyLeases")
      .set({ status: "expired", endedMs: by.atMs })
      .where("studyId", "=", row.id)
      .where("status", "=", "active")
      .execute();
    await audit(transaction, row.id, {
      by,
      action: "study-closed",
      details: { complete, needed, deviates: complete < needed },
    });
    const deviation = complete < needed ? (request.deviation ?? null) : null;
    return await setRow(transaction, row.id, { status: "closed", closedMs: by.atMs, deviation });
  });
}

/**
 * Opens the key in two steps, both logged: the reason gives a ticket, the ticket gives the key.
 *
 * @param act - Who asks, and which step.
 * @param server - Database and chance.
 * @returns The ticket, or the key.
 * @throws Refusal 409 `ticket-invalid` for a ticket that is wrong, used or older than an hour.
 */
export async function unblindStudy(
  { row, request, by }: StudyAct<UnblindRequest>,
  server: ServerContext,
): Promise<UnblindReply> {
  const ticket = newSecret(server);
  return await inTransaction(server.database, async (transaction): Promise<UnblindReply> => {
    if ("reason" in request) {
      const expiresAtMs = by.atMs + TICKET_MS;
      await setRow(transaction, row.id, {
        ticketHash: sha256(ticket),
        ticketExpiresMs: expiresAtMs,
        unblindReason: request.reason,
      });
      await audit(transaction, row.id, { by, action: "unblind-asked", details: {} });
      return { step: 1, ticket, expiresAtMs };
    }
    const study = await currentRow(transaction, row.id);
    const isValid =
      study.ticketHash === sha256(request.ticket) && by.atMs < (study.ticketExpiresMs ?? 0);
    if (!isValid) {
      throw conflict("ticket-invalid", "The ticket is wrong, was used, or is older than an hour.");
    }
    await setRow(transaction, row.id, {
      status: "unblinded",
      unblindedMs: study.unblindedMs ?? by.atMs,
      ticketHash: null,
      ticketExpiresMs: null,
    });
    await audit(transaction, row.id, { by, action: "unblinded", details: {} });
    return { step: 2, key: await keyOf(transaction, row.id) };
  });
}

/**
 * Which system wrote which text.
 *
 * @param query - The database, or a transaction.
 * @param studyId - The study.
 * @returns The key, by id of the text.
 */
export async function keyOf(
  query: Pick<TransactionQueries, "selectFrom">,
  studyId: string,
): Promise<StudyKeyEntry[]> {
  return await query
    .selectFrom("studyKeys")
    .select(["textId as text", "system"])
    .where("studyId", "=", studyId)
    .orderBy("textId")
    .execute();
}

function notDraft(): ReturnType<typeof conflict> {
  return conflict("study-not-draft", "The study has been opened already; its plan is fixed.");
}

function currentRow(transaction: TransactionQueries, studyId: string): Promise<StudyRow> {
  return transaction
    .selectFrom("studies")
    .selectAll()
    .where("id", "=", studyId)
    .executeTakeFirstOrThrow();
}

async function setRow(
  transaction: TransactionQueries,
  studyId: string,
  changes: Partial<StudyRow>,
): Promise<StudyRow> {
  await transaction.updateTable("studies").set(changes).where("id", "=", studyId).execute();
  return await currentRow(transaction, studyId);
}

async function audit(
  transaction: TransactionQueries,
  studyId: string,
  {
    by,
    action,
    details,
  }: {
    readonly by: StudyMaker;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await appendAudit(transaction, {
    atMs: by.atMs,
    actorId: by.accountId,
    action,
    subjectId: studyId,
    details,
  });
}
