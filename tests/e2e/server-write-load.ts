import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { CurrentAnswer, RatingAnswer } from "../../src/records/index.ts";
import { answers, hiddenText, must, TEST_ITEMS, testChallenge } from "../challenge-fixture.ts";
import { DIMENSIONS, openStudyOn } from "../rating-server.ts";
import { tinyStudy } from "../rating-study.ts";
import type { TestClient } from "../server-fixture.ts";
import { clientOf, register, type ServerProcess } from "./server-process.ts";

const RATERS = 3;
const TEAMS = 2;
/** Times that a rater answers each question about a text before handing it in. */
const REVISIONS = 8;
/** Submissions of a team between two kills. */
const SUBMISSIONS = 6;

/** People who write, and all that the server has told them was kept. */
export interface WriteLoad {
  readonly organiser: string;
  readonly studyId: string;
  readonly raters: readonly LoadRater[];
  readonly teams: readonly LoadTeam[];
}

/** A rater, who goes on after a restart with the request that was not answered. */
export interface LoadRater {
  readonly cookie: string;
  lease: string | undefined;
  revision: number;
  /** Answers that were acknowledged, by `lease dimension version`. */
  readonly answered: Map<string, RatingAnswer>;
  /** Readings whose handing-in was acknowledged. */
  readonly handedIn: string[];
}

/** A team, and its submissions that were acknowledged: SHA-256 by id. */
export interface LoadTeam {
  readonly cookie: string;
  readonly name: string;
  readonly submitted: Map<string, string>;
}

/** Opens a study and a challenge on a new server, with raters and teams. */
export async function openWriteLoad({ url, setupUrl }: ServerProcess): Promise<WriteLoad> {
  const organiser = await register(url, setupUrl ?? "", "Ada");
  const client = await clientOf(url, organiser);
  const study = tinyStudy({ systems: 4, prompts: 12 });
  const { id: studyId } = await openStudyOn({ signIn: async () => client }, study);
  const limits = { perDay: 1_000, inAll: 1_000, inProgress: 1_000 };
  const challenge = testChallenge(Date.now(), { quota: limits });
  await must(client.post("/challenges", { challenge, items: { main: TEST_ITEMS } }));
  const references = TEST_ITEMS.map(({ itemId }) => ({ itemId, reference: hiddenText(itemId) }));
  await must(client.send("PUT", "/challenges/tales/references", { body: { references } }));
  const raters: LoadRater[] = [];
  for (const [at, link] of (await invite(client, "rater", RATERS)).entries()) {
    const cookie = await register(url, link, `Rater ${at}`);
    const rater = await clientOf(url, cookie);
    await must(rater.post(`/ratings/studies/${studyId}/consent`, { version: "1" }));
    raters.push({ cookie, lease: undefined, revision: 1, answered: new Map(), handedIn: [] });
  }
  const teams: LoadTeam[] = [];
  for (const [at, link] of (await invite(client, "participant", TEAMS)).entries()) {
    const name = `Team ${at}`;
    const cookie = await register(url, link, `Member of ${name}`);
    const member = await clientOf(url, cookie);
    await must(member.post("/challenges/tales/registrations", { termsVersion: "1" }));
    await must(member.post("/challenges/tales/teams", { name }));
    teams.push({ cookie, name, submitted: new Map() });
  }
  return { organiser, studyId, raters, teams };
}

async function invite(client: TestClient, role: string, count: number): Promise<readonly string[]> {
  const { body } = await must(client.post("/people/invitations", { roles: [role], count }));
  return body.items.map(({ url }: { readonly url: string }) => url);
}

/** Answers that were acknowledged. */
export function answerCount({ raters }: WriteLoad): number {
  return raters.reduce((sum, { answered }) => sum + answered.size, 0);
}

/** Submissions that were acknowledged. */
export function submissionCount({ teams }: WriteLoad): number {
  return teams.reduce((sum, { submitted }) => sum + submitted.size, 0);
}

/**
 * Everybody writes until the server is gone, which `gone` brings about once this much was acknowledged.
 *
 * @throws RangeError if the server answers with anything but that it kept what it got.
 */
