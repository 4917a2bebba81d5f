import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import {
  answers,
  hiddenText,
  inProcess,
  must,
  openChallenge,
  TEST_ITEMS,
} from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { openTestServer, type TestServer } from "../../../tests/server-fixture.ts";
import { LonghandError } from "../../foundation/index.ts";
import { openDatabaseQueue } from "../scoring/database-queue.ts";
import { openScoringEngine } from "../scoring/scoring-engine.ts";

const BOARD = "/challenges/tales/leaderboard";
const MIB = 1_048_576;

/** A submission of about a megabyte. */
const LARGE = answers((itemId) => `${itemId} ${"word ".repeat(35_000)}`);

async function statesOf({ server }: TestServer): Promise<readonly string[]> {
  const rows = await server.database.query.selectFrom("submissions").select("state").execute();
  return rows.map(({ state }) => state).toSorted();
}

async function slotsOf({ server }: TestServer): Promise<readonly string[]> {
  const rows = await server.database.query.selectFrom("submissionSlots").select("scope").execute();
  return rows.map(({ scope }) => scope.split(" ")[0] ?? "").toSorted();
}

onEachDatabase("submissions under load", ({ open }) => {
  it("accepts exactly 5 of 200 parallel uploads of a megabyte at a quota of 5", async () => {
    const test = await openTestServer(await open());
    const { team, submit } = await openChallenge(test, {
      changes: { quota: { perDay: 5, inProgress: 5 } },
    });
    const ann = await team("Ann's");
    const replies = await Promise.all(Array.from({ length: 200 }, () => submit(ann, LARGE)));
    const accepted = replies.filter(({ status }) => status === 202);
    const refused = replies.filter(({ status }) => status === 429);
    expect([accepted.length, refused.length]).toEqual([5, 195]);
    expect(refused[0]?.body.error).toMatchObject({
      code: "quota-exceeded",
      details: { limit: 5 },
    });
    expect(await slotsOf(test)).toEqual(
      ["all", "day", "progress"].flatMap((scope) => Array(5).fill(scope)),
    );
    // The next day of UTC has places of its own, once those in progress are final.
    test.pass(86_400_000);
    expect((await submit(ann, LARGE)).body.error.details.window).toBe("in progress");
  });

  it("accepts three at once while three are in progress, and further ones when they are final", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => submit(ann, answers(hiddenText))),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(3);
    await engine.drain();
    expect(await statesOf(test)).toEqual(["scored", "scored", "scored"]);
    expect((await submit(ann, answers(hiddenText))).status).toBe(202);
  });

  it("ends every submission scored or refunded, wherever a worker dies", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    await must(submit(ann, answers(hiddenText)));
    // A worker takes the check, and is never heard of again.
    const queue = openDatabaseQueue(test.server);
    const taken = await queue.take();
    expect(taken).toMatchObject({ kind: "validate", attempt: 1 });
    await engine.drain();
    expect(await statesOf(test)).toEqual(["validating"]);
    test.pass(91_000);
    await engine.watch();
    await engine.drain();
    expect(await statesOf(test)).toEqual(["scored"]);
    expect(await slotsOf(test)).toEqual(["all", "day"]);
    // The lost worker comes back too late: its lease is gone.
    expect(taken && (await queue.beat(taken))).toBe(false);
    expect(taken && (await queue.giveBack(taken, "late"))).toBeUndefined();
  });

  it("gives up after three attempts, shows the cause, and gives the quota back", async () => {
    const test = await openTestServer(await open());
    let attempts = 0;
    const { team, submit, engine, organiser } = await openChallenge(test, {
      run: async (order, limits) => {
        if (order.task === undefined) return await inProcess(order, limits);
        attempts += 1;
        throw new LonghandError("The scorer ran out of time or memory, or was ended.", {
          code: "scoring-failed",
        });
      },
    });
    const ann = await team("Ann's");
    const { body } = await must(submit(ann, answers(hiddenText)));
    await engine.drain();
    expect(attempts).toBe(3);
    const own = await ann.get(`/challenges/tales/submissions/${body.id}`);
    expect(own.body).toMatchObject({
      state: "failed",
      cause: "The scorer ran out of time or memory, or was ended.",
    });
    expect(await slotsOf(test)).toEqual([]);
    expect((await test.visitor.get(BOARD)).body.unranked).toMatchObject([{ reason: "failed" }]);
    expect((await organiser.get("/challenges/tales/queue")).body.entries).toEqual([]);
  });

  it("leaves nothing open for more than 30 minutes", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    await must(submit(ann, answers(hiddenText)));
    test.pass(30 * 60_000 + 1);
    await engine.watch();
    expect(await statesOf(test)).toEqual(["failed"]);
    expect(await slotsOf(test)).toEqual([]);
    await engine.drain();
    expect(await statesOf(test)).toEqual(["failed"]);
  });

  it("lets those wait whose turn comes while the queue moves, however long it is", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    await must(submit(ann, answers(hiddenText)));
    await must(submit(ann, answers(hiddenText)));
    test.pass(30 * 60_000 + 1);
    const queue = openDatabaseQueue(test.server);
    const first = await queue.take();
    const done = await test.server.database.query
      .updateTable("scoringJobs")
      .set({ state: "done", lease: null, endedMs: test.server.clock.nowMs() })
      .where("id", "=", first?.jobId ?? "")
      .executeTakeFirst();
    expect(done.numUpdatedRows).toBe(1n);
    await engine.watch();
    // The first was taken and came to nothing; nobody has had time for the second.
    expect(await statesOf(test)).toEqual(["failed", "validating"]);
    await engine.drain();
    expect(await statesOf(test)).toEqual(["failed", "scored"]);
  });

  it("does what was just sent before what is scored again", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine, organiser } = await openChallenge(test);
    const ann = await team("Ann's");
    await must(submit(ann, answers(hiddenText)));
    await engine.drain();
    await must(organiser.post("/challenges/tales/rescore", { reason: "A new reading of it." }));
    test.pass(1_000);
    const { body } = await must(submit(ann, answers(hiddenText)));
    const queue = openDatabaseQueue(test.server);
    expect(await queue.take()).toMatchObject({ kind: "validate", submissionId: body.id });
    expect(await queue.take()).toMatchObject({ kind: "score", version: 2 });
  });

  it("takes back what a stopped server left", async () => {
    const test = await openTestServer(await open());
    const { team, submit } = await openChallenge(test);
    const ann = await team("Ann's");
    await must(submit(ann, answers(hiddenText)));
    await openDatabaseQueue(test.server).take();
    await test.server.database.query.updateTable("submissions").set({ system: "kept" }).execute();
    const next = openScoringEngine(test.server, { run: inProcess });
    await next.prepare();
    await next.drain();
    expect(await statesOf(test)).toEqual(["scored"]);
  });

  it("refuses hostile uploads with a clear message while the board answers", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test, {
      changes: { quota: { perDay: 50, inProgress: 50 } },
    });
    const ann = await team("Ann's");
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`${at}.jsonl`, new Uint8Array()]),
    );
    const bomb = zipSync({ "a.jsonl": new Uint8Array(50 * MIB) }, { level: 9 });
    const traversal = readFileSync(
      new URL("../../../tests/cases/leaderboard/traversal.zip", import.meta.url),
    );
    const deep = strToU8(`{"exampleId":"t1","text":${"[".repeat(200_000)}`);
    const files = { many: zipSync(many), bomb, traversal: new Uint8Array(traversal), deep };
    const ids: Record<string, string> = {};
    for (const [name, file] of Object.entries(files))
      ids[name] = (await must(submit(ann, file))).body.id;
    const working = engine.drain();
    const boards = await Promise.all(Array.from({ length: 20 }, () => test.visitor.get(BOARD)));
    expect(boards.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await working;
    const codes: Record<string, string> = {};
    for (const [name, id] of Object.entries(ids)) {
      const { body } = await ann.get(`/challenges/tales/submissions/${id}`);
      codes[name] = `${body.state} ${body.problems[0].code}`;
    }
    expect(codes).toEqual({
      many: "rejected too-many-entries",
      bomb: "rejected ratio",
      traversal: "rejected climbing-name",
      deep: "rejected too-deep",
    });
    expect(await slotsOf(test)).toEqual([]);
  });

  it("refuses a body of 300 MB, told or not, and gives its places back", async () => {
    const test = await openTestServer(await open());
    const { team } = await openChallenge(test);
    const ann = await team("Ann's");
    const told = await ann.send("POST", "/challenges/tales/submissions?system=one", {
      body: new Uint8Array(10),
      headers: { "content-type": "application/octet-stream", "content-length": `${300 * MIB}` },
    });
    expect([told.status, told.body.error.code]).toEqual([413, "too-large"]);
    const untold = await ann.send("POST", "/challenges/tales/submissions?system=one", {
      body: new Uint8Array(65 * MIB),
      headers: { "content-type": "application/octet-stream" },
    });
    expect([untold.status, untold.body.error.code]).toEqual([413, "too-large"]);
    expect(await slotsOf(test)).toEqual([]);
    expect(await readdir(join(test.server.folders.data, "uploads"))).toEqual([]);
  });

  it("shows hidden references in no reply, log or file that the server can read", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine, organiser } = await openChallenge(test);
    const ann = await team("Ann's");
    const { body } = await must(
      submit(
        ann,
        answers(() => "other words"),
      ),
    );
    await engine.drain();
    const replies: string[] = [];
    const paths = [
      "",
      "/leaderboard",
      "/leaderboard?format=csv",
      "/submissions",
      `/submissions/${body.id}`,
    ];
    const organisers = [
      "/queue",
      "/flags",
      "/registrations",
      "/files/test-main.jsonl",
      "/files/development-main.jsonl",
      "/references",
    ];
    for (const path of [...paths, ...organisers]) {
      for (const client of [ann, organiser, test.visitor]) {
        replies.push((await client.get(`/challenges/tales${path}`)).text);
      }
    }
    const files = await textsBelow(test.server.folders.data, "scorer");
    const everything = [...replies, ...test.logged, ...files].join("\n");
    expect(everything).not.toMatch(/zanzibar|canary-/);
    for (const { itemId } of TEST_ITEMS) expect(everything).not.toContain(hiddenText(itemId));
  });
});

/** All files below a folder, but for the one that only the scorer opens. */
async function textsBelow(folder: string, except: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith(except));
  return await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")),
  );
}
