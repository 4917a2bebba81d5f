import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../tests/on-each-database.ts";
import { DIMENSIONS, joinStudy, openStudyOn, takeText } from "../../../tests/rating-server.ts";
import { tinyStudy } from "../../../tests/rating-study.ts";
import { openTestServer, type TestClient, type TestServer } from "../../../tests/server-fixture.ts";
import { type Random, randomStream } from "../../foundation/index.ts";
import { nameKey, type RaterLease, type RatingStudy } from "../../records/index.ts";
import { openDatabase } from "../database/open-database.ts";

const HOUR = 3_600_000;
const RATERS_PER_TEXT = 5;
const PEOPLE = 50;

const STUDY = tinyStudy(
  { systems: 4, prompts: 4 },
  {
    ratersPerText: RATERS_PER_TEXT,
    raters: { count: 40, participants: false },
    tests: { resamples: 100, permutations: 100 },
  },
);

/** Puts somebody into a team of a challenge. */
async function putIntoTeam({ server }: TestServer, accountId: string, team: string): Promise<void> {
  const { query } = server.database;
  const nothing = { createdMs: 0, announcedMs: 0, submissionsOpenMs: 0, registrationClosesMs: 0 };
  const row = {
    ...nothing,
    submissionsCloseMs: 0,
    ratingClosesMs: 0,
    frozenMs: null,
    publishedMs: null,
  };
  const challenge = {
    id: "c",
    definition: "{}",
    createdBy: accountId,
    ...row,
    activeVersion: 1,
    boardVersion: 1,
  };
  await query
    .insertInto("challenges")
    .values(challenge)
    .onConflict((known) => known.doNothing())
    .execute();
  const made = {
    id: team,
    challengeId: "c",
    name: team,
    nameKey: nameKey(team),
    isTest: 0,
    createdMs: 0,
    lockedMs: null,
  };
  await query
    .insertInto("teams")
    .values(made)
    .onConflict((known) => known.doNothing())
    .execute();
  await query
    .insertInto("teamMembers")
    .values({ challengeId: "c", accountId, teamId: team, joinedMs: 0 })
    .execute();
}

interface Person {
  readonly client: TestClient;
  readonly random: Random;
  /** Whether the person walks away in the middle of a text, for good. */
  readonly leaves: boolean;
}

/** Answers in some order, some of them twice, some from a tab that is behind. */
async function answerText({ client, random }: Person, lease: RaterLease): Promise<void> {
  for (const [at, dimension] of DIMENSIONS.entries()) {
    const version = lease.answers.find((answer) => answer.dimension === dimension)?.version ?? 0;
    const put = (value: number, baseVersion: number): Promise<unknown> =>
      client.send("PUT", `/ratings/leases/${lease.id}/answers/${dimension}`, {
        body: { value, baseVersion },
        headers: { "idempotency-key": `${lease.id}-${at}-${value}` },
      });
    const value = 1 + random.nextBelow(5);
    // The same request twice at once, now and then: a double click.
    const twice = random.next() < 0.2 ? [put(value, version)] : [];
    await Promise.all([put(value, version), ...twice]);
    // A second tab that has not seen this answer.
    if (random.next() < 0.1) await put(1 + (value % 5), version);
  }
}

/** Works until there is nothing left; returns whether anything was done. */
async function workOn(person: Person, studyId: string): Promise<boolean> {
  const { client, random, leaves } = person;
  const lease = await takeText(client, studyId);
  if (lease === null) return false;
  if (leaves && random.next() < 0.4) return false;
  if (random.next() < 0.05) {
    await client.post(`/ratings/leases/${lease.id}/skip`, { reason: "other" });
    return true;
  }
  await answerText(person, lease);
  const submits = random.next() < 0.3 ? 2 : 1;
  const path = `/ratings/leases/${lease.id}/submit`;
  await Promise.all(Array.from({ length: submits }, () => client.post(path)));
  return true;
}

