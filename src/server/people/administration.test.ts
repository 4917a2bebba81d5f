import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD } from "../../../tests/server-fixture.ts";

const codeOf = (reply: { readonly body: { readonly items: readonly { url: string }[] } }): string =>
  String(reply.body.items[0]?.url).split("#")[1] ?? "";

onEachDatabase("the last admin", ({ open }) => {
  it("stays until there is another one", async () => {
    const test = await openTestServer(await open());
    const ada = await test.signIn(["admin"], "Ada");
    const leave = (person: typeof ada) =>
      person.post("/auth/delete-account", { password: TEST_PASSWORD });
    const refused = await leave(ada);
    expect([refused.status, refused.body.error.code]).toEqual([409, "last-word"]);
    expect((await ada.get("/accounts")).status).toBe(200);
    const grace = await test.signIn(["admin"], "Grace");
    const own = await grace.send("DELETE", `/accounts/${grace.accountId}`);
    expect([own.status, own.body.error.code]).toEqual([409, "last-word"]);
    // Two who leave at once: one of them stays.
    const both = await Promise.all([leave(ada), leave(grace)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("cannot be deleted or demoted by another admin who is no more", async () => {
    const test = await openTestServer(await open());
    const ada = await test.signIn(["admin"], "Ada");
    const grace = await test.signIn(["admin"], "Grace");
    const take = (person: typeof ada, whom: typeof ada) =>
      person.send("PUT", `/accounts/${whom.accountId}/roles`, { body: { roles: [] } });
    const both = await Promise.all([take(ada, grace), take(grace, ada)]);
    const admins = await test.server.database.query
      .selectFrom("accountRoles")
      .selectAll()
      .where("role", "=", "admin")
      .execute();
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(admins).toHaveLength(1);
  });
});

onEachDatabase("links", ({ open }) => {
  it("stop working with the account, or the role, that made them", async () => {
    const test = await openTestServer(await open());
    const admin = await test.signIn(["admin"], "Ada");
    const organiser = await test.signIn(["organiser"], "Olga");
    const other = await test.signIn(["organiser"], "Omar");
    const invite = async (person: typeof admin): Promise<string> =>
      codeOf(await person.post("/people/invitations", { roles: ["rater"] }));
    const codes = [await invite(admin), await invite(organiser), await invite(other)];
    await admin.send("PUT", `/accounts/${other.accountId}/roles`, { body: { roles: ["rater"] } });
    await organiser.post("/auth/delete-account", { password: TEST_PASSWORD });
    const statuses = codes.map(
      async (code) => (await test.visitor.post("/auth/verify", { code })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  });

  it("never give roles that exclude each other", async () => {
    const test = await openTestServer(await open());
    const admin = await test.signIn(["admin"]);
    const roles = ["rater", "organiser"];
    const refused = await admin.post("/people/invitations", { roles });
    expect([refused.status, refused.body.error.code]).toEqual([409, "roles-exclude-each-other"]);
    const loose = await openTestServer(await open(), { organisersMayRate: true });
    const made = await (await loose.signIn(["admin"])).post("/people/invitations", { roles });
    expect(made.status).toBe(201);
  });
});
