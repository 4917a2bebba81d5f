import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openTestServer, TEST_PASSWORD } from "../../tests/server-fixture.ts";
import { makeAdminLink } from "./admin-link.ts";
import { openDatabase } from "./database/open-database.ts";
import { databaseFile } from "./database-file.ts";
import { backupServer, restoreServer } from "./keep-server.ts";
import { verifyAudit } from "./people/audit-log.ts";

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "longhand-keep-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it("a link made beside a running server makes an admin once, and is in the audit log", async () => {
  const dataFolder = newFolder();
  const database = await openDatabase({ path: databaseFile(dataFolder) });
  const test = await openTestServer(database);
  await test.signIn(["organiser"], "Olga");
  const { clock } = test.server;
  const url = "https://rate.example.org/some/page";
  const link = await makeAdminLink({ dataFolder, url, clock, randomBytes });
  expect(link.url).toMatch(/^https:\/\/rate\.example\.org\/join#[\w-]{43}$/);
  const body = { code: link.url.split("#")[1], name: "Ada", password: TEST_PASSWORD };
  const made = await test.visitor.post("/auth/register", body);
  const again = await test.visitor.post("/auth/register", { ...body, name: "Grace" });
  expect([made.status, again.status]).toEqual([201, 404]);
  const lines = await database.query.selectFrom("auditLog").select("action").execute();
  const roles = await database.query.selectFrom("accountRoles").select("role").execute();
  const audit = await verifyAudit(database);
  await database.close();
  expect(lines.map(({ action }) => action)).toEqual(["admin-link-made", "account-made"]);
  expect(roles.map(({ role }) => role).toSorted()).toEqual(["admin", "organiser"]);
  expect(audit).toMatchObject({ status: "whole" });
});

it("where no server has kept anything there is no link", async () => {
  const clock = { nowMs: () => 0, sleep: async () => undefined };
  const place = { dataFolder: newFolder(), url: "http://127.0.0.1:4321", clock, randomBytes };
  await expect(makeAdminLink(place)).rejects.toMatchObject({ code: "no-server" });
});

it("what is restored is its owner's alone from the beginning", async () => {
  const dataFolder = newFolder();
  const database = await openDatabase({ path: databaseFile(dataFolder) });
  const { server } = await openTestServer(database);
  const path = join(newFolder(), "backup.gz");
  await backupServer({ path, dataFolder, part: "server", clock: server.clock });
  await database.close();
  const restored = join(newFolder(), "home", "server");
  await restoreServer({ path, dataFolder: restored, clock: server.clock });
  const modes = [restored, databaseFile(restored)].map((place) =>
    (statSync(place).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(["700", "600"]);
});
