import { z } from "zod";
import {
  type Relation,
  shownNameSchema,
  TOKEN_SCOPES,
  type TokenScope,
  type TokenView,
  tokenViewSchema,
} from "../../records/index.ts";
import type { Caller } from "../http/caller.ts";
import { conflict, notFound } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import { newId, newSecret } from "../http/server-context.ts";
import type { ApiTokenRow } from "./people-tables.ts";
import { hashOfSecret } from "./secrets.ts";

const DAY_MS = 86_400_000;
/** Tokens of one account at most. */
const MAX_TOKENS = 50;

const tokensSchema = z.object({ items: z.array(tokenViewSchema) });

const listRoute: Route = route({
  method: "get",
  path: "/tokens",
  summary: "The own API tokens",
  action: "use-own-account",
  subject: "none",
  reply: tokensSchema,
  handle: async ({ caller }, { database }) => {
    const rows = await database.query
      .selectFrom("apiTokens")
      .selectAll()
      .where("accountId", "=", caller.accountId ?? "")
      .orderBy("createdMs", "desc")
      .execute();
    return { body: { items: rows.map(viewOf) } };
  },
});

function viewOf({ id, name, scopes, createdMs, expiresMs, lastUsedMs }: ApiTokenRow): TokenView {
  return { id, name, scopes: scopes.split(" ") as TokenScope[], createdMs, expiresMs, lastUsedMs };
}

const createRoute: Route = route({
  method: "post",
  path: "/tokens",
  summary: "Make an API token; it is shown this once",
  action: "use-own-account",
  subject: "none",
  body: z.object({
    name: shownNameSchema(1, 60),
    scopes: z.array(z.enum(TOKEN_SCOPES)).min(1),
    days: z.number().int().min(1).max(365).default(90),
  }),
  reply: z.object({ token: z.string(), view: tokenViewSchema }),
  status: 201,
  secretReply: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const accountId = caller.accountId;
    if (accountId === undefined) throw notFound();
    const { query } = server.database;
    const { count } = await query
      .selectFrom("apiTokens")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("accountId", "=", accountId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_TOKENS) {
      throw conflict("too-many-tokens", `An account has ${MAX_TOKENS} tokens at most.`);
    }
    const token = `lh_${newSecret(server)}`;
    const row: ApiTokenRow = {
      id: newId(server),
      accountId,
      name: body.name,
      tokenHash: hashOfSecret(token),
      scopes: [...new Set(body.scopes)].join(" "),
      createdMs: arrivedMs,
      expiresMs: arrivedMs + body.days * DAY_MS,
      lastUsedMs: null,
    };
    await query.insertInto("apiTokens").values(row).execute();
    return { body: { token, view: viewOf(row) } };
  },
});

const deleteRoute: Route = route({
  method: "delete",
  path: "/tokens/{tokenId}",
  summary: "Delete an API token; it stops working at once",
  action: "use-own-account",
  params: z.object({ tokenId: z.string().max(100) }),
  subject: async ({ params, caller }, { database }) => {
    const row = await database.query
      .selectFrom("apiTokens")
      .select(["id", "accountId"])
      .where("id", "=", params.tokenId)
      .executeTakeFirst();
    return row === undefined
      ? { relation: "missing" }
      : { relation: relationTo(row, caller), found: row };
  },
  reply: z.object({ done: z.literal(true) }),
  handle: async ({ params }, { database }) => {
    await database.query.deleteFrom("apiTokens").where("id", "=", params.tokenId).execute();
    return { body: { done: true } as const };
  },
});

function relationTo({ accountId }: { readonly accountId: string }, caller: Caller): Relation {
  return accountId === caller.accountId ? "own" : "other";
}

/** Keys for programs. */
export const tokenRoutes: readonly Route[] = [listRoute, createRoute, deleteRoute];
