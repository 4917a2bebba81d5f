import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD, type TestServer } from "../../../tests/server-fixture.ts";
import { openDatabase } from "../database/open-database.ts";
import { verifyAudit } from "./audit-log.ts";

const DAY_MS = 86_400_000;

function codeNow(secret: string, { server }: TestServer): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: server.clock.nowMs() });
}

onEachDatabase("API tokens", ({ open }) => {
  it("do what their scopes say, and no more than their account", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const make = async (scopes: readonly string[]) => {
      const { body } = await organiser.post("/tokens", { name: "mine", scopes });
      return test.client({ authorization: `Bearer ${body.token}` });
    };
    const reader = await make(["read"]);
    const organising = await make(["read", "organise"]);
    expect((await reader.get("/runs")).status).toBe(200);
    expect((await reader.get("/audit")).status).toBe(403);
    expect((await organising.get("/audit")).status).toBe(200);
    // A token that was stolen must not make itself a successor.
    expect((await organising.post("/tokens", { name: "x", scopes: ["read"] })).status).toBe(403);
    expect((await organising.get("/accounts")).status).toBe(403);
  });

  it("are kept as hashes, and stop working when they expire or are deleted", async () => {
    const test = await openTestServer(await open());
    const person = await test.signIn(["organiser"]);
    const made = await person.post("/tokens", { name: "mine", scopes: ["read"], days: 1 });
    const rows = await test.server.database.query.selectFrom("apiTokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.body.token);
    const client = test.client({ authorization: `Bearer ${made.body.token}` });
    expect((await client.get("/runs")).status).toBe(200);
    const [listed] = (await person.get("/tokens")).body.items;
    expect(listed).toMatchObject({ name: "mine", lastUsedMs: test.server.clock.nowMs() });
    expect(listed).not.toHaveProperty("tokenHash");
    test.pass(DAY_MS);
    expect((await client.get("/runs")).status).toBe(401);
    const second = await person.post("/tokens", { name: "other", scopes: ["read"] });
    await person.send("DELETE", `/tokens/${second.body.view.id}`);
    const gone = test.client({ authorization: `Bearer ${second.body.token}` });
    expect((await gone.get("/runs")).status).toBe(401);
  });
});

onEachDatabase("a second factor", ({ open }) => {
  it("is asked for once it is set up, and takes every code once", async () => {
    const test = await openTestServer(await open());
    const person = await test.signIn(["admin"], "Ada");
    const begun = await person.post("/auth/second-factor", { password: TEST_PASSWORD });
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Longhand:Ada\?/);
    const confirm = (code: string) => person.post("/auth/second-factor/confirm", { code });
    expect((await confirm("000000")).body.error.code).toBe("wrong-second-factor");
    expect((await confirm(codeNow(begun.body.secret, test))).status).toBe(200);
    const login = (code?: string) =>
      test.visitor.post("/auth/login", {
        name: "Ada",
        password: TEST_PASSWORD,
        ...(code === undefined ? {} : { secondFactorCode: code }),
      });
    expect((await login()).body.error.code).toBe("second-factor-needed");
    // The code that set it up has been used.
    expect((await login(codeNow(begun.body.secret, test))).body.error.code).toBe(
      "wrong-second-factor",
    );
    test.pass(30_000);
    const code = codeNow(begun.body.secret, test);
    expect((await login(code)).status).toBe(200);
    expect((await login(code)).body.error.code).toBe("wrong-second-factor");
  });

  it("is what organisers and admins need where others can reach the server", async () => {
    const test = await openTestServer(await open(), { secondFactor: "required" });
    const admin = await test.signIn(["admin"]);
    expect((await admin.get("/accounts")).status).toBe(403);
    const view = (await admin.get("/auth/session")).body;
    expect(view).toMatchObject({ roles: ["visitor", "member"], waitingRoles: ["admin"] });
    const begun = await admin.post("/auth/second-factor", { password: TEST_PASSWORD });
    await admin.post("/auth/second-factor/confirm", { code: codeNow(begun.body.secret, test) });
    expect((await admin.get("/accounts")).status).toBe(200);
  });
});

onEachDatabase("what matters to an account", ({ open }) => {
  it("stands in the audit log: roles, passwords, second factors, deletions", async () => {
    const test = await openTestServer(await open());
    const admin = await test.signIn(["admin"], "Ada");
    const person = await test.signIn(["rater"], "Grace");
    await admin.send("PUT", `/accounts/${person.accountId}/roles`, { body: { roles: [] } });
    await admin.post(`/accounts/${person.accountId}/reset-link`);
    const begun = await admin.post("/auth/second-factor", { password: TEST_PASSWORD });
    await admin.post("/auth/second-factor/confirm", { code: codeNow(begun.body.secret, test) });
    await admin.post("/auth/second-factor/remove", { password: TEST_PASSWORD });
    await admin.send("DELETE", `/accounts/${person.accountId}`);
    const { query } = test.server.database;
    const lines = await query.selectFrom("auditLog").selectAll().orderBy("sequence").execute();
    expect(lines.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["roles-set", person.accountId],
      ["reset-link-made", person.accountId],
      ["second-factor-added", admin.accountId],
      ["second-factor-removed", admin.accountId],
      ["account-deleted", person.accountId],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Ada|Grace/);
    expect(await verifyAudit(test.server.database)).toMatchObject({ status: "whole", lines: 5 });
  });
});

