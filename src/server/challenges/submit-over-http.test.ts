import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import {
  answers,
  hiddenText,
  TEST_ITEMS,
  testChallenge,
} from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import type { RunContext } from "../../pipeline/doors/context.ts";
import { listSubmissions, submitTo } from "../../pipeline/doors/leaderboard.ts";
import { openDatabase } from "../database/open-database.ts";
import { hashOfSecret } from "../people/secrets.ts";
import { type RunningServer, runServer } from "../run-server.ts";

const folders: string[] = [];
const servers: RunningServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const clock = { nowMs: () => Date.now(), sleep: (ms: number) => wait(Math.min(ms, 50)) };

function contextOf(token: string | undefined): RunContext {
  return {
    clock,
    nameSeed: "test",
    home: "",
    runsFolder: "",
    credential: () => token,
    environment: {},
    stopping: new AbortController().signal,
    stopNow: new AbortController().signal,
    onProgress: () => undefined,
  };
}

onEachDatabase("submitting over HTTP", ({ place }) => {
  it("checks here, sends, scores in a process of its own, and lists", async () => {
    const home = mkdtempSync(join(tmpdir(), "longhand-submit-"));
    folders.push(home);
    const where = await place();
    const data = join(home, "server");
    const sqlite = "path" in where ? {} : { databaseUrl: where.url };
    const server = await runServer({
      port: 0,
      folders: { home, data, runs: join(home, "runs"), web: join(home, "web") },
      clock,
      randomBytes,
      version: "0.0.0",
      rateLimits: { signedInPerMinute: 1e9, anonymousPerMinute: 1e9 },
      ...sqlite,
    });
    servers.push(server);
    const database = await openDatabase(
      "path" in where ? { path: join(data, "longhand.sqlite") } : where,
    );
    const token = async (role: string, scopes: string): Promise<string> => {
      const row = {
        passwordHash: null,
        totpSecret: null,
        totpConfirmed: 0,
        totpLastStep: 0,
        createdMs: 1,
        deletedMs: null,
      };
      await database.query
        .insertInto("accounts")
        .values({ id: role, name: role, nameKey: role, ...row })
        .execute();
      await database.query
        .insertInto("accountRoles")
        .values({ accountId: role, role, grantedMs: 1 })
        .execute();
      const tokenRow = {
        id: role,
        accountId: role,
        name: role,
        scopes,
        createdMs: 1,
        expiresMs: 1e15,
        lastUsedMs: null,
      };
      await database.query
        .insertInto("apiTokens")
        .values({ ...tokenRow, tokenHash: hashOfSecret(`lh_${role}`) })
        .execute();
      return `lh_${role}`;
    };
    const organiser = await token("organiser", "read organise");
    const participant = await token("participant", "read submit");
    await database.close();
    const url = `${server.url}/challenges/tales`;
    const send = async (what: string, as: string, body: unknown): Promise<Response> => {
      const [method = "", path = ""] = what.split(" ");
      return await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    };
    const challenge = testChallenge(Date.now());
    expect(
      (await send("POST /challenges", organiser, { challenge, items: { main: TEST_ITEMS } }))
        .status,
    ).toBe(201);
    const references = TEST_ITEMS.map(({ itemId }) => ({ itemId, reference: hiddenText(itemId) }));
    expect((await send("PUT /challenges/tales/references", organiser, { references })).status).toBe(
      200,
    );
    await send("POST /challenges/tales/registrations", participant, { termsVersion: "1" });
    expect(
      (await send("POST /challenges/tales/teams", participant, { name: "Ann's" })).status,
    ).toBe(201);
    expect(statSync(join(data, "scorer", "private.key")).mode & 0o777).toBe(0o600);

    const file = join(home, "answers.jsonl");
    const meta = join(home, "meta.json");
    writeFileSync(
      meta,
      JSON.stringify({ system: "mine", declaration: { models: "a", data: "b", use: "c" } }),
    );
    writeFileSync(file, '{"exampleId":"t1","text":"one"}\n');
    const refused = await submitTo({ file, url, system: "mine" }, contextOf(participant));
    expect(refused).toMatchObject({ exitCode: 1, json: { accepted: false, problemCount: 5 } });
    writeFileSync(file, answers(hiddenText));
    const sent = await submitTo({ file, url, metaFile: meta, wait: true }, contextOf(participant));
    expect(sent.exitCode).toBe(0);
    expect(sent.text).toMatch(/quota {4}4 left today, 49 in all, 2 at once/);
    expect(sent.text).toMatch(/State: scored\n.*\n {2}rouge-1 \(public\) {2}1\.0000/);
    const listed = await listSubmissions(url, contextOf(participant));
    expect(listed.text).toMatch(/scored {2}main\/test {2}mine\nQuota: 4 left today/);
    const { id } = (sent.json as { receipt: { id: string } }).receipt;
    const selected = await send(`POST /challenges/tales/submissions/${id}/select`, participant, {});
    expect(await selected.json()).toMatchObject({ selected: true, declared: true });

    await expect(submitTo({ file, url, system: "x" }, contextOf(undefined))).rejects.toMatchObject({
      code: "missing-credential",
    });
    await expect(submitTo({ file, url, system: "x" }, contextOf("lh_wrong"))).rejects.toMatchObject(
      {
        code: "sign-in-first",
      },
    );
    await expect(
      listSubmissions("https://example.org/tales", contextOf("a")),
    ).rejects.toMatchObject({
      code: "usage",
    });
  });
});
