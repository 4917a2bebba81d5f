import { z } from "zod";
import { nextText, type RatingState } from "../../rating/index.ts";
import type { StudyInvitation, StudyInvitations } from "../../records/index.ts";
import type { Queries, TransactionQueries } from "../database/database.ts";
import { conflict, notFound } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import { type IssuedLink, issueLink } from "../people/links.ts";
import type { LinkRow } from "../people/people-tables.ts";
import type { StudyMaker } from "./create-study.ts";
import type { StudyPlace } from "./find-study.ts";
import { readState } from "./rating-state.ts";
import type { StudyRaterRow } from "./rating-tables.ts";

const DAY_MS = 86_400_000;

const payloadSchema = z.object({
  studyId: z.exactOptional(z.string()),
  note: z.string().default(""),
  withdrawnMs: z.exactOptional(z.number()),
});

interface Invitation {
  readonly link: LinkRow;
  readonly note: string;
  readonly withdrawnMs?: number;
}

/**
 * Makes links that give an account with the role of a rater.
 *
 * @param transaction - The transaction.
 * @param order - The study, whom the links are for, who makes them.
 * @param server - Chance and time.
 * @returns The links, in the order of the notes.
 */
export async function inviteRaters(
  transaction: TransactionQueries,
  {
    studyId,
    notes,
    by,
  }: { readonly studyId: string; readonly notes: readonly string[]; readonly by: StudyMaker },
  server: ServerContext,
): Promise<IssuedLink[]> {
  const links = [];
  for (const note of notes) {
    const payload = { roles: ["rater"], studyId, note };
    const order = { purpose: "account", payload, createdBy: by.accountId };
    links.push(await issueLink(transaction, order, server));
  }
  return links;
}

/**
 * Takes an invitation back: its link does not work any more.
 *
 * @param transaction - The transaction.
 * @param which - The study and the link.
 * @param nowMs - The time.
 * @returns What the link was for.
 * @throws Refusal 404 for a link of something else; 409 `link-used` if somebody has an account by it.
 */
export async function withdrawInvitation(
  transaction: TransactionQueries,
  { studyId, linkId }: { readonly studyId: string; readonly linkId: string },
  nowMs: number,
): Promise<{ readonly note: string }> {
  const found = (await invitationsOf(transaction, studyId)).find(({ link }) => link.id === linkId);
  if (found === undefined) throw notFound();
  const { link, note } = found;
  const payload = JSON.stringify({ roles: ["rater"], studyId, note, withdrawnMs: nowMs });
  const { numUpdatedRows } = await transaction
    .updateTable("links")
    .set({ payload, expiresMs: Math.min(link.expiresMs, nowMs) })
    .where("id", "=", linkId)
    .where("usedMs", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw conflict("link-used", "Somebody has made an account with this link already.");
  }
  return { note };
}

async function invitationsOf(query: Queries, studyId: string): Promise<Invitation[]> {
  const links = await query
    .selectFrom("links")
    .selectAll()
    .where("purpose", "=", "account")
    .orderBy("createdMs", "desc")
    .orderBy("id")
    .execute();
  return links.flatMap((link) => {
    const { studyId: own, ...rest } = payloadSchema.parse(JSON.parse(link.payload));
    return own === studyId ? [{ link, ...rest }] : [];
  });
}

/**
 * Who was invited to a study, who rates in it, and where they stand: no marks, no counts and no
 * pseudonyms, so that nobody's ratings can be told from this list.
 *
 * @param query - The database.
 * @param place - The study.
 * @param nowMs - The time.
 * @returns What goes out.
 */
