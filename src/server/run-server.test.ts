import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { onEachDatabase } from "../../tests/on-each-database.ts";
import { TEST_PASSWORD } from "../../tests/server-fixture.ts";
import { type DatabasePlace, openDatabase } from "./database/open-database.ts";
import { type RunningServer, type RunServerOptions, runServer } from "./run-server.ts";

const folders: string[] = [];
const servers: RunningServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "longhand-home-"));
  folders.push(home);
  return home;
}

async function start(
  place: DatabasePlace,
  more: Partial<RunServerOptions> = {},
  home: string = newHome(),
): Promise<RunningServer> {
  const data = join(home, "server");
  const server = await runServer({
    port: 0,
    folders: { home, data, runs: join(home, "runs"), web: join(home, "web") },
    clock: { nowMs: () => Date.now(), sleep: async () => undefined },
    randomBytes,
    version: "0.0.0",
    ...("url" in place ? { databaseUrl: place.url } : {}),
    ...more,
  });
  servers.push(server);
  return server;
}

onEachDatabase("runServer", ({ place }) => {
  it("opens the local viewer by its address until there is an account", async () => {
    const home = newHome();
    const where = await place();
    const first = await start(where, {}, home);
    expect(statSync(join(home, "server")).mode & 0o777).toBe(0o700);
    const viewer = await fetch(String(first.viewerUrl), { redirect: "manual" });
    expect(viewer.status).toBe(303);
    const cookie = String(viewer.headers.get("set-cookie")).split(";")[0] ?? "";
    const runs = () => fetch(`${first.url}/api/v1/runs`, { headers: { cookie } });
    expect((await runs()).status).toBe(200);
    expect((await fetch(`${first.url}/api/v1/runs`)).status).toBe(401);
    const made = await fetch(`${first.url}/api/v1/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        code: first.setupUrl?.split("#")[1],
        name: "Ada",
        password: TEST_PASSWORD,
      }),
    });
    expect(made.status).toBe(201);
    expect((await runs()).status).toBe(401);
    await servers.pop()?.close();
    const kept = await openDatabase(
      "url" in where ? where : { path: join(home, "server", "longhand.sqlite") },
    );
    const [account] = await kept.query.selectFrom("accounts").select("passwordHash").execute();
    await kept.close();
    // scrypt with N = 2^17, r = 8, p = 1.
    expect(account?.passwordHash).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    const second = await start(where, {}, home);
    expect([second.viewerUrl, second.setupUrl]).toEqual([undefined, undefined]);
  });

  it("refuses interfaces that others reach while nobody has an account", async () => {
    const where = await place();
    await expect(start(where, { host: "0.0.0.0" })).rejects.toMatchObject({ code: "usage" });
    await expect(start(where, { host: "0.0.0.0", auth: true })).rejects.toMatchObject({
      code: "usage",
    });
    const publicUrl = "https://rate.example.org";
    const server = await start(where, { host: "0.0.0.0", auth: true, publicUrl });
    expect(server.viewerUrl).toBeUndefined();
    expect(server.setupUrl).toMatch(/^https:\/\/rate\.example\.org\/join#/);
  });

  it("refuses a data folder that another server uses, and a port that is taken", async () => {
    const home = newHome();
    const where = await place();
    const server = await start(where, {}, home);
    await expect(start(where, {}, home)).rejects.toMatchObject({ code: "run-locked" });
    const port = Number(new URL(server.url).port);
    await expect(start(await place(), { port })).rejects.toMatchObject({ code: "port-taken" });
  });

  it("refuses a body of 300 MB while it arrives, and goes on answering", async () => {
    const server = await start(await place());
    const status = await sendEndless(`${server.url}/api/v1/auth/login`);
    expect(status).toBe(413);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

/** Sends a body whose length is not told, until the server has had enough. */
function sendEndless(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sending = request(url, {
      method: "POST",
      headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    });
    const piece = Buffer.alloc(1 << 20, 0x20);
    let sent = 0;
    const more = (): void => {
      while (sent < 300 && !sending.destroyed) {
        sent += 1;
        if (!sending.write(piece)) {
          sending.once("drain", more);
          return;
        }
      }
      if (!sending.destroyed) sending.end();
    };
    sending.on("response", (response) => {
      resolve(response.statusCode);
      sending.destroy();
    });
    sending.on("error", () => undefined);
    more();
  });
}
