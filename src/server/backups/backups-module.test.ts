import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer } from "../../../tests/server-fixture.ts";
import type { BackupsView } from "../../records/index.ts";
import { type DatabasePlace, openDatabase } from "../database/open-database.ts";
import { backupServer, restoreServer } from "../keep-server.ts";
import { type RunningServer, type RunServerOptions, runServer } from "../run-server.ts";
import { backupsModule } from "./backups-module.ts";

const folders: string[] = [];
const servers: RunningServer[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "longhand-backups-"));
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const CLOCK = {
  nowMs: () => Date.now(),
  sleep: (waitMs: number, signal?: AbortSignal) => wait(waitMs, undefined, { signal }),
};

/** Where a server keeps what it has. */
const homeOf = (place: DatabasePlace) =>
  "url" in place
    ? { dataFolder: newFolder(), databaseUrl: place.url }
    : { dataFolder: dirname(place.path) };

onEachDatabase("a server that backs itself up", ({ place }) => {
  it("is brought back by its own backup, with the command for backups", async () => {
    const where = await place();
    const home = homeOf(where);
    const database = await openDatabase(where);
    const test = await openTestServer(database);
    const admin = await test.signIn(["admin"], "Ada");
    const folder = newFolder();
    // The clock of a test server does not sleep, and whoever waits for a night would never rest.
    const { start, close, routes } = backupsModule(
      { ...test.server, clock: CLOCK },
      {
        folder,
        keep: 7,
        minute: 180,
        write: (part, path, signal) => backupServer({ ...home, part, path, signal, clock: CLOCK }),
      },
    );
    expect(routes.map(({ path }) => path)).toEqual(["/backups"]);
    await start?.();
    await expect.poll(() => test.logged.at(-1), { timeout: 30_000 }).toContain("backup written");
    await close?.();
    await database.close();
    expect(admin.accountId).toBeDefined();
    const there = await place();
    for (const part of ["server", "references"]) {
      const [name = "", ...more] = readdirSync(join(folder, part));
      expect(more).toEqual([]);
      await restoreServer({ ...homeOf(there), path: join(folder, part, name), clock: CLOCK });
    }
    const restored = await openDatabase(there);
    const accounts = await restored.query.selectFrom("accounts").select(["id", "name"]).execute();
    await restored.close();
    expect(accounts).toEqual([{ id: admin.accountId, name: "Ada" }]);
  });
});

it("shows admins that nothing is backed up where nothing was asked for", async () => {
  const database = await openDatabase({ path: ":memory:" });
  const test = await openTestServer(database);
  const admin = await test.signIn(["admin"]);
  const { status, body } = await admin.get("/backups");
  await database.close();
  expect(status).toBe(200);
  expect(body satisfies BackupsView).toEqual({
    plan: null,
    nextMs: null,
    runningSinceMs: null,
    lastSuccess: null,
    lastFailure: null,
  });
});

async function start(
  home: string,
  backups: NonNullable<RunServerOptions["backups"]>,
): Promise<RunningServer> {
  const server = await runServer({
    port: 0,
    folders: { home, data: join(home, "server"), runs: join(home, "runs"), web: home },
    clock: CLOCK,
    randomBytes,
    version: "0.0.0",
    backups,
  });
  servers.push(server);
  return server;
}

it("a server that was told to back itself up begins at once", async () => {
  const folder = newFolder();
  await start(newFolder(), { folder, keep: 3, minute: 0 });
  const files = () => readdirSync(folder, { recursive: true }).map(String);
  await expect
    .poll(() => files().filter((name) => name.endsWith(".gz")).length, { timeout: 30_000 })
    .toBe(2);
});

it("a backup that fails is logged, without a name of a file, and the server stays ready", async () => {
  const file = join(newFolder(), "a-file");
  writeFileSync(file, "");
  const home = newFolder();
  const { url } = await start(home, { folder: join(file, "backups") });
  const log = (): string => readFileSync(join(home, "server", "server.log"), "utf8");
  await expect.poll(log, { timeout: 30_000 }).toContain('"code":"ENOTDIR","msg":"backup failed"');
  expect(log()).not.toContain("a-file");
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it("backups within the home of the server are refused before it starts", async () => {
  const home = newFolder();
  const starting = start(home, { folder: join(home, "server", "old") });
  await expect(starting).rejects.toMatchObject({ code: "usage" });
  expect(readdirSync(home)).toEqual([]);
});