async function crowdOf(test: TestServer, studyId: string, study: RatingStudy): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < PEOPLE; at++) {
    const client = await joinStudy(test, studyId);
    if (at % 8 === 0) {
      const team = study.systems[at % study.systems.length]?.team ?? "";
      await putIntoTeam(test, client.accountId ?? "", team);
    }
    people.push({ client, random: randomStream(11, "person", at), leaves: at % 5 === 0 });
  }
  return people;
}

/** Rounds in which all people work at once, with clocks that jump between them. */
async function letThemWork(
  test: TestServer,
  people: readonly Person[],
  studyId: string,
): Promise<void> {
  let there = people;
  for (let round = 0; round < 60; round++) {
    const busy = await Promise.all(there.map((person) => workOn(person, studyId)));
    there = there.filter(({ leaves }, at) => !leaves || busy[at]);
    const { complete, needed } = await countsOf(test, studyId);
    if (complete === needed) return;
    const jump = [10 * 60_000, 26 * HOUR, -3 * HOUR][round % 7] ?? 60_000;
    test.pass(busy.some(Boolean) ? jump : 25 * HOUR);
  }
}

async function countsOf(
  { server }: TestServer,
  studyId: string,
): Promise<{ complete: number; needed: number }> {
  const rows = await server.database.query
    .selectFrom("studyLeases")
    .select("status")
    .where("studyId", "=", studyId)
    .execute();
  const complete = rows.filter(({ status }) => status === "complete").length;
  return { complete, needed: STUDY.texts.length * RATERS_PER_TEXT };
}

onEachDatabase("a crowd of raters", ({ open }) => {
  it("gives every text exactly its ratings, none twice and none by the own team, whoever leaves, skips or clicks twice", {
    timeout: 600_000,
  }, async () => {
    const test = await openTestServer(await open());
    const { id, organiser } = await openStudyOn(test, STUDY);
    const people = await crowdOf(test, id, STUDY);
    await letThemWork(test, people, id);
    const { query } = test.server.database;

    const coverage = (await organiser.get(`/studies/${id}/coverage`)).body;
    const cells = coverage.prompts.flatMap(({ texts }: { texts: { complete: number }[] }) => texts);
    expect(cells).toHaveLength(16);
    for (const { complete } of cells) expect(complete).toBe(RATERS_PER_TEXT);

    const complete = await query
      .selectFrom("studyLeases")
      .innerJoin("studyKeys", "studyKeys.textId", "studyLeases.textId")
      .innerJoin("studyRaters", "studyRaters.rater", "studyLeases.rater")
      .select(["studyLeases.rater", "studyLeases.textId", "studyLeases.seat", "studyKeys.teams"])
      .select("studyRaters.accountId")
      .where("studyLeases.status", "=", "complete")
      .execute();
    expect(complete).toHaveLength(80);
    expect(new Set(complete.map(({ rater, textId }) => `${rater} ${textId}`)).size).toBe(80);
    expect(new Set(complete.map(({ textId, seat }) => `${textId} ${seat}`)).size).toBe(80);
    const members = await query.selectFrom("teamMembers").select(["accountId", "teamId"]).execute();
    expect(members.length).toBeGreaterThan(4);
    for (const { accountId, teamId } of members) {
      const read = await query
        .selectFrom("studyLeases")
        .innerJoin("studyRaters", "studyRaters.rater", "studyLeases.rater")
        .innerJoin("studyKeys", "studyKeys.textId", "studyLeases.textId")
        .select("studyKeys.teams")
        .where("studyRaters.accountId", "=", accountId)
        .execute();
      for (const { teams } of read) expect(JSON.parse(teams)).not.toContain(nameKey(teamId));
    }

    const current = await query.selectFrom("studyAnswers").selectAll().execute();
    const history = await query.selectFrom("studyAnswerHistory").selectAll().execute();
    const isComplete = new Set(complete.map(({ rater, textId }) => `${rater} ${textId}`));
    const counted = current.filter(({ rater, textId }) => isComplete.has(`${rater} ${textId}`));
    // Exactly five current marks for each of 16 texts and 4 questions.
    expect(counted).toHaveLength(16 * 4 * RATERS_PER_TEXT);
    for (const { rater, textId, dimension, version, value } of current) {
      const versions = history.filter(
        (row) => row.rater === rater && row.textId === textId && row.dimension === dimension,
      );
      const numbers = versions.map((row) => row.version).toSorted((left, right) => left - right);
      expect(numbers).toEqual(Array.from({ length: version }, (_, at) => at + 1));
      expect(versions.find((row) => row.version === version)?.value).toBe(value);
    }
  });
});

