import {
  expiredLeases,
  type LeaseFacts,
  type RaterFacts,
  type RatingState,
} from "../../rating/index.ts";
import type { Queries } from "../database/database.ts";
import type { FixedStudy } from "./open-study.ts";

const HOUR_MS = 3_600_000;

/**
 * Marks leases that have run out. Once marked they stay so, whatever the clock does.
 *
 * @param query - The transaction in which something is decided afterwards.
 * @param studyId - The study.
 * @param nowMs - The time.
 */
export async function expireLeases(query: Queries, studyId: string, nowMs: number): Promise<void> {
  await query
    .updateTable("studyLeases")
    .set({ status: "expired", endedMs: nowMs })
    .where("studyId", "=", studyId)
    .where("status", "=", "active")
    .where("expiresMs", "<=", nowMs)
    .execute();
}

/**
 * Everything that decides who reads what next. Leases that have run out, but are not marked yet, count
 * as run out.
 *
 * @param query - The database, or a transaction.
 * @param study - The study.
 * @param nowMs - The time.
 * @returns The state.
 */
export async function readState(
  query: Queries,
  study: FixedStudy,
  nowMs: number,
): Promise<RatingState> {
  const { lease, ratersPerText } = study.definition;
  const claims = await query
    .selectFrom("studyClaims")
    .select(["row", "rater"])
    .where("studyId", "=", study.id)
    .orderBy("row")
    .execute();
  const raters = await query
    .selectFrom("studyRaters")
    .select(["rater", "teams", "joinedMs"])
    .where("studyId", "=", study.id)
    .execute();
  const leases = await query
    .selectFrom("studyLeases")
    .select(["id", "textId", "seat", "rater", "status", "takenMs", "expiresMs", "endedMs"])
    .where("studyId", "=", study.id)
    .orderBy("takenMs")
    .orderBy("number")
    .execute();
  const state: RatingState = {
    design: study.design,
    claims,
    ratersPerText,
    leaseMs: lease.hours * HOUR_MS,
    longestMs: lease.maxDays * 24 * HOUR_MS,
    raters: raters.map(
      ({ rater, teams, joinedMs }): RaterFacts => ({
        rater,
        teams: JSON.parse(teams) as string[],
        joinedAtMs: joinedMs,
      }),
    ),
    leases: leases.map(
      ({ id, textId, takenMs, expiresMs, endedMs, status, ...rest }): LeaseFacts => ({
        ...rest,
        lease: id,
        text: textId,
        status: status as LeaseFacts["status"],
        takenAtMs: takenMs,
        expiresAtMs: expiresMs,
        ...(endedMs === null ? {} : { endedAtMs: endedMs }),
      }),
    ),
  };
  return withExpired(state, nowMs);
}

function withExpired(state: RatingState, nowMs: number): RatingState {
  const expired = new Set(expiredLeases(state, nowMs));
  if (expired.size === 0) return state;
  const leases = state.leases.map(
    (lease): LeaseFacts =>
      expired.has(lease.lease) ? { ...lease, status: "expired", endedAtMs: nowMs } : lease,
  );
  return { ...state, leases };
}
