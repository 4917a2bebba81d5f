import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newPostgresDatabase } from "../on-each-database.ts";
import { killCount, killTimeoutMs } from "./kills.ts";
import { longhandJson, newFolder } from "./longhand-process.ts";
import { PASSWORD, type ServerProcess, startServer } from "./server-process.ts";

const KILLS = killCount(3);
const WRITERS = 8;

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const start = (home: string, databaseUrl: string): Promise<ServerProcess> =>
  startServer({ home, databaseUrl }, (child) => children.push(child));

type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;
interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the test reads of it, it checks
  readonly body: any;
  readonly cookie: string;
}

function asker(url: string, headers: Readonly<Record<string, string>> = {}): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookie = String(response.headers.get("set-cookie")).split(";")[0] ?? "";
    return { status: response.status, body: await response.json(), cookie };
  };
}

async function register({ url, setupUrl }: ServerProcess): Promise<void> {
  const code = setupUrl?.split("#")[1];
  const person = { code, name: "Ada", password: PASSWORD };
  expect((await asker(url)("POST", "/auth/register", person)).status).toBe(201);
}

async function signedIn({ url }: ServerProcess): Promise<Ask> {
  const login = await asker(url)("POST", "/auth/login", { name: "Ada", password: PASSWORD });
  const { cookie } = login;
  const session = await asker(url, { cookie })("GET", "/auth/session");
  return asker(url, { cookie, "x-csrf-token": session.body.csrfToken });
}

/** Writes until the server is gone; what was acknowledged is noted. */
async function write(ask: Ask, acknowledged: string[]): Promise<void> {
  const invitation = { roles: ["rater"] };
  for (;;) {
    const reply = await ask("POST", "/people/invitations", invitation).catch(() => undefined);
    if (reply === undefined) return;
    if (reply.status === 201) acknowledged.push(reply.body.items[0].id);
  }
}

async function invitedLinks(ask: Ask): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let cursor = "";
  for (;;) {
    const { body } = await ask("GET", `/audit?limit=100${cursor}`);
    for (const { details } of body.items) {
      for (const id of JSON.parse(details).linkIds ?? []) found.add(id);
    }
    if (body.nextCursor === null) return found;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

const newDatabase = async (kind: string): Promise<string> =>
  kind === "sqlite" ? "" : await newPostgresDatabase();

function newHome(): string {
  const home = newFolder("server");
  folders.push(home);
  return home;
}

describe.each(["sqlite", "postgres"])("a server (%s)", (kind) => {
  it(
    "has lost nothing that it acknowledged when it is killed while it writes",
    async () => {
      const home = newHome();
      const databaseUrl = await newDatabase(kind);
      const acknowledged: string[] = [];
      let server = await start(home, databaseUrl);
      await register(server);
      for (let kill = 0; kill < KILLS; kill++) {
        const ask = await signedIn(server);
        const before = acknowledged.length;
        const writers = Array.from({ length: WRITERS }, () => write(ask, acknowledged));
        // Another number of writes each time, so that the kill meets another moment.
        while (acknowledged.length < before + 10 + 7 * kill) {
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        server.child.kill("SIGKILL");
        await Promise.all(writers);
        server = await start(home, databaseUrl);
        const after = await signedIn(server);
        const found = await invitedLinks(after);
        expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
        expect((await after("GET", "/audit/verification")).body.status).toBe("whole");
      }
      expect(acknowledged.length).toBeGreaterThan(10 * KILLS);
    },
    killTimeoutMs(2 * KILLS),
  );

  it("is backed up while it runs, and restored under another home", async () => {
    const home = newHome();
    const databaseUrl = await newDatabase(kind);
    const first = await start(home, databaseUrl);
    await register(first);
    const file = join(newHome(), "server.backup.gz");
    const env = { DATABASE_URL: databaseUrl };
    const backup = await longhandJson(["server", "backup", file, "--home", home], { env });
    expect(backup.json).toMatchObject({ rows: expect.any(Number) });
    first.child.kill("SIGTERM");
    expect(await once(first.child, "exit")).toEqual([0, null]);
    const again = await longhandJson(["server", "restore", file, "--home", home], { env });
    expect([again.code, again.json]).toMatchObject([1, { error: { code: "database-not-empty" } }]);
    const secondHome = newHome();
    const secondUrl = await newDatabase(kind);
    const restored = await longhandJson(["server", "restore", file, "--home", secondHome], {
      env: { DATABASE_URL: secondUrl },
    });
    expect(restored.json).toEqual(backup.json);
    const second = await start(secondHome, secondUrl);
    expect(second.setupUrl).toBeNull();
    const ask = await signedIn(second);
    expect((await ask("GET", "/audit/verification")).body.status).toBe("whole");
  }, 300_000);
});
