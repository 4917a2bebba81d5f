import { z } from "zod";
import { vectorsAdvice } from "../../pipeline/doors/leaderboard.ts";
import {
  challengeItemSchema,
  challengeSummarySchema,
  challengeViewSchema,
  resolvedChallengeSchema,
} from "../../records/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { eventStream, mayOpenStream } from "../http/events.ts";
import { notFound, tooMany } from "../http/refusals.ts";
import { type Approach, type Route, route, type Subject } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import {
  findChallenge,
  insertChallenge,
  itemsOf,
  listChallenges,
  type StoredChallenge,
} from "./challenge-store.ts";
import { isVisible, itemFile, summaryOf, viewOf } from "./challenge-view.ts";
import { type GivenChallenge, refuseFaults } from "./check-new-challenge.ts";

/** Parts of a path that name a challenge. */
export const challengeParams: z.ZodObject<{ challengeId: z.ZodString }> = z.object({
  challengeId: z.string().max(40),
});

/**
 * Finds the challenge of a path for somebody who may know of it.
 *
 * @param approach - Path and caller.
 * @param server - Database and time.
 * @returns The challenge as the caller's own; missing before its announcement.
 */
export async function challengeSubject(
  {
    params,
    caller,
  }: Pick<Approach<{ readonly challengeId: string }, unknown>, "params" | "caller">,
  { database, clock }: ServerContext,
): Promise<Subject<StoredChallenge>> {
  const found = await findChallenge(database.query, params.challengeId);
  const isThere = found !== undefined && isVisible(found, { caller, nowMs: clock.nowMs() });
  // Organisers may do nothing but with a test team of theirs; see `isTestTeam`.
  return isThere ? { relation: "own", found, conditions: ["test-team"] } : { relation: "missing" };
}

/** Body of `POST /challenges`: a checked challenge file with its items. */
const newChallengeSchema: z.ZodType<GivenChallenge> = z.object({
  challenge: resolvedChallengeSchema,
  items: z.record(z.string().max(40), z.array(challengeItemSchema).max(10_000)),
});

/** Largest body of a new challenge, in bytes: 10,000 items of 3 kB. */
const MAX_CHALLENGE_BYTES = 32 * 1_048_576;

const list: Route = route({
  method: "get",
  path: "/challenges",
  summary: "Challenges that were announced",
  action: "see-public",
  subject: "none",
  reply: z.object({ items: z.array(challengeSummarySchema) }),
  handle: async ({ caller }, { database: { query }, clock }) => {
    const nowMs = clock.nowMs();
    const all = await listChallenges(query);
    const visible = all.filter((challenge) => isVisible(challenge, { caller, nowMs }));
    const items = await Promise.all(visible.map((one) => summaryOf(query, one, nowMs)));
    return { body: { items } };
  },
});

const create: Route = route({
  method: "post",
  path: "/challenges",
  summary: "Make a challenge of a checked challenge file and its items",
  action: "run-challenge",
  subject: "none",
  body: newChallengeSchema,
  maxBodyBytes: MAX_CHALLENGE_BYTES,
  reply: challengeViewSchema,
  status: 201,
  writesAudit: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const { database } = server;
    const createdBy = caller.accountId;
    if (createdBy === undefined) throw notFound();
    refuseFaults(body);
    await inTransaction(database, async (transaction) => {
      await insertChallenge(transaction, { ...body, createdBy }, server);
      const entry = { action: "challenge-created", subjectId: body.challenge.id };
      await appendAudit(transaction, { atMs: arrivedMs, actorId: createdBy, ...entry });
    });
    const stored = await findChallenge(database.query, body.challenge.id);
    if (stored === undefined) throw notFound();
    const view = await viewOf(database.query, stored, { caller, nowMs: server.clock.nowMs() });
    const { home } = server.folders;
    const advice = await Promise.all(view.tracks.map((track) => vectorsAdvice(track, { home })));
    const warnings = [...new Set(advice.flat())];
    return { body: { ...view, ...(warnings.length === 0 ? {} : { warnings }) } };
  },
});

const show: Route = route({
  method: "get",
  path: "/challenges/{challengeId}",
  summary: "A challenge: dates, rules, tracks, files",
  action: "see-public",
  params: challengeParams,
  subject: challengeSubject,
  reply: challengeViewSchema,
  handle: async ({ found, caller }, { database, clock }) => ({
    body: await viewOf(database.query, found, { caller, nowMs: clock.nowMs() }),
  }),
});

const FILE_NAME = /^(development|test)-([a-z0-9-]{1,40})\.jsonl$/;

const file: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/files/{name}",
  summary: "Items of a track as JSON Lines; those of the test once submissions are open",
  action: "see-public",
  params: challengeParams.extend({ name: z.string().max(60).regex(FILE_NAME) }),
  subject: async (approach, server) => {
    const subject = await challengeSubject(approach, server);
    const { found } = subject;
    const [, set, track] = FILE_NAME.exec(approach.params.name) ?? [];
    const isKnown = found?.definition.tracks.some(({ id }) => id === track) === true;
    const isOpen =
      set === "development" || server.clock.nowMs() >= (found?.schedule.submissionsOpen ?? 0);
    return isKnown && isOpen ? subject : { relation: "missing" };
  },
  handle: async ({ found, params }, { database }) => {
    const [, set = "", track = ""] = FILE_NAME.exec(params.name) ?? [];
    const items = await itemsOf(database.query, found.id, track);
    return new Response(itemFile(items, set === "test" ? "test" : "development"), {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="${params.name}"`,
      },
    });
  },
});

const events: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/events",
  summary: "News of a challenge as server-sent events, ids only",
  action: "see-public",
  params: challengeParams,
  subject: challengeSubject,
  handle: async ({ found, signal }, server) => {
    if (!mayOpenStream()) throw tooMany("Too many pages are listening.", 30);
    return eventStream(server.events, [`challenge:${found.id}`], signal);
  },
});

/** Routes of challenges that everybody may read, and the one that makes them. */
export const challengeRoutes: readonly Route[] = [list, create, show, file, events];
