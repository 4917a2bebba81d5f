import { expect, it } from "vitest";
import { openChallenge, TEST_ITEMS } from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { plantSubmission, plantTeam } from "../../../tests/plant-submission.ts";
import { openTestServer, type TestServer } from "../../../tests/server-fixture.ts";
import { type BoardKeeper, openBoardKeeper } from "./board-keeper.ts";
import { findChallenge, type StoredChallenge, touchBoard } from "./challenge-store.ts";

/** Threads start slowly from the sources, where a machine is busy. */
const SLOW_START_MS = 300_000;

const CHOICE = { track: "main", metric: "rouge-1", part: "public", asOfMs: 1e15 } as const;

async function storedOf({ server }: TestServer): Promise<StoredChallenge> {
  const found = await findChallenge(server.database.query, "tales");
  if (found === undefined) throw new RangeError("no challenge");
  return found;
}

/** Scored submissions of as many teams, straight into the tables; the first team is the best. */
async function addScored({ server }: TestServer, teams: number, accountId: string): Promise<void> {
  const { query } = server.database;
  const items = TEST_ITEMS.filter(({ set }) => set === "test");
  for (let team = 0; team < teams; team++) {
    const teamId = await plantTeam(server, {
      challengeId: "tales",
      name: `T${team}`,
      isLocked: true,
      createdMs: 1,
    });
    const value = 1 - team / 1_000;
    const submissionId = await plantSubmission(server, {
      challengeId: "tales",
      teamId,
      submittedBy: accountId,
      atMs: team,
    });
    const sums = { public: { value, scored: 3, planned: 3 } };
    await query
      .insertInto("scores")
      .values({
        submissionId,
        version: 1,
        metric: "rouge-1",
        signature: "s",
        sums: JSON.stringify(sums),
        items: JSON.stringify(items.map(({ itemId }) => [itemId, value, null])),
        facts: null,
        createdMs: 1,
      })
      .execute();
  }
}

onEachDatabase("a keeper of boards", ({ open }) => {
  it(
    "makes large boards in a thread, and gives the one before until the newer is there",
    async () => {
      const test = await openTestServer(await open());
      const { organiser } = await openChallenge(test);
      const accountId = organiser.accountId ?? "";
      const keeper = openBoardKeeper(test.server);
      // 200 lines of three items and 10,000 samples are more than a request may make.
      await addScored(test, 200, accountId);
      const first = await keeper.current(await storedOf(test), CHOICE);
      expect(first.ranked).toHaveLength(200);
      expect(first.ranked[0]).toMatchObject({ team: "T0", rank: 1, shown: "1.0000" });
      await addScored(test, 1, accountId);
      await touchBoard(test.server.database.query, "tales");
      const told = new Promise<string>((resolve) => {
        test.server.events.subscribe("challenge:tales", ({ type }) => resolve(type));
      });
      const before = await keeper.current(await storedOf(test), CHOICE);
      expect(before.ranked).toHaveLength(200);
      expect(await told).toBe("board-changed");
      const after = await keeper.current(await storedOf(test), CHOICE);
      expect(after.ranked).toHaveLength(201);
      await keeper.close();
    },
    SLOW_START_MS,
  );

  it(
    "has a large board at once after the server was started again, and makes it anew only for what changed",
    async () => {
      const test = await openTestServer(await open());
      const { organiser } = await openChallenge(test);
      await addScored(test, 170, organiser.accountId ?? "");
      const { query } = test.server.database;
      const ask = async (keeper: BoardKeeper) => {
        const asOfMs = test.server.clock.nowMs();
        return await keeper.current(await storedOf(test), { ...CHOICE, asOfMs });
      };
      const before = openBoardKeeper(test.server);
      const first = await ask(before);
      await before.close();
      test.pass(1_000);
      const after = openBoardKeeper(test.server);
      // One that was made again would show the later moment.
      expect(await ask(after)).toEqual(first);
      await touchBoard(query, "tales");
      const told = new Promise((resolve) => {
        test.server.events.subscribe("challenge:tales", resolve);
      });
      expect(await ask(after)).toEqual(first);
      await told;
      // Nothing of this board has changed: only its moment is another.
      expect(await ask(after)).toEqual({ ...first, asOfMs: first.asOfMs + 1_000 });
      await after.close();
      const { inputs } = await query
        .selectFrom("keptBoards")
        .select("inputs")
        .executeTakeFirstOrThrow();
      await query.updateTable("keptBoards").set({ maker: "another version" }).execute();
      test.pass(1_000);
      const updated = openBoardKeeper(test.server);
      expect(await ask(updated)).toEqual({ ...first, asOfMs: first.asOfMs + 2_000 });
      await updated.close();
      expect(await query.selectFrom("keptBoards").select("inputs").execute()).toEqual([{ inputs }]);
    },
    SLOW_START_MS,
  );

  it(
    "tells of a change that came while the first large board was being made",
    async () => {
      const test = await openTestServer(await open());
      const { organiser } = await openChallenge(test);
      const keeper = openBoardKeeper(test.server);
      await addScored(test, 170, organiser.accountId ?? "");
      const stored = await storedOf(test);
      const told = new Promise<string>((resolve) => {
        test.server.events.subscribe("challenge:tales", ({ type }) => resolve(type));
      });
      const first = keeper.current(stored, CHOICE);
      const boardVersion = stored.row.boardVersion + 1;
      const changed = { ...stored, row: { ...stored.row, boardVersion } };
      const [before, meanwhile] = await Promise.all([first, keeper.current(changed, CHOICE)]);
      expect(meanwhile).toBe(before);
      expect(await told).toBe("board-changed");
      await keeper.close();
    },
    SLOW_START_MS,
  );

  it("gives the newest small board to everybody who asks at once", async () => {
    const test = await openTestServer(await open());
    const { organiser } = await openChallenge(test);
    const keeper = openBoardKeeper(test.server);
    await addScored(test, 1, organiser.accountId ?? "");
    expect((await keeper.current(await storedOf(test), CHOICE)).ranked).toHaveLength(1);
    const old = await storedOf(test);
    await addScored(test, 1, organiser.accountId ?? "");
    await touchBoard(test.server.database.query, "tales");
    const now = await storedOf(test);
    const boards = await Promise.all(
      [now, now, old, now].map((one) => keeper.current(one, CHOICE)),
    );
    expect(boards.map(({ ranked }) => ranked.length)).toEqual([2, 2, 2, 2]);
    await keeper.close();
  });
});
