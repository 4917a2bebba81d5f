import { z } from "zod";
import {
  type SubmissionView,
  submissionMetaSchema,
  submissionPageSchema,
  submissionReceiptSchema,
  submissionViewSchema,
  systemNameSchema,
} from "../../records/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { decodeCursor, encodeCursor, pageQuerySchema } from "../http/paging.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { type Approach, type JsonReply, type Route, route, type Subject } from "../http/route.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { tellOfSubmission } from "../scoring/end-submission.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";
import { findChallenge, type StoredChallenge, touchBoard, trackOf } from "./challenge-store.ts";
import type { SubmissionRow, TeamRow } from "./challenge-tables.ts";
import { quotaOf } from "./quota-slots.ts";
import { mayChange, receiveSubmission } from "./receive-submission.ts";
import { isDeclared, submissionViewOf } from "./submission-view.ts";
import { accountOf } from "./team-routes.ts";
import { findTeamOf } from "./teams.ts";

/** Largest upload, in bytes. */
const MAX_UPLOAD_BYTES = 64 * 1_048_576;

const uploadQuery = z.object({
  track: z.exactOptional(z.string().max(40)),
  set: z.enum(["development", "test"]).default("test"),
  system: systemNameSchema,
});

const upload: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/submissions",
  summary: "Submit a .jsonl file or a .zip of such files, 64 MiB at most",
  action: "take-part",
  params: challengeParams,
  query: uploadQuery,
  subject: challengeSubject,
  upload: "application/octet-stream",
  maxBodyBytes: MAX_UPLOAD_BYTES,
  reply: submissionReceiptSchema,
  status: 202,
  handle: async ({ found: challenge, query, caller, arrivedMs, upload: bytes }, server) => {
    const accountId = accountOf(caller);
    const track = trackOf(challenge, query.track);
    if (track === undefined) throw unprocessable("unknown-track", "There is no such track.");
    const team = await requireTeam(server, challenge, accountId);
    const { set, system } = query;
    const one = { challenge, track, set, system, accountId, team, beganMs: arrivedMs, bytes };
    return { body: await receiveSubmission(server, one) };
  },
});

async function requireTeam(
  { database }: ServerContext,
  { id }: StoredChallenge,
  accountId: string,
): Promise<TeamRow> {
  const team = await findTeamOf(database.query, id, accountId);
  if (team === undefined) throw conflict("no-team", "Form a team or join one first.");
  return team;
}

const cursorSchema = z.tuple([z.number(), z.string()]);

const list: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/submissions",
  summary: "Submissions of one's team, latest first",
  action: "see-own-submissions",
  params: challengeParams,
  query: pageQuerySchema,
  subject: challengeSubject,
  reply: submissionPageSchema,
  handle: async ({ found: challenge, query: { cursor, limit }, caller }, server) => {
    const { query } = server.database;
    const team = await requireTeam(server, challenge, accountOf(caller));
    const after = decodeCursor(cursor, cursorSchema);
    let rows = query.selectFrom("submissions").selectAll().where("teamId", "=", team.id);
    if (after !== undefined) {
      const [receivedMs, id] = after;
      rows = rows.where((where) =>
        where.or([
          where("receivedMs", "<", receivedMs),
          where.and([where("receivedMs", "=", receivedMs), where("id", "<", id)]),
        ]),
      );
    }
    const found = await rows
      .orderBy("receivedMs", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute();
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    const limits = challenge.definition.quota;
    const atMs = server.clock.nowMs();
    return {
      body: {
        items: await Promise.all(shown.map((row) => submissionViewOf(query, row, challenge))),
        ...(hasMore ? { next: encodeCursor([last.receivedMs, last.id]) } : {}),
        quota: await quotaOf(query, { teamId: team.id, limits, atMs }),
      },
    };
  },
});

/** A submission with its challenge. */
interface FoundSubmission {
  readonly submission: SubmissionRow;
  readonly challenge: StoredChallenge;
}

const submissionParams = challengeParams.extend({ submissionId: z.string().max(40) });

type SubmissionApproach = Approach<z.output<typeof submissionParams>, unknown>;