it("a browser that was left open cannot be used to guess the password", async () => {
  const database = await openDatabase({ path: ":memory:" });
  const test = await openTestServer(database);
  const person = await test.signIn(["rater"]);
  const statuses: number[] = [];
  for (const route of ["password", "delete-account", "second-factor", "second-factor/remove"]) {
    for (let round = 0; round < 3; round++) {
      const body = { password: `guess ${round}`, newPassword: "another password" };
      statuses.push((await person.post(`/auth/${route}`, body)).status);
    }
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  test.pass(15 * 60_000);
  const begun = await person.post("/auth/second-factor", { password: TEST_PASSWORD });
  await database.close();
  expect(begun.status).toBe(200);
});

it("a second factor that is set up ends the sessions that were opened without it", async () => {
  const database = await openDatabase({ path: ":memory:" });
  const test = await openTestServer(database, { secondFactor: "required" });
  const admin = await test.signIn(["admin"], "Ada");
  const login = { name: "Ada", password: TEST_PASSWORD };
  const other = await test.visitor.post("/auth/login", login);
  const cookie = String(other.headers.get("set-cookie")).split(";")[0] ?? "";
  const begun = await admin.post("/auth/second-factor", { password: TEST_PASSWORD });
  await admin.post("/auth/second-factor/confirm", { code: codeNow(begun.body.secret, test) });
  const replies = [await admin.get("/accounts"), await test.client({ cookie }).get("/accounts")];
  await database.close();
  expect(replies.map(({ status }) => status)).toEqual([200, 401]);
});

onEachDatabase("accounts", ({ open }) => {
  it("lose their sessions when the password is reset by a link", async () => {
    const test = await openTestServer(await open());
    const admin = await test.signIn(["admin"]);
    const person = await test.signIn(["rater"], "Grace");
    const link = await admin.post(`/accounts/${person.accountId}/reset-link`);
    const code = String(link.body.url).split("#")[1];
    const password = "a whole new password";
    expect((await test.visitor.post("/auth/reset", { code, password })).status).toBe(200);
    expect((await test.visitor.post("/auth/reset", { code, password })).status).toBe(404);
    expect((await person.get("/tokens")).status).toBe(401);
    const login = { name: "Grace", password };
    expect((await test.visitor.post("/auth/login", login)).status).toBe(200);
  });

  it("do not organise and rate at once, unless the server says so", async () => {
    const test = await openTestServer(await open());
    const admin = await test.signIn(["admin"]);
    const rater = await test.signIn(["rater"]);
    const roles = ["rater", "organiser"];
    const path = `/accounts/${rater.accountId}/roles`;
    const refused = await admin.send("PUT", path, { body: { roles } });
    expect(refused.body.error.code).toBe("roles-exclude-each-other");
    const invited = await admin.post("/people/invitations", { roles: ["organiser"] });
    const code = String(invited.body.items[0].url).split("#")[1];
    const redeemed = await rater.post("/auth/redeem", { code });
    expect(redeemed.body.error.code).toBe("roles-exclude-each-other");
    const loose = await openTestServer(await open(), { organisersMayRate: true });
    expect((await loose.signIn(["rater", "organiser"])).accountId).toBeDefined();
  });

  it("are invited as organisers by admins only", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const invite = (roles: readonly string[]) =>
      organiser.post("/people/invitations", { roles, count: 3 });
    expect((await invite(["rater"])).body.items).toHaveLength(3);
    expect((await invite(["admin"])).status).toBe(403);
  });

  it("leave nothing but a pseudonym when they are deleted", async () => {
    const test = await openTestServer(await open());
    const person = await test.signIn(["rater"], "Grace Hopper");
    await person.post("/tokens", { name: "mine", scopes: ["read"] });
    const wrong = await person.post("/auth/delete-account", { password: "not it" });
    expect(wrong.status).toBe(403);
    const done = await person.post("/auth/delete-account", { password: TEST_PASSWORD });
    expect(done.status).toBe(200);
    expect((await person.get("/tokens")).status).toBe(401);
    const { query } = test.server.database;
    const rows = await query.selectFrom("accounts").selectAll().execute();
    expect(rows).toMatchObject([
      { id: person.accountId, name: "deleted account", passwordHash: null },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/grace/i);
    const login = { name: "Grace Hopper", password: TEST_PASSWORD };
    expect((await test.visitor.post("/auth/login", login)).body.error.code).toBe(
      "wrong-credentials",
    );
    // The name is free again.
    expect((await test.signIn(["rater"], "Grace Hopper")).accountId).not.toBe(person.accountId);
  });
});

onEachDatabase("the audit log", ({ open }) => {
  it("shows a line that was changed, and one that was removed", async () => {
    const test = await openTestServer(await open());
    const admin = await test.signIn(["admin"]);
    for (let round = 0; round < 4; round++) {
      await admin.post("/people/invitations", { roles: ["rater"] });
    }
    const { database } = test.server;
    const whole = await verifyAudit(database);
    expect(whole).toMatchObject({ status: "whole", lines: 4 });
    const { body } = await admin.get("/audit");
    expect(body.items[0]).toMatchObject({ sequence: 4, action: "people-invited" });
    expect(whole).toMatchObject({ head: body.items[0].hash });
    const { query } = database;
    const keep = await query
      .selectFrom("auditLog")
      .selectAll()
      .where("sequence", "=", 2)
      .executeTakeFirstOrThrow();
    await query
      .updateTable("auditLog")
      .set({ actorId: "else" })
      .where("sequence", "=", 2)
      .execute();
    expect(await verifyAudit(database)).toEqual({ status: "broken", sequence: 2 });
    await query.deleteFrom("auditLog").where("sequence", "=", 2).execute();
    expect(await verifyAudit(database)).toEqual({ status: "broken", sequence: 2 });
    await query.insertInto("auditLog").values(keep).execute();
    expect(await verifyAudit(database)).toEqual(whole);
  });
});
