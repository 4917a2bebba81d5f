import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  type ChallengeWorld,
  hiddenText,
  must,
  openChallenge,
  TEST_ITEMS,
} from "../../../tests/challenge-fixture.ts";
import { openTestServer, type TestServer } from "../../../tests/server-fixture.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";

const BOARD = "/challenges/tales/leaderboard";
const MINUTE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), "longhand-past-board-"));
let database: Database | undefined;
let files = 0;

afterEach(async () => {
  await database?.close();
  rmSync(join(folder, `${files}`), { force: true });
});

async function opened(): Promise<{ readonly test: TestServer; readonly world: ChallengeWorld }> {
  database = await openDatabase({ path: join(folder, `${++files}`) });
  const test = await openTestServer(database);
  return { test, world: await openChallenge(test) };
}

/** New references, of which no submission has a word. */
function replaceReferences({ organiser }: ChallengeWorld) {
  const references = TEST_ITEMS.map(({ itemId }) => ({ itemId, reference: "wholly other words" }));
  return must(organiser.send("PUT", "/challenges/tales/references", { body: { references } }));
}

async function shownAt({ visitor }: TestServer, asOfMs?: number) {
  const asOf = asOfMs === undefined ? "" : `?asOf=${asOfMs}`;
  const { body } = await must(visitor.get(`${BOARD}${asOf}`));
  const rows = body.ranked as readonly { readonly team: string; readonly shown: string }[];
  return {
    version: body.referenceVersion,
    signature: body.signature,
    rows: rows.map(({ team, shown }) => `${team} ${shown}`),
    rescoring: body.rescoring,
  };
}

describe("a board as of a past moment", () => {
  it("has the scores, signatures and teams of that moment, also after everything was scored again", async () => {
    const { test, world } = await opened();
    const { clock } = test.server;
    const before = clock.nowMs();
    test.pass(MINUTE_MS);
    await must(world.submit(await world.team("Ann's"), answers(hiddenText)));
    await world.engine.drain();
    await test.server.database.query
      .updateTable("scores")
      .set({ signature: "of-then" })
      .where("metric", "=", "rouge-1")
      .execute();
    const first = clock.nowMs();
    test.pass(MINUTE_MS);
    const ben = await world.team("Ben's");
    await replaceReferences(world);
    await must(world.submit(ben, answers(hiddenText)));
    const during = clock.nowMs();
    test.pass(MINUTE_MS);
    await world.engine.drain();
    const switched = clock.nowMs();
    test.pass(MINUTE_MS);

    expect(await shownAt(test, before)).toMatchObject({ version: 1, rows: [] });
    const old = { version: 1, signature: "of-then", rows: ["Ann's 1.0000"] };
    expect(await shownAt(test, first)).toEqual({ ...old, rescoring: undefined });
    expect(await shownAt(test, during)).toEqual({ ...old, rescoring: undefined });
    expect(await shownAt(test, switched - 1)).toEqual({ ...old, rescoring: undefined });
    const now = { version: 2, rows: ["Ann's 0.0000", "Ben's 0.0000"] };
    expect(await shownAt(test, switched)).toMatchObject(now);
    expect(await shownAt(test)).toMatchObject(now);
    expect((await shownAt(test)).signature).toMatch(/^rouge-1/);
  });

  it("takes a moment that is still to come for now", async () => {
    const { test } = await opened();
    const { body } = await must(test.visitor.get(`${BOARD}?asOf=2999-01-01T00:00:00Z`));
    expect(body.asOfMs).toBe(test.server.clock.nowMs());
  });
});

describe("a board while everything is scored again", () => {
  it("shows the version in force and how far the next one is; organisers see both numbers", async () => {
    const { test, world } = await opened();
    await must(world.submit(await world.team("Ann's"), answers(hiddenText)));
    await world.engine.drain();
    test.pass(MINUTE_MS);
    await replaceReferences(world);
    const startedAtMs = test.server.clock.nowMs();
    expect(await shownAt(test)).toMatchObject({
      version: 1,
      rows: ["Ann's 1.0000"],
      rescoring: { version: 2, startedAtMs, done: 0, total: 1 },
    });
    const page = await test.visitor.get(`${BOARD}?format=html`);
    expect(page.text).toContain("0 of 1 submissions have scores of version 2");
    const queue = (await must(world.organiser.get("/challenges/tales/queue"))).body;
    expect(queue.rescore).toMatchObject({ version: 2, activeVersion: 1, done: 0, total: 1 });
    expect(queue.rescore.scores).toMatchObject([
      { teamName: "Ann's", metric: "rouge-1", active: "1.0000" },
    ]);
    expect(queue.rescore.scores[0]).not.toHaveProperty("next");
    expect(queue.versions).toMatchObject([
      { version: 2, reason: expect.stringContaining("replaced"), startedAtMs },
      { version: 1, activatedAtMs: expect.any(Number) },
    ]);
    await world.engine.drain();
    const done = (await must(world.organiser.get("/challenges/tales/queue"))).body;
    expect(done).not.toHaveProperty("rescore");
    expect(done.versions[0]).toMatchObject({ version: 2, activatedAtMs: startedAtMs });
    expect((await shownAt(test)).rescoring).toBeUndefined();
  });

  it("is of the later of freeze and switch once it is frozen", async () => {
    const { test, world } = await opened();
    await must(world.submit(await world.team("Ann's"), answers(hiddenText)));
    await world.engine.drain();
    test.pass(11 * 24 * 60 * MINUTE_MS);
    await must(world.organiser.post("/challenges/tales/freeze", {}));
    const frozen = test.server.clock.nowMs();
    test.pass(MINUTE_MS);
    expect((await must(test.visitor.get(BOARD))).body.asOfMs).toBe(frozen);
    await replaceReferences(world);
    test.pass(MINUTE_MS);
    await world.engine.drain();
    const { body } = await must(test.visitor.get(BOARD));
    expect(body).toMatchObject({ asOfMs: frozen + 2 * MINUTE_MS, referenceVersion: 2 });
    const then = (await must(test.visitor.get(`${BOARD}?asOf=${frozen}`))).body;
    expect(then).toMatchObject({ asOfMs: frozen, referenceVersion: 1, frozen: true });
  });
});
