import { Secret, TOTP } from "otpauth";
import { issueLink } from "../../src/server/people/links.ts";
import { sealSecret } from "../../src/server/people/second-factor-vault.ts";
import { TEST_PASSWORD } from "../server-fixture.ts";
import {
  MISSING_ID,
  type RouteSample,
  type RouteSamples,
  type SampleWorld,
} from "./route-sample.ts";

const fixed =
  (path: string, body?: unknown): RouteSample =>
  async () => ({ path, body });

const password = { password: TEST_PASSWORD };
let names = 0;

async function linkCode(
  { test }: SampleWorld,
  purpose: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const order = { purpose, payload, createdBy: null };
  return (await issueLink(test.server.database.query, order, test.server)).code;
}

const SECRET = new Secret({ size: 20 });

/** A second factor that has been begun, and its first code. */
async function begunSecondFactor({ test, caller }: SampleWorld): Promise<string> {
  const accountId = caller.accountId ?? "";
  const totpSecret = await sealSecret({ accountId, secret: SECRET.base32 }, test.server);
  await test.server.database.query
    .updateTable("accounts")
    .set({ totpSecret })
    .where("id", "=", accountId)
    .execute();
  return new TOTP({ secret: SECRET }).generate({ timestamp: test.server.clock.nowMs() });
}

async function otherAccount({ test, caller, relation }: SampleWorld): Promise<string | undefined> {
  if (relation === "missing") return MISSING_ID;
  if (relation === "own") return caller.accountId;
  return (await test.signIn(["participant"])).accountId;
}

const tokenToDelete: RouteSample = async (world) => {
  const { test, caller, relation } = world;
  if (relation === "missing") return { path: `/tokens/${MISSING_ID}` };
  const owner = relation === "own" ? caller : await test.signIn(["participant"]);
  if (owner.accountId === undefined) return undefined;
  const made = await owner.post("/tokens", { name: "sample", scopes: ["read"] });
  return { path: `/tokens/${made.body.view.id}` };
};

/** Nobody may take the last word from oneself, so own accounts are asked for what changes nothing. */
const setRoles: RouteSample = async (world) => {
  const id = await otherAccount(world);
  const roles = world.relation === "own" ? ["admin"] : ["rater"];
  return id === undefined ? undefined : { path: `/accounts/${id}/roles`, body: { roles } };
};

/** At an address instead of a name, passkeys are refused by the route itself. */
const noName =
  (path: string, body?: unknown): RouteSample =>
  async () => ({
    path,
    body,
    emptyStatus: 409,
  });

/** Visitors have no session; everybody else ends one of theirs, or tries another's. */
const sessionToEnd: RouteSample = async ({ test, caller, relation }) => {
  if (relation === "missing") return { path: `/auth/sessions/${MISSING_ID}` };
  const owner = relation === "own" ? caller : await test.signIn(["participant"]);
  if (owner.accountId === undefined) return undefined;
  const { body } = await owner.get("/auth/sessions");
  return { path: `/auth/sessions/${body.items[0].id}` };
};

const passkeyToDelete: RouteSample = async ({ test, caller, relation }) => {
  if (relation === "missing") return { path: `/auth/passkeys/${MISSING_ID}` };
  const owner = relation === "own" ? caller : await test.signIn(["participant"]);
  if (owner.accountId === undefined) return undefined;
  const id = `passkey-${++names}`;
  await test.server.database.query
    .insertInto("passkeys")
    .values({
      id,
      accountId: owner.accountId,
      name: "sample",
      publicKey: "",
      counter: 0,
      transports: "",
      createdMs: 1,
      lastUsedMs: null,
    })
    .execute();
  return { path: `/auth/passkeys/${id}` };
};

/** Samples of the routes of people. */
export const peopleSamples: RouteSamples = {
  "get /auth/session": fixed("/auth/session"),
  "post /auth/verify": async (world) => ({
    path: "/auth/verify",
    body: { code: await linkCode(world, "account", { roles: ["rater"] }) },
  }),
  "post /auth/register": async (world) => ({
    path: "/auth/register",
    body: {
      code: await linkCode(world, "account", { roles: ["rater"] }),
      name: `Sample person ${++names}`,
      ...password,
    },
  }),
  "post /auth/login": async ({ test }) => {
    const name = `Sample login ${++names}`;
    await test.signIn(["participant"], name);
    return { path: "/auth/login", body: { name, ...password } };
  },
  "post /auth/logout": fixed("/auth/logout"),
  "post /auth/reset": async (world) => {
    const { accountId } = await world.test.signIn(["participant"]);
    const code = await linkCode(world, "reset", { accountId });
    return { path: "/auth/reset", body: { code, ...password } };
  },
  "post /auth/password": fixed("/auth/password", { ...password, newPassword: "another password" }),
  "post /auth/redeem": async (world) => ({
    path: "/auth/redeem",
    body: { code: await linkCode(world, "account", { roles: ["participant"] }) },
  }),
  "post /auth/second-factor": fixed("/auth/second-factor", password),
  "post /auth/second-factor/confirm": async (world) => ({
    path: "/auth/second-factor/confirm",
    body: { code: await begunSecondFactor(world) },
  }),
  "post /auth/second-factor/remove": fixed("/auth/second-factor/remove", password),
  "post /auth/delete-account": fixed("/auth/delete-account", password),
  "get /auth/sessions": fixed("/auth/sessions"),
  "delete /auth/sessions/{sessionId}": sessionToEnd,
  "post /auth/sessions/end-others": fixed("/auth/sessions/end-others"),
  "post /auth/passkeys/registration": noName("/auth/passkeys/registration", password),
  "post /auth/passkeys": async () => ({ path: "/auth/passkeys", body: {}, emptyStatus: 422 }),
  "get /auth/passkeys": fixed("/auth/passkeys"),
  "delete /auth/passkeys/{passkeyId}": passkeyToDelete,
  "post /auth/passkeys/sign-in-options": noName("/auth/passkeys/sign-in-options"),
  "post /auth/passkeys/sign-in": async () => ({
    path: "/auth/passkeys/sign-in",
    body: {},
    emptyStatus: 422,
  }),
  "get /tokens": fixed("/tokens"),
  "post /tokens": fixed("/tokens", { name: "sample", scopes: ["read"] }),
  "delete /tokens/{tokenId}": tokenToDelete,
  "post /people/invitations": fixed("/people/invitations", { roles: ["rater"] }),
  "get /accounts": fixed("/accounts"),
  "put /accounts/{accountId}/roles": setRoles,
  "post /accounts/{accountId}/reset-link": async (world) => {
    const id = await otherAccount(world);
    return id === undefined ? undefined : { path: `/accounts/${id}/reset-link` };
  },
  "delete /accounts/{accountId}": async (world) => {
    // An admin's own account goes by another route.
    const id = world.relation === "own" ? undefined : await otherAccount(world);
    return id === undefined ? undefined : { path: `/accounts/${id}` };
  },
  "get /backups": fixed("/backups"),
  "get /audit": fixed("/audit"),
  "get /audit/verification": fixed("/audit/verification"),
};
