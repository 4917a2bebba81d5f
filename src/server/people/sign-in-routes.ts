import { z } from "zod";
import {
  linkViewSchema,
  passwordSchema,
  personNameSchema,
  sessionViewSchema,
} from "../../records/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { sessionCookie } from "../http/cookies.ts";
import { openRateLimiter, type RateLimiter } from "../http/rate-limiter.ts";
import { Refusal } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { createAccount, findAccount } from "./accounts.ts";
import { appendAudit } from "./audit-log.ts";
import { deadLink, findLink, readPayload, redeemLink } from "./links.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { useSecondFactor } from "./second-factor.ts";
import { viewSession } from "./session-view.ts";
import { closeSessions, openSession } from "./sessions.ts";

const doneSchema = z.object({ done: z.literal(true) });
const DONE = { body: { done: true } } as const;
const codeSchema = z.string().min(1).max(100);

/** Who am I: what every page asks first. */
const sessionRoute: Route = route({
  method: "get",
  path: "/auth/session",
  summary: "Who the caller is, and the token that changes must carry",
  action: "sign-in",
  subject: "none",
  reply: sessionViewSchema,
  handle: async ({ caller }, server) => ({ body: await viewSession(caller, server) }),
});

const verifyRoute: Route = route({
  method: "post",
  path: "/auth/verify",
  summary: "What a single-use link is good for; does not use it",
  action: "sign-in",
  subject: "none",
  body: z.object({ code: codeSchema }),
  reply: linkViewSchema,
  handle: async ({ body }, { database, clock }) => {
    const link = await findLink(database.query, body.code, clock.nowMs());
    if (link === undefined) throw deadLink();
    const { purpose, expiresMs } = link;
    return { body: { purpose, expiresMs, roles: readPayload(link).roles } };
  },
});

const registerRoute: Route = route({
  method: "post",
  path: "/auth/register",
  summary: "Make an account with a single-use link, and sign in",
  action: "sign-in",
  subject: "none",
  body: z.object({
    code: z.exactOptional(codeSchema),
    name: personNameSchema,
    password: passwordSchema,
  }),
  reply: doneSchema,
  status: 201,
  secretReply: true,
  handle: async ({ body, arrivedMs, headers: sent }, server) => {
    const { code } = body;
    if (code === undefined && !server.config.openRegistration) {
      throw new Refusal(403, {
        code: "link-needed",
        message: "Accounts are made with a link from the organisers.",
      });
    }
    if (
      code !== undefined &&
      (await findLink(server.database.query, code, arrivedMs)) === undefined
    )
      throw deadLink();
    const passwordHash = await hashPassword(body.password, server);
    const headers = await inTransaction(server.database, async (transaction) => {
      const purposes = ["setup", "account"];
      const link =
        code === undefined
          ? undefined
          : await redeemLink(transaction, { code, purposes, nowMs: arrivedMs });
      const roles = link === undefined ? (["participant"] as const) : readPayload(link).roles;
      const id = await createAccount(transaction, { name: body.name, passwordHash, roles }, server);
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: id,
        action: "account-made",
        subjectId: id,
        details: { roles, linkId: link?.id ?? null },
      });
      return await openSession(transaction, { accountId: id, headers: sent }, server);
    });
    return { ...DONE, headers };
  },
});

function loginRoute(limiter: RateLimiter): Route {
  return route({
    method: "post",
    path: "/auth/login",
    summary: "Sign in with name, password and, where one is set up, the second factor",
    action: "sign-in",
    subject: "none",
    body: z.object({
      name: z.string().max(200),
      password: z.string().max(200),
      secondFactorCode: z.exactOptional(z.string().regex(/^\d{6}$/)),
    }),
    reply: doneSchema,
    secretReply: true,
    handle: async ({ body, caller, arrivedMs, headers: sent }, server) => {
      const account = await findAccount(server.database.query, { name: body.name });
      limiter.count(`${account?.nameKey ?? body.name.toLowerCase()} ${caller.address}`, {
        most: server.config.rateLimits.signInsPer15Minutes,
        windowMs: 15 * 60_000,
        message: "Too many tries to sign in.",
      });
      const isRight = await isPassword(body.password, account?.passwordHash ?? undefined, server);
      if (account === undefined || !isRight) throw wrongCredentials();
      await useSecondFactor(account, { code: body.secondFactorCode, nowMs: arrivedMs }, server);
      const session = { accountId: account.id, headers: sent };
      return { ...DONE, headers: await openSession(server.database.query, session, server) };
    },
  });
}

function wrongCredentials(): Refusal {
  return new Refusal(401, {
    code: "wrong-credentials",
    message: "Name and password do not belong together.",
  });
}

const logoutRoute: Route = route({
  method: "post",
  path: "/auth/logout",
  summary: "Sign out",
  action: "sign-in",
  subject: "none",
  reply: doneSchema,
  secretReply: true,
  handle: async ({ caller: { sessionHash } }, { database, config }) => {
    if (sessionHash !== undefined) {
      await database.query.deleteFrom("sessions").where("tokenHash", "=", sessionHash).execute();
    }
    return { ...DONE, headers: { "set-cookie": sessionCookie("", config) } };
  },
});

const resetRoute: Route = route({
  method: "post",
  path: "/auth/reset",
  summary: "Set a new password with a single-use link; signs the account out everywhere",
  action: "sign-in",
  subject: "none",
  body: z.object({ code: codeSchema, password: passwordSchema }),
  reply: doneSchema,
  secretReply: true,
  handle: async ({ body: { code, password }, arrivedMs }, server) => {
    if ((await findLink(server.database.query, code, arrivedMs)) === undefined) throw deadLink();
    const passwordHash = await hashPassword(password, server);
    await inTransaction(server.database, async (transaction) => {
      const link = await redeemLink(transaction, { code, purposes: ["reset"], nowMs: arrivedMs });
      const { accountId = "" } = readPayload(link);
      await closeSessions(transaction, accountId);
      await transaction
        .updateTable("accounts")
        .set({ passwordHash })
        .where("id", "=", accountId)
        .where("deletedMs", "is", null)
        .execute();
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: accountId,
        action: "password-reset",
        subjectId: accountId,
      });
    });
    return DONE;
  },
});

/**
 * Routes of signing in.
 *
 * @param server - The time, for the bound on tries.
 * @returns The routes.
 */
export function signInRoutes({ clock }: ServerContext): readonly Route[] {
  const limiter = openRateLimiter(clock.nowMs);
  return [sessionRoute, verifyRoute, registerRoute, loginRoute(limiter), logoutRoute, resetRoute];
}
