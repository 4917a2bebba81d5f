import { z } from "zod";
import {
  registrationRequestSchema,
  teamInvitationSchema,
  teamRequestSchema,
  teamViewSchema,
} from "../../records/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { Caller } from "../http/caller.ts";
import { conflict, notFound } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import { issueLink, redeemLink } from "../people/links.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";
import { findChallenge, tellPages } from "./challenge-store.ts";
import {
  createTeam,
  findRegistration,
  findTeamOf,
  joinTeam,
  register,
  requireRegistration,
  teamViewOf,
} from "./teams.ts";

/** What links to a team are called. */
const TEAM_LINK = "team";

/**
 * The account of a caller, which every role with a right to take part has.
 *
 * @param caller - Who asks.
 * @returns The id.
 * @throws Refusal 404 for callers without an account.
 */
export function accountOf({ accountId }: Caller): string {
  if (accountId === undefined) throw notFound();
  return accountId;
}

const registrationReply = z.object({
  registration: z.enum(["waiting", "approved", "refused"]),
  acceptedTerms: z.string(),
});

const registrations: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/registrations",
  summary: "Register, and accept the terms in force",
  action: "take-part",
  params: challengeParams,
  subject: challengeSubject,
  body: registrationRequestSchema,
  reply: registrationReply,
  handle: async ({ found: challenge, body, caller, arrivedMs }, { database }) => {
    const accountId = accountOf(caller);
    const registration = await inTransaction(database, async (transaction) => {
      await register(transaction, { challenge, accountId, atMs: arrivedMs }, body.termsVersion);
      return await findRegistration(transaction, challenge.id, accountId);
    });
    const state = (registration?.state ?? "waiting") as "waiting" | "approved" | "refused";
    return { body: { registration: state, acceptedTerms: body.termsVersion } };
  },
});

const teams: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/teams",
  summary: "Form a team; that of an organiser is a test team, which is never ranked",
  action: "take-part",
  params: challengeParams,
  subject: challengeSubject,
  body: teamRequestSchema,
  reply: teamViewSchema,
  status: 201,
  handle: async ({ found: challenge, body, caller, arrivedMs }, server) => {
    const accountId = accountOf(caller);
    const isTest = caller.roles.includes("organiser");
    const person = { challenge, accountId, atMs: arrivedMs };
    const view = await inTransaction(server.database, async (transaction) => {
      await requireRegistration(transaction, person);
      await createTeam(transaction, { ...person, name: body.name, isTest }, server);
      const team = await findTeamOf(transaction, challenge.id, accountId);
      if (team === undefined) throw notFound();
      return await teamViewOf(transaction, team);
    });
    tellPages(server, "challenge-changed", { challengeId: challenge.id });
    return { body: view };
  },
});

const invitations: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/teams/{teamId}/invitations",
  summary: "Make a link to join one's team: it works once, for 7 days",
  action: "take-part",
  params: challengeParams.extend({ teamId: z.string().max(40) }),
  subject: async (approach, server) => {
    const { found } = await challengeSubject(approach, server);
    const { accountId } = approach.caller;
    if (found === undefined || accountId === undefined) return { relation: "missing" };
    const team = await findTeamOf(server.database.query, found.id, accountId);
    if (team?.id !== approach.params.teamId) return { relation: "other" };
    return { relation: "own", found: team, conditions: ["test-team"] };
  },
  reply: teamInvitationSchema,
  status: 201,
  secretReply: true,
  handle: async ({ found: team, caller, params }, server) => {
    if (team.lockedMs !== null) {
      throw conflict("team-locked", "Members are fixed from a team's first submission on.");
    }
    const payload = { teamId: team.id, challengeId: params.challengeId };
    const order = { purpose: TEAM_LINK, payload, createdBy: accountOf(caller) };
    const link = await issueLink(server.database.query, order, server);
    return { body: { code: link.code, expiresAtMs: link.expiresMs } };
  },
});

const payloadSchema = z.object({ teamId: z.string(), challengeId: z.string() });

const accept: Route = route({
  method: "post",
  path: "/invitations/{code}/accept",
  summary: "Join the team of an invitation",
  action: "take-part",
  params: z.object({ code: z.string().max(100) }),
  subject: async () => ({ relation: "own", found: undefined, conditions: ["test-team"] }),
  reply: teamViewSchema,
  handle: async ({ params, caller, arrivedMs }, server) => {
    const accountId = accountOf(caller);
    const { view, challengeId } = await inTransaction(server.database, async (transaction) => {
      const use = { code: params.code, purposes: [TEAM_LINK], nowMs: arrivedMs };
      const link = await redeemLink(transaction, use);
      const payload = payloadSchema.parse(JSON.parse(link.payload));
      const challenge = await findChallenge(transaction, payload.challengeId);
      if (challenge === undefined) throw notFound();
      await requireRegistration(transaction, { challenge, accountId });
      await joinTeam(transaction, { ...payload, accountId, atMs: arrivedMs });
      const team = await findTeamOf(transaction, challenge.id, accountId);
      if (team === undefined) throw notFound();
      return { view: await teamViewOf(transaction, team), challengeId: challenge.id };
    });
    tellPages(server, "challenge-changed", { challengeId });
    return { body: view };
  },
});

/** Routes of registration, teams and invitations. */
export const teamRoutes: readonly Route[] = [registrations, teams, invitations, accept];
