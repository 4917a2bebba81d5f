import { z } from "zod";
import {
  ACCOUNT_ROLES,
  type AccountRole,
  type AccountView,
  accountViewSchema,
  auditViewSchema,
  newLinkSchema,
  type Relation,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import type { Caller } from "../http/caller.ts";
import { decodeCursor, pageOf, pageQuerySchema, pageSchema } from "../http/paging.ts";
import { conflict, Refusal } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import {
  addRoles,
  deleteAccount,
  findAccount,
  refuseExclusiveRoles,
  refuseLastAdmin,
  rolesOfAccount,
} from "./accounts.ts";
import { appendAudit, verifyAudit } from "./audit-log.ts";
import { issueLink, linkUrl, revokeLinksOf } from "./links.ts";
import type { AccountRow } from "./people-tables.ts";
import { closeSessions } from "./sessions.ts";

const doneSchema = z.object({ done: z.literal(true) });
const DONE = { body: { done: true } } as const;
const accountParams = z.object({ accountId: z.string().max(100) });

/** Accounts belong to themselves; to everybody else they are others'. */
async function accountSubject(
  { params, caller }: { readonly params: { readonly accountId: string }; readonly caller: Caller },
  { database }: ServerContext,
): Promise<{ readonly relation: Relation; readonly found?: AccountRow }> {
  const found = await findAccount(database.query, { id: params.accountId });
  if (found === undefined) return { relation: "missing" };
  return { relation: found.id === caller.accountId ? "own" : "other", found };
}

const inviteRoute: Route = route({
  method: "post",
  path: "/people/invitations",
  summary: "Make single-use links that give roles; organisers invite participants and raters",
  action: "invite-people",
  subject: "none",
  body: z.object({
    roles: z.array(z.enum(ACCOUNT_ROLES)).min(1),
    count: z.number().int().min(1).max(100).default(1),
  }),
  reply: z.object({ items: z.array(newLinkSchema) }),
  status: 201,
  secretReply: true,
  writesAudit: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const mayAppoint = caller.roles.includes("admin");
    if (!mayAppoint && body.roles.some((role) => role === "organiser" || role === "admin")) {
      throw new Refusal(403, {
        code: "forbidden",
        message: "Only an admin invites organisers and admins.",
      });
    }
    refuseExclusiveRoles(body.roles, server);
    const createdBy = caller.accountId ?? null;
    const items = await inTransaction(server.database, async (transaction) => {
      const links = [];
      for (let made = 0; made < body.count; made++) {
        const order = { purpose: "account", payload: { roles: body.roles }, createdBy };
        const { id, code, expiresMs } = await issueLink(transaction, order, server);
        links.push({ id, url: linkUrl(code, server), expiresMs });
      }
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: createdBy,
        action: "people-invited",
        details: { roles: body.roles, linkIds: links.map(({ id }) => id) },
      });
      return links;
    });
    return { body: { items } };
  },
});

const listAccountsRoute: Route = route({
  method: "get",
  path: "/accounts",
  summary: "All accounts, newest first",
  action: "manage-accounts",
  subject: "none",
  query: pageQuerySchema,
  reply: pageSchema(accountViewSchema),
  writesAudit: true,
  handle: async ({ query: { limit, cursor } }, { database }) => {
    const after = decodeCursor(cursor, z.tuple([z.number(), z.string()]));
    let accounts = database.query.selectFrom("accounts").selectAll();
    if (after !== undefined) {
      const [createdMs, id] = after;
      accounts = accounts.where(({ eb, or, and }) =>
        or([
          eb("createdMs", "<", createdMs),
          and([eb("createdMs", "=", createdMs), eb("id", "<", id)]),
        ]),
      );
    }
    const rows = await accounts
      .orderBy("createdMs", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute();
    const page = pageOf(rows, limit, ({ createdMs, id }) => [createdMs, id]);
    const roles = await rolesById(
      database.query,
      page.items.map(({ id }) => id),
    );
    return { body: { ...page, items: page.items.map((row) => viewOf(row, roles.get(row.id))) } };
  },
});

async function rolesById(
  query: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly AccountRole[]>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("accountRoles")
    .select(["accountId", "role"])
    .where("accountId", "in", ids)
    .execute();
  const roles = new Map<string, AccountRole[]>();
  for (const { accountId, role } of rows) {
    roles.set(accountId, [...(roles.get(accountId) ?? []), role as AccountRole]);
  }
  return roles;
}

function viewOf(
  { id, name, totpConfirmed, createdMs, deletedMs }: AccountRow,
  roles: readonly AccountRole[] = [],
): AccountView {
  return { id, name, roles, hasSecondFactor: totpConfirmed === 1, createdMs, deletedMs };
}

const setRolesRoute: Route = route({
  method: "put",
  path: "/accounts/{accountId}/roles",
  summary: "Set the roles of an account; it is signed out everywhere",
  action: "manage-accounts",
  params: accountParams,
  subject: accountSubject,
  body: z.object({ roles: z.array(z.enum(ACCOUNT_ROLES)) }),
  reply: doneSchema,
  writesAudit: true,
  handle: async ({ params: { accountId }, body: { roles }, caller, arrivedMs }, server) => {
    if (accountId === caller.accountId && !roles.includes("admin")) {
      throw conflict("last-word", "Another admin has to take this role from you.");
    }
    await inTransaction(server.database, async (transaction) => {
      if (!roles.includes("admin")) await refuseLastAdmin(transaction, accountId);
      await revokeLinksOfDemoted(transaction, { accountId, roles, nowMs: arrivedMs });
      await transaction.deleteFrom("accountRoles").where("accountId", "=", accountId).execute();
      await addRoles(transaction, { accountId, roles }, server);
      await closeSessionsOfOthers(transaction, { accountId, caller });
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: caller.accountId ?? null,
        action: "roles-set",
        subjectId: accountId,
        details: { roles },
      });
    });
    return DONE;
  },
});

