import type { Selectable } from "kysely";
import { z } from "zod";
import { type OpenSessionView, openSessionViewSchema } from "../../records/index.ts";
import type { Caller } from "../http/caller.ts";
import { sessionCookie } from "../http/cookies.ts";
import { type Route, route } from "../http/route.ts";
import type { SessionRow } from "./people-tables.ts";
import { closeSessions } from "./sessions.ts";

const doneSchema = z.object({ done: z.literal(true) });
const DONE = { body: { done: true } } as const;

const listRoute: Route = route({
  method: "get",
  path: "/auth/sessions",
  summary: "Where the own account is signed in",
  action: "use-own-account",
  subject: "none",
  reply: z.object({ items: z.array(openSessionViewSchema) }),
  handle: async ({ caller }, { database, clock }) => {
    const rows = await database.query
      .selectFrom("sessions")
      .selectAll()
      .where("accountId", "=", caller.accountId ?? "")
      .where("expiresMs", ">", clock.nowMs())
      .orderBy("lastUsedMs", "desc")
      .orderBy("createdMs", "desc")
      .orderBy("id")
      .execute();
    return { body: { items: rows.map((row) => viewOf(row, caller)) } };
  },
});

function viewOf(row: Selectable<SessionRow>, { sessionHash }: Caller): OpenSessionView {
  const { id, createdMs, expiresMs, lastUsedMs, device, byPasskey, tokenHash } = row;
  const isCurrent = tokenHash === sessionHash;
  return { id, createdMs, expiresMs, lastUsedMs, device, byPasskey: byPasskey === 1, isCurrent };
}

const endRoute: Route = route({
  method: "delete",
  path: "/auth/sessions/{sessionId}",
  summary: "End a session; its browser is signed out at once",
  action: "use-own-account",
  params: z.object({ sessionId: z.string().min(1).max(100) }),
  subject: async ({ params, caller }, { database }) => {
    const found = await database.query
      .selectFrom("sessions")
      .select(["id", "accountId", "tokenHash"])
      .where("id", "=", params.sessionId)
      .executeTakeFirst();
    if (found === undefined) return { relation: "missing" };
    return { relation: found.accountId === caller.accountId ? "own" : "other", found };
  },
  reply: doneSchema,
  handle: async ({ found: { id, tokenHash }, caller }, { database, config }) => {
    await database.query.deleteFrom("sessions").where("id", "=", id).execute();
    return tokenHash === caller.sessionHash
      ? { ...DONE, headers: { "set-cookie": sessionCookie("", config) } }
      : DONE;
  },
});

const endOthersRoute: Route = route({
  method: "post",
  path: "/auth/sessions/end-others",
  summary: "End all sessions of the own account but the one that asks",
  action: "use-own-account",
  subject: "none",
  reply: doneSchema,
  handle: async ({ caller: { accountId = "", sessionHash } }, { database }) => {
    await closeSessions(database.query, accountId, { exceptHash: sessionHash });
    return DONE;
  },
});

/** Where people are signed in, and ending it. */
export const sessionRoutes: readonly Route[] = [listRoute, endRoute, endOthersRoute];
