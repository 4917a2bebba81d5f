import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  answers,
  type ChallengeWorld,
  must,
  openChallenge,
} from "../../../tests/challenge-fixture.ts";
import { rateText, takeText } from "../../../tests/rating-server.ts";
import {
  openTestServer,
  type TestClient,
  type TestReply,
  type TestServer,
} from "../../../tests/server-fixture.ts";
import type { ChallengeFile, HumanBoard, StudyResults } from "../../records/index.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";

const DAY_MS = 86_400_000;
const STUDIES = "/challenges/tales/studies";
const BOARD = "/challenges/tales/human-board";
/** Enough for intervals that a test looks at. */
const QUICK = { tests: { resamples: 200, permutations: 200 } };

type World = ChallengeWorld & { readonly test: TestServer };

const opened: Database[] = [];
const folders: string[] = [];
/** A frozen challenge with three scored teams. */
let frozen: World & { readonly aardvark: TestClient; readonly early: TestReply };

beforeAll(async () => {
  const world = await openWorld();
  const [aardvark] = await submitThree(world);
  const early = await world.organiser.post(STUDIES, {});
  await freeze(world.test, world.organiser);
  frozen = { ...world, aardvark: aardvark as TestClient, early };
}, 120_000);

afterAll(async () => {
  for (const database of opened.splice(0)) await database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function openWorld(changes: Partial<ChallengeFile> = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-study-"));
  folders.push(folder);
  const database = await openDatabase({ path: join(folder, "longhand.sqlite") });
  opened.push(database);
  const test = await openTestServer(database);
  const study = { ratersPerText: 1, systems: 2, participantsMayRate: true };
  return { test, ...(await openChallenge(test, { changes: { study, ...changes } })) };
}

/** Three teams with scored submissions, best first: Aardvark, Badger, Cormorant. */
async function submitThree({ team, submit, engine }: ChallengeWorld): Promise<TestClient[]> {
  const clients = [];
  const words = [
    "the hidden reference of this very item",
    "the hidden item",
    "nothing of the kind",
  ];
  for (const [at, name] of ["Aardvark", "Badger", "Cormorant"].entries()) {
    const client = await team(name);
    await must(
      submit(
        client,
        answers((item) => `${words[at]} ${item}, and so it went on.`),
        `system=engine-${at}`,
      ),
    );
    clients.push(client);
  }
  await engine.drain();
  return clients;
}

async function freeze(test: TestServer, organiser: TestClient): Promise<void> {
  test.pass(11 * DAY_MS);
  await must(organiser.post("/challenges/tales/freeze", {}));
}

async function openStudy(organiser: TestClient, id: string): Promise<void> {
  const { body } = await organiser.get(`/studies/${id}`);
  for (const { id: leak } of body.leaks) {
    await must(
      organiser.post(`/studies/${id}/leaks/${encodeURIComponent(leak)}`, {
        decision: "accepted",
        note: "known",
      }),
    );
  }
  const accept = body.plan.findings.map(({ code }: { code: string }) => code);
  await must(organiser.post(`/studies/${id}/open`, { accept }));
}

async function unblind(organiser: TestClient, id: string): Promise<void> {
  const { body } = await must(organiser.post(`/studies/${id}/unblind`, { reason: "all is in" }));
  await must(organiser.post(`/studies/${id}/unblind`, { ticket: body.ticket }));
}

/** Reads and marks all texts that somebody gets: a mark that the text's writer decides. */
async function rateAll(test: TestServer, rater: TestClient, study: string): Promise<string[]> {
  await must(rater.post(`/ratings/studies/${study}/consent`, { version: "1" }));
  const read: string[] = [];
  for (let lease = await takeText(rater, study); lease; lease = await takeText(rater, study)) {
    test.pass(60_000);
    const { body } = await rater.get(`/ratings/leases/${lease.id}`);
    read.push(body.text);
    const mark = body.text.startsWith("the hidden reference") ? 5 : 2;
    expect(await rateText(rater, lease.id, mark)).toBe(200);
  }
  return read;
}

it("is made of the best submissions of a frozen challenge only, on the test items", async () => {
  const { test, organiser, early } = frozen;
  expect([early.status, early.body.error.code]).toEqual([409, "not-frozen"]);

  const offers = (await must(organiser.get(STUDIES))).body;
  expect(offers).toMatchObject({
    offers: [{ track: "main", title: "Main", testItems: 6, top: 2 }],
    ratersPerText: 1,
    frozen: true,
  });

  const made = (await must(organiser.post(STUDIES, {}))).body;
  expect(made.plan).toMatchObject({
    name: "tales-main",
    systems: 2,
    prompts: 6,
    texts: 12,
    ratersPerText: 1,
  });
  expect(made.study.status).toBe("draft");
  // Neither teams nor systems may show in what an organiser sees before the key is opened.
  expect(JSON.stringify(made)).not.toMatch(/Aardvark|Badger|Cormorant|engine-/);
  const texts = await test.server.database.query
    .selectFrom("studyTexts")
    .selectAll()
    .where("studyId", "=", made.study.id)
    .execute();
  expect(texts.filter(({ words }) => words.startsWith("nothing of the kind"))).toEqual([]);
  expect((await organiser.get(STUDIES)).body.studies).toMatchObject([
    { track: "main", study: { id: made.study.id } },
  ]);
  const audit = await organiser.get("/audit");
  expect(JSON.stringify(audit.body.items)).toContain('"challengeId');
});

it("takes as many submissions and items as are asked for, drawn by the seed", async () => {
  const { test, organiser } = frozen;
  const three = (await must(organiser.post(STUDIES, { top: 3, items: ["t2", "t5"] }))).body;
  expect(three.plan).toMatchObject({ systems: 3, prompts: 2, texts: 6 });
  const drawn = async (seed: number): Promise<string[]> => {
    const { body } = await must(organiser.post(STUDIES, { prompts: 2, seed }));
    const rows = await test.server.database.query
      .selectFrom("studyTexts")
      .select("prompt")
      .where("studyId", "=", body.study.id)
      .execute();
    return [...new Set(rows.map(({ prompt }) => prompt))].sort();
  };
  expect(await drawn(1)).toHaveLength(2);
  expect(await drawn(1)).toEqual(await drawn(1));
});

it("lists all that is wrong at once", async () => {
  const world = await openWorld({
    study: { ratersPerText: 1, dimensions: ["causality", "wit"] },
  });
  const { test, organiser } = world;
  await freeze(test, organiser);
  const refused = await organiser.post(STUDIES, {
    items: ["t1", "t99"],
    settings: { texts: [], language: "en" },
  });
  expect(refused.status).toBe(422);
  const codes = refused.body.error.details.findings.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(["dimension-words", "fixed-field", "unknown-item", "too-few-submissions"]);
  expect((await organiser.post(STUDIES, { track: "nowhere" })).body.error.code).toBe(
    "unknown-track",
  );
});

it("shows texts by people beside the rated ones, and rates them blinded where that is asked for", async () => {
  const { test, organiser } = frozen;
  const texts = ["t1", "t2"].map((item) => ({
    item,
    text: `Write about ${item}. A person did, in about as many words as the others.`,
    right: "public domain",
  }));
  const reference = { shown: true, inPool: true, texts };
  const { body } = await must(
    organiser.post(STUDIES, { items: ["t1", "t2"], reference, settings: QUICK }),
  );
  expect(body.plan).toMatchObject({ systems: 3, texts: 6 });
  const rows = await test.server.database.query
    .selectFrom("studyReferences")
    .selectAll()
    .where("studyId", "=", body.study.id)
    .execute();
  expect(rows.map(({ prompt }) => prompt).sort()).toEqual(["t1", "t2"]);
});

it("keeps every member of a team from its texts, and its results are blinded until the key is open", async () => {
  const { test, organiser, aardvark } = frozen;
  const made = await must(organiser.post(STUDIES, { items: ["t1", "t2"], settings: QUICK }));
  const { id } = made.body.study;
  await openStudy(organiser, id);
  const own = await rateAll(test, aardvark, id);
  expect(own).toHaveLength(2);
  expect(own.filter((text) => text.startsWith("the hidden reference"))).toEqual([]);
  expect(await rateAll(test, await test.signIn(["rater"]), id)).toHaveLength(2);
  await must(organiser.post(`/studies/${id}/close`, {}));

  const blinded = (await must(organiser.get(`/studies/${id}/report`))).body as StudyResults;
  expect(blinded.isBlinded).toBe(true);
  expect(blinded.systems.map(({ name }) => name)).toEqual(["System A", "System B"]);
  expect(JSON.stringify(blinded)).not.toMatch(/submission-|Aardvark|engine-/);
  expect(blinded.analysis.metrics).toEqual([]);
  const means = blinded.analysis.all.systems
    .filter(({ dimension }) => dimension === "fluency")
    .map(({ mean }) => mean);
  expect(means.toSorted()).toEqual([2, 5]);

  await unblind(organiser, id);
  const results = (await must(organiser.get(`/studies/${id}/report`))).body as StudyResults;
  expect(results.isBlinded).toBe(false);
  expect(results.systems.map(({ name }) => name)).toEqual([
    "Aardvark: engine-0",
    "Badger: engine-1",
  ]);
  // The metrics of the track, declared in the plan, from the scores of the challenge's board.
  const rouge = results.analysis.metrics.filter(({ metric }) => metric === "rouge-1");
  expect(rouge).toHaveLength(4);
  expect(rouge[0]).toMatchObject({
    texts: 4,
    systems: 2,
    isExploratory: false,
    overSystems: { status: "defined", value: 1 },
  });
});

it("gives a board of human marks once the results are published, the same as JSON, CSV and page", async () => {
  const { test, organiser } = frozen;
  const made = await must(organiser.post(STUDIES, { items: ["t1", "t2"], settings: QUICK }));
  const { id } = made.body.study;
  await openStudy(organiser, id);
  await rateAll(test, await test.signIn(["rater"]), id);
  await must(organiser.post(`/studies/${id}/close`, {}));
  await unblind(organiser, id);
  const early = await test.visitor.get(BOARD);
  expect([early.status, early.body.error.code]).toEqual([409, "not-published"]);
  const preview = (await must(organiser.get(BOARD))).body as HumanBoard;
  expect(preview).not.toHaveProperty("publishedAtMs");
  // Drafts beside a study that was opened keep nobody waiting.
  await must(organiser.post("/challenges/tales/publish", {}));

  const board = (await must(test.visitor.get(`${BOARD}?order=fluency`))).body as HumanBoard;
  expect(board.publishedAtMs).toBeGreaterThan(0);
  expect(board.rows.map(({ team, system }) => [team, system])).toEqual([
    ["Aardvark", "engine-0"],
    ["Badger", "engine-1"],
  ]);
  expect(board.columns.map(({ id: column }) => column)).toEqual([
    "relevance",
    "consistency",
    "fluency",
    "coherence",
  ]);
  const fluency = board.rows.map(({ marks }) => marks[2]);
  expect(fluency).toMatchObject([
    { rank: 1, shown: "5.0000", counts: [0, 0, 0, 0, 2] },
    { rank: 2, shown: "2.0000", counts: [0, 2, 0, 0, 0], inTopGroup: true },
  ]);
  const csv = await must(test.visitor.get(`${BOARD}?order=fluency&format=csv`));
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const lines = csv.text.trimEnd().split("\r\n").slice(1);
  expect(
    lines.filter((line) => line.includes('"fluency"')).map((line) => line.split(",")[4]),
  ).toEqual(["5", "2"]);
  const page = await must(test.visitor.get(`${BOARD}?order=fluency&format=html`));
  expect(page.text.indexOf("Aardvark")).toBeLessThan(page.text.indexOf("Badger"));
  expect(page.text).toContain("not separated from rank 1");
  expect(page.text).not.toContain("<script");
});
