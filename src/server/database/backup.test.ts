import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer } from "../../../tests/server-fixture.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { appendAudit, verifyAudit } from "../people/audit-log.ts";
import { writeBackup } from "./backup.ts";
import type { Database } from "./database.ts";
import { restoreBackup } from "./restore.ts";
import { openSqlite } from "./sqlite.ts";

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "longhand-backup-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A server with people, tokens, an audit log of 700 lines, an upload and a key. */
async function filledServer(database: Database): Promise<string> {
  const test = await openTestServer(database);
  const admin = await test.signIn(["admin"], "Ada");
  await admin.post("/tokens", { name: "mine", scopes: ["read"] });
  await inTransaction(database, async (transaction) => {
    for (let line = 0; line < 700; line++) {
      await appendAudit(transaction, { atMs: line, actorId: null, action: "test" });
    }
  });
  const folder = newFolder();
  mkdirSync(join(folder, "uploads", "team"), { recursive: true });
  writeFileSync(join(folder, "uploads", "team", "one.jsonl"), "x".repeat(600_000));
  mkdirSync(join(folder, "scorer"));
  writeFileSync(join(folder, "scorer", "private.key"), "the-private-key");
  writeFileSync(join(folder, "server.log"), "nothing to keep");
  return folder;
}

function everything({ query }: Database): Promise<unknown> {
  return Promise.all([
    query.selectFrom("accounts").selectAll().orderBy("id").execute(),
    query.selectFrom("accountRoles").selectAll().orderBy("accountId").execute(),
    query.selectFrom("apiTokens").selectAll().orderBy("id").execute(),
    query.selectFrom("auditLog").selectAll().orderBy("sequence").execute(),
  ]);
}

onEachDatabase("a backup", ({ open }) => {
  it("brings an empty server to where the other one was, on either database", async () => {
    const first = await open();
    const dataFolder = await filledServer(first);
    const path = join(newFolder(), "backup.gz");
    const kept = await writeBackup(first, { path, dataFolder, part: "server", nowMs: 5 });
    expect(kept.files).toBe(1);
    expect(kept.rows).toBeGreaterThan(700);
    const fromFile = await openSqlite(join(newFolder(), "new.sqlite"));
    for (const second of [await open(), fromFile]) {
      const target = newFolder();
      expect(await restoreBackup(second, { path, dataFolder: target })).toEqual(kept);
      expect(await everything(second)).toEqual(await everything(first));
      expect(await verifyAudit(second)).toMatchObject({ status: "whole", lines: 700 });
      expect(readFileSync(join(target, "uploads/team/one.jsonl"), "utf8")).toHaveLength(600_000);
      const orphan = { accountId: "nobody", role: "rater", grantedMs: 1 };
      const inserting = second.query.insertInto("accountRoles").values(orphan).execute();
      await expect(inserting).rejects.toThrow(/foreign key/i);
    }
    await fromFile.close();
  });

  it("keeps keys and references apart", async () => {
    const database = await open();
    const dataFolder = await filledServer(database);
    const path = join(newFolder(), "backup.gz");
    await writeBackup(database, { path, dataFolder, part: "server", nowMs: 5 });
    const pieces = Buffer.from("the-private-key").toString("base64");
    expect(gunzipSync(readFileSync(path)).toString()).not.toContain(pieces);
    await writeBackup(database, { path, dataFolder, part: "references", nowMs: 5 });
    const text = gunzipSync(readFileSync(path)).toString();
    expect(text).toContain(pieces);
    expect(text).not.toContain("Ada");
    const target = newFolder();
    const restored = await restoreBackup(await open(), { path, dataFolder: target });
    expect(restored).toEqual({ tables: 0, rows: 0, files: 1 });
    expect(readFileSync(join(target, "scorer/private.key"), "utf8")).toBe("the-private-key");
  });

  it("refuses a server that holds something", async () => {
    const database = await open();
    const dataFolder = await filledServer(database);
    const path = join(newFolder(), "backup.gz");
    await writeBackup(database, { path, dataFolder, part: "server", nowMs: 5 });
    const restoring = restoreBackup(database, { path, dataFolder });
    await expect(restoring).rejects.toMatchObject({ code: "database-not-empty" });
  });

  it("refuses a file that was cut off or changed, and restores nothing of it", async () => {
    const first = await open();
    const dataFolder = await filledServer(first);
    const path = join(newFolder(), "backup.gz");
    await writeBackup(first, { path, dataFolder, part: "server", nowMs: 5 });
    const text = gunzipSync(readFileSync(path)).toString();
    const changed = join(newFolder(), "changed.gz");
    writeFileSync(changed, gzipSync(text.replace('"Ada"', '"Eve"')));
    const shorter = join(newFolder(), "shorter.gz");
    writeFileSync(shorter, gzipSync(text.split("\n").slice(0, -20).join("\n")));
    truncateSync(path, 2_000);
    const second = await open();
    for (const bad of [changed, shorter, path]) {
      const restoring = restoreBackup(second, { path: bad, dataFolder: newFolder() });
      await expect(restoring).rejects.toMatchObject({ code: "damaged" });
    }
    expect(await second.query.selectFrom("accounts").selectAll().execute()).toEqual([]);
  });
});
