import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD, type TestServer } from "../../../tests/server-fixture.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0";
const MINUTE_MS = 60_000;

/** Signs in once more, from another browser. */
async function again(test: TestServer, name: string) {
  const done = await test.visitor.send("POST", "/auth/login", {
    body: { name, password: TEST_PASSWORD },
    headers: { "user-agent": FIREFOX },
  });
  const cookie = String(done.headers.get("set-cookie")).split(";")[0] ?? "";
  const { body } = await test.client({ cookie }).get("/auth/session");
  return test.client({ cookie, "x-csrf-token": body.csrfToken });
}

onEachDatabase("the sessions of an account", ({ open }) => {
  it("are listed with their rough device and last use, without any secret", async () => {
    const test = await openTestServer(await open());
    const first = await test.signIn(["rater"], "Ada");
    await test.signIn(["rater"], "Grace");
    const startMs = test.server.clock.nowMs();
    test.pass(MINUTE_MS);
    const second = await again(test, "Ada");
    test.pass(MINUTE_MS / 2);
    const reply = await second.get("/auth/sessions");
    expect(reply.body.items).toMatchObject([
      { device: "Firefox on Linux", isCurrent: true, byPasskey: false },
      { device: "", isCurrent: false, createdMs: startMs, lastUsedMs: startMs },
    ]);
    expect(reply.body.items[0].lastUsedMs).toBe(startMs + MINUTE_MS);
    const rows = await test.server.database.query.selectFrom("sessions").selectAll().execute();
    for (const { tokenHash } of rows) expect(reply.text).not.toContain(tokenHash);
    expect(JSON.stringify(rows)).not.toContain("Gecko");
    await first.get("/auth/session");
    const later = (await first.get("/auth/sessions")).body.items;
    expect(later[0]).toMatchObject({ isCurrent: true, lastUsedMs: startMs + 1.5 * MINUTE_MS });
  });

  it("end one by one, or all but the one that asks", async () => {
    const test = await openTestServer(await open());
    const first = await test.signIn(["rater"], "Ada");
    const stranger = await test.signIn(["rater"], "Grace");
    const [second, third] = [await again(test, "Ada"), await again(test, "Ada")];
    const ids = async (): Promise<string[]> =>
      (await first.get("/auth/sessions")).body.items
        .filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
        .map(({ id }: { id: string }) => id);
    const [one = ""] = await ids();
    expect((await stranger.send("DELETE", `/auth/sessions/${one}`)).status).toBe(404);
    expect((await first.send("DELETE", `/auth/sessions/${one}`)).status).toBe(200);
    const left = [await second.get("/tokens"), await third.get("/tokens")];
    expect(left.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await first.post("/auth/sessions/end-others")).status).toBe(200);
    expect(await ids()).toEqual([]);
    expect((await second.get("/tokens")).status + (await third.get("/tokens")).status).toBe(802);
    expect((await stranger.get("/tokens")).status).toBe(200);
    const [own] = (await first.get("/auth/sessions")).body.items;
    const ended = await first.send("DELETE", `/auth/sessions/${own.id}`);
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await first.get("/tokens")).status).toBe(401);
  });
});