export async function writeUntil(
  load: WriteLoad,
  { url }: ServerProcess,
  { answered, submitted, gone }: WriteGoal,
): Promise<void> {
  const writers = [
    ...load.raters.map(async (rater) => rate(await clientOf(url, rater.cookie), rater, load)),
    ...load.teams.map(async (team) => submit(await clientOf(url, team.cookie), team)),
  ];
  const ended = Promise.all(writers.map((writer) => writer.catch(passIfGone)));
  while (answerCount(load) < answered || submissionCount(load) < submitted) {
    // Whoever got a wrong answer ends this.
    await Promise.race([ended, wait(1)]);
  }
  gone();
  await ended;
}

interface WriteGoal {
  readonly answered: number;
  readonly submitted: number;
  readonly gone: () => void;
}

function passIfGone(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

async function rate(client: TestClient, rater: LoadRater, { studyId }: WriteLoad): Promise<never> {
  for (;;) {
    rater.lease ??= (await must(client.post("/ratings/leases", { studyId }))).body.lease.id;
    for (; rater.revision <= REVISIONS; rater.revision += 1) {
      const four = DIMENSIONS.map((dimension) => answer(client, rater, dimension));
      const lost = (await Promise.allSettled(four)).find(({ status }) => status === "rejected");
      if (lost?.status === "rejected") throw lost.reason;
    }
    const lease = String(rater.lease);
    await must(client.post(`/ratings/leases/${lease}/submit`));
    rater.handedIn.push(lease);
    rater.lease = undefined;
    rater.revision = 1;
  }
}

/** Each with its own key: what was sent before a kill is sent again, and must count once. */
async function answer(client: TestClient, rater: LoadRater, dimension: string): Promise<void> {
  const { lease, revision } = rater;
  const key = `${lease} ${dimension} ${revision}`;
  const given = answerFor(key, revision);
  const reply = await must(
    client.send("PUT", `/ratings/leases/${lease}/answers/${dimension}`, {
      body: { ...given, baseVersion: revision - 1 },
      headers: { "idempotency-key": key },
    }),
  );
  if (reply.body.version !== revision) throw new RangeError(`${key} became ${reply.text}`);
  rater.answered.set(key, given);
}

/** Every second one names itself, so that it is found again among all others. */
function answerFor(key: string, revision: number): RatingAnswer {
  return revision % 2 === 1 ? { cannotJudge: key } : { value: 1 + (revision % 5) };
}

async function submit(client: TestClient, { name, submitted }: LoadTeam): Promise<void> {
  for (let sent = 0; sent < SUBMISSIONS; sent++) {
    const file = answers((itemId) => `${name} sends ${submitted.size} for ${itemId}`);
    const { body } = await must(
      client.send("POST", "/challenges/tales/submissions?system=one", {
        body: file,
        headers: { "content-type": "application/octet-stream" },
      }),
    );
    submitted.set(body.id, createHash("sha256").update(file).digest("hex"));
  }
}

/** Acknowledged answers and readings that the server does not have, as their raters see it. */
export async function missingAnswers(
  { url }: ServerProcess,
  { raters }: WriteLoad,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { cookie, lease, answered, handedIn } of raters) {
    const rater = await clientOf(url, cookie);
    for (const id of handedIn) {
      const { body } = await rater.get(`/ratings/leases/${id}`);
      if (body.status !== "complete") missing.push(`${id} is ${body.status}`);
    }
    if (lease === undefined) continue;
    const { body } = await rater.get(`/ratings/leases/${lease}`);
    missing.push(...olderThan(answered, lease, body.answers));
  }
  return missing;
}

function olderThan(
  answered: LoadRater["answered"],
  lease: string,
  current: readonly CurrentAnswer[],
): readonly string[] {
  const versions = new Map(current.map(({ dimension, version }) => [dimension, version]));
  return [...answered.keys()].filter((key) => {
    const [of, dimension = "", version] = key.split(" ");
    return of === lease && (versions.get(dimension) ?? 0) < Number(version);
  });
}

/** Acknowledged submissions that the server does not have, as their teams see it. */
export async function missingSubmissions(
  { url }: ServerProcess,
  { teams }: WriteLoad,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { cookie, submitted } of teams) {
    const member = await clientOf(url, cookie);
    for (const [id, sha256] of submitted) {
      const { text, body } = await member.get(`/challenges/tales/submissions/${id}`);
      if (body.sha256 !== sha256) missing.push(`${id}: ${text}`);
    }
  }
  return missing;
}
