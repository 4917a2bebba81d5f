import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  type ChallengeWorld,
  hiddenText,
  must,
  openChallenge,
  TEST_ITEMS,
} from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { joinStudy, openStudyOn, rateText, takeText } from "../../../tests/rating-server.ts";
import { tinyStudy } from "../../../tests/rating-study.ts";
import { openTestServer, type TestClient, type TestServer } from "../../../tests/server-fixture.ts";
import { buildReport, parseArchive, reportFiles } from "../../leaderboard/index.ts";
import { checkArchive, reportDownload } from "../../pipeline/doors/leaderboard.ts";
import { CHALLENGE_REPORT_DOWNLOADS, type ChallengeArchive } from "../../records/index.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";

const CHALLENGE = "/challenges/tales";
const LICENCE = "CC BY 4.0";

/** Submits, declares, and chooses; the words of its texts say who wrote them. */
async function takePart(
  { team, submit, engine }: ChallengeWorld,
  name: string,
  { word, textLicence }: { readonly word: string; readonly textLicence?: string },
): Promise<{ readonly client: TestClient; readonly submissionId: string }> {
  const client = await team(name);
  const file = answers((itemId) => `${word} wrote the reference of ${itemId} ${word.length} times`);
  const { id } = (await must(submit(client, file, `system=${word}`))).body;
  await engine.drain();
  const declaration = { models: `A model called ${word}.`, data: "none", use: "none" };
  const meta = { system: word, declaration, ...(textLicence ? { textLicence } : {}) };
  await must(client.send("PUT", `${CHALLENGE}/submissions/${id}/meta`, { body: meta }));
  await must(client.post(`${CHALLENGE}/submissions/${id}/select`));
  return { client, submissionId: id };
}

/** A study of the submissions, whose prompts are test items. */
function studyOf(submissions: readonly string[]) {
  const study = tinyStudy({ systems: submissions.length, prompts: 2 });
  return tinyStudy(
    { systems: submissions.length, prompts: 2 },
    {
      challengeId: "tales",
      ratersPerText: 2,
      raters: { pay: "12 pounds an hour", languageLevel: "C1 or better" },
      survey: [
        { id: "name", question: "Anything else?", answer: "text" },
        { id: "ease", question: "How easy was it?", answer: "scale" },
      ],
      tests: { metrics: ["rouge-1"], permutations: 200, resamples: 200 },
      systems: study.systems.map((system, at) => ({ ...system, submission: submissions[at] })),
      prompts: study.prompts.map((prompt, at) => ({ ...prompt, item: `t${at + 1}` })),
    },
  );
}

interface FinishedChallenge {
  readonly test: TestServer;
  readonly organiser: TestClient;
  readonly raters: readonly TestClient[];
}

/** Three teams, a study of two of them, two raters; everything done but what `until` names. */
async function runChallenge(
  test: TestServer,
  until: "published" | "rating" = "published",
): Promise<FinishedChallenge> {
  const world = await openChallenge(test);
  const { organiser } = world;
  const one = await takePart(world, "Ones", { word: "lamp", textLicence: LICENCE });
  const two = await takePart(world, "Twos", { word: "tide" });
  await takePart(world, "Threes", { word: "harbour" });
  const reason = "Two teams lost their machines.";
  const dates = { submissionsClose: "2026-11-06 AoE", ratingCloses: "2026-12-01 AoE" };
  await must(organiser.send("PATCH", `${CHALLENGE}/phases`, { body: { dates, reason } }));
  // Within the fortnight of a session.
  test.pass(12.5 * 86_400_000);
  await must(organiser.post(`${CHALLENGE}/freeze`, {}));
  const { id } = await openStudyOn(test, studyOf([one.submissionId, two.submissionId]));
  const raters: TestClient[] = [];
  if (until === "rating") return { test, organiser, raters };
  for (const mark of [2, 4]) {
    const rater = await joinStudy(test, id);
    for (let lease = await takeText(rater, id); lease; lease = await takeText(rater, id)) {
      test.pass(60_000);
      expect(await rateText(rater, lease.id, mark)).toBe(200);
    }
    const survey = { answers: { name: "I am Hugo Rater", ease: 4 } };
    await must(rater.post(`/ratings/studies/${id}/survey`, survey));
    raters.push(rater);
  }
  await must(organiser.post(`/studies/${id}/close`, {}));
  const { ticket } = (await must(organiser.post(`/studies/${id}/unblind`, { reason: "Done." })))
    .body;
  await must(organiser.post(`/studies/${id}/unblind`, { ticket }));
  await must(organiser.post(`${CHALLENGE}/publish`, {}));
  return { test, organiser, raters };
}

async function archiveOf(
  organiser: TestClient,
): Promise<{ readonly text: string; readonly archive: ChallengeArchive }> {
  const { text } = await must(organiser.get(`${CHALLENGE}/archive`));
  return { text, archive: parseArchive(text, "archive.json") };
}

