import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD } from "../../../tests/server-fixture.ts";
import { createApplication } from "./application.ts";
import { RATE_LIMITS } from "./server-context.ts";

const TOKEN = { name: "mine", scopes: ["read"] };

onEachDatabase("the application", ({ open }) => {
  it("answers a repeated key with the first reply, and does the work once", async () => {
    const { signIn, server } = await openTestServer(await open());
    const admin = await signIn(["admin"]);
    const rater = await signIn(["rater"]);
    const headers = { "idempotency-key": "one" };
    const path = `/accounts/${rater.accountId}/roles`;
    const set = (roles: readonly string[]) => admin.send("PUT", path, { body: { roles }, headers });
    const replies = [await set(["participant"]), await set(["participant"])];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies.map((reply) => reply.headers.get("idempotency-replayed"))).toEqual([
      null,
      "true",
    ]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect((await set(["rater"])).body.error.code).toBe("key-used-otherwise");
    const lines = await server.database.query
      .selectFrom("auditLog")
      .selectAll()
      .where("action", "=", "roles-set")
      .execute();
    expect(lines).toHaveLength(1);
  });

  it("lets one of twenty that carry the same key at once through", async () => {
    const { signIn, server } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        person.send("POST", "/tokens", { body: TOKEN, headers: { "idempotency-key": "k" } }),
      ),
    );
    const codes = replies.map(({ status, body }) => body.error?.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.every((code) => [201, "request-under-way", "already-done"].includes(code))).toBe(
      true,
    );
    expect(await server.database.query.selectFrom("apiTokens").select("id").execute()).toHaveLength(
      1,
    );
  });

  it("keeps no secret for a repeated key, and forgets keys after a day", async () => {
    const { signIn, pass, server } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const make = () =>
      person.send("POST", "/tokens", { body: TOKEN, headers: { "idempotency-key": "k" } });
    const first = await make();
    expect((await make()).body.error.code).toBe("already-done");
    const rows = await server.database.query.selectFrom("requestKeys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.body.token);
    pass(24 * 3_600_000 + 1);
    expect((await make()).status).toBe(201);
  });

  it("lets a failed request be tried again under its key", async () => {
    const { signIn } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const headers = { "idempotency-key": "k" };
    const change = (password: string) =>
      person.send("POST", "/auth/password", {
        body: { password, newPassword: "another password" },
        headers,
      });
    expect((await change("not my password")).status).toBe(403);
    expect((await change(TEST_PASSWORD)).status).toBe(200);
  });

  it("pages through a list without losing or repeating a line", async () => {
    const { signIn } = await openTestServer(await open());
    const admin = await signIn(["admin"]);
    for (let person = 0; person < 11; person++) await signIn(["rater"]);
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 4; page++) {
      const { body } = await admin.get(`/accounts?limit=4${cursor}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
    expect((await admin.get("/accounts?limit=101")).status).toBe(422);
    expect((await admin.get("/accounts?cursor=nonsense")).body.error.code).toBe("invalid-cursor");
  });

  it("answers an unchanged list with 304", async () => {
    const { signIn } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const etag = String((await person.get("/tokens")).headers.get("etag"));
    const again = () => person.send("GET", "/tokens", { headers: { "if-none-match": etag } });
    expect([(await again()).status, (await again()).text]).toEqual([304, ""]);
    await person.post("/tokens", TOKEN);
    expect((await again()).status).toBe(200);
  });

  it("answers 60 requests a minute of a stranger and 120 of an account", async () => {
    const test = await openTestServer(await open(), { rateLimits: RATE_LIMITS });
    const statuses = async (count: number, ask: () => Promise<{ status: number }>) => {
      const all: number[] = [];
      for (let round = 0; round < count; round++) all.push((await ask()).status);
      return all;
    };
    const person = await test.signIn(["participant"]);
    const own = await statuses(120, () => person.get("/auth/session"));
    expect([own.filter((status) => status === 200).length, own.at(-1)]).toEqual([119, 429]);
    const strange = await statuses(61, () => test.visitor.get("/auth/session"));
    expect([strange.at(-2), strange.at(-1)]).toEqual([200, 429]);
    test.pass(60_000);
    expect((await test.visitor.get("/auth/session")).status).toBe(200);
  });

  it("writes no name, secret, text or address to the log", async () => {
    const { visitor, signIn, logged } = await openTestServer(await open());
    const person = await signIn(["participant"], "Grace Hopper");
    await visitor.post("/auth/login", { name: "Grace Hopper", password: "a secret password" });
    const { token } = (await person.post("/tokens", TOKEN)).body;
    await visitor.get(`/tokens?token=${token}`);
    const log = logged.join("\n");
    expect(logged.length).toBeGreaterThan(3);
    for (const hidden of ["Grace", "a secret password", token, "192.0.2.7"]) {
      expect(log).not.toContain(hidden);
    }
  });
});

onEachDatabase("requests that are not right", ({ open }) => {
  it("are refused before anything is done with them", async () => {
    const { signIn } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const post = (body: string, type = "application/json") =>
      person.send("POST", "/tokens", {
        body: new TextEncoder().encode(body),
        headers: { "content-type": type },
      });
    const deep = `{"name":${"[".repeat(40)}${"]".repeat(40)}}`;
    const codes: unknown[] = [];
    for (const reply of [
      await post("{"),
      await post(deep),
      await post(JSON.stringify({ name: "[[[[[[".repeat(40), scopes: ["read"] })),
      await post(JSON.stringify(TOKEN), "text/plain"),
      await post(JSON.stringify({ name: "x".repeat(2_000_000) })),
      await post(JSON.stringify({ name: "mine", scopes: ["everything"] })),
      await post(""),
    ]) {
      codes.push([reply.status, reply.body.error.code]);
    }
    expect(codes).toEqual([
      [400, "invalid-json"],
      [400, "invalid-json"],
      [422, "invalid-request"],
      [415, "unsupported-type"],
      [413, "too-large"],
      [422, "invalid-request"],
      [422, "invalid-request"],
    ]);
  });

  it("tell where the body is wrong", async () => {
    const { signIn } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const { body } = await person.post("/tokens", { name: "mine", scopes: ["read", "x"] });
    expect(body.error.details.problems).toMatchObject([{ part: "body", path: "scopes.1" }]);
  });
});

describe("createApplication", () => {
  onEachDatabase("pages and headers", ({ open }) => {
    it("serves the shell for every page, files by name, and nothing outside the folder", async () => {
      const test = await openTestServer(await open());
      const { web } = test.server.folders;
      mkdirSync(join(web, "assets"), { recursive: true });
      writeFileSync(join(web, "index.html"), "<!doctype html><title>Shell</title>");
      writeFileSync(join(web, "assets", "app-1234.js"), "export {};");
      writeFileSync(join(web, "..", "secret.txt"), "hidden");
      const { fetch } = await createApplication(test.server, [], "0");
      const get = (path: string) =>
        fetch(
          new Request(`http://127.0.0.1:4321${path}`, { headers: { host: "127.0.0.1:4321" } }),
          "",
        );
      const page = await get("/runs/anything/else");
      expect(await page.text()).toContain("Shell");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
      expect(page.headers.get("content-security-policy")).not.toMatch(/script-src|unsafe-eval/);
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      const script = await get("/assets/app-1234.js");
      expect(script.headers.get("content-type")).toMatch(/^text\/javascript/);
      expect(script.headers.get("cache-control")).toContain("immutable");
      for (const path of ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"]) {
        expect(await (await get(path)).text()).not.toContain("hidden");
      }
    });

    it("describes every route with its right", async () => {
      const { application, visitor } = await openTestServer(await open());
      const { body } = await visitor.get("/api/v1/openapi.json");
      expect(body.openapi).toBe("3.1.0");
      for (const { method, path, action } of application.routes) {
        expect(body.paths[`/api/v1${path}`]?.[method]?.["x-action"]).toBe(action);
      }
      expect((await visitor.get("/healthz")).body).toEqual({ status: "ok" });
      expect((await visitor.get("/readyz")).body).toEqual({ status: "ready" });
    });

    it("says of a field that may be absent that it may", async () => {
      const { visitor } = await openTestServer(await open());
      const { body, text } = await visitor.get("/api/v1/openapi.json");
      const fields = (path: string, method: string) =>
        body.paths[`/api/v1${path}`][method].requestBody.content["application/json"].schema;
      const freeze = fields("/challenges/{challengeId}/freeze", "post");
      expect(freeze.properties).toHaveProperty("deviation");
      expect(freeze.required ?? []).not.toContain("deviation");
      const { dates } = fields("/challenges/{challengeId}/phases", "patch").properties;
      expect(dates.required ?? []).toEqual([]);
      const board = body.paths["/api/v1/challenges/{challengeId}/leaderboard"].get.parameters;
      expect(
        Object.fromEntries(
          board.map((each: { readonly name: string; readonly required?: boolean }) => [
            each.name,
            each.required === true,
          ]),
        ),
      ).toMatchObject({ challengeId: true, asOf: false, part: false });
      // Every reference would have to be one within the whole document.
      expect(text).not.toContain('"$ref"');
    });

    it("is not ready, but alive, when its database is gone", async () => {
      const database = await open();
      const { visitor } = await openTestServer(database);
      await database.close();
      expect((await visitor.get("/readyz")).status).toBe(503);
      expect((await visitor.get("/healthz")).status).toBe(200);
    });
  });
});
