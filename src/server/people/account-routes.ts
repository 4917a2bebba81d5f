import { z } from "zod";
import { passwordSchema } from "../../records/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { sessionCookie } from "../http/cookies.ts";
import type { RateLimiter } from "../http/rate-limiter.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { addRoles, deleteAccount } from "./accounts.ts";
import { appendAudit } from "./audit-log.ts";
import { readPayload, redeemLink } from "./links.ts";
import { checkedAccount, ownAccount } from "./own-account.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountRow } from "./people-tables.ts";
import { newSecondFactor, stepOfCode } from "./second-factor.ts";
import { openSecret, sealSecret } from "./second-factor-vault.ts";
import { closeSessions, openSession } from "./sessions.ts";

const doneSchema = z.object({ done: z.literal(true) });
const DONE = { body: { done: true } } as const;

/** A change of the own account, and the line of the audit log that tells of it. */
interface OwnChange {
  readonly accountId: string;
  readonly action: string;
  readonly atMs: number;
}

/** Both are there afterwards, or neither. */
function changeAccount<T>(
  { accountId, action, atMs }: OwnChange,
  server: ServerContext,
  change: (transaction: TransactionQueries) => Promise<T>,
): Promise<T> {
  return inTransaction(server.database, async (transaction) => {
    const result = await change(transaction);
    const line = { atMs, actorId: accountId, action, subjectId: accountId };
    await appendAudit(transaction, line);
    return result;
  });
}

async function setAccount(
  transaction: TransactionQueries,
  id: string,
  values: Partial<AccountRow>,
): Promise<void> {
  await transaction.updateTable("accounts").set(values).where("id", "=", id).execute();
}

function changePasswordRoute(limiter: RateLimiter): Route {
  return route({
    method: "post",
    path: "/auth/password",
    summary: "Change the own password; signs out everywhere else",
    action: "use-own-account",
    subject: "none",
    body: z.object({ password: z.string().max(200), newPassword: passwordSchema }),
    reply: doneSchema,
    secretReply: true,
    handle: async ({ body, caller, arrivedMs, headers: sent }, server) => {
      const { id: accountId } = await checkedAccount(
        caller,
        { password: body.password, limiter },
        server,
      );
      const passwordHash = await hashPassword(body.newPassword, server);
      const change = { accountId, action: "password-changed", atMs: arrivedMs };
      const headers = await changeAccount(change, server, async (transaction) => {
        await closeSessions(transaction, accountId);
        await setAccount(transaction, accountId, { passwordHash });
        return await openSession(transaction, { accountId, headers: sent }, server);
      });
      return { ...DONE, headers };
    },
  });
}

const redeemRoute: Route = route({
  method: "post",
  path: "/auth/redeem",
  summary: "Add the roles of a single-use link to the own account",
  action: "use-own-account",
  subject: "none",
  body: z.object({ code: z.string().max(100) }),
  reply: doneSchema,
  handle: async ({ body: { code }, caller, arrivedMs }, server) => {
    const account = await ownAccount(caller, server);
    await inTransaction(server.database, async (transaction) => {
      const link = await redeemLink(transaction, { code, purposes: ["account"], nowMs: arrivedMs });
      const { roles } = readPayload(link);
      await addRoles(transaction, { accountId: account.id, roles }, server);
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: account.id,
        action: "roles-added",
        subjectId: account.id,
        details: { roles, linkId: link.id },
      });
    });
    return DONE;
  },
});

function secondFactorRoute(limiter: RateLimiter): Route {
  return route({
    method: "post",
    path: "/auth/second-factor",
    summary: "Begin to set up a second factor: the secret for an app, shown once",
    action: "use-own-account",
    subject: "none",
    body: z.object({ password: z.string().max(200) }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
    secretReply: true,
    handle: async ({ body, caller }, server) => {
      const account = await checkedAccount(caller, { password: body.password, limiter }, server);
      if (account.totpConfirmed === 1) {
        throw conflict("second-factor-present", "A second factor is set up. Remove it first.");
      }
      const fresh = newSecondFactor(account.name, server);
      const totpSecret = await sealSecret({ accountId: account.id, secret: fresh.secret }, server);
      await server.database.query
        .updateTable("accounts")
        .set({ totpSecret })
        .where("id", "=", account.id)
        .where("totpConfirmed", "=", 0)
        .execute();
      return { body: fresh };
    },
  });
}

const confirmSecondFactorRoute: Route = route({
  method: "post",
  path: "/auth/second-factor/confirm",
  summary: "Finish setting up a second factor with a first code",
  action: "use-own-account",
  subject: "none",
  body: z.object({ code: z.string().regex(/^\d{6}$/) }),
  reply: doneSchema,
  handle: async ({ body: { code }, caller, arrivedMs }, server) => {
    const { id: accountId, totpSecret: secret } = await ownAccount(caller, server);
    const step =
      secret === null
        ? undefined
        : stepOfCode(await openSecret({ accountId, secret }, server), code, arrivedMs);
    if (step === undefined) {
      throw unprocessable("wrong-second-factor", "These digits are not right. Try the next ones.");
    }
    const change = { accountId, action: "second-factor-added", atMs: arrivedMs };
    await changeAccount(change, server, async (transaction) => {
      await setAccount(transaction, accountId, { totpConfirmed: 1, totpLastStep: step });
      // Sessions elsewhere were opened without the second factor, and must not gain rights by it.
      await closeSessions(transaction, accountId, { exceptHash: caller.sessionHash });
    });
    return DONE;
  },
});

function removeSecondFactorRoute(limiter: RateLimiter): Route {
  return route({
    method: "post",
    path: "/auth/second-factor/remove",
    summary: "Remove the second factor",
    action: "use-own-account",
    subject: "none",
    body: z.object({ password: z.string().max(200) }),
    reply: doneSchema,
    secretReply: true,
    handle: async ({ body, caller, arrivedMs }, server) => {
      const { id: accountId } = await checkedAccount(
        caller,
        { password: body.password, limiter },
        server,
      );
      const change = { accountId, action: "second-factor-removed", atMs: arrivedMs };
      await changeAccount(change, server, (transaction) =>
        setAccount(transaction, accountId, { totpConfirmed: 0, totpSecret: null }),
      );
      return DONE;
    },
  });
}

function deleteOwnRoute(limiter: RateLimiter): Route {
  return route({
    method: "post",
    path: "/auth/delete-account",
    summary: "Delete the own account; what it did is kept under a pseudonym",
    action: "use-own-account",
    subject: "none",
    body: z.object({ password: z.string().max(200) }),
    reply: doneSchema,
    secretReply: true,
    handle: async ({ body, caller, arrivedMs }, server) => {
      const { id: accountId } = await checkedAccount(
        caller,
        { password: body.password, limiter },
        server,
      );
      const change = { accountId, action: "account-deleted", atMs: arrivedMs };
      await changeAccount(change, server, (transaction) =>
        deleteAccount(transaction, accountId, arrivedMs),
      );
      return { ...DONE, headers: { "set-cookie": sessionCookie("", server.config) } };
    },
  });
}

/**
 * What people do with their own account.
 *
 * @param limiter - Counts how often the password is asked for.
 * @returns The routes.
 */
export function accountRoutes(limiter: RateLimiter): readonly Route[] {
  return [
    changePasswordRoute(limiter),
    redeemRoute,
    secondFactorRoute(limiter),
    confirmSecondFactorRoute,
    removeSecondFactorRoute(limiter),
    deleteOwnRoute(limiter),
  ];
}