/** What changes from one rater and text to the next by itself: ids, texts, times. */
function withoutWhatIsDrawn(traffic: string, texts: readonly string[]): string {
  let plain = traffic;
  for (const text of texts) plain = plain.replaceAll(JSON.stringify(text).slice(1, -1), "TEXT");
  return plain.replaceAll(/[A-Za-z0-9_-]{22}/g, "ID").replaceAll(/\d{13}/g, "TIME");
}

describe("the traffic of a rater", () => {
  it("differs between two systems in the text alone", async () => {
    const database = await openDatabase({ path: ":memory:" });
    const test = await openTestServer(database);
    const long = "A long continuation with many words. ".repeat(40).trim();
    const study = tinyStudy(
      { systems: 2, prompts: 1 },
      {
        ratersPerText: 6,
        systems: [
          { id: "first-system", name: "The First", team: "Alpha" },
          { id: "zweites", name: "Second one of all", team: "Omega team", telltales: ["Zeta"] },
        ],
        texts: [
          { system: "first-system", prompt: "p1", text: "Opening number 1. Short." },
          { system: "zweites", prompt: "p1", text: `# Opening number 1. **${long}**...` },
        ],
        tests: { resamples: 100, permutations: 100 },
      },
    );
    const { id } = await openStudyOn(test, study);
    const traffic: { readonly text: string; readonly log: string }[] = [];
    for (let person = 0; person < 6; person++) {
      traffic.push(await trafficOf(await joinStudy(test, id), id));
    }
    await database.close();
    const texts = [...new Set(traffic.map(({ text }) => text))];
    // Both systems are among the first texts of six people.
    expect(texts).toHaveLength(2);
    for (const { log } of traffic) {
      expect(log).not.toMatch(/first-system|zweites|The First|Second one|Alpha|Omega|Zeta/);
    }
    const plain = traffic.map(({ log }) => withoutWhatIsDrawn(log, texts));
    expect(new Set(plain).size).toBe(1);
  });
});

/** Everything that goes to and fro about one text: status, headers, body. */
async function trafficOf(
  rater: TestClient,
  studyId: string,
): Promise<{ readonly text: string; readonly log: string }> {
  const log: string[] = [];
  const send = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ body: { lease?: RaterLease } }> => {
    const reply = await rater.send(method, path, body === undefined ? {} : { body });
    const headers = [...reply.headers].filter(([name]) => name !== "etag");
    log.push(JSON.stringify([method, path, body, reply.status, headers, reply.text]));
    return reply;
  };
  const { body } = await send("POST", "/ratings/leases", { studyId });
  const lease = body.lease as RaterLease;
  const path = `/ratings/leases/${lease.id}`;
  await send("GET", path);
  await send("PUT", `${path}/position`, { paragraph: 0, share: 0.5, readMs: 10 });
  for (const dimension of DIMENSIONS) {
    await send("PUT", `${path}/answers/${dimension}`, { value: 3, baseVersion: 0 });
  }
  await send("POST", `${path}/submit`);
  await send("GET", path);
  await send("GET", "/ratings/progress");
  return { text: lease.text, log: log.join("\n") };
}
