import { z } from "zod";
import {
  approvalRequestSchema,
  type ChallengeView,
  challengeViewSchema,
  conditionalActRequestSchema,
  datesRequestSchema,
  flagEntrySchema,
  queueViewSchema,
  referenceLineSchema,
  rescoreRequestSchema,
  termsRequestSchema,
} from "../../records/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { Caller } from "../http/caller.ts";
import { conflict, notFound, unprocessable } from "../http/refusals.ts";
import { type JsonReply, type Route, route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import { startRescore } from "../scoring/rescore.ts";
import { tellWorker } from "../scoring/scoring-engine.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";
import { findChallenge, type StoredChallenge, tellPages, trackOf } from "./challenge-store.ts";
import { viewOf } from "./challenge-view.ts";
import { freeze, publish } from "./freeze.ts";
import { moveDates } from "./move-dates.ts";
import { readFlags, readQueue } from "./read-queue.ts";
import { replaceReferences } from "./replace-references.ts";

/** What the organisers' routes have to ask of the rating stage. */
export interface RatingProgress {
  /**
   * What the rating of a challenge lacks.
   *
   * @param challengeId - The challenge.
   * @returns What is missing, and what would help; `undefined` if every text of its studies has its ratings.
   */
  missing(challengeId: string): Promise<string | undefined>;
}

/** A change by an organiser. */
interface Change {
  readonly challenge: StoredChallenge;
  readonly caller: Caller;
}

type ViewReply = JsonReply<ChallengeView>;

/** Makes a change, tells pages, and answers with what the challenge has become. */
async function change(
  server: ServerContext,
  { challenge, caller }: Change,
  work: (transaction: TransactionQueries) => Promise<void>,
): Promise<ViewReply> {
  const { database, clock } = server;
  await inTransaction(database, work);
  tellPages(server, "challenge-changed", { challengeId: challenge.id });
  tellPages(server, "board-changed", { challengeId: challenge.id });
  const now = await findChallenge(database.query, challenge.id);
  if (now === undefined) throw notFound();
  return { body: await viewOf(database.query, now, { caller, nowMs: clock.nowMs() }) };
}

const phases: Route = route({
  method: "patch",
  path: "/challenges/{challengeId}/phases",
  summary: "Move dates, with a reason that the page shows",
  action: "run-challenge",
  params: challengeParams,
  subject: challengeSubject,
  body: datesRequestSchema,
  reply: challengeViewSchema,
  writesAudit: true,
  handle: async ({ found: challenge, body, caller, arrivedMs }, server) =>
    await change(server, { challenge, caller }, async (transaction) => {
      const dates = await moveDates(transaction, challenge, { request: body, server });
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: caller.accountId ?? null,
        action: "dates-moved",
        subjectId: challenge.id,
        details: { dates },
      });
    }),
});

const freezing: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/freeze",
  summary: "Freeze the board: no further submission, and the private part is shown",
  action: "run-challenge",
  params: challengeParams,
  subject: challengeSubject,
  body: conditionalActRequestSchema,
  reply: challengeViewSchema,
  writesAudit: true,
  handle: async ({ found: challenge, body, caller, arrivedMs }, server) => {
    const act = { challenge, actorId: caller.accountId ?? null, nowMs: arrivedMs, ...body };
    return await change(server, { challenge, caller }, (transaction) =>
      freeze(transaction, act, server),
    );
  },
});

function publishing(rating: RatingProgress): Route {
  return route({
    method: "post",
    path: "/challenges/{challengeId}/publish",
    summary: "Publish the final board",
    action: "run-challenge",
    params: challengeParams,
    subject: challengeSubject,
    body: conditionalActRequestSchema,
    reply: challengeViewSchema,
    writesAudit: true,
    handle: async ({ found: challenge, body, caller, arrivedMs }, server) => {
      const missing = await rating.missing(challenge.id);
      const act = { challenge, actorId: caller.accountId ?? null, nowMs: arrivedMs, ...body };
      return await change(server, { challenge, caller }, (transaction) =>
        publish(transaction, act, { randomBytes: server.randomBytes, missing }),
      );
    },
  });
}

const rescoring: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/rescore",
  summary: "Score every submission again; the board switches in one step when all are done",
  action: "run-challenge",
  params: challengeParams,
  subject: challengeSubject,
  body: rescoreRequestSchema,
  reply: challengeViewSchema,
  status: 202,
  writesAudit: true,
  handle: async ({ found: challenge, body, caller, arrivedMs }, server) => {
    const reply = await change(server, { challenge, caller }, async (transaction) => {
      const order = { challengeId: challenge.id, reason: body.reason, referenceFiles: {} };
      await startRescore(transaction, order, server);
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: caller.accountId ?? null,
        action: "rescore-started",
        subjectId: challenge.id,
      });
    });
    tellWorker(server);
    return reply;
  },
});

