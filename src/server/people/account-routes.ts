import { z } from "zod";
import { passwordSchema } from "../../records/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { sessionCookie } from "../http/cookies.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import { addRoles, deleteAccount } from "./accounts.ts";
import { appendAudit } from "./audit-log.ts";
import { readPayload, redeemLink } from "./links.ts";
import { checkPassword, ownAccount } from "./own-account.ts";
import { hashPassword } from "./passwords.ts";
import { newSecondFactor, stepOfCode } from "./second-factor.ts";
import { closeSessions, openSession } from "./sessions.ts";

const doneSchema = z.object({ done: z.literal(true) });
const DONE = { body: { done: true } } as const;

const changePasswordRoute: Route = route({
  method: "post",
  path: "/auth/password",
  summary: "Change the own password; signs out everywhere else",
  action: "use-own-account",
  subject: "none",
  body: z.object({ password: z.string().max(200), newPassword: passwordSchema }),
  reply: doneSchema,
  secretReply: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const account = await ownAccount(caller, server);
    await checkPassword(account, body.password, server);
    const passwordHash = await hashPassword(body.newPassword, server);
    const headers = await inTransaction(server.database, async (transaction) => {
      await closeSessions(transaction, account.id);
      await transaction
        .updateTable("accounts")
        .set({ passwordHash })
        .where("id", "=", account.id)
        .execute();
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: account.id,
        action: "password-changed",
        subjectId: account.id,
      });
      return await openSession(transaction, { accountId: account.id }, server);
    });
    return { ...DONE, headers };
  },
});

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

const secondFactorRoute: Route = route({
  method: "post",
  path: "/auth/second-factor",
  summary: "Begin to set up a second factor: the secret for an app, shown once",
  action: "use-own-account",
  subject: "none",
  body: z.object({ password: z.string().max(200) }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  secretReply: true,
  handle: async ({ body, caller }, server) => {
    const account = await ownAccount(caller, server);
    await checkPassword(account, body.password, server);
    if (account.totpConfirmed === 1) {
      throw conflict("second-factor-present", "A second factor is set up. Remove it first.");
    }
    const fresh = newSecondFactor(account.name, server);
    await server.database.query
      .updateTable("accounts")
      .set({ totpSecret: fresh.secret })
      .where("id", "=", account.id)
      .where("totpConfirmed", "=", 0)
      .execute();
    return { body: fresh };
  },
});

const confirmSecondFactorRoute: Route = route({
  method: "post",
  path: "/auth/second-factor/confirm",
  summary: "Finish setting up a second factor with a first code",
  action: "use-own-account",
  subject: "none",
  body: z.object({ code: z.string().regex(/^\d{6}$/) }),
  reply: doneSchema,
  handle: async ({ body: { code }, caller, arrivedMs }, server) => {
    const { id, totpSecret } = await ownAccount(caller, server);
    const step = totpSecret === null ? undefined : stepOfCode(totpSecret, code, arrivedMs);
    if (step === undefined) {
      throw unprocessable("wrong-second-factor", "These digits are not right. Try the next ones.");
    }
    await inTransaction(server.database, async (transaction) => {
      await transaction
        .updateTable("accounts")
        .set({ totpConfirmed: 1, totpLastStep: step })
        .where("id", "=", id)
        .execute();
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: id,
        action: "second-factor-added",
        subjectId: id,
      });
    });
    return DONE;
  },
});

const removeSecondFactorRoute: Route = route({
  method: "post",
  path: "/auth/second-factor/remove",
  summary: "Remove the second factor",
  action: "use-own-account",
  subject: "none",
  body: z.object({ password: z.string().max(200) }),
  reply: doneSchema,
  secretReply: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const account = await ownAccount(caller, server);
    await checkPassword(account, body.password, server);
    await inTransaction(server.database, async (transaction) => {
      await transaction
        .updateTable("accounts")
        .set({ totpConfirmed: 0, totpSecret: null })
        .where("id", "=", account.id)
        .execute();
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: account.id,
        action: "second-factor-removed",
        subjectId: account.id,
      });
    });
    return DONE;
  },
});

const deleteOwnRoute: Route = route({
  method: "post",
  path: "/auth/delete-account",
  summary: "Delete the own account; what it did is kept under a pseudonym",
  action: "use-own-account",
  subject: "none",
  body: z.object({ password: z.string().max(200) }),
  reply: doneSchema,
  secretReply: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const account = await ownAccount(caller, server);
    await checkPassword(account, body.password, server);
    await inTransaction(server.database, async (transaction) => {
      await deleteAccount(transaction, account.id, arrivedMs);
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: account.id,
        action: "account-deleted",
        subjectId: account.id,
      });
    });
    return { ...DONE, headers: { "set-cookie": sessionCookie("", server.config) } };
  },
});

/** What people do with their own account. */
export const accountRoutes: readonly Route[] = [
  changePasswordRoute,
  redeemRoute,
  secondFactorRoute,
  confirmSecondFactorRoute,
  removeSecondFactorRoute,
  deleteOwnRoute,
];
