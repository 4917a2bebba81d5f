import { z } from "zod";
import {
  inviteRatersRequestSchema,
  type NewLink,
  newLinkSchema,
  studyInvitationsSchema,
} from "../../records/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { Caller } from "../http/caller.ts";
import { conflict } from "../http/refusals.ts";
import { type Route, route, type Subject } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import { type IssuedLink, linkUrl } from "../people/links.ts";
import type { StudyMaker } from "./create-study.ts";
import { findForOrganiser, type StudyPlace } from "./find-study.ts";
import { inviteRaters, studyInvitations, withdrawInvitation } from "./invitations.ts";
import type { StudyShelf } from "./open-study.ts";
import { present } from "./present.ts";

const studyParams = z.object({ studyId: z.string().max(100) });
const linkParams = z.object({ studyId: z.string().max(100), linkId: z.string().max(100) });
const doneSchema = z.object({ done: z.literal(true) });

type Finder = (
  approach: { readonly params: { readonly studyId: string }; readonly caller: Caller },
  server: ServerContext,
) => Promise<Subject<StudyPlace>>;

/**
 * Routes with which organisers invite raters to a study and see where these stand.
 *
 * @param shelf - Studies that were read before.
 * @returns The routes.
 */
export function invitationRoutes(shelf: StudyShelf): readonly Route[] {
  const find: Finder = ({ params }, server) => findForOrganiser(params.studyId, server, shelf);
  return [listRoute(find), inviteRoute(find), againRoute(find), withdrawRoute(find)];
}

function listRoute(subject: Finder): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}/invitations",
    summary: "Who was invited to a study and where they stand: no marks, no counts",
    action: "see-organisation",
    params: studyParams,
    subject,
    reply: studyInvitationsSchema,
    handle: async ({ found }, { database, clock }) => ({
      body: await studyInvitations(database.query, present(found), clock.nowMs()),
    }),
  });
}

function inviteRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/invitations",
    summary: "Make single-use links for raters of a study",
    action: "run-challenge",
    params: studyParams,
    subject,
    body: inviteRatersRequestSchema,
    reply: z.object({ items: z.array(newLinkSchema) }),
    status: 201,
    secretReply: true,
    writesAudit: true,
    handle: async ({ found, body, caller, arrivedMs }, server) => {
      const { row } = present(found);
      refuseClosed(row.status);
      const by = makerOf(caller, arrivedMs);
      const links = await inTransaction(server.database, async (transaction) => {
        const made = await inviteRaters(
          transaction,
          { studyId: row.id, notes: body.notes, by },
          server,
        );
        await note(transaction, { by, action: "raters-invited", studyId: row.id, links: made });
        return made;
      });
      return { body: { items: links.map((link) => shownLink(link, server)) } };
    },
  });
}

function againRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/invitations/{linkId}/again",
    summary: "Invite somebody anew: the earlier link ends, a new one is made",
    action: "run-challenge",
    params: linkParams,
    subject,
    reply: newLinkSchema,
    status: 201,
    secretReply: true,
    writesAudit: true,
    handle: async ({ found, params, caller, arrivedMs }, server) => {
      const { row } = present(found);
      refuseClosed(row.status);
      const by = makerOf(caller, arrivedMs);
      const link = await inTransaction(server.database, async (transaction) => {
        const which = { studyId: row.id, linkId: params.linkId };
        const earlier = await withdrawInvitation(transaction, which, arrivedMs);
        const order = { studyId: row.id, notes: [earlier.note], by };
        const [made] = await inviteRaters(transaction, order, server);
        const links = made === undefined ? [] : [made];
        await note(transaction, { by, action: "raters-invited", studyId: row.id, links });
        return present(made);
      });
      return { body: shownLink(link, server) };
    },
  });
}

function withdrawRoute(subject: Finder): Route {
  return route({
    method: "delete",
    path: "/studies/{studyId}/invitations/{linkId}",
    summary: "Take an invitation back",
    action: "run-challenge",
    params: linkParams,
    subject,
    reply: doneSchema,
    writesAudit: true,
    handle: async ({ found, params, caller, arrivedMs }, server) => {
      const { row } = present(found);
      const by = makerOf(caller, arrivedMs);
      await inTransaction(server.database, async (transaction) => {
        const which = { studyId: row.id, linkId: params.linkId };
        await withdrawInvitation(transaction, which, arrivedMs);
        const links = [{ id: params.linkId }];
        await note(transaction, { by, action: "invitation-withdrawn", studyId: row.id, links });
      });
      return { body: { done: true } as const };
    },
  });
}

function refuseClosed(status: string): void {
  if (status === "draft" || status === "open") return;
  throw conflict("study-not-open", "The study is closed: nobody can rate any more.");
}

function makerOf({ accountId }: Caller, atMs: number): StudyMaker {
  return { accountId: accountId ?? "", atMs };
}

function shownLink({ id, code, expiresMs }: IssuedLink, server: ServerContext): NewLink {
  return { id, url: linkUrl(code, server), expiresMs };
}

async function note(
  transaction: TransactionQueries,
  {
    by,
    action,
    studyId,
    links,
  }: {
    readonly by: StudyMaker;
    readonly action: "raters-invited" | "invitation-withdrawn";
    readonly studyId: string;
    readonly links: readonly { readonly id: string }[];
  },
): Promise<void> {
  await appendAudit(transaction, {
    atMs: by.atMs,
    actorId: by.accountId,
    action,
    subjectId: studyId,
    details: { linkIds: links.map(({ id }) => id) },
  });
}