/** References of 10,000 items. */
const MAX_REFERENCE_BYTES = 64 * 1_048_576;

const references: Route = route({
  method: "put",
  path: "/challenges/{challengeId}/references",
  summary: "Upload or replace the hidden references of a track; nobody can download them",
  action: "replace-references",
  params: challengeParams,
  query: z.object({ track: z.exactOptional(z.string().max(40)) }),
  subject: challengeSubject,
  body: z.object({ references: z.array(referenceLineSchema).min(1).max(10_000) }),
  maxBodyBytes: MAX_REFERENCE_BYTES,
  reply: z.object({ rescoring: z.boolean() }),
  writesAudit: true,
  handle: async ({ found: challenge, query, body, caller }, server) => {
    const track = trackOf(challenge, query.track);
    if (track === undefined) throw unprocessable("unknown-track", "There is no such track.");
    const actorId = caller.accountId ?? null;
    const given = { challenge, track, lines: body.references, actorId };
    const reply = await replaceReferences(server, given);
    tellPages(server, "challenge-changed", { challengeId: challenge.id });
    return { body: reply };
  },
});

const terms: Route = route({
  method: "put",
  path: "/challenges/{challengeId}/terms",
  summary: "New terms, which everybody accepts before the next submission",
  action: "run-challenge",
  params: challengeParams,
  subject: challengeSubject,
  body: termsRequestSchema,
  reply: challengeViewSchema,
  handle: async ({ found: challenge, body, caller, arrivedMs }, server) =>
    await change(server, { challenge, caller }, async (transaction) => {
      const known = await transaction
        .selectFrom("termsVersions")
        .select(["version", "createdMs"])
        .where("challengeId", "=", challenge.id)
        .execute();
      if (known.some(({ version }) => version === body.version)) {
        throw conflict("version-exists", `There are terms of version ${body.version} already.`);
      }
      // The latest is in force: it must be later than all before, whatever the clock has done.
      const createdMs = Math.max(arrivedMs, ...known.map((terms) => terms.createdMs + 1));
      await transaction
        .insertInto("termsVersions")
        .values({ challengeId: challenge.id, ...body, createdMs })
        .execute();
    }),
});

const registrationSchema = z.object({
  items: z.array(
    z.object({
      accountId: z.string(),
      name: z.string(),
      registration: z.enum(["waiting", "approved", "refused"]),
      registeredAtMs: z.int(),
    }),
  ),
});

const registrations: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/registrations",
  summary: "Who takes part",
  action: "see-organisation",
  params: challengeParams,
  subject: challengeSubject,
  reply: registrationSchema,
  handle: async ({ found }, { database }) => {
    const rows = await database.query
      .selectFrom("registrations")
      .innerJoin("accounts", "accounts.id", "registrations.accountId")
      .select(["accounts.id", "accounts.name", "registrations.state", "registrations.createdMs"])
      .where("registrations.challengeId", "=", found.id)
      .orderBy("registrations.createdMs", "desc")
      .limit(1_000)
      .execute();
    const items = rows.map(({ id, name, state, createdMs }) => ({
      accountId: id,
      name,
      registration: state as "waiting" | "approved" | "refused",
      registeredAtMs: createdMs,
    }));
    return { body: { items } };
  },
});

const approval: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/registrations/{accountId}",
  summary: "Approve or refuse somebody who has registered",
  action: "run-challenge",
  params: challengeParams.extend({ accountId: z.string().max(40) }),
  subject: challengeSubject,
  body: approvalRequestSchema,
  reply: challengeViewSchema,
  handle: async ({ found: challenge, params, body, caller }, server) =>
    await change(server, { challenge, caller }, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("registrations")
        .set({ state: body.decision })
        .where("challengeId", "=", challenge.id)
        .where("accountId", "=", params.accountId)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw notFound();
    }),
});

const queue: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/queue",
  summary: "Submissions that are not final, the versions of scores, and the rescoring that goes on",
  action: "see-organisation",
  params: challengeParams,
  subject: challengeSubject,
  reply: queueViewSchema,
  handle: async ({ found }, { database }) => ({ body: await readQueue(database.query, found) }),
});

const flags: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/flags",
  summary: "What looks odd about submissions",
  action: "see-organisation",
  params: challengeParams,
  subject: challengeSubject,
  reply: z.object({ items: z.array(flagEntrySchema) }),
  handle: async ({ found }, { database }) => ({
    body: { items: await readFlags(database.query, found.id) },
  }),
});

/**
 * Routes of organisers.
 *
 * @param rating - What the rating stage knows.
 * @returns The routes.
 */
export function organiserRoutes(rating: RatingProgress): readonly Route[] {
  return [
    phases,
    freezing,
    publishing(rating),
    rescoring,
    references,
    terms,
    registrations,
    approval,
    queue,
    flags,
  ];
}
