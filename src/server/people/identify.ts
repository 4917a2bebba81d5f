import type { AccountRole, Role, TokenScope } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { keptQuery } from "../database/kept-query.ts";
import { isSameText } from "../http/browser-checks.ts";
import { type Caller, visitorAt } from "../http/caller.ts";
import { readCookie, sessionCookieName } from "../http/cookies.ts";
import { isDiskFull } from "../http/error-response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { csrfTokenOf, hashOfSecret } from "./secrets.ts";

/** How often the last use of a token or session is written down, in milliseconds. */
const LAST_USED_EVERY_MS = 60_000;

/**
 * Finds out who sends a request: by API token, by the cookie of a session, or by the secret of the
 * local viewer, which counts only while no account exists.
 *
 * @param request - The request.
 * @param address - Address of the other end of the connection.
 * @param server - Database, time, configuration.
 * @returns The caller; a visitor if there is nothing, or nothing valid, to know somebody by.
 */
export async function identify(
  request: Request,
  address: string,
  server: ServerContext,
): Promise<Caller> {
  const visitor = visitorAt(address);
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const cookie = readCookie(request, sessionCookieName(server.config));
  if (bearer !== undefined) {
    if (await isLocalViewer(bearer, server)) return { ...visitor, roles: ["local"], via: "local" };
    return (await callerOfToken(bearer, visitor, server)) ?? visitor;
  }
  if (cookie === undefined) return visitor;
  if (await isLocalViewer(cookie, server)) {
    return { ...visitor, roles: ["local"], via: "local", csrfToken: csrfTokenOf(cookie) };
  }
  return (await callerOfSession(cookie, visitor, server)) ?? visitor;
}

async function isLocalViewer(
  secret: string,
  { config: { localToken }, database }: ServerContext,
): Promise<boolean> {
  if (localToken === "" || !isSameText(secret, localToken)) return false;
  return !(await hasAccounts(database.query));
}

/**
 * Tells whether anybody has an account.
 *
 * @param query - The database.
 * @returns `false` only before the first account.
 */
export async function hasAccounts(query: Queries): Promise<boolean> {
  const first = await query.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
  return first !== undefined;
}

const sessionRows = keptQuery((query: Queries, tokenHash: string, nowMs: number) =>
  query
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.accountId")
    .leftJoin("accountRoles", "accountRoles.accountId", "accounts.id")
    .select(["accounts.id", "accounts.totpConfirmed", "accountRoles.role"])
    .select(["sessions.byPasskey", "sessions.lastUsedMs"])
    .where("sessions.tokenHash", "=", tokenHash)
    .where("sessions.expiresMs", ">", nowMs)
    .where("accounts.deletedMs", "is", null),
);

async function callerOfSession(
  secret: string,
  visitor: Caller,
  { database, clock, config }: ServerContext,
): Promise<Caller | undefined> {
  const nowMs = clock.nowMs();
  const sessionHash = hashOfSecret(secret);
  const rows = await sessionRows.rows(database.query, sessionHash, nowMs);
  const [first] = rows;
  if (first === undefined) return undefined;
  if (nowMs - first.lastUsedMs >= LAST_USED_EVERY_MS) {
    await noteUse(
      database.query
        .updateTable("sessions")
        .set({ lastUsedMs: nowMs })
        .where("tokenHash", "=", sessionHash)
        .execute(),
    );
  }
  const secure = config.secondFactor === "optional" || first.byPasskey === 1;
  return {
    ...visitor,
    roles: rolesOf(rows, { secure }),
    accountId: first.id,
    via: "session",
    csrfToken: csrfTokenOf(secret),
    sessionHash,
  };
}

const tokenRows = keptQuery((query: Queries, tokenHash: string, nowMs: number) =>
  query
    .selectFrom("apiTokens")
    .innerJoin("accounts", "accounts.id", "apiTokens.accountId")
    .leftJoin("accountRoles", "accountRoles.accountId", "accounts.id")
    .select(["accounts.id", "accounts.totpConfirmed", "accountRoles.role"])
    .select(["apiTokens.id as tokenId", "apiTokens.scopes", "apiTokens.lastUsedMs"])
    .where("apiTokens.tokenHash", "=", tokenHash)
    .where("apiTokens.expiresMs", ">", nowMs)
    .where("accounts.deletedMs", "is", null),
);

/** With a full disk, people go on reading; only their last use is not written down. */
async function noteUse(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

async function callerOfToken(
  secret: string,
  visitor: Caller,
  server: ServerContext,
): Promise<Caller | undefined> {
  const { database, clock, config } = server;
  const nowMs = clock.nowMs();
  const rows = await tokenRows.rows(database.query, hashOfSecret(secret), nowMs);
  const [first] = rows;
  if (first === undefined) return undefined;
  if (nowMs - (first.lastUsedMs ?? 0) >= LAST_USED_EVERY_MS) {
    await noteUse(
      database.query
        .updateTable("apiTokens")
        .set({ lastUsedMs: nowMs })
        .where("id", "=", first.tokenId)
        .execute(),
    );
  }
  return {
    ...visitor,
    roles: rolesOf(rows, { secure: config.secondFactor === "optional" }),
    accountId: first.id,
    via: "token",
    scopes: first.scopes.split(" ") as TokenScope[],
  };
}

/** Roles that need a second factor count only where there is one; a passkey is one. */
function rolesOf(
  rows: readonly { readonly role: string | null; readonly totpConfirmed: number }[],
  { secure }: { readonly secure: boolean },
): readonly Role[] {
  const roles = rows
    .filter(({ role, totpConfirmed }) => secure || totpConfirmed === 1 || !needsSecondFactor(role))
    .map(({ role }) => role)
    .filter((role) => role !== null) as AccountRole[];
  return ["visitor", "member", ...roles];
}

/** Whether a role may decide over others. */
function needsSecondFactor(role: string | null): boolean {
  return role === "organiser" || role === "admin";
}
