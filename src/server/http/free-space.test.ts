import { tmpdir } from "node:os";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestServer } from "../../../tests/server-fixture.ts";
import { openDatabase } from "../database/open-database.ts";
import { hasRoom } from "./free-space.ts";

it("a disk has room from 1 MiB on, and where nothing is counted", async () => {
  const roomOf = (blocks: number, bavail: number): Promise<boolean> =>
    hasRoom(tmpdir(), async () => ({ blocks, bavail, bsize: 4096 }));
  const answers = await Promise.all([roomOf(768, 255), roomOf(768, 256), roomOf(0, 0)]);
  expect(answers).toEqual([false, true, true]);
  expect(await hasRoom(tmpdir())).toBe(true);
});

it("on a full disk what cannot be kept is 507, and people go on reading", async () => {
  const database = await openDatabase({ path: ":memory:" });
  const test = await openTestServer(database);
  const person = await test.signIn(["participant"]);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.query);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(database.query);
  const full: number[] = [];
  for (let round = 0; round < 50 && !full.includes(507); round++) {
    const { status } = await person.post("/tokens", { name: "x".repeat(60), scopes: ["read"] });
    full.push(status);
  }
  test.pass(60_000);
  const { status } = await person.get("/tokens");
  await database.close();
  expect([full.at(-1), status]).toEqual([507, 200]);
});