async function submissionSubject(
  { params, caller }: SubmissionApproach,
  { database: { query } }: ServerContext,
): Promise<Subject<FoundSubmission>> {
  const challenge = await findChallenge(query, params.challengeId);
  const submission = await query
    .selectFrom("submissions")
    .selectAll()
    .where("id", "=", params.submissionId)
    .where("challengeId", "=", params.challengeId)
    .executeTakeFirst();
  if (challenge === undefined || submission === undefined || caller.accountId === undefined) {
    return { relation: "missing" };
  }
  const team = await findTeamOf(query, challenge.id, caller.accountId);
  if (team?.id !== submission.teamId) return { relation: "other" };
  return {
    relation: "own",
    found: { submission, challenge },
    conditions: team.isTest === 1 ? ["test-team"] : [],
  };
}

const show: Route = route({
  method: "get",
  path: "/challenges/{challengeId}/submissions/{submissionId}",
  summary: "A submission of one's team: state, problems, sums",
  action: "see-own-submissions",
  params: submissionParams,
  subject: submissionSubject,
  reply: submissionViewSchema,
  handle: async ({ found }, { database }) => ({
    body: await submissionViewOf(database.query, found.submission, found.challenge),
  }),
});

/** Changes a submission before the freeze, and answers with what it has become. */
async function change(
  server: ServerContext,
  { submission, challenge }: FoundSubmission,
  work: (transaction: TransactionQueries) => Promise<void>,
): Promise<JsonReply<SubmissionView>> {
  if (!mayChange(challenge, server.clock.nowMs())) {
    throw conflict("frozen", "The deadline has passed: nothing can be changed any more.");
  }
  const { query } = server.database;
  await inTransaction(server.database, async (transaction) => {
    await work(transaction);
    await touchBoard(transaction, challenge.id);
  });
  await tellOfSubmission(server, submission.id);
  const now = await query
    .selectFrom("submissions")
    .selectAll()
    .where("id", "=", submission.id)
    .executeTakeFirstOrThrow();
  return { body: await submissionViewOf(query, now, challenge) };
}

const meta: Route = route({
  method: "put",
  path: "/challenges/{challengeId}/submissions/{submissionId}/meta",
  summary: "Name the system, and declare its resources",
  action: "take-part",
  params: submissionParams,
  subject: submissionSubject,
  body: submissionMetaSchema,
  reply: submissionViewSchema,
  handle: async ({ found, body }, server) =>
    await change(server, found, async (transaction) => {
      await transaction
        .updateTable("submissions")
        .set({ system: body.system, meta: JSON.stringify(body) })
        .where("id", "=", found.submission.id)
        .execute();
    }),
});

const select: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/submissions/{submissionId}/select",
  summary: "Choose a submission as the team's final one",
  action: "take-part",
  params: submissionParams,
  subject: submissionSubject,
  reply: submissionViewSchema,
  handle: async ({ found, arrivedMs }, server) => {
    const { submission, challenge } = found;
    if (submission.state !== "scored" || submission.itemSet !== "test") {
      throw conflict("not-scored", "Only a scored submission to the test items can be chosen.");
    }
    if (!isDeclared(submission, challenge)) {
      throw conflict("not-declared", "Answer the questions about resources first.");
    }
    return await change(server, found, async (transaction) => {
      const { challengeId, trackId, teamId, id } = submission;
      const row = { challengeId, trackId, teamId, submissionId: id, selectedMs: arrivedMs };
      await transaction
        .insertInto("selections")
        .values({ id: newId(server), ...row })
        .execute();
    });
  },
});

const withdraw: Route = route({
  method: "post",
  path: "/challenges/{challengeId}/submissions/{submissionId}/withdraw",
  summary: "Withdraw a scored submission before the freeze; it stays counted",
  action: "take-part",
  params: submissionParams,
  subject: submissionSubject,
  reply: submissionViewSchema,
  handle: async ({ found, arrivedMs }, server) =>
    await change(server, found, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("submissions")
        .set({ state: "withdrawn", withdrawnMs: arrivedMs })
        .where("id", "=", found.submission.id)
        .where("state", "=", "scored")
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) {
        throw conflict("not-scored", "Only a scored submission can be withdrawn.");
      }
    }),
});

/** Routes of submissions. */
export const submissionRoutes: readonly Route[] = [upload, list, show, meta, select, withdraw];
