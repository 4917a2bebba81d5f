import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, TEST_PASSWORD, type TestServer } from "../../../tests/server-fixture.ts";
import { writeBackup } from "../database/backup.ts";
import { openDatabase } from "../database/open-database.ts";
import { restoreBackup } from "../database/restore.ts";
import { sealPlainSecrets, secondFactorKeyFile } from "./second-factor-vault.ts";

const PLAIN = new Secret({ size: 20 });
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "longhand-vault-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const keyOf = ({ server }: TestServer): string => secondFactorKeyFile(server.folders.data);

function codeNow(secret: string | Secret, { server }: TestServer): string {
  const given = typeof secret === "string" ? Secret.fromBase32(secret) : secret;
  return new TOTP({ secret: given }).generate({ timestamp: server.clock.nowMs() });
}

/** An account whose second factor is set up; gives the secret. */
async function withSecondFactor(test: TestServer, name: string): Promise<string> {
  const person = await test.signIn(["admin"], name);
  const begun = await person.post("/auth/second-factor", { password: TEST_PASSWORD });
  await person.post("/auth/second-factor/confirm", { code: codeNow(begun.body.secret, test) });
  test.pass(30_000);
  return begun.body.secret;
}

async function login(test: TestServer, name: string, secondFactorCode?: string) {
  const body = { name, password: TEST_PASSWORD };
  const reply = await test.visitor.post(
    "/auth/login",
    secondFactorCode === undefined ? body : { ...body, secondFactorCode },
  );
  return reply.body.error?.code ?? reply.status;
}

onEachDatabase("secrets of second factors", ({ open }) => {
  it("are sealed in the database with a key that nobody else may read", async () => {
    const test = await openTestServer(await open());
    const secret = await withSecondFactor(test, "Ada");
    const rows = await test.server.database.query.selectFrom("accounts").selectAll().execute();
    expect(rows[0]?.totpSecret).toMatch(/^sealed:1:[\w-]{90,}$/);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(statSync(keyOf(test)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(keyOf(test), ".."))).toEqual(["second-factor.key"]);
    expect(await login(test, "Ada", codeNow(secret, test))).toBe(200);
  });

  it("let nobody in without digits when the key is missing, damaged or another one", async () => {
    const test = await openTestServer(await open());
    const secret = await withSecondFactor(test, "Ada");
    const other = await test.signIn(["rater"], "Grace");
    const key = readFileSync(keyOf(test));
    const tries = async () => [
      await login(test, "Ada"),
      await login(test, "Ada", codeNow(secret, test)),
    ];
    const refused = ["second-factor-needed", "second-factor-unreadable"];
    rmSync(keyOf(test));
    expect(await tries()).toEqual(refused);
    // No new key comes in its place, and whoever has no second factor gets in as ever.
    const begun = await other.post("/auth/second-factor", { password: TEST_PASSWORD });
    expect([begun.status, begun.body.error.code]).toEqual([503, "second-factor-unreadable"]);
    expect(begun.body.error.message).toContain("keys/second-factor.key");
    expect(await login(test, "Grace")).toBe(200);
    await sealPlainSecrets(test.server);
    expect(test.logged.at(-1)).toContain("the key of the second factors is missing");
    writeFileSync(keyOf(test), "damaged");
    expect(await tries()).toEqual(refused);
    test.pass(15 * 60_000);
    writeFileSync(keyOf(test), Buffer.alloc(32, 7).toString("base64url"));
    expect(await tries()).toEqual(refused);
    writeFileSync(keyOf(test), key);
    expect(await login(test, "Ada", codeNow(secret, test))).toBe(200);
  });

  it("open for the account alone that they were sealed for", async () => {
    const test = await openTestServer(await open());
    const secret = await withSecondFactor(test, "Ada");
    await withSecondFactor(test, "Eve");
    const { query } = test.server.database;
    const { totpSecret } = await query
      .selectFrom("accounts")
      .select("totpSecret")
      .where("name", "=", "Ada")
      .executeTakeFirstOrThrow();
    await query.updateTable("accounts").set({ totpSecret }).where("name", "=", "Eve").execute();
    expect(await login(test, "Eve", codeNow(secret, test))).toBe("second-factor-unreadable");
  });

  it("of an older version are sealed at the start, and go on working", async () => {
    const test = await openTestServer(await open());
    await test.signIn(["admin"], "Ada");
    await test.signIn(["admin"], "Grace");
    const { query } = test.server.database;
    await query
      .updateTable("accounts")
      .set({ totpSecret: PLAIN.base32, totpConfirmed: 1 })
      .execute();
    expect(await login(test, "Ada", codeNow(PLAIN, test))).toBe("second-factor-unreadable");
    await sealPlainSecrets(test.server);
    const kept = () => query.selectFrom("accounts").select("totpSecret").orderBy("id").execute();
    const rows = await kept();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(PLAIN.base32);
    expect(await login(test, "Ada", codeNow(PLAIN, test))).toBe(200);
    await sealPlainSecrets(test.server);
    expect(await kept()).toEqual(rows);
  });

  it("come back with both parts of a backup, and cannot be checked with one of them", async () => {
    const test = await openTestServer(await open());
    const secret = await withSecondFactor(test, "Ada");
    const dataFolder = test.server.folders.data;
    const place = newFolder();
    const [main, apart] = [join(place, "server.gz"), join(place, "references.gz")];
    const nowMs = test.server.clock.nowMs();
    await writeBackup(test.server.database, { path: main, dataFolder, part: "server", nowMs });
    await writeBackup(test.server.database, { path: apart, dataFolder, part: "references", nowMs });
    const database = await open();
    const fresh = await openTestServer(database);
    const target = fresh.server.folders.data;
    await restoreBackup(database, { path: main, dataFolder: target });
    expect(await login(fresh, "Ada", codeNow(secret, fresh))).toBe("second-factor-unreadable");
    await restoreBackup(database, { path: apart, dataFolder: target });
    fresh.pass(test.server.clock.nowMs() - fresh.server.clock.nowMs());
    expect(await login(fresh, "Ada", codeNow(secret, fresh))).toBe(200);
  });
});

it("leaves no plain secret behind in the file of the database", async () => {
  const path = join(newFolder(), "longhand.sqlite");
  const database = await openDatabase({ path });
  const test = await openTestServer(database);
  await test.signIn(["admin"], "Ada");
  await database.query.updateTable("accounts").set({ totpSecret: PLAIN.base32 }).execute();
  await sealPlainSecrets(test.server);
  const bytes = [path, `${path}-wal`].map((file) => readFileSync(file).includes(PLAIN.base32));
  await database.close();
  expect(bytes).toEqual([false, false]);
});
