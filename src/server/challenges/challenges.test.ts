import { expect, it } from "vitest";
import {
  answers,
  hiddenText,
  must,
  openChallenge,
  TEST_ITEMS,
  testChallenge,
} from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { plantVectors } from "../../../tests/planted-vectors.ts";
import { openTestServer } from "../../../tests/server-fixture.ts";
import { vectorsAdvice } from "../../pipeline/doors/leaderboard.ts";

const BOARD = "/challenges/tales/leaderboard";

onEachDatabase("a challenge", ({ open }) => {
  it("goes from registration to a ranked row", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    const ben = await team("Ben's");
    const receipt = await must(submit(ann, answers(hiddenText)));
    expect(receipt).toMatchObject({
      status: 202,
      body: { state: "validating", quota: { leftToday: 4, leftInAll: 49, leftInProgress: 2 } },
    });
    await must(
      submit(
        ben,
        answers(() => "the hidden thing"),
      ),
    );
    await engine.drain();
    const own = await ann.get(`/challenges/tales/submissions/${receipt.body.id}`);
    expect(own.body).toMatchObject({
      state: "scored",
      scores: [
        { metric: "distinct-1", part: "public", scored: 3 },
        { metric: "rouge-1", part: "public", value: 1, scored: 3, planned: 3 },
      ],
      flags: [{ kind: "copies-reference", items: 6 }],
      results: [],
    });
    const board = await test.visitor.get(BOARD);
    expect(
      board.body.ranked.map(({ rank, team: name, shown }: Record<string, unknown>) => [
        rank,
        name,
        shown,
      ]),
    ).toEqual([
      [1, "Ann's", "1.0000"],
      // 2 of the 3 words stand in the reference of 8 words: precision 2/3, recall 2/8, F 4/11.
      [2, "Ben's", "0.3636"],
    ]);
    const csv = await test.visitor.get(`${BOARD}?format=csv`);
    expect(csv.text.split("\r\n")[1]).toMatch(/^1,"Ann's","one",1,/);
    // What is one's own is nobody else's.
    const foreign = await ben.get(`/challenges/tales/submissions/${receipt.body.id}`);
    const missing = await ben.get("/challenges/tales/submissions/AAAAAAAAAAAAAAAAAAAAAA");
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
  });

  it("lists every fault of a bad file, and costs nothing", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    const bad = new TextEncoder().encode('{"exampleId":"t1","text":"a"}\n{"exampleId":"t1"}\nx\n');
    const { body } = await must(submit(ann, bad));
    await engine.drain();
    const own = await ann.get(`/challenges/tales/submissions/${body.id}`);
    expect(own.body).toMatchObject({ state: "rejected", problemCount: 7 });
    expect(own.body.problems.slice(0, 2).map((one: { code: string }) => one.code)).toEqual([
      "duplicate-item",
      "invalid-json",
    ]);
    const page = await ann.get("/challenges/tales/submissions");
    expect(page.body.quota).toMatchObject({ leftToday: 5, leftInAll: 50, leftInProgress: 3 });
  });

  it("shows results by item for development items only, and no private sum before the freeze", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine, organiser } = await openChallenge(test);
    const ann = await team("Ann's");
    const { body } = await must(
      submit(ann, answers(hiddenText, "d"), "system=one&set=development"),
    );
    const tested = await must(submit(ann, answers(hiddenText)));
    await engine.drain();
    const development = await ann.get(`/challenges/tales/submissions/${body.id}`);
    expect(development.body.results).toContainEqual({ itemId: "d1", metric: "rouge-1", value: 1 });
    expect((await test.visitor.get(`${BOARD}?part=private`)).status).toBe(422);
    expect((await organiser.get("/challenges/tales/texts")).body.error.code).toBe("not-yet");
    test.pass(11 * 86_400_000);
    await must(organiser.post("/challenges/tales/freeze", {}));
    const own = await ann.get(`/challenges/tales/submissions/${tested.body.id}`);
    const parts = own.body.scores.map(({ part }: { part: string }) => part);
    expect(parts).toEqual(["public", "private", "public", "private"]);
    const board = await test.visitor.get(BOARD);
    expect(board.body).toMatchObject({ part: "private", frozen: true });
    expect(board.body.ranked[0]).toMatchObject({ score: 1, otherPart: 1 });
    const texts = await must(organiser.get("/challenges/tales/texts?top=1"));
    expect(
      texts.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).itemId),
    ).toEqual(["t1", "t2", "t3", "t4", "t5", "t6"]);
    expect((await ann.get("/challenges/tales/texts")).status).toBe(403);
  });

  it("takes a selection only with its declaration, and withdraws before the freeze", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine, organiser } = await openChallenge(test);
    const ann = await team("Ann's");
    const { body } = await must(submit(ann, answers(hiddenText)));
    await engine.drain();
    const path = `/challenges/tales/submissions/${body.id}`;
    expect((await ann.post(`${path}/select`)).body.error.code).toBe("not-declared");
    const declaration = { models: "none", data: "none", use: "not at all" };
    const meta = { system: "two", declaration, codeUrl: "https://example.org/code" };
    expect((await ann.get(path)).body).not.toHaveProperty("meta");
    await must(ann.send("PUT", `${path}/meta`, { body: meta }));
    expect((await ann.get(path)).body.meta).toEqual(meta);
    expect((await organiser.get("/challenges/tales/declarations")).body).toEqual({
      items: [{ submissionId: body.id, team: "Ann's", track: "main", meta }],
      nextCursor: null,
    });
    const csv = await must(organiser.get("/challenges/tales/declarations?format=csv"));
    expect(csv.text.split("\r\n")[1]).toBe(
      `"Ann's","main","${body.id}","two","https://example.org/code",,"none","none","not at all",`,
    );
    expect((await ann.get("/challenges/tales/declarations")).status).toBe(403);
    expect((await must(ann.post(`${path}/select`))).body).toMatchObject({
      selected: true,
      declared: true,
      system: "two",
    });
    await must(ann.post(`${path}/withdraw`));
    expect((await test.visitor.get(BOARD)).body.ranked).toEqual([]);
    const past = await test.visitor.get(`${BOARD}?asOf=${test.server.clock.nowMs() - 1}`);
    expect(past.status).toBe(200);
  });

  it("takes uploads up to the last second of the deadline, and freezes by itself when all are final", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine } = await openChallenge(test);
    const ann = await team("Ann's");
    const { dates } = (await test.visitor.get("/challenges/tales")).body;
    test.pass(dates.submissionsClose.atMs + 999 - test.server.clock.nowMs());
    await must(submit(ann, answers(hiddenText)));
    test.pass(1);
    expect((await submit(ann, answers(hiddenText))).body.error.code).toBe("deadline-passed");
    await engine.watch();
    expect((await test.visitor.get("/challenges/tales")).body.frozen).toBe(false);
    await engine.drain();
    test.pass(15 * 60_000);
    await engine.watch();
    expect((await test.visitor.get("/challenges/tales")).body).toMatchObject({
      frozen: true,
      phase: "rating",
    });
  });

  it("moves dates with a reason, but none that has begun", async () => {
    const test = await openTestServer(await open());
    const { organiser } = await openChallenge(test);
    const reason = "The data came two days late.";
    const move = (dates: object) =>
      organiser.send("PATCH", "/challenges/tales/phases", { body: { dates, reason } });
    expect((await move({ submissionsOpen: "2030-01-01 AoE" })).body.error.code).toBe("date-fixed");
    const late = new Date(test.server.clock.nowMs() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect((await move({ submissionsClose: `${late} AoE` })).body.error.code).toBe(
      "dates-out-of-order",
    );
    // What teams have sent since cannot become late afterwards.
    const passed = new Date(test.server.clock.nowMs() - 1_000).toISOString().replace(/\.\d+/, "");
    for (const name of ["registrationCloses", "submissionsClose", "ratingCloses"]) {
      expect((await move({ [name]: passed })).body.error.code).toBe("date-passed");
    }
    const moved = await must(
      move({
        submissionsClose: new Date(test.server.clock.nowMs() + 12 * 86_400_000)
          .toISOString()
          .replace(/\.\d+/, ""),
      }),
    );
    expect(moved.body.dateChanges).toMatchObject([{ name: "submissionsClose", reason }]);
  });

  it("is refused with every fault that its file's check would have found, however it was sent", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const good = testChallenge(test.server.clock.nowMs());
    const challenge = {
      ...good,
      schedule: { ...good.schedule, ratingCloses: good.schedule.announced },
      tracks: good.tracks.map((track) => ({
        ...track,
        metrics: [
          { id: "rouge-1", direction: "lower", primary: true },
          { id: "distinct-1", direction: "higher", primary: true },
          { id: "charm", direction: "higher" },
        ],
      })),
    };
    const [first] = TEST_ITEMS;
    const items = { main: [first, first], side: TEST_ITEMS };
    const refused = await organiser.post("/challenges", { challenge, items });
    expect([refused.status, refused.body.error.code]).toEqual([422, "invalid-challenge"]);
    expect(refused.body.error.details.problems).toEqual([
      "dates: submissionsClose must come before ratingCloses.",
      "tracks.0.metrics: 2 metrics are primary: mark the one that ranks with primary: true.",
      "tracks.0.metrics.0.direction: of rouge-1 higher is better, not lower.",
      expect.stringMatching(/^tracks\.0\.metrics\.2\.id: there is no metric "charm": gapelmaper, /),
      'items.main: the item "d1" stands twice.',
      "items.main: there is no test item.",
      "items.side: there is no track of this name.",
    ]);
    expect((await organiser.get("/challenges/tales")).status).toBe(404);
    await must(organiser.post("/challenges", { challenge: good, items: { main: TEST_ITEMS } }));
  });

  it("is made with a warning where its track needs word vectors that are not there", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const { home } = test.server.folders;
    const metrics = [{ id: "gapelmaper", direction: "lower" as const, primary: true }];
    const make = async (id: string) => {
      const good = testChallenge(test.server.clock.nowMs());
      const tracks = good.tracks.map((track) => ({ ...track, kind: "open", metrics }));
      const items = { main: TEST_ITEMS };
      const challenge = { ...good, id, tracks };
      return (await must(organiser.post("/challenges", { challenge, items }))).body.warnings ?? [];
    };
    expect(await make("before")).toEqual(await vectorsAdvice({ metrics }, { home }));
    await plantVectors(home);
    expect(await make("after")).toEqual([]);
  });

  it("keeps names apart, one team for each person, and asks for new terms", async () => {
    const test = await openTestServer(await open());
    const { team, submit, organiser } = await openChallenge(test);
    const ann = await team("Panda");
    const second = await ann.post("/challenges/tales/teams", { name: "Another" });
    expect(second.body.error.code).toBe("already-in-a-team");
    await expect(team("PАNDA")).rejects.toThrow(/team-name-taken/);
    await must(
      organiser.send("PUT", "/challenges/tales/terms", { body: { version: "2", text: "New." } }),
    );
    expect((await submit(ann, answers(hiddenText))).body.error.code).toBe("terms-not-accepted");
    await must(ann.post("/challenges/tales/registrations", { termsVersion: "2" }));
    expect((await submit(ann, answers(hiddenText))).status).toBe(202);
  });

  it("shows teams and members to organisers, and to participants their own", async () => {
    const test = await openTestServer(await open());
    const { team, organiser } = await openChallenge(test);
    const ann = await team("Ann's");
    test.pass(1);
    await team("Ben's");
    const loner = await test.signIn(["participant"]);
    const path = "/challenges/tales/teams";
    const first = (await must(organiser.get(`${path}?limit=1`))).body;
    const second = (await must(organiser.get(`${path}?limit=1&cursor=${first.nextCursor}`))).body;
    expect([...first.items, ...second.items]).toMatchObject([
      { name: "Ben's", test: false, locked: false },
      { name: "Ann's", members: [{ id: ann.accountId, name: expect.any(String) }] },
    ]);
    expect(second.nextCursor).toBeNull();
    const own = (await must(ann.get(path))).body;
    expect(own.items.map(({ name }: { name: string }) => name)).toEqual(["Ann's"]);
    expect((await must(loner.get(path))).body.items).toEqual([]);
    expect((await test.visitor.get(path)).status).toBe(401);
  });

  it("lets somebody join by a link once, until the first submission", async () => {
    const test = await openTestServer(await open());
    const { team, submit } = await openChallenge(test);
    const ann = await team("Ann's");
    const { id } = (await ann.get("/challenges/tales")).body.mine.team;
    const invite = () => ann.post(`/challenges/tales/teams/${id}/invitations`);
    const { code } = (await must(invite())).body;
    const late = (await must(invite())).body.code;
    const join = async (link: string) => {
      const client = await test.signIn(["participant"]);
      await must(client.post("/challenges/tales/registrations", { termsVersion: "1" }));
      return await client.post(`/invitations/${link}/accept`);
    };
    expect((await join(code)).body.members).toHaveLength(2);
    expect((await join(code)).status).toBe(404);
    await must(submit(ann, answers(hiddenText)));
    expect((await join(late)).body.error.code).toBe("team-locked");
  });

  it("scores everything again when references change, and switches in one step", async () => {
    const test = await openTestServer(await open());
    const { team, submit, engine, organiser } = await openChallenge(test);
    const ann = await team("Ann's");
    await must(submit(ann, answers(hiddenText)));
    await engine.drain();
    const references = ["d1", "d2", "t1", "t2", "t3", "t4", "t5", "t6"].map((itemId) => ({
      itemId,
      reference: "wholly other words",
    }));
    const replaced = await must(
      organiser.send("PUT", "/challenges/tales/references", { body: { references } }),
    );
    expect(replaced.body).toEqual({ rescoring: true });
    expect((await test.visitor.get(BOARD)).body).toMatchObject({
      referenceVersion: 1,
      ranked: [{ score: 1 }],
    });
    const queue = await organiser.get("/challenges/tales/queue");
    expect(queue.body.rescore).toMatchObject({ done: 0, total: 1 });
    const early = { deviation: "Everybody agreed to stop early." };
    const refused = await organiser.post("/challenges/tales/freeze", early);
    expect([refused.status, refused.body.error.code]).toEqual([409, "rescore-under-way"]);
    await engine.drain();
    const unsigned = await organiser.post("/challenges/tales/freeze", {});
    expect(unsigned.body.error.message).toMatch(/^Submissions are still open by date: wait/);
    expect((await organiser.post("/challenges/tales/freeze", early)).status).toBe(200);
    expect((await test.visitor.get(BOARD)).body).toMatchObject({
      referenceVersion: 2,
      ranked: [{ score: 0 }],
    });
    const kept = await test.server.database.query
      .selectFrom("scores")
      .select("version")
      .where("metric", "=", "rouge-1")
      .execute();
    expect(kept.map(({ version }) => version).sort()).toEqual([1, 2]);
  });

  it("ranks no test team of organisers, and shows them its submissions and nobody else's", async () => {
    const test = await openTestServer(await open());
    const { organiser, submit, engine, team } = await openChallenge(test);
    await must(organiser.post("/challenges/tales/registrations", { termsVersion: "1" }));
    const made = await must(organiser.post("/challenges/tales/teams", { name: "Trial" }));
    expect(made.body.test).toBe(true);
    const trial = (await must(submit(organiser, answers(hiddenText)))).body.id;
    await engine.drain();
    const board = (await test.visitor.get(BOARD)).body;
    expect(board).toMatchObject({ ranked: [], unranked: [{ team: "Trial", reason: "test-team" }] });
    const listed = await must(organiser.get("/challenges/tales/submissions"));
    expect(listed.body.items).toMatchObject([{ id: trial, state: "scored" }]);
    const own = await must(organiser.get(`/challenges/tales/submissions/${trial}`));
    expect(own.body.scores).toContainEqual(
      expect.objectContaining({ metric: "rouge-1", part: "public", value: 1 }),
    );
    const ann = await team("Ann's");
    const foreign = (await must(submit(ann, answers(hiddenText)))).body.id;
    expect((await organiser.get(`/challenges/tales/submissions/${foreign}`)).status).toBe(404);
  });
});
