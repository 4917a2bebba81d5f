import { describe, expect, it } from "vitest";
import { must } from "../../../tests/challenge-fixture.ts";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { joinStudy, openStudyOn, rateText, takeText } from "../../../tests/rating-server.ts";
import { tinyStudy } from "../../../tests/rating-study.ts";
import {
  openTestServer,
  type TestClient,
  type TestReply,
  type TestServer,
} from "../../../tests/server-fixture.ts";
import type { RatingLine } from "../../records/index.ts";
import { openDatabase } from "../database/open-database.ts";

const SMALL = tinyStudy(
  { systems: 2, prompts: 1 },
  { ratersPerText: 2, survey: [{ id: "age", question: "How old?", answer: "text" }] },
);

function bring(organiser: TestClient, id: string, file: string): Promise<TestReply> {
  return organiser.send("POST", `/studies/${id}/import`, {
    body: new TextEncoder().encode(file),
    headers: { "content-type": "application/x-ndjson" },
  });
}

/** Two raters rate everything, one changes an answer, one skips a text first. Returns the export. */
async function rated(test: TestServer, id: string, organiser: TestClient): Promise<string> {
  const [first, second] = [await joinStudy(test, id), await joinStudy(test, id)];
  const skipped = await takeText(second, id);
  await must(second.post(`/ratings/leases/${skipped?.id}/skip`, { reason: "other" }));
  for (const [at, rater] of [first, second].entries()) {
    for (let lease = await takeText(rater, id); lease; lease = await takeText(rater, id)) {
      test.pass(60_000);
      await must(
        rater.send("PUT", `/ratings/leases/${lease.id}/answers/fluency`, {
          body: { value: 1, baseVersion: 0 },
        }),
      );
      await must(
        rater.send("PUT", `/ratings/leases/${lease.id}/answers/fluency`, {
          body: { cannotJudge: "I fell asleep.", baseVersion: 1 },
        }),
      );
      for (const dimension of ["relevance", "consistency", "coherence"]) {
        await must(
          rater.send("PUT", `/ratings/leases/${lease.id}/answers/${dimension}`, {
            body: { value: 2 + at, baseVersion: 0 },
          }),
        );
      }
      await must(rater.post(`/ratings/leases/${lease.id}/submit`));
    }
  }
  const third = await joinStudy(test, id);
  for (let lease = await takeText(third, id); lease; lease = await takeText(third, id)) {
    expect(await rateText(third, lease.id)).toBe(200);
  }
  await must(organiser.post(`/studies/${id}/close`, { deviation: "for the test" }));
  return (await must(organiser.get(`/studies/${id}/export`))).text;
}

/** The study as a backup from before the first rating gives it back. */
async function forgetRatings({ server }: TestServer, id: string): Promise<void> {
  const { query } = server.database;
  for (const table of [
    "studyAnswerHistory",
    "studyAnswers",
    "studyLeases",
    "studyClaims",
    "studyRaters",
  ] as const) {
    await query.deleteFrom(table).where("studyId", "=", id).execute();
  }
  await query.updateTable("studies").set({ status: "open" }).where("id", "=", id).execute();
}

const linesOf = (file: string): RatingLine[] =>
  file
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RatingLine);

const fileOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

onEachDatabase("ratings that come from a file", ({ open }) => {
  it("are exported again as the same bytes, with their histories", async () => {
    const test = await openTestServer(await open());
    const { id, organiser } = await openStudyOn(test, SMALL);
    const file = await rated(test, id, organiser);
    const closed = await bring(organiser, id, file);
    expect([closed.status, closed.body.error.code]).toEqual([409, "study-not-open"]);
    await forgetRatings(test, id);

    const brought = await must(bring(organiser, id, file));
    expect(brought.body).toMatchObject({ raters: 3 });
    const coverage = (await organiser.get(`/studies/${id}/coverage`)).body;
    expect(coverage.complete).toBe(4);
    // Nothing comes twice, and nobody is left over for a fifth reading.
    const again = await bring(organiser, id, file);
    expect([again.status, again.body.error.code]).toEqual([422, "invalid-ratings"]);
    const late = await joinStudy(test, id);
    expect(await takeText(late, id)).toBeNull();
    await test.server.database.query
      .deleteFrom("studyRaters")
      .where("accountId", "=", late.accountId ?? "")
      .execute();
    await must(organiser.post(`/studies/${id}/close`, {}));
    expect((await must(organiser.get(`/studies/${id}/export`))).text).toBe(file);
  }, 240_000);
});

describe("a file of ratings that cannot be brought in", () => {
  it("is refused as a whole, with every fault by line", async () => {
    const database = await openDatabase({ path: ":memory:" });
    const test = await openTestServer(database);
    const { id, organiser } = await openStudyOn(test, SMALL);
    const file = await rated(test, id, organiser);
    await forgetRatings(test, id);
    const lines = linesOf(file);
    const problemsOf = async (changed: string): Promise<string[]> => {
      const { status, body } = await bring(organiser, id, changed);
      expect(status).toBe(422);
      return body.error.details.problems.map(
        ({ line, problem }: { line?: number; problem: string }) => `${line ?? ""}: ${problem}`,
      );
    };
    expect(await problemsOf("")).toEqual([
      ": 0 lines of kind study; there must be one, the first.",
    ]);
    expect(await problemsOf(`${file}{"kind": "answer"\n`)).toEqual([
      `${lines.length + 1}: this is no JSON.`,
    ]);
    const other = { ...lines[0], planHash: "0".repeat(64) };
    expect((await problemsOf(fileOf([other, ...lines.slice(1)])))[0]).toMatch(
      /^1: the plan is another one/,
    );
    const answer = lines.findIndex(({ kind: what }) => what === "answer");
    const without = lines.filter((_, at) => at !== answer);
    expect((await problemsOf(fileOf(without)))[0]).toMatch(/handed in with 3 of 4 answers\.$/);
    const twice = [...lines, lines[answer]];
    expect((await problemsOf(fileOf(twice)))[0]).toMatch(
      new RegExp(`^${lines.length + 1}: .* stands twice\\.$`),
    );
    const backwards = lines.map((line) =>
      line.kind === "answer"
        ? { ...line, history: [{ ...line.history[0], atMs: 9e15 }, ...line.history] }
        : line,
    );
    expect((await problemsOf(fileOf(backwards)))[0]).toMatch(/the history goes back in time\.$/);
    const active = lines.map((line) =>
      line.kind === "reading" ? { ...line, status: "active" } : line,
    );
    expect((await problemsOf(fileOf(active)))[0]).toMatch(/has not ended\.$/);
    // A fourth rater would be more than the plan has seats for.
    const reading = lines.find((line) => line.kind === "reading" && line.status === "complete");
    const more = [
      ...lines,
      { kind: "rater", rater: "someone-else" },
      { ...reading, rater: "someone-else" },
      ...lines
        .filter(
          (line) =>
            line.kind === "answer" &&
            reading?.kind === "reading" &&
            line.text === reading.text &&
            line.rater === reading.rater,
        )
        .map((line) => ({ ...line, rater: "someone-else" })),
    ];
    expect((await problemsOf(fileOf(more))).at(-1)).toMatch(
      /more ratings than the plan gives it\.$/,
    );
    // Nothing of all that has come in.
    expect((await organiser.get(`/studies/${id}/coverage`)).body).toMatchObject({
      complete: 0,
      raters: [],
    });
    await database.close();
  });
});
