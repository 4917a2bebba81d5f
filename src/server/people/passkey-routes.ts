import { isIP } from "node:net";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { type PasskeyView, passkeyViewSchema, shownNameSchema } from "../../records/index.ts";
import { inTransaction, isDuplicate } from "../database/in-transaction.ts";
import type { RateLimiter } from "../http/rate-limiter.ts";
import { conflict, type Refusal, unprocessable } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { appendAudit } from "./audit-log.ts";
import { checkedAccount, ownAccount } from "./own-account.ts";
import { openPasskeyChallenges, type PasskeyChallenges } from "./passkey-challenges.ts";
import type { PasskeyRow } from "./people-tables.ts";
import { openSession } from "./sessions.ts";

const doneSchema = z.object({ done: z.literal(true) });
const DONE = { body: { done: true } } as const;
/** What a browser is given to pass on to its authenticator, and what it gives back: WebAuthn's own shapes. */
const optionsSchema = z.record(z.string(), z.unknown());
const answerSchema = z.object({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.exactOptional(z.string()),
});

/** Names of hosts that passkeys can belong to: an address is none. */
function hostsOf({ config }: ServerContext): readonly string[] {
  return config.origins
    .map((origin) => new URL(origin).hostname)
    .filter((host) => isIP(host.replaceAll(/[[\]]/g, "")) === 0);
}

/** The one that the browser has open. */
function hostOf(headers: Headers, server: ServerContext): string {
  const host = headers.get("host")?.replace(/:\d+$/, "") ?? "";
  if (hostsOf(server).includes(host)) return host;
  throw conflict(
    "passkey-needs-name",
    "Passkeys belong to names, not to addresses. Open this server by its name, for instance localhost.",
  );
}

function refused(cause: unknown): Refusal {
  const refusal = unprocessable("wrong-passkey", "This passkey does not belong here.");
  refusal.cause = cause;
  return refusal;
}

function beginRoute(challenges: PasskeyChallenges, limiter: RateLimiter): Route {
  return route({
    method: "post",
    path: "/auth/passkeys/registration",
    summary: "Begin to add a passkey: what the browser passes on to its authenticator",
    action: "use-own-account",
    subject: "none",
    body: z.object({ password: z.string().max(200) }),
    reply: optionsSchema,
    secretReply: true,
    handle: async ({ body, caller, headers }, server) => {
      const rpID = hostOf(headers, server);
      const account = await checkedAccount(caller, { password: body.password, limiter }, server);
      const present = await passkeysOf(account.id, server);
      const options = await generateRegistrationOptions({
        rpName: "Longhand",
        rpID,
        userName: account.name,
        userID: new Uint8Array(Buffer.from(account.id)),
        challenge: new Uint8Array(server.randomBytes(32)),
        attestationType: "none",
        excludeCredentials: present.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      challenges.add(options.challenge, account.id);
      return { body: { ...options } };
    },
  });
}

function passkeysOf(accountId: string, { database }: ServerContext): Promise<PasskeyRow[]> {
  return database.query
    .selectFrom("passkeys")
    .selectAll()
    .where("accountId", "=", accountId)
    .orderBy("createdMs")
    .execute();
}

function addRoute(challenges: PasskeyChallenges): Route {
  return route({
    method: "post",
    path: "/auth/passkeys",
    summary: "Add the passkey that the authenticator has made",
    action: "use-own-account",
    subject: "none",
    body: z.object({ name: shownNameSchema(1, 60), answer: answerSchema }),
    reply: doneSchema,
    status: 201,
    handle: async ({ body: { name, answer }, caller, arrivedMs }, server) => {
      const { id: accountId } = await ownAccount(caller, server);
      const { registrationInfo } = await verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: (challenge) => challenges.take(challenge, accountId),
        expectedOrigin: [...server.config.origins],
        expectedRPID: [...hostsOf(server)],
      }).catch((cause: unknown) => {
        throw refused(cause);
      });
      if (registrationInfo === undefined) throw refused(undefined);
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const row: PasskeyRow = {
        id,
        accountId,
        name,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        counter,
        transports: transports.join(" "),
        createdMs: arrivedMs,
        lastUsedMs: null,
      };
      await savePasskey(row, server);
      return DONE;
    },
  });
}

