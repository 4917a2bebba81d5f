import { type ChallengeMoment, phaseAt, splitItems } from "../../leaderboard/index.ts";
import type {
  ChallengeItem,
  ChallengePhase,
  ChallengeSchedule,
  ResolvedChallenge,
  ResolvedTrack,
} from "../../records/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { isDuplicate } from "../database/in-transaction.ts";
import { keptQuery } from "../database/kept-query.ts";
import { conflict } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { ChallengeItemRow, ChallengeRow } from "./challenge-tables.ts";

/** A challenge as it is stored. */
export interface StoredChallenge {
  /** Short name. */
  readonly id: string;
  /** What its file said, defaults filled in. */
  readonly definition: ResolvedChallenge;
  /** Its dates now. */
  readonly schedule: ChallengeSchedule;
  /** The row. */
  readonly row: ChallengeRow;
}

/**
 * Finds a challenge.
 *
 * @param query - The database.
 * @param id - Short name.
 * @returns It; `undefined` if there is none.
 */
export async function findChallenge(
  query: Queries,
  id: string,
): Promise<StoredChallenge | undefined> {
  const [row] = await challengeRows.rows(query, id);
  return row === undefined ? undefined : storedOf(row);
}

const challengeRows = keptQuery((query: Queries, id: string) =>
  query.selectFrom("challenges").selectAll().where("id", "=", id),
);

/**
 * All challenges, the latest first.
 *
 * @param query - The database.
 * @returns Them.
 */
export async function listChallenges(query: Queries): Promise<readonly StoredChallenge[]> {
  const rows = await query
    .selectFrom("challenges")
    .selectAll()
    .orderBy("announcedMs", "desc")
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map(storedOf);
}

/** Definitions that stay read, by their texts: they never change. */
const definitions = new Map<string, ResolvedChallenge>();
const KEPT_DEFINITIONS = 100;

function definitionOf(text: string): ResolvedChallenge {
  const known = definitions.get(text);
  if (known !== undefined) return known;
  const definition = JSON.parse(text) as ResolvedChallenge;
  if (definitions.size >= KEPT_DEFINITIONS) definitions.clear();
  definitions.set(text, definition);
  return definition;
}

function storedOf(row: ChallengeRow): StoredChallenge {
  return {
    id: row.id,
    definition: definitionOf(row.definition),
    schedule: {
      announced: row.announcedMs,
      submissionsOpen: row.submissionsOpenMs,
      registrationCloses: row.registrationClosesMs,
      submissionsClose: row.submissionsCloseMs,
      ratingCloses: row.ratingClosesMs,
    },
    row,
  };
}

/**
 * A challenge at a moment, as the rules of phases read it.
 *
 * @param challenge - The challenge.
 * @param nowMs - The moment, UTC milliseconds.
 * @returns Dates, freeze and publication.
 */
export function momentOf(
  { schedule, row }: Pick<StoredChallenge, "schedule" | "row">,
  nowMs: number,
): ChallengeMoment {
  return {
    schedule,
    nowMs,
    ...(row.frozenMs === null ? {} : { frozenAtMs: row.frozenMs }),
    ...(row.publishedMs === null ? {} : { publishedAtMs: row.publishedMs }),
  };
}

/**
 * Where a challenge stands.
 *
 * @param challenge - The challenge.
 * @param nowMs - The moment, UTC milliseconds.
 * @returns The phase.
 */
export function phaseOf(challenge: StoredChallenge, nowMs: number): ChallengePhase {
  return phaseAt(momentOf(challenge, nowMs));
}

/**
 * A track of a challenge.
 *
 * @param challenge - The challenge.
 * @param trackId - Its name; left out for the first.
 * @returns The track; `undefined` for an unknown name.
 */
export function trackOf(
  { definition }: Pick<StoredChallenge, "definition">,
  trackId: string | undefined,
): ResolvedTrack | undefined {
  return definition.tracks.find(({ id }) => trackId === undefined || id === trackId);
}

/**
 * Items of a track.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param trackId - The track.
 * @returns All items, in the order of their file.
 */