export async function studyInvitations(
  query: Queries,
  { row, study }: StudyPlace,
  nowMs: number,
): Promise<StudyInvitations> {
  const invitations = await invitationsOf(query, row.id);
  const accountOf = await accountsByLink(query);
  const people = await peopleOf(query, row.id);
  const state = await readState(query, study, nowMs);
  const isOpen = row.status === "open";
  const stateOf = (rater: StudyRaterRow): RaterStanding =>
    standingOf(state, { rater, isOpen, nowMs });
  const invited = invitations.map((invitation): StudyInvitation => {
    const accountId = accountOf.get(invitation.link.id);
    if (accountId === undefined) return waitingOf(invitation, nowMs);
    const { name, rater } = people.get(accountId) ?? {};
    return {
      ...linkFacts(invitation),
      ...(name === undefined ? {} : { name }),
      ...(rater === undefined ? { state: "accepted" as const } : stateOf(rater)),
    };
  });
  const listed = new Set(invitations.map(({ link }) => accountOf.get(link.id)));
  const others = [...people].flatMap(([accountId, { name, rater }]): StudyInvitation[] =>
    listed.has(accountId) || rater === undefined || name === undefined
      ? []
      : [{ note: "", name, ...stateOf(rater) }],
  );
  return { items: [...invited, ...others] };
}

function linkFacts({ link, note }: Invitation): Omit<StudyInvitation, "state"> {
  return { id: link.id, note, invitedAtMs: link.createdMs };
}

/** A link that nobody has used. */
function waitingOf(invitation: Invitation, nowMs: number): StudyInvitation {
  const { expiresMs } = invitation.link;
  const facts = { ...linkFacts(invitation), expiresAtMs: expiresMs };
  if (invitation.withdrawnMs !== undefined) return { ...facts, state: "withdrawn" };
  return { ...facts, state: expiresMs <= nowMs ? "expired" : "invited" };
}

/** The account that each link made, from the log of accounts. */
async function accountsByLink(query: Queries): Promise<ReadonlyMap<string, string>> {
  const lines = await query
    .selectFrom("auditLog")
    .select(["subjectId", "details"])
    .where("action", "=", "account-made")
    .execute();
  return new Map(
    lines.flatMap(({ subjectId, details }) => {
      const { linkId } = JSON.parse(details) as { readonly linkId?: string | null };
      return linkId == null ? [] : [[linkId, subjectId] as const];
    }),
  );
}

interface Person {
  /** Absent for a deleted account. */
  readonly name?: string;
  /** Absent before the consent. */
  readonly rater?: StudyRaterRow;
}

async function peopleOf(query: Queries, studyId: string): Promise<ReadonlyMap<string, Person>> {
  const accounts = await query
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("deletedMs", "is", null)
    .orderBy("name")
    .execute();
  const raters = await query
    .selectFrom("studyRaters")
    .selectAll()
    .where("studyId", "=", studyId)
    .execute();
  const byAccount = new Map(raters.map((rater) => [rater.accountId, rater]));
  const named = accounts.map(({ id, name }): [string, Person] => {
    const rater = byAccount.get(id);
    return [id, { name, ...(rater === undefined ? {} : { rater }) }];
  });
  const living = new Set(accounts.map(({ id }) => id));
  const gone = raters
    .filter(({ accountId }) => !living.has(accountId))
    .map((rater): [string, Person] => [rater.accountId, { rater }]);
  return new Map([...named, ...gone]);
}

type RaterStanding = Pick<StudyInvitation, "state" | "idleDays">;

function standingOf(
  state: RatingState,
  {
    rater,
    isOpen,
    nowMs,
  }: { readonly rater: StudyRaterRow; readonly isOpen: boolean; readonly nowMs: number },
): RaterStanding {
  const own = state.leases.filter((lease) => lease.rater === rater.rater);
  const last = Math.max(
    rater.joinedMs,
    ...own.map(({ takenAtMs, endedAtMs }) => endedAtMs ?? takenAtMs),
  );
  const idleDays = Math.max(0, Math.floor((nowMs - last) / DAY_MS));
  if (own.some(({ status }) => status === "active")) return { state: "reading", idleDays };
  const facts = {
    rater: rater.rater,
    teams: JSON.parse(rater.teams) as string[],
    joinedAtMs: rater.joinedMs,
  };
  const next = nextText(state, facts, nowMs);
  const isThrough = !isOpen || (next.kind === "none" && next.reason === "all-rated");
  if (isThrough) return { state: "done", idleDays };
  return { state: own.length === 0 ? "agreed" : "idle", idleDays };
}