onEachDatabase("the archive and the report of a challenge", ({ open }) => {
  it("are the same bytes in every format when the report is rebuilt from the archive", async () => {
    const { test, organiser } = await runChallenge(await openTestServer(await open()));
    const { archive, text } = await archiveOf(organiser);
    expect(archive).toMatchObject({ state: "final", missing: [] });
    // Boards from scores, results from ratings: nothing is taken on trust.
    expect(() => checkArchive(archive, "archive.json")).not.toThrow();
    for (const format of CHALLENGE_REPORT_DOWNLOADS) {
      const reply = await must(test.visitor.get(`${CHALLENGE}/report?format=${format}`));
      const rebuilt = await reportDownload(archive, { format });
      const isBinary = format === "pdf" || format === "csv";
      if (!isBinary) expect(reply.text).toBe(new TextDecoder().decode(rebuilt.bytes));
      expect(reply.headers.get("content-disposition")).toContain(`tales-${rebuilt.name}`);
    }
    const files = reportFiles(buildReport(archive), "csv");
    for (const { name, content } of files) {
      const table = name.replace(/\.csv$/, "");
      const one = await must(test.visitor.get(`${CHALLENGE}/report?format=csv&table=${table}`));
      expect(one.text, table).toBe(content);
    }
    // Looking at it is logged, and changes nothing.
    test.pass(3_600_000);
    expect((await archiveOf(organiser)).text).toBe(text);
    const etag =
      (await test.visitor.get(`${CHALLENGE}/report?format=md`)).headers.get("etag") ?? "";
    const again = await test.visitor.send("GET", `${CHALLENGE}/report?format=md`, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });
});

describe("an archive and a report", () => {
  const opened: Database[] = [];
  const open = async (): Promise<Database> => {
    const database = await openDatabase({ path: ":memory:" });
    opened.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  it("hold what the report has to say, and nothing that must not be passed on", async () => {
    const { test, organiser, raters } = await runChallenge(await openTestServer(await open()));
    const { archive, text } = await archiveOf(organiser);
    const [study] = archive.studies;
    expect(archive.dateChanges.map(({ name }) => name).toSorted()).toEqual([
      "ratingCloses",
      "submissionsClose",
    ]);
    expect(archive.firstSchedule.submissionsClose).not.toBe(
      archive.challenge.schedule.submissionsClose,
    );
    expect(archive.participants.map(({ team, textLicence }) => [team, textLicence])).toEqual(
      expect.arrayContaining([
        ["Ones", LICENCE],
        ["Twos", undefined],
      ]),
    );
    expect(archive.texts).toHaveLength(6);
    expect(archive.texts[0]?.text).toContain("lamp");
    // Two metrics, two parts.
    expect(archive.boards.map(({ metric, part }) => `${metric} ${part}`)).toEqual([
      "rouge-1 public",
      "rouge-1 private",
      "distinct-1 public",
      "distinct-1 private",
    ]);
    // 2 systems × 2 prompts × 2 raters.
    expect(study?.ratings.filter(({ kind }) => kind === "reading")).toHaveLength(8);
    expect(study).toMatchObject({ pay: "12 pounds an hour", languageLevel: "C1 or better" });
    // 2 systems × 2 prompts × 2 metrics.
    expect(study?.scores).toHaveLength(8);
    expect(study?.analysis.metrics.map((row) => row.isExploratory)).toContain(false);
    expect(archive.datasheets[0]?.answers).toContainEqual({
      question: "3.2.1",
      about: "number of raters",
      answer: 2,
    });
    const visible = await must(test.visitor.get(`${CHALLENGE}/report?format=html`));
    for (const all of [text, visible.text]) {
      for (const { itemId } of TEST_ITEMS) expect(all).not.toContain(hiddenText(itemId));
      expect(all).not.toContain("canary-");
      expect(all).not.toContain("Hugo");
      for (const { accountId } of raters) expect(all).not.toContain(accountId);
      expect(all).not.toContain("tide wrote");
    }
    expect(visible.headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(JSON.stringify((await organiser.get("/audit?limit=100")).body)).toContain("see-archive");
  });

  it("wait until nothing is missing; organisers see a preliminary one before", async () => {
    const { test, organiser } = await runChallenge(await openTestServer(await open()), "rating");
    const early = await test.visitor.get(`${CHALLENGE}/report`);
    expect([early.status, early.body.error]).toEqual([
      409,
      {
        code: "not-yet",
        message:
          "The report is not final yet. The rating study “Who tells it best” is still open. The results are not published.",
        details: {
          missing: [
            "The rating study “Who tells it best” is still open.",
            "The results are not published.",
          ],
        },
      },
    ]);
    const preview = await must(organiser.get(`${CHALLENGE}/report/preview?format=html`));
    expect(preview.text).toContain("Preliminary challenge report");
    expect(preview.text).toContain("This report is preliminary");
    expect((await test.visitor.get(`${CHALLENGE}/report/preview`)).status).toBe(401);
    const { archive } = await archiveOf(organiser);
    // The key is not open: no study, no rating, no writer.
    expect(archive).toMatchObject({ state: "preliminary", studies: [] });
    expect(() => checkArchive(archive, "archive.json")).not.toThrow();
    const none = await organiser.get(`${CHALLENGE}/report/preview?format=csv&table=none`);
    expect([none.status, none.body.error.code]).toEqual([422, "unknown-table"]);
  });

  it("tell nothing of the private part before the freeze", async () => {
    const test = await openTestServer(await open());
    const world = await openChallenge(test);
    await takePart(world, "Ones", { word: "lamp" });
    const { archive, text } = await archiveOf(world.organiser);
    expect(archive.boards.map(({ part }) => part)).toEqual(["public", "public"]);
    expect(archive.boardInputs[0]?.items.map(({ part }) => part)).not.toContain("private");
    expect(text).not.toContain('"private":{');
    const open1 = archive.boardInputs[0]?.items.length ?? 0;
    const [submission] = archive.boardInputs[0]?.submissions ?? [];
    expect(submission?.scores["rouge-1"]?.items).toHaveLength(open1);
    expect(() => checkArchive(archive, "archive.json")).not.toThrow();
  });
});