export async function itemsOf(
  query: Queries,
  challengeId: string,
  trackId: string,
): Promise<readonly ChallengeItemRow[]> {
  return await query
    .selectFrom("challengeItems")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .where("trackId", "=", trackId)
    .orderBy("position")
    .execute();
}

/** A challenge to be stored. */
export interface NewChallenge {
  /** The challenge. */
  readonly challenge: ResolvedChallenge;
  /** Items by track. */
  readonly items: Readonly<Record<string, readonly ChallengeItem[]>>;
  /** The organiser. */
  readonly createdBy: string;
}

/** Rows that go into one statement. */
const ROWS_AT_ONCE = 100;

/**
 * Stores a challenge with its items and the first version of its scores.
 *
 * @param transaction - The transaction.
 * @param given - The challenge.
 * @param server - The time.
 * @throws Refusal 409 `challenge-exists`.
 */
export async function insertChallenge(
  transaction: TransactionQueries,
  { challenge, items, createdBy }: NewChallenge,
  { clock }: Pick<ServerContext, "clock">,
): Promise<void> {
  const nowMs = clock.nowMs();
  const row = challengeRow(challenge, { createdBy, nowMs });
  try {
    await transaction.insertInto("challenges").values(row).execute();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw conflict("challenge-exists", `There is a challenge called ${challenge.id} already.`);
  }
  for (const { id } of challenge.tracks) {
    const rows = itemRows(challenge, id, items[id] ?? []);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      await transaction.insertInto("challengeItems").values(some).execute();
    }
  }
  const { version, text } = challenge.terms;
  await transaction
    .insertInto("termsVersions")
    .values({ challengeId: challenge.id, version, text, createdMs: nowMs })
    .execute();
  await transaction
    .insertInto("scoringVersions")
    .values({
      challengeId: challenge.id,
      version: 1,
      reason: "first version",
      startedMs: nowMs,
      activatedMs: nowMs,
      referenceFiles: "{}",
    })
    .execute();
}

function challengeRow(
  challenge: ResolvedChallenge,
  { createdBy, nowMs }: { readonly createdBy: string; readonly nowMs: number },
): ChallengeRow {
  const { schedule } = challenge;
  return {
    id: challenge.id,
    definition: JSON.stringify(challenge),
    createdBy,
    createdMs: nowMs,
    announcedMs: schedule.announced,
    submissionsOpenMs: schedule.submissionsOpen,
    registrationClosesMs: schedule.registrationCloses,
    submissionsCloseMs: schedule.submissionsClose,
    ratingClosesMs: schedule.ratingCloses,
    frozenMs: null,
    publishedMs: null,
    activeVersion: 1,
    boardVersion: 1,
  };
}

function itemRows(
  { id: challengeId, split }: ResolvedChallenge,
  trackId: string,
  items: readonly ChallengeItem[],
): ChallengeItemRow[] {
  const parts = splitItems(items, { track: trackId, ...split });
  return items.map(({ itemId, prompt, set, userId }, position) => ({
    challengeId,
    trackId,
    itemId,
    position,
    prompt,
    itemSet: set,
    userId: userId ?? null,
    part: parts.get(itemId) ?? "development",
  }));
}

/**
 * Notes that boards of a challenge may have changed.
 *
 * @param query - The transaction of the change.
 * @param challengeId - The challenge.
 */
export async function touchBoard(query: Queries, challengeId: string): Promise<void> {
  await query
    .updateTable("challenges")
    .set(({ eb }) => ({ boardVersion: eb("boardVersion", "+", 1) }))
    .where("id", "=", challengeId)
    .execute();
}

/**
 * Tells open pages that something of a challenge changed. Call it after the transaction.
 *
 * @param server - The hub.
 * @param type - What changed.
 * @param ids - Ids of objects; `challengeId` names the topic.
 */
export function tellPages(
  { events }: Pick<ServerContext, "events">,
  type: "board-changed" | "challenge-changed" | "submission-changed",
  ids: Readonly<Record<string, string>> & { readonly challengeId: string },
): void {
  events.publish(`challenge:${ids.challengeId}`, { type, ids });
}