async function savePasskey(row: PasskeyRow, { database }: ServerContext): Promise<void> {
  try {
    await inTransaction(database, async (transaction) => {
      await transaction.insertInto("passkeys").values(row).execute();
      await appendAudit(transaction, {
        atMs: row.createdMs,
        actorId: row.accountId,
        action: "passkey-added",
        subjectId: row.accountId,
      });
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw conflict("passkey-known", "This passkey has been added already.");
  }
}

const listRoute: Route = route({
  method: "get",
  path: "/auth/passkeys",
  summary: "The own passkeys",
  action: "use-own-account",
  subject: "none",
  reply: z.object({ items: z.array(passkeyViewSchema) }),
  handle: async ({ caller }, server) => {
    const rows = await passkeysOf(caller.accountId ?? "", server);
    return { body: { items: rows.map(viewOf) } };
  },
});

function viewOf({ id, name, createdMs, lastUsedMs }: PasskeyRow): PasskeyView {
  return { id, name, createdMs, lastUsedMs };
}

const deleteRoute: Route = route({
  method: "delete",
  path: "/auth/passkeys/{passkeyId}",
  summary: "Delete a passkey; it stops working at once",
  action: "use-own-account",
  params: z.object({ passkeyId: z.string().max(2_000) }),
  subject: async ({ params, caller }, { database }) => {
    const found = await database.query
      .selectFrom("passkeys")
      .select(["id", "accountId"])
      .where("id", "=", params.passkeyId)
      .executeTakeFirst();
    if (found === undefined) return { relation: "missing" };
    return { relation: found.accountId === caller.accountId ? "own" : "other", found };
  },
  reply: doneSchema,
  handle: async ({ found: { id, accountId }, arrivedMs }, { database }) => {
    await inTransaction(database, async (transaction) => {
      await transaction.deleteFrom("passkeys").where("id", "=", id).execute();
      await appendAudit(transaction, {
        atMs: arrivedMs,
        actorId: accountId,
        action: "passkey-removed",
        subjectId: accountId,
      });
    });
    return DONE;
  },
});

function askRoute(challenges: PasskeyChallenges): Route {
  return route({
    method: "post",
    path: "/auth/passkeys/sign-in-options",
    summary: "Begin to sign in with a passkey",
    action: "sign-in",
    subject: "none",
    reply: optionsSchema,
    secretReply: true,
    handle: async ({ headers }, server) => {
      const options = await generateAuthenticationOptions({
        rpID: hostOf(headers, server),
        challenge: new Uint8Array(server.randomBytes(32)),
        userVerification: "required",
      });
      challenges.add(options.challenge, "");
      return { body: { ...options } };
    },
  });
}

function signInRoute(challenges: PasskeyChallenges): Route {
  return route({
    method: "post",
    path: "/auth/passkeys/sign-in",
    summary: "Sign in with a passkey; it counts as a second factor",
    action: "sign-in",
    subject: "none",
    body: z.object({ answer: answerSchema }),
    reply: doneSchema,
    secretReply: true,
    handle: async ({ body: { answer }, arrivedMs, headers: sent }, server) => {
      const { query } = server.database;
      const row = await query
        .selectFrom("passkeys")
        .selectAll()
        .where("id", "=", answer.id)
        .executeTakeFirst();
      if (row === undefined) throw refused(undefined);
      const counter = await verifiedCounter(row, answer, { challenges, server });
      await query
        .updateTable("passkeys")
        .set({ counter, lastUsedMs: arrivedMs })
        .where("id", "=", row.id)
        .execute();
      const session = { accountId: row.accountId, headers: sent, byPasskey: true };
      return { ...DONE, headers: await openSession(query, session, server) };
    },
  });
}

async function verifiedCounter(
  row: PasskeyRow,
  answer: z.output<typeof answerSchema>,
  {
    challenges,
    server,
  }: { readonly challenges: PasskeyChallenges; readonly server: ServerContext },
): Promise<number> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => challenges.take(challenge, ""),
    expectedOrigin: [...server.config.origins],
    expectedRPID: [...hostsOf(server)],
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64url")),
      counter: row.counter,
    },
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!verified) throw refused(undefined);
  return authenticationInfo.newCounter;
}

/**
 * Routes of passkeys.
 *
 * @param server - The time, for how long a challenge is open.
 * @param limiter - Counts how often the password is asked for.
 * @returns The routes.
 */
export function passkeyRoutes({ clock }: ServerContext, limiter: RateLimiter): readonly Route[] {
  const challenges = openPasskeyChallenges(clock.nowMs);
  return [
    beginRoute(challenges, limiter),
    addRoute(challenges),
    listRoute,
    deleteRoute,
    askRoute(challenges),
    signInRoute(challenges),
  ];
}
