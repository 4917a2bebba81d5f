import { expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import {
  DIMENSIONS,
  joinStudy,
  openStudyOn,
  rateText,
  takeText,
} from "../../../tests/rating-server.ts";
import { tinyStudy } from "../../../tests/rating-study.ts";
import { openTestServer, type TestClient, type TestReply } from "../../../tests/server-fixture.ts";
import { readRatings, writeRatings } from "../../rating/index.ts";
import type { RaterLease } from "../../records/index.ts";
import { verifyAudit } from "../people/audit-log.ts";

const HOUR = 3_600_000;

/** Two systems, two prompts, two raters of each text. */
const SMALL = tinyStudy(
  { systems: 2, prompts: 2 },
  { ratersPerText: 2, tests: { resamples: 200, permutations: 200 } },
);

function answer(
  [rater, lease]: readonly [TestClient, string],
  body: unknown,
  key?: string,
): Promise<TestReply> {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return rater.send("PUT", `/ratings/leases/${lease}/answers/coherence`, { body, headers });
}

function linesOf(text: string): { line: number; value: unknown }[] {
  const lines = text.trimEnd().split("\n");
  return lines.map((line, at) => ({ line: at + 1, value: JSON.parse(line) as unknown }));
}

onEachDatabase("rating studies", ({ open }) => {
  it("tell open pages of their coverage when a text is taken, and when it is handed in", async () => {
    const test = await openTestServer(await open());
    const { id, organiser } = await openStudyOn(test, SMALL);
    const rater = await joinStudy(test, id);
    const told: string[] = [];
    test.server.events.subscribe(`study:${id}`, ({ type }) => told.push(type));
    const lease = await takeText(rater, id);
    expect(told).toEqual(["coverage-changed"]);
    expect((await organiser.get(`/studies/${id}/coverage`)).body.active).toBe(1);
    expect(await rateText(rater, lease?.id ?? "")).toBe(200);
    expect(told).toEqual(["coverage-changed", "coverage-changed"]);
  });

  it("go from draft over rating to the opened key, and say why a step is not possible yet", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const made = await organiser.post("/studies", SMALL);
    expect(made.status).toBe(201);
    const { id } = made.body.study;
    expect(made.body.plan).toMatchObject({
      texts: 4,
      ratersPerText: 2,
      power: { possible: false },
    });
    expect(JSON.stringify(made.body)).not.toMatch(/s1\/|team-1|System 1/);

    const unready = await organiser.post(`/studies/${id}/open`, { accept: [] });
    expect(unready).toMatchObject({ status: 409, body: { error: { code: "study-not-ready" } } });
    expect(unready.body.error.details.findings).toMatchObject([{ code: "low-power" }]);
    const opened = await organiser.post(`/studies/${id}/open`, { accept: ["low-power"] });
    expect(opened).toMatchObject({ status: 200, body: { status: "open", needed: 8, complete: 0 } });
    expect((await organiser.post(`/studies/${id}/open`, { accept: ["low-power"] })).status).toBe(
      409,
    );

    const raters = [await joinStudy(test, id), await joinStudy(test, id)];
    for (const rater of raters) {
      for (let lease = await takeText(rater, id); lease; lease = await takeText(rater, id)) {
        test.pass(60_000);
        expect(await rateText(rater, lease.id, 2 + (lease.number % 3))).toBe(200);
      }
      const progress = await rater.get("/ratings/progress");
      expect(progress.body.studies).toMatchObject([{ stage: "done", submitted: 4, planned: 4 }]);
    }
    expect((await organiser.get(`/studies/${id}/agreement`)).status).toBe(409);
    expect((await organiser.get(`/studies/${id}/export`)).status).toBe(409);
    expect((await organiser.post(`/studies/${id}/unblind`, { reason: "x" })).status).toBe(409);
    const coverage = await organiser.get(`/studies/${id}/coverage`);
    expect(coverage.body).toMatchObject({ complete: 8, needed: 8, active: 0 });

    expect((await organiser.post(`/studies/${id}/close`, {})).body).toMatchObject({
      status: "closed",
    });
    const agreement = await organiser.get(`/studies/${id}/agreement`);
    expect(agreement.body.dimensions).toMatchObject(
      DIMENSIONS.map((dimension) => ({ dimension, raters: 2, texts: 4 })),
    );

    expect((await organiser.get(`/studies/${id}/results`)).body.error.code).toBe("not-unblinded");
    const first = await organiser.post(`/studies/${id}/unblind`, { reason: "the report" });
    expect(first.body).toMatchObject({ step: 1 });
    expect((await organiser.post(`/studies/${id}/unblind`, { ticket: "wrong" })).status).toBe(409);
    const second = await organiser.post(`/studies/${id}/unblind`, { ticket: first.body.ticket });
    expect(second.body.key.map(({ system }: { system: string }) => system).toSorted()).toEqual([
      "s1",
      "s1",
      "s2",
      "s2",
    ]);
    expect(
      (await organiser.post(`/studies/${id}/unblind`, { ticket: first.body.ticket })).status,
    ).toBe(409);

    const results = await organiser.get(`/studies/${id}/results`);
    expect(results.body).toMatchObject({ planHash: made.body.plan.hash, all: { raters: 2 } });
    expect(results.body.all.comparisons).toHaveLength(4);

    const log = await test.server.database.query
      .selectFrom("auditLog")
      .select("action")
      .orderBy("sequence")
      .execute();
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "study-created",
        "study-opened",
        "study-closed",
        "unblind-asked",
        "unblinded",
      ]),
    );
    expect(await verifyAudit(test.server.database)).toMatchObject({ status: "whole" });
  });

  it("close with ratings missing for a stated reason only, and take none afterwards", async () => {
    const test = await openTestServer(await open());
    const { id, organiser } = await openStudyOn(test, SMALL);
    const rater = await joinStudy(test, id);
    const lease = (await takeText(rater, id)) as RaterLease;
    const refused = await organiser.post(`/studies/${id}/close`, {});
    expect(refused.body.error).toMatchObject({
      code: "coverage-missing",
      details: { complete: 0, needed: 8 },
    });
    const closed = await organiser.post(`/studies/${id}/close`, {
      deviation: "no raters were to be had",
    });
    expect(closed.body).toMatchObject({ status: "closed" });
    expect((await answer([rater, lease.id], { value: 3, baseVersion: 0 })).body.error.code).toBe(
      "study-not-open",
    );
    expect((await rater.post("/ratings/leases", { studyId: id })).body).toEqual({
      lease: null,
      reason: "not-open",
    });
  });

  it("keep one current answer and the whole history: 3, 5, 4, two tabs, a replay", async () => {
    const test = await openTestServer(await open());
    const { id, organiser } = await openStudyOn(test, SMALL);
    const rater = await joinStudy(test, id);
    const lease = (await takeText(rater, id)) as RaterLease;
    const saved = await answer([rater, lease.id], { value: 3, baseVersion: 0 }, "a");
    expect(saved.body).toMatchObject({ dimension: "coherence", answer: { value: 3 }, version: 1 });
    const five = await answer([rater, lease.id], { value: 5, baseVersion: 1 }, "b");
    const again = await answer([rater, lease.id], { value: 5, baseVersion: 1 }, "b");
    expect(again.body).toEqual(five.body);
    expect((await answer([rater, lease.id], { value: 4, baseVersion: 2 }, "c")).status).toBe(200);
    const stale = await answer([rater, lease.id], { value: 2, baseVersion: 1 }, "d");
    expect(stale).toMatchObject({ status: 409, body: { error: { code: "stale-answer" } } });
    expect(stale.body.error.details.current).toEqual({
      dimension: "coherence",
      answer: { value: 4 },
      version: 3,
    });
    for (const value of ["4", 0, 4.5, null, 6]) {
      expect((await answer([rater, lease.id], { value, baseVersion: 3 })).status).toBe(422);
    }
    const path = `/ratings/leases/${lease.id}/answers`;
    const body = { value: 4, baseVersion: 0 };
    expect((await rater.send("PUT", `${path}/style`, { body })).status).toBe(404);
    const reason = { cannotJudge: "the text stops after one line", baseVersion: 0 };
    expect((await rater.send("PUT", `${path}/consistency`, { body: reason })).status).toBe(200);

    const submitted = await rater.post(`/ratings/leases/${lease.id}/submit`);
    expect(submitted.body.error).toMatchObject({
      code: "answers-missing",
      details: { missing: ["relevance", "fluency"] },
    });
    const view = await rater.get(`/ratings/leases/${lease.id}`);
    expect(view.body.answers).toEqual([
      {
        dimension: "consistency",
        answer: { cannotJudge: "the text stops after one line" },
        version: 1,
      },
      { dimension: "coherence", answer: { value: 4 }, version: 3 },
    ]);

    await organiser.post(`/studies/${id}/close`, { deviation: "test" });
    const file = (await organiser.get(`/studies/${id}/export`)).text;
    const ratings = readRatings(linesOf(file), "export");
    expect(writeRatings(ratings)).toBe(file);
    const coherence = ratings.answers.find(({ dimension }) => dimension === "coherence");
    expect(coherence?.history.map(({ answer: each }) => each)).toEqual([
      { value: 3 },
      { value: 5 },
      { value: 4 },
    ]);
    expect(file).not.toContain(rater.accountId);
  });

  it("take an answer once although the same request comes twenty times at the same moment", async () => {
    const test = await openTestServer(await open());
    const { id } = await openStudyOn(test, SMALL);
    const rater = await joinStudy(test, id);
    const lease = (await takeText(rater, id)) as RaterLease;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, tab) =>
        answer([rater, lease.id], { value: 1 + (tab % 5), baseVersion: 0 }, `tab-${tab}`),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    const history = await test.server.database.query
      .selectFrom("studyAnswerHistory")
      .selectAll()
      .execute();
    expect(history).toHaveLength(1);
  });

  it("keep place and reading time, go on elsewhere, and hand a text on after a day without an answer", async () => {
    const test = await openTestServer(await open());
    const { id } = await openStudyOn(test, {
      ...SMALL,
      ratersPerText: 1,
      raters: { ...SMALL.raters, count: 1 },
    });
    const rater = await joinStudy(test, id);
    const lease = (await takeText(rater, id)) as RaterLease;
    test.pass(60_000);
    const body = { paragraph: 7, share: 0.25, readMs: 999_999 };
    expect((await rater.send("PUT", `/ratings/leases/${lease.id}/position`, { body })).status).toBe(
      200,
    );
    expect(await takeText(rater, id)).toMatchObject({
      id: lease.id,
      position: { paragraph: 7, share: 0.25 },
    });
    const [row] = await test.server.database.query.selectFrom("studyLeases").selectAll().execute();
    // Never more than the minute that has passed.
    expect(row?.readMs).toBe(60_000);

    test.pass(23 * HOUR);
    await answer([rater, lease.id], { value: 3, baseVersion: 0 });
    test.pass(23 * HOUR);
    expect((await answer([rater, lease.id], { value: 4, baseVersion: 1 })).status).toBe(200);
    test.pass(25 * HOUR);
    // Nobody has taken it over: it goes on.
    expect((await answer([rater, lease.id], { value: 5, baseVersion: 2 })).status).toBe(200);
    test.pass(25 * HOUR);
    const other = await joinStudy(test, id);
    const taken = (await takeText(other, id)) as RaterLease;
    expect(taken.text).toBe(lease.text);
    expect(taken.id).not.toBe(lease.id);
    expect(taken.answers).toEqual([]);
    test.pass(-30 * HOUR);
    expect((await answer([rater, lease.id], { value: 1, baseVersion: 3 })).body.error.code).toBe(
      "lease-expired",
    );
    expect((await rater.post(`/ratings/leases/${lease.id}/submit`)).body.error.code).toBe(
      "lease-expired",
    );
  });

  it("show leases of others, and missing ones, as if there were none", async () => {
    const test = await openTestServer(await open());
    const { id } = await openStudyOn(test, SMALL);
    const [one, two] = [await joinStudy(test, id), await joinStudy(test, id)];
    const lease = (await takeText(one, id)) as RaterLease;
    const foreign = await two.get(`/ratings/leases/${lease.id}`);
    const missing = await two.get("/ratings/leases/nothing");
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    const submit = await two.post(`/ratings/leases/${lease.id}/submit`);
    expect([submit.status, submit.text]).toEqual([404, missing.text]);
    expect((await two.post("/ratings/leases", { studyId: "nothing" })).status).toBe(404);
  });

  it("ask for consent, training and survey in their order", async () => {
    const test = await openTestServer(await open());
    const training = {
      prompt: "P.",
      text: "T.",
      answers: { fluency: { value: 5, why: "Well formed." } },
    };
    const survey = [{ id: "age", question: "How old?", answer: "text" as const }];
    const { id } = await openStudyOn(test, { ...SMALL, training, survey });
    const rater = await test.signIn(["rater"]);
    const stage = async (): Promise<string> =>
      (await rater.get("/ratings/progress")).body.studies[0].stage;
    expect(await stage()).toBe("consent");
    const study = await rater.get(`/ratings/studies/${id}`);
    expect(study.body).toMatchObject({ training: { prompt: "P.", text: "T." }, showLength: false });
    expect(study.text).not.toContain("Well formed");
    const consent = `/ratings/studies/${id}/consent`;
    expect((await rater.post("/ratings/leases", { studyId: id })).body.error.code).toBe(
      "consent-first",
    );
    expect((await rater.post(consent, { version: "0" })).body.error.code).toBe("stale-version");
    expect((await rater.post(consent, { version: "1", languageLevel: "fluent" })).body.stage).toBe(
      "training",
    );
    expect((await rater.post("/ratings/leases", { studyId: id })).body.error.code).toBe(
      "training-first",
    );
    const answers = { relevance: 1, consistency: 2, fluency: 3, coherence: 4 };
    expect(
      (await rater.post(`/ratings/studies/${id}/training`, { answers: { fluency: 3 } })).status,
    ).toBe(422);
    const explained = await rater.post(`/ratings/studies/${id}/training`, { answers });
    expect(explained.body.explanations[2]).toEqual({
      dimension: "fluency",
      given: 3,
      expected: 5,
      why: "Well formed.",
    });
    expect(await stage()).toBe("rating");
    for (let lease = await takeText(rater, id); lease; lease = await takeText(rater, id))
      await rateText(rater, lease.id);
    expect(await stage()).toBe("survey");
    expect(
      (await rater.post(`/ratings/studies/${id}/survey`, { answers: { none: "x" } })).status,
    ).toBe(422);
    expect(
      (await rater.post(`/ratings/studies/${id}/survey`, { answers: { age: "40" } })).body.stage,
    ).toBe("done");
  });

  it("let participants rate texts of other teams only where the study allows it", async () => {
    const test = await openTestServer(await open());
    const closedTo = await openStudyOn(test, SMALL);
    const person = await test.signIn(["participant"]);
    expect((await person.get(`/ratings/studies/${closedTo.id}`)).status).toBe(409);
    expect((await person.post("/ratings/leases", { studyId: closedTo.id })).status).toBe(404);
    expect((await person.get("/ratings/progress")).body).toEqual({ studies: [] });
    const openTo = await openStudyOn(test, {
      ...SMALL,
      raters: { ...SMALL.raters, participants: true },
    });
    expect(
      (await person.post(`/ratings/studies/${openTo.id}/consent`, { version: "1" })).status,
    ).toBe(200);
    expect(await takeText(person, openTo.id)).not.toBeNull();
    expect((await test.visitor.get("/ratings/progress")).status).toBe(401);
  });

  it("show the text for comparison and masks, and hide the length, as planned", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const texts = SMALL.texts.map((text) => ({ ...text, text: `${text.text} By ChatGPT.` }));
    const reference = {
      shown: true,
      texts: SMALL.prompts.map(({ id: prompt, text }) => ({
        prompt,
        text: `${text} He went.`,
        right: "own",
        translatedFrom: "Chinese",
      })),
    };
    const made = await organiser.post("/studies", { ...SMALL, texts, reference });
    const { id } = made.body.study;
    expect(made.body.leaks).toHaveLength(4);
    const codes = made.body.plan.findings.map(({ code }: { code: string }) => code);
    expect(
      (await organiser.post(`/studies/${id}/open`, { accept: codes })).body.error.details.leaks,
    ).toHaveLength(4);
    for (const { id: leak } of made.body.leaks) {
      const path = `/studies/${id}/leaks/${encodeURIComponent(leak)}`;
      expect(
        (await organiser.post(path, { decision: "masked", note: "names a model" })).body.decision,
      ).toBe("masked");
    }
    expect((await organiser.post(`/studies/${id}/open`, { accept: codes })).status).toBe(200);
    const lease = (await takeText(await joinStudy(test, id), id)) as RaterLease;
    expect(lease.text).toMatch(/By \[…\]\.$/);
    expect(lease.reference?.translatedFrom).toBe("Chinese");
    expect(lease).not.toHaveProperty("words");
  });

  it("refuse a study with errors, all of them named", async () => {
    const test = await openTestServer(await open());
    const organiser = await test.signIn(["organiser"]);
    const texts = [...SMALL.texts, { system: "s9", prompt: "p9", text: "x" }];
    const reply = await organiser.post("/studies", { ...SMALL, texts });
    expect(reply).toMatchObject({ status: 422, body: { error: { code: "invalid-study" } } });
    expect(reply.body.error.details.findings).toHaveLength(2);
  });
});
