import { leaseEndMs, type NextText, nextText, type RatingState } from "../../rating/index.ts";
import { nameKey } from "../../records/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import type { FixedStudy } from "./open-study.ts";
import { expireLeases, readState } from "./rating-state.ts";
import type { StudyLeaseRow, StudyRaterRow } from "./rating-tables.ts";

/** What asking for a text came to. */
export type TakenLease =
  | {
      /** The reading that is open now. */
      readonly lease: StudyLeaseRow;
    }
  | {
      /** No reading. */
      readonly none: Extract<NextText, { readonly kind: "none" }>;
    };

/**
 * Gives a rater the open text, or the next one. The database's unique indexes hold whatever happens
 * at the same moment: no text twice for a rater, no text with more readings than seats.
 *
 * @param study - The study, which must be open.
 * @param rater - The rater.
 * @param server - Database, chance and time.
 * @returns The reading, or why there is none.
 */
export async function takeLease(
  study: FixedStudy,
  rater: StudyRaterRow,
  server: ServerContext,
): Promise<TakenLease> {
  return await inTransaction(server.database, async (transaction) => {
    const nowMs = server.clock.nowMs();
    await expireLeases(transaction, study.id, nowMs);
    const teams = await teamsOf(transaction, rater.accountId);
    await transaction
      .updateTable("studyRaters")
      .set({ teams: JSON.stringify(teams) })
      .where("rater", "=", rater.rater)
      .execute();
    const state = await readState(transaction, study, nowMs);
    const facts = { rater: rater.rater, teams, joinedAtMs: rater.joinedMs };
    const next = nextText(state, facts, nowMs);
    if (next.kind === "none") return { none: next };
    const id = await carryOut(transaction, { next, state, study, rater, nowMs }, server);
    const lease = await transaction
      .selectFrom("studyLeases")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { lease };
  });
}

interface Step {
  readonly next: Exclude<NextText, { readonly kind: "none" }>;
  readonly state: RatingState;
  readonly study: FixedStudy;
  readonly rater: StudyRaterRow;
  readonly nowMs: number;
}

async function carryOut(
  transaction: TransactionQueries,
  { next, state, study, rater, nowMs }: Step,
  server: ServerContext,
): Promise<string> {
  if (next.kind === "resume") return next.lease;
  if (next.kind === "revive") {
    await reviveLease(transaction, next.lease, { state, nowMs });
    return next.lease;
  }
  if (next.claims !== undefined) {
    const claim = { studyId: study.id, row: next.claims, rater: rater.rater };
    await transaction.insertInto("studyClaims").values(claim).execute();
  }
  const id = newId(server);
  const own = state.leases.filter((lease) => lease.rater === rater.rater).length;
  await transaction
    .insertInto("studyLeases")
    .values({
      id,
      studyId: study.id,
      textId: next.slot.text,
      seat: next.slot.seat,
      rater: rater.rater,
      status: "active",
      number: own + 1,
      takenMs: nowMs,
      expiresMs: leaseEndMs({ ...state, takenAtMs: nowMs }, nowMs),
      endedMs: null,
      readMs: 0,
      readToldMs: nowMs,
      paragraph: 0,
      share: 0,
      skipReason: null,
      skipNote: null,
    })
    .execute();
  return id;
}

/**
 * Opens a reading again that had run out; whether that may be is decided before.
 *
 * @param transaction - The transaction.
 * @param leaseId - The reading.
 * @param at - The study as it is, and the time.
 */
export async function reviveLease(
  transaction: TransactionQueries,
  leaseId: string,
  { state, nowMs }: { readonly state: RatingState; readonly nowMs: number },
): Promise<void> {
  const takenAtMs = state.leases.find(({ lease }) => lease === leaseId)?.takenAtMs ?? nowMs;
  await transaction
    .updateTable("studyLeases")
    .set({
      status: "active",
      endedMs: null,
      expiresMs: leaseEndMs({ ...state, takenAtMs }, nowMs),
    })
    .where("id", "=", leaseId)
    .where("status", "=", "expired")
    .execute();
}

/** Names and ids of all teams of a person, in all challenges, folded. */
async function teamsOf(query: Queries, accountId: string): Promise<string[]> {
  const teams = await query
    .selectFrom("teamMembers")
    .innerJoin("teams", "teams.id", "teamMembers.teamId")
    .select(["teams.id", "teams.name"])
    .where("teamMembers.accountId", "=", accountId)
    .orderBy("teams.id")
    .execute();
  return teams.flatMap(({ id, name }) => [nameKey(id), nameKey(name)]);
}
