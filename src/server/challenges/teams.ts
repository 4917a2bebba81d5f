import { LonghandError } from "../../foundation/index.ts";
import { isWithin, teamName } from "../../leaderboard/index.ts";
import { nameKey, type TeamView } from "../../records/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { isDuplicate } from "../database/in-transaction.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import type { StoredChallenge } from "./challenge-store.ts";
import type { RegistrationRow, TeamRow, TermsVersionRow } from "./challenge-tables.ts";

/** A person in a challenge. */
export interface Participant {
  /** The challenge. */
  readonly challenge: StoredChallenge;
  /** The person's account. */
  readonly accountId: string;
  /** When the request arrived, UTC milliseconds. */
  readonly atMs: number;
}

/**
 * The terms in force.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @returns The latest version.
 */
export async function currentTerms(query: Queries, challengeId: string): Promise<TermsVersionRow> {
  return await query
    .selectFrom("termsVersions")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .orderBy("createdMs", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}

/**
 * Somebody's registration.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param accountId - The person.
 * @returns It; `undefined` if there is none.
 */
export async function findRegistration(
  query: Queries,
  challengeId: string,
  accountId: string,
): Promise<RegistrationRow | undefined> {
  return await query
    .selectFrom("registrations")
    .selectAll()
    .where("challengeId", "=", challengeId)
    .where("accountId", "=", accountId)
    .executeTakeFirst();
}

/**
 * Registers somebody and accepts the terms for them; who is registered only accepts.
 *
 * @param transaction - The transaction.
 * @param person - Who, where, when.
 * @param termsVersion - The version that was read.
 * @throws Refusal 409 `registration-closed`; 409 `other-terms` if newer terms are in force.
 */
export async function register(
  transaction: TransactionQueries,
  { challenge, accountId, atMs }: Participant,
  termsVersion: string,
): Promise<void> {
  const terms = await currentTerms(transaction, challenge.id);
  if (terms.version !== termsVersion) {
    throw conflict(
      "other-terms",
      `Version ${terms.version} of the terms is in force: read it first.`,
    );
  }
  const known = await findRegistration(transaction, challenge.id, accountId);
  if (known !== undefined) {
    await transaction
      .updateTable("registrations")
      .set({ termsVersion })
      .where("challengeId", "=", challenge.id)
      .where("accountId", "=", accountId)
      .execute();
    return;
  }
  const { announced, registrationCloses } = challenge.schedule;
  if (atMs < announced || !isWithin(atMs, registrationCloses)) {
    throw conflict("registration-closed", "Registration is not open.");
  }
  const state = challenge.definition.approval ? "waiting" : "approved";
  const row = { challengeId: challenge.id, accountId, state, termsVersion, createdMs: atMs };
  await transaction.insertInto("registrations").values(row).execute();
}

/**
 * Checks that somebody may act in a challenge.
 *
 * @param query - The database.
 * @param person - Who and where.
 * @returns The registration, approved, with the terms in force accepted.
 * @throws Refusal 409 `not-registered`, `not-approved`, `terms-not-accepted`.
 */
export async function requireRegistration(
  query: Queries,
  { challenge, accountId }: Pick<Participant, "challenge" | "accountId">,
): Promise<RegistrationRow> {
  const registration = await findRegistration(query, challenge.id, accountId);
  if (registration === undefined) throw conflict("not-registered", "Register first.");
  if (registration.state !== "approved") {
    throw conflict("not-approved", "The organiser has not approved the registration.");
  }
  const terms = await currentTerms(query, challenge.id);
  if (registration.termsVersion !== terms.version) {
    throw conflict("terms-not-accepted", `Accept version ${terms.version} of the terms first.`);
  }
  return registration;
}

/**
 * Somebody's team.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param accountId - The person.
 * @returns It; `undefined` without one.
 */
export async function findTeamOf(
  query: Queries,
  challengeId: string,
  accountId: string,
): Promise<TeamRow | undefined> {
  return await query
    .selectFrom("teams")
    .innerJoin("teamMembers", "teamMembers.teamId", "teams.id")
    .selectAll("teams")
    .where("teamMembers.challengeId", "=", challengeId)
    .where("teamMembers.accountId", "=", accountId)
    .executeTakeFirst();
}

/** A team to be made. */
export interface NewTeam extends Participant {
  /** Its name as typed. */
  readonly name: string;
  /** Whether it is the organisers' test team. */
  readonly isTest: boolean;
}

/**
 * Makes a team with its first member.
 *
 * @param transaction - The transaction.
 * @param given - Who, where, name.
 * @param server - Chance.
 * @returns Its id.
 * @throws Refusal 409 `team-name-taken`, `already-in-a-team`; 422 `invalid-team-name`.
 */
export async function createTeam(
  transaction: TransactionQueries,
  { challenge, accountId, atMs, name: typed, isTest }: NewTeam,
  server: Pick<ServerContext, "randomBytes">,
): Promise<string> {
  const name = checkedName(typed);
  const id = newId(server);
  const key = nameKey(name);
  const row = {
    id,
    challengeId: challenge.id,
    name,
    nameKey: key,
    createdMs: atMs,
    lockedMs: null,
  };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("teams")
    .values({ ...row, isTest: isTest ? 1 : 0 })
    .onConflict((other) => other.columns(["challengeId", "nameKey"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    throw conflict("team-name-taken", `A team with a name like "${name}" is there already.`);
  }
  await joinTeam(transaction, { challengeId: challenge.id, accountId, teamId: id, atMs });
  return id;
}

function checkedName(typed: string): string {
  try {
    return teamName(typed);
  } catch (error) {
    if (error instanceof LonghandError) throw unprocessable(error.code, error.message);
    throw error;
  }
}

/** Somebody who joins. */
export interface NewMember {
  /** The challenge. */
  readonly challengeId: string;
  /** The person. */
  readonly accountId: string;
  /** The team. */
  readonly teamId: string;
  /** When, UTC milliseconds. */
  readonly atMs: number;
}

/**
 * Makes somebody a member of a team.
 *
 * @param transaction - The transaction.
 * @param member - Who, where.
 * @throws Refusal 409 `already-in-a-team`, `team-locked`.
 */
export async function joinTeam(
  transaction: TransactionQueries,
  { challengeId, accountId, teamId, atMs }: NewMember,
): Promise<void> {
  const other = await findTeamOf(transaction, challengeId, accountId);
  if (other !== undefined) throw alreadyInTeam();
  const team = await transaction
    .selectFrom("teams")
    .select("lockedMs")
    .where("id", "=", teamId)
    .where("challengeId", "=", challengeId)
    .executeTakeFirst();
  if (team === undefined || team.lockedMs !== null) {
    throw conflict("team-locked", "Members are fixed from a team's first submission on.");
  }
  try {
    const row = { challengeId, accountId, teamId, joinedMs: atMs };
    await transaction.insertInto("teamMembers").values(row).execute();
  } catch (error) {
    if (isDuplicate(error)) throw alreadyInTeam();
    throw error;
  }
}

function alreadyInTeam(): ReturnType<typeof conflict> {
  return conflict("already-in-a-team", "You are in a team of this challenge already.");
}

/**
 * A team as its members see it.
 *
 * @param query - The database.
 * @param team - The team.
 * @returns The view.
 */
export async function teamViewOf(query: Queries, team: TeamRow): Promise<TeamView> {
  return viewOf(team, await membersOf(query, [team]));
}

/**
 * Several teams as their members see them.
 *
 * @param query - The database.
 * @param teams - The teams.
 * @returns The views, in the same order.
 */
export async function teamViewsOf(
  query: Queries,
  teams: readonly TeamRow[],
): Promise<readonly TeamView[]> {
  if (teams.length === 0) return [];
  const members = await membersOf(query, teams);
  return teams.map((team) => viewOf(team, members));
}

interface MemberOfTeam {
  readonly teamId: string;
  readonly id: string;
  readonly name: string;
}

async function membersOf(
  query: Queries,
  teams: readonly TeamRow[],
): Promise<readonly MemberOfTeam[]> {
  return await query
    .selectFrom("teamMembers")
    .innerJoin("accounts", "accounts.id", "teamMembers.accountId")
    .select(["teamMembers.teamId", "accounts.id", "accounts.name"])
    .where(
      "teamMembers.teamId",
      "in",
      teams.map(({ id }) => id),
    )
    .orderBy("teamMembers.joinedMs")
    .orderBy("accounts.id")
    .execute();
}

function viewOf(team: TeamRow, members: readonly MemberOfTeam[]): TeamView {
  return {
    id: team.id,
    name: team.name,
    test: team.isTest === 1,
    members: members
      .filter(({ teamId }) => teamId === team.id)
      .map(({ id, name }) => ({ id, name })),
    locked: team.lockedMs !== null,
  };
}
