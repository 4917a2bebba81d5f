import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD } from "../../../tests/server-fixture.ts";
import { makeSetupLink } from "./setup-link.ts";

const MINUTE_MS = 60_000;
const codeOf = (url: string | undefined): string => String(url).split("#")[1] ?? "";

onEachDatabase("signing in", ({ open }) => {
  it("makes the first account by the link that the first start prints, once", async () => {
    const { server, visitor, client } = await openTestServer(await open());
    const code = codeOf(await makeSetupLink(server));
    const person = { code, name: "Ada", password: TEST_PASSWORD };
    const view = await visitor.post("/auth/verify", { code });
    expect(view.body).toMatchObject({ purpose: "setup", roles: ["admin", "organiser"] });
    const made = await visitor.post("/auth/register", person);
    expect(made.status).toBe(201);
    const cookie = String(made.headers.get("set-cookie"));
    expect(cookie).toMatch(
      /^longhand_4321=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    );
    const session = await client({ cookie: cookie.split(";")[0] ?? "" }).get("/auth/session");
    expect(session.body.account.name).toBe("Ada");
    expect(session.body.roles).toEqual(expect.arrayContaining(["visitor", "admin", "organiser"]));
    expect((await visitor.post("/auth/register", { ...person, name: "Eve" })).status).toBe(404);
    expect(await makeSetupLink(server)).toBeUndefined();
  });

  it("lets one of ten who use a link at once in", async () => {
    const { server, visitor } = await openTestServer(await open());
    const code = codeOf(await makeSetupLink(server));
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        visitor.post("/auth/register", { code, name: `Person ${index}`, password: TEST_PASSWORD }),
      ),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(201);
    expect(statuses.slice(1).every((status) => status === 404 || status === 409)).toBe(true);
    const accounts = await server.database.query.selectFrom("accounts").select("id").execute();
    expect(accounts).toHaveLength(1);
  });

  it("refuses a link after seven days", async () => {
    const { server, visitor, pass } = await openTestServer(await open());
    const code = codeOf(await makeSetupLink(server));
    pass(7 * 24 * 60 * MINUTE_MS);
    expect((await visitor.post("/auth/verify", { code })).status).toBe(404);
  });

  it("refuses to register without a link unless the server is open", async () => {
    const person = { name: "Ada", password: TEST_PASSWORD };
    const closed = await openTestServer(await open());
    expect((await closed.visitor.post("/auth/register", person)).body.error.code).toBe(
      "link-needed",
    );
    const public_ = await openTestServer(await open(), { openRegistration: true });
    expect((await public_.visitor.post("/auth/register", person)).status).toBe(201);
    const twin = await public_.visitor.post("/auth/register", { ...person, name: "ADA " });
    expect(twin.body.error.code).toBe("name-taken");
  });

  it("signs in by name and password, and stops guessing after five tries", async () => {
    const { visitor, signIn, pass } = await openTestServer(await open());
    await signIn(["participant"], "Ada");
    const right = { name: "ada", password: TEST_PASSWORD };
    const wrong = { ...right, password: "wrong password" };
    expect((await visitor.post("/auth/login", right)).status).toBe(200);
    for (let round = 0; round < 4; round++) {
      expect((await visitor.post("/auth/login", wrong)).body.error.code).toBe("wrong-credentials");
    }
    const sixth = await visitor.post("/auth/login", right);
    expect(sixth.status).toBe(429);
    expect(sixth.body.error.retryAfterSeconds).toBe(15 * 60);
    expect(sixth.headers.get("retry-after")).toBe("900");
    pass(15 * MINUTE_MS);
    expect((await visitor.post("/auth/login", right)).status).toBe(200);
  });

  it("ends a session when it is signed out, and after 14 days", async () => {
    const { signIn, pass } = await openTestServer(await open());
    const first = await signIn(["participant"]);
    expect((await first.post("/auth/logout")).headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await first.get("/tokens")).status).toBe(401);
    const second = await signIn(["participant"]);
    expect((await second.get("/tokens")).status).toBe(200);
    pass(14 * 24 * 60 * MINUTE_MS);
    expect((await second.get("/tokens")).status).toBe(401);
  });

  it("refuses changes by cookie without the token of our pages, or from another site", async () => {
    const { signIn } = await openTestServer(await open());
    const person = await signIn(["participant"]);
    const without = await person.send("POST", "/auth/logout", { headers: { "x-csrf-token": "" } });
    expect(without.body.error.code).toBe("missing-csrf-token");
    const headers = { origin: "https://elsewhere.example" };
    const foreign = await person.send("POST", "/auth/logout", { headers });
    expect(foreign.body.error.code).toBe("foreign-origin");
    const rebound = await person.send("GET", "/tokens", { headers: { host: "evil.example" } });
    expect(rebound.status).toBe(421);
    expect((await person.get("/tokens")).status).toBe(200);
  });
});
