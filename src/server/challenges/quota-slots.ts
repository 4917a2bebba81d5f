import { type QuotaLimits, quotaView, utcDay } from "../../leaderboard/index.ts";
import type { QuotaView } from "../../records/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { Refusal } from "../http/refusals.ts";

/** Who wants a place, and when. */
export interface SlotRequest {
  /** The team. */
  readonly teamId: string;
  /** What the places are for. */
  readonly submissionId: string;
  /** The moment, UTC milliseconds. */
  readonly atMs: number;
  /** The challenge's limits. */
  readonly limits: QuotaLimits;
}

const ALL = "all";
const PROGRESS = "progress";

function dayScope(atMs: number): string {
  return `day ${utcDay(atMs)}`;
}

/**
 * Takes a place of each quota: today's, the whole challenge's, that of submissions in progress. Each
 * place is a row that exists once, so that no number of uploads at the same time can take more.
 *
 * @param transaction - The transaction; it is repeated if another one took the same place.
 * @param request - For whom.
 * @throws Refusal 429 `quota-exceeded`, telling limit, window and the next place.
 */
export async function takeSlots(
  transaction: TransactionQueries,
  { teamId, submissionId, atMs, limits }: SlotRequest,
): Promise<void> {
  const wanted = [
    { scope: PROGRESS, limit: limits.inProgress, window: "in progress" },
    { scope: dayScope(atMs), limit: limits.perDay, window: "per day (UTC)" },
    { scope: ALL, limit: limits.inAll, window: "in all" },
  ];
  for (const { scope, limit, window } of wanted) {
    const taken = await slotsOf(transaction, teamId, scope);
    if (taken.length >= limit) throw exceeded({ scope, limit, window, atMs });
    const used = new Set(taken);
    let slot = 1;
    while (used.has(slot)) slot += 1;
    await transaction
      .insertInto("submissionSlots")
      .values({ teamId, scope, slot, submissionId })
      .execute();
  }
}

async function slotsOf(query: Queries, teamId: string, scope: string): Promise<number[]> {
  const rows = await query
    .selectFrom("submissionSlots")
    .select("slot")
    .where("teamId", "=", teamId)
    .where("scope", "=", scope)
    .execute();
  return rows.map(({ slot }) => slot);
}

interface FullQuota {
  readonly scope: string;
  readonly limit: number;
  readonly window: string;
  readonly atMs: number;
}

const DAY_MS = 86_400_000;

const NEXT_PLACES: Readonly<Record<string, string>> = {
  [PROGRESS]: "The next place is free when one of them is final.",
  [ALL]: "No further one is allowed.",
};

function exceeded({ scope, limit, window, atMs }: FullQuota): Refusal {
  const nextDayMs = (utcDay(atMs) + 1) * DAY_MS;
  const isDay = scope.startsWith("day");
  const next = isDay
    ? `The next place is free at ${new Date(nextDayMs).toISOString()}.`
    : (NEXT_PLACES[scope] ?? "");
  const allowed =
    limit === 1
      ? `One submission ${window} is allowed.`
      : `${limit} submissions ${window} are allowed.`;
  return new Refusal(
    429,
    { code: "quota-exceeded", message: `${allowed} ${next}` },
    {
      details: { limit, window, ...(isDay ? { nextSlotMs: nextDayMs } : {}) },
      ...(isDay ? { retryAfterSeconds: Math.ceil((nextDayMs - atMs) / 1_000) } : {}),
    },
  );
}

/**
 * Gives the place among those in progress back; the submission counts for the day and in all.
 *
 * @param query - The transaction in which the submission becomes final.
 * @param submissionId - The submission.
 */
export async function endProgress(query: Queries, submissionId: string): Promise<void> {
  await query
    .deleteFrom("submissionSlots")
    .where("submissionId", "=", submissionId)
    .where("scope", "=", PROGRESS)
    .execute();
}

/**
 * Gives every place back: the submission costs nothing.
 *
 * @param query - The transaction in which the submission becomes final.
 * @param submissionId - The submission.
 */
export async function refundSlots(query: Queries, submissionId: string): Promise<void> {
  await query.deleteFrom("submissionSlots").where("submissionId", "=", submissionId).execute();
}

/**
 * What a team has left.
 *
 * @param query - The database.
 * @param team - The team, the limits, and the moment in UTC milliseconds.
 * @returns The view.
 */
export async function quotaOf(
  query: Queries,
  { teamId, limits, atMs }: Omit<SlotRequest, "submissionId">,
): Promise<QuotaView> {
  const count = async (scope: string): Promise<number> =>
    (await slotsOf(query, teamId, scope)).length;
  const use = {
    today: await count(dayScope(atMs)),
    inAll: await count(ALL),
    inProgress: await count(PROGRESS),
  };
  return quotaView(use, limits, atMs);
}
