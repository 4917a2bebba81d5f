import { LonghandError } from "../../foundation/index.ts";
import {
  fixedDates,
  isWithin,
  parseChallengeDate,
  scheduleFaults,
} from "../../leaderboard/index.ts";
import {
  CHALLENGE_DATE_NAMES,
  type ChallengeDateName,
  type ChallengeSchedule,
  type DatesRequest,
} from "../../records/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { momentOf, type StoredChallenge } from "./challenge-store.ts";

const COLUMNS = {
  announced: "announcedMs",
  submissionsOpen: "submissionsOpenMs",
  registrationCloses: "registrationClosesMs",
  submissionsClose: "submissionsCloseMs",
  ratingCloses: "ratingClosesMs",
} as const;

/**
 * Moves dates of a challenge; each move is kept with its reason.
 *
 * @param transaction - The transaction.
 * @param challenge - The challenge.
 * @param request - New dates and the reason.
 * @param server - Chance and time.
 * @returns Names of the dates that were moved.
 * @throws Refusal 409 `date-fixed` for what has begun or shown results; 422 `invalid-date`,
 * `dates-out-of-order`, `date-passed` for an end before now: nobody could have kept it.
 */
export async function moveDates(
  transaction: TransactionQueries,
  challenge: StoredChallenge,
  { request, server }: { readonly request: DatesRequest; readonly server: ServerContext },
): Promise<readonly ChallengeDateName[]> {
  const nowMs = server.clock.nowMs();
  const moves = movesOf(challenge.schedule, request);
  const fixed = fixedDates(momentOf(challenge, nowMs));
  const held = moves.find(({ name }) => fixed.includes(name));
  if (held !== undefined) {
    throw conflict("date-fixed", `${held.name} cannot be moved any more: it has begun.`);
  }
  const passed = moves.find(({ name, newMs }) => isEnd(name) && !isWithin(nowMs, newMs));
  if (passed !== undefined) {
    throw unprocessable("date-passed", `${passed.name} cannot be moved to a time before now.`);
  }
  const schedule = { ...challenge.schedule };
  for (const { name, newMs } of moves) schedule[name] = newMs;
  const [fault] = scheduleFaults(schedule);
  if (fault !== undefined) throw unprocessable("dates-out-of-order", `${fault}.`);
  for (const { name, oldMs, newMs } of moves) {
    await transaction
      .updateTable("challenges")
      .set({ [COLUMNS[name]]: newMs })
      .where("id", "=", challenge.id)
      .execute();
    const row = { challengeId: challenge.id, name, oldMs, newMs, changedMs: nowMs };
    await transaction
      .insertInto("dateChanges")
      .values({ id: newId(server), reason: request.reason, ...row })
      .execute();
  }
  return moves.map(({ name }) => name);
}

function isEnd(name: ChallengeDateName): boolean {
  return ["registrationCloses", "submissionsClose", "ratingCloses"].includes(name);
}

interface DateMove {
  readonly name: ChallengeDateName;
  readonly oldMs: number;
  readonly newMs: number;
}

function movesOf(schedule: ChallengeSchedule, { dates }: DatesRequest): DateMove[] {
  return CHALLENGE_DATE_NAMES.flatMap((name) => {
    const text = dates[name];
    if (text === undefined) return [];
    const move = { name, oldMs: schedule[name], newMs: readDate(name, text) };
    return move.oldMs === move.newMs ? [] : [move];
  });
}

function readDate(name: ChallengeDateName, text: string): number {
  try {
    return parseChallengeDate(name, text);
  } catch (error) {
    if (error instanceof LonghandError) throw unprocessable(error.code, error.message);
    throw error;
  }
}
