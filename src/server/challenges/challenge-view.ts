import { isWithin, showMoment } from "../../leaderboard/index.ts";
import type {
  ChallengeDateName,
  ChallengeSummary,
  ChallengeView,
  DateChange,
  MyPart,
  PublicFile,
  ShownMoment,
  ShownTrack,
  SignedDeviation,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { Caller } from "../http/caller.ts";
import { itemsOf, phaseOf, type StoredChallenge } from "./challenge-store.ts";
import type { ChallengeItemRow } from "./challenge-tables.ts";
import { currentTerms, findRegistration, findTeamOf, teamViewOf } from "./teams.ts";

/** Who looks, and when. */
export interface Reader {
  /** The caller. */
  readonly caller: Caller;
  /** Now, UTC milliseconds. */
  readonly nowMs: number;
}

/**
 * Whether somebody may see that a challenge exists.
 *
 * @param challenge - The challenge.
 * @param reader - Who, when.
 * @returns `true` from its announcement on; for organisers always.
 */
export function isVisible({ schedule }: StoredChallenge, { caller, nowMs }: Reader): boolean {
  return nowMs >= schedule.announced || caller.roles.includes("organiser");
}

/**
 * A challenge in a list.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @param nowMs - Now, UTC milliseconds.
 * @returns Its line.
 */
export async function summaryOf(
  query: Queries,
  challenge: StoredChallenge,
  nowMs: number,
): Promise<ChallengeSummary> {
  const { definition, schedule, row } = challenge;
  const { teams } = await query
    .selectFrom("teams")
    .select(({ fn }) => fn.countAll<number>().as("teams"))
    .where("challengeId", "=", challenge.id)
    .where("isTest", "=", 0)
    .executeTakeFirstOrThrow();
  return {
    id: challenge.id,
    title: definition.title,
    description: definition.description,
    phase: phaseOf(challenge, nowMs),
    takesSubmissions:
      row.frozenMs === null &&
      nowMs >= schedule.submissionsOpen &&
      isWithin(nowMs, schedule.submissionsClose),
    submissionsCloseMs: schedule.submissionsClose,
    teams,
  };
}

/**
 * A challenge as its page shows it to somebody.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @param reader - Who, when.
 * @returns The view.
 */
export async function viewOf(
  query: Queries,
  challenge: StoredChallenge,
  reader: Reader,
): Promise<ChallengeView> {
  const { definition, schedule, row, id } = challenge;
  const released = { development: true, test: reader.nowMs >= schedule.submissionsOpen };
  const tracks: ShownTrack[] = [];
  const files: PublicFile[] = [];
  for (const track of definition.tracks) {
    const items = await itemsOf(query, id, track.id);
    const idsOf = (set: "development" | "test"): string[] =>
      released[set]
        ? items.filter(({ itemSet }) => itemSet === set).map(({ itemId }) => itemId)
        : [];
    tracks.push({
      ...track,
      developmentItems: items.filter(({ itemSet }) => itemSet === "development").length,
      testItems: items.filter(({ itemSet }) => itemSet === "test").length,
      itemIds: { development: idsOf("development"), test: idsOf("test") },
    });
    for (const set of ["development", "test"] as const) {
      if (idsOf(set).length === 0) continue;
      const bytes = Buffer.byteLength(itemFile(items, set));
      files.push({
        name: `${set}-${track.id}.jsonl`,
        title: `${track.title}: ${set} items`,
        bytes,
      });
    }
  }
  const { version, text } = await currentTerms(query, id);
  const mine = await partOf(query, challenge, reader);
  return {
    ...(await summaryOf(query, challenge, reader.nowMs)),
    dates: datesOf(challenge),
    dateChanges: await dateChangesOf(query, id),
    deviations: await deviationsOf(query, id),
    tracks,
    quota: definition.quota,
    terms: { version, text },
    resourceQuestions: definition.resourceQuestions,
    rules: definition.rules,
    approval: definition.approval,
    files,
    frozen: row.frozenMs !== null,
    ...(mine === undefined ? {} : { mine }),
  };
}

/**
 * Items as a file for everybody: what a system gets, and nothing else.
 *
 * @param items - Items of a track.
 * @param set - Which.
 * @returns JSON Lines.
 */
export function itemFile(items: readonly ChallengeItemRow[], set: "development" | "test"): string {
  return items
    .filter(({ itemSet }) => itemSet === set)
    .map(({ itemId, prompt }) => `${JSON.stringify({ itemId, prompt, set })}\n`)
    .join("");
}

function datesOf({ schedule }: StoredChallenge): Record<ChallengeDateName, ShownMoment> {
  return {
    announced: showMoment(schedule.announced),
    submissionsOpen: showMoment(schedule.submissionsOpen),
    registrationCloses: showMoment(schedule.registrationCloses),
    submissionsClose: showMoment(schedule.submissionsClose),
    ratingCloses: showMoment(schedule.ratingCloses),
  };
}

async function dateChangesOf(query: Queries, challengeId: string): Promise<DateChange[]> {
  const rows = await query
    .selectFrom("dateChanges")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .orderBy("changedMs", "desc")
    .execute();
  return rows.map(({ name, oldMs, newMs, reason, changedMs }) => ({
    name: name as ChallengeDateName,
    oldMs,
    newMs,
    reason,
    changedAtMs: changedMs,
  }));
}

async function deviationsOf(query: Queries, challengeId: string): Promise<SignedDeviation[]> {
  const rows = await query
    .selectFrom("deviations")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .orderBy("signedMs", "desc")
    .execute();
  return rows.map(({ act, reason, signedMs }) => ({
    act: act as SignedDeviation["act"],
    reason,
    signedAtMs: signedMs,
  }));
}

async function partOf(
  query: Queries,
  { id }: StoredChallenge,
  { caller }: Reader,
): Promise<MyPart | undefined> {
  if (caller.accountId === undefined) return undefined;
  const registration = await findRegistration(query, id, caller.accountId);
  const team = await findTeamOf(query, id, caller.accountId);
  return {
    organiser: caller.roles.includes("organiser"),
    registration: (registration?.state ?? "none") as MyPart["registration"],
    ...(registration === undefined ? {} : { acceptedTerms: registration.termsVersion }),
    ...(team === undefined ? {} : { team: await teamViewOf(query, team) }),
  };
}