/** Whoever may invite no longer has no links out there either. */
async function revokeLinksOfDemoted(
  transaction: Queries,
  {
    accountId,
    roles,
    nowMs,
  }: {
    readonly accountId: string;
    readonly roles: readonly AccountRole[];
    readonly nowMs: number;
  },
): Promise<void> {
  const present = await rolesOfAccount(transaction, accountId);
  const isDemoted = (["admin", "organiser"] as const).some(
    (role) => present.includes(role) && !roles.includes(role),
  );
  if (isDemoted) await revokeLinksOf(transaction, accountId, nowMs);
}

async function closeSessionsOfOthers(
  transaction: Queries,
  { accountId, caller }: { readonly accountId: string; readonly caller: Caller },
): Promise<void> {
  if (accountId !== caller.accountId) await closeSessions(transaction, accountId);
}

const resetLinkRoute: Route = route({
  method: "post",
  path: "/accounts/{accountId}/reset-link",
  summary: "Make a single-use link with which an account sets a new password",
  action: "manage-accounts",
  params: accountParams,
  subject: accountSubject,
  reply: newLinkSchema,
  status: 201,
  secretReply: true,
  writesAudit: true,
  handle: async ({ params: { accountId }, caller, arrivedMs }, server) => {
    const createdBy = caller.accountId ?? null;
    const link = await inTransaction(server.database, async (transaction) => {
      const order = { purpose: "reset", payload: { accountId }, createdBy };
      const issued = await issueLink(transaction, order, server);
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: createdBy,
        action: "reset-link-made",
        subjectId: accountId,
        details: { linkId: issued.id },
      });
      return issued;
    });
    const { id, code, expiresMs } = link;
    return { body: { id, url: linkUrl(code, server), expiresMs } };
  },
});

const deleteAccountRoute: Route = route({
  method: "delete",
  path: "/accounts/{accountId}",
  summary: "Delete an account; what it did is kept under a pseudonym",
  action: "manage-accounts",
  params: accountParams,
  subject: accountSubject,
  reply: doneSchema,
  writesAudit: true,
  handle: async ({ params: { accountId }, caller, arrivedMs }, server) => {
    if (accountId === caller.accountId) {
      throw conflict("last-word", "Another admin has to delete your account, or you yourself do.");
    }
    await inTransaction(server.database, async (transaction) => {
      await deleteAccount(transaction, accountId, arrivedMs);
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: caller.accountId ?? null,
        action: "account-deleted",
        subjectId: accountId,
      });
    });
    return DONE;
  },
});

const auditRoute: Route = route({
  method: "get",
  path: "/audit",
  summary: "The audit log, newest line first",
  action: "see-audit",
  subject: "none",
  query: pageQuerySchema,
  reply: pageSchema(auditViewSchema),
  handle: async ({ query: { limit, cursor } }, { database }) => {
    const before = decodeCursor(cursor, z.tuple([z.number()]));
    let lines = database.query.selectFrom("auditLog").selectAll();
    if (before !== undefined) lines = lines.where("sequence", "<", before[0]);
    const rows = await lines
      .orderBy("sequence", "desc")
      .limit(limit + 1)
      .execute();
    return { body: pageOf(rows, limit, ({ sequence }) => [sequence]) };
  },
});

const verifyAuditRoute: Route = route({
  method: "get",
  path: "/audit/verification",
  summary: "Whether the audit log is whole, and its head",
  action: "see-audit",
  subject: "none",
  reply: z.object({
    status: z.enum(["whole", "broken"]),
    lines: z.exactOptional(z.number()),
    head: z.exactOptional(z.string()),
    sequence: z.exactOptional(z.number()),
  }),
  handle: async (_request, { database }) => ({ body: await verifyAudit(database) }),
});

/** What admins and organisers do with people. */
export const administrationRoutes: readonly Route[] = [
  inviteRoute,
  listAccountsRoute,
  setRolesRoute,
  resetLinkRoute,
  deleteAccountRoute,
  auditRoute,
  verifyAuditRoute,
];
