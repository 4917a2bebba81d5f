import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD, type TestServer } from "../../../tests/server-fixture.ts";
import { type SoftwarePasskey, softwarePasskey } from "../../../tests/software-passkey.ts";

const PLACE = { origin: "http://localhost:4321", host: "localhost" };
const ELSEWHERE = { origin: "http://elsewhere.example", host: "elsewhere.example" };
const ORIGINS = { origins: ["http://127.0.0.1:4321", PLACE.origin] };
const headers = { host: "localhost:4321" };

async function withPasskey(test: TestServer, passkey: SoftwarePasskey, name: string) {
  const person = await test.signIn(["admin"], name);
  const body = { password: TEST_PASSWORD };
  const begun = await person.send("POST", "/auth/passkeys/registration", { body, headers });
  const answer = passkey.register(begun.body.challenge, PLACE);
  const added = await person.post("/auth/passkeys", { name: "laptop", answer });
  expect(added.status).toBe(201);
  return { person, again: () => person.post("/auth/passkeys", { name: "laptop", answer }) };
}

async function challengeOf(test: TestServer): Promise<string> {
  const begun = await test.visitor.send("POST", "/auth/passkeys/sign-in-options", { headers });
  return begun.body.challenge;
}

onEachDatabase("passkeys", ({ open }) => {
  it("sign in without a password, and count as a second factor", async () => {
    const test = await openTestServer(await open(), { ...ORIGINS, secondFactor: "required" });
    const passkey = softwarePasskey();
    const { person } = await withPasskey(test, passkey, "Ada");
    expect((await person.get("/accounts")).status).toBe(403);
    const answer = passkey.signIn(await challengeOf(test), PLACE);
    const done = await test.visitor.post("/auth/passkeys/sign-in", { answer });
    expect(done.status).toBe(200);
    const cookie = String(done.headers.get("set-cookie")).split(";")[0] ?? "";
    expect((await test.client({ cookie }).get("/accounts")).status).toBe(200);
    const listed = (await person.get("/auth/passkeys")).body.items;
    expect(listed).toMatchObject([{ name: "laptop", lastUsedMs: test.server.clock.nowMs() }]);
  });

  it("answer each challenge once, here, within five minutes", async () => {
    const test = await openTestServer(await open(), ORIGINS);
    const passkey = softwarePasskey();
    const { again } = await withPasskey(test, passkey, "Ada");
    expect((await again()).body.error.code).toBe("wrong-passkey");
    const signIn = async (answer: object) =>
      (await test.visitor.post("/auth/passkeys/sign-in", { answer })).status;
    const challenge = await challengeOf(test);
    expect(await signIn(passkey.signIn(challenge, PLACE))).toBe(200);
    expect(await signIn(passkey.signIn(challenge, PLACE))).toBe(422);
    expect(await signIn(passkey.signIn(await challengeOf(test), ELSEWHERE))).toBe(422);
    expect(await signIn(softwarePasskey().signIn(await challengeOf(test), PLACE))).toBe(422);
    const late = await challengeOf(test);
    test.pass(5 * 60_000);
    expect(await signIn(passkey.signIn(late, PLACE))).toBe(422);
  });

  it("stop working when they, or their accounts, are deleted", async () => {
    const test = await openTestServer(await open(), ORIGINS);
    const passkey = softwarePasskey();
    const { person } = await withPasskey(test, passkey, "Ada");
    const [{ id }] = (await person.get("/auth/passkeys")).body.items;
    const stranger = await test.signIn(["rater"]);
    expect((await stranger.send("DELETE", `/auth/passkeys/${id}`)).status).toBe(404);
    expect((await person.send("DELETE", `/auth/passkeys/${id}`)).status).toBe(200);
    const answer = passkey.signIn(await challengeOf(test), PLACE);
    expect((await test.visitor.post("/auth/passkeys/sign-in", { answer })).status).toBe(422);
  });

  it("belong to names, not to addresses", async () => {
    const test = await openTestServer(await open(), ORIGINS);
    const begun = await test.visitor.post("/auth/passkeys/sign-in-options");
    expect(begun.body.error.code).toBe("passkey-needs-name");
  });
});
