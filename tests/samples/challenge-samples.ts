import type { Condition } from "../../src/records/index.ts";
import { insertChallenge } from "../../src/server/challenges/challenge-store.ts";
import { inTransaction } from "../../src/server/database/in-transaction.ts";
import { issueLink } from "../../src/server/people/links.ts";
import { TEST_ITEMS, testChallenge } from "../challenge-fixture.ts";
import { plantSubmission, plantTeam } from "../plant-submission.ts";
import {
  MISSING_ID,
  type RouteSample,
  type RouteSamples,
  type SampleRequest,
  type SampleWorld,
} from "./route-sample.ts";

let challenges = 0;

/** A challenge of its own for every sample: `missing` names one that is not there. */
async function challengeFor({ test, relation }: SampleWorld, kind: "open" | "reference" = "open") {
  const id = `sample-${++challenges}`;
  if (relation === "missing") return id;
  const organiser = await test.signIn(["organiser"]);
  const nowMs = test.server.clock.nowMs();
  const plain = testChallenge(nowMs);
  const tracks = plain.tracks.map((track) => ({
    ...track,
    kind,
    metrics: [{ id: "distinct-1", direction: "higher", primary: true } as const],
  }));
  const given = { items: { main: TEST_ITEMS }, createdBy: organiser.accountId ?? "" };
  await inTransaction(test.server.database, (transaction) =>
    insertChallenge(transaction, { challenge: { ...plain, id, tracks }, ...given }, test.server),
  );
  return id;
}

/** Challenges are nobody's: who may do something may do it to all of them. */
const about =
  (path: (id: string) => string, rest: Omit<SampleRequest, "path"> = {}): RouteSample =>
  async (world) => {
    if (world.relation === "other") return undefined;
    return { path: path(await challengeFor(world)), ...rest };
  };

const TEST_TEAM: readonly Condition[] = ["test-team"];

/** Makes somebody a registered member of a team of their own. */
async function teamFor(
  world: SampleWorld,
  challengeId: string,
  accountId: string,
): Promise<string> {
  const { query } = world.test.server.database;
  const createdMs = world.test.server.clock.nowMs();
  await query
    .insertInto("registrations")
    .values({ challengeId, accountId, state: "approved", termsVersion: "1", createdMs })
    .execute();
  const team = { challengeId, name: `Team of ${accountId}`, isTest: true, createdMs };
  const teamId = await plantTeam(world.test.server, team);
  await query
    .insertInto("teamMembers")
    .values({ challengeId, accountId, teamId, joinedMs: createdMs })
    .execute();
  return teamId;
}

/** A submission of the caller's team, or of somebody else's. */
async function submissionFor(
  world: SampleWorld,
): Promise<{ readonly path: string; readonly conditions: readonly Condition[] } | undefined> {
  const { test, caller, relation } = world;
  const challengeId = await challengeFor(world);
  const path = `/challenges/${challengeId}/submissions`;
  if (relation === "missing") return { path: `${path}/${MISSING_ID}`, conditions: [] };
  const owner = relation === "own" ? caller : await test.signIn(["participant"]);
  if (owner.accountId === undefined) return undefined;
  const teamId = await teamFor(world, challengeId, owner.accountId);
  const declaration = { models: "none", data: "none", use: "none" };
  const id = await plantSubmission(test.server, {
    challengeId,
    teamId,
    submittedBy: owner.accountId,
    atMs: test.server.clock.nowMs(),
    meta: JSON.stringify({ system: "one", declaration }),
  });
  return { path: `${path}/${id}`, conditions: TEST_TEAM };
}

const onSubmission =
  (suffix: string, body?: unknown): RouteSample =>
  async (world) => {
    const found = await submissionFor(world);
    return found && { ...found, path: `${found.path}${suffix}`, body };
  };

/** Needs a team of the caller's own. */
const withTeam =
  (rest: (challengeId: string) => Omit<SampleRequest, "conditions">): RouteSample =>
  async (world) => {
    if (world.relation === "other") return undefined;
    const id = await challengeFor(world);
    const { accountId } = world.caller;
    if (world.relation === "own" && accountId !== undefined) await teamFor(world, id, accountId);
    return { ...rest(id), conditions: TEST_TEAM };
  };

const accepted = { termsVersion: "1" };

/** Samples of the routes of challenges. */
export const challengeSamples: RouteSamples = {
  "get /challenges": async () => ({ path: "/challenges" }),
  "post /challenges": async ({ test }) => {
    const challenge = { ...testChallenge(test.server.clock.nowMs()), id: `sample-${++challenges}` };
    return { path: "/challenges", body: { challenge, items: { main: TEST_ITEMS } } };
  },
  "get /challenges/{challengeId}": about((id) => `/challenges/${id}`),
  "get /challenges/{challengeId}/files/{name}": about(
    (id) => `/challenges/${id}/files/test-main.jsonl`,
  ),
  "get /challenges/{challengeId}/events": async (world) => {
    if (world.relation === "other") return undefined;
    const path = `/challenges/${await challengeFor(world)}/events`;
    // A stream that has ended can be read to its end.
    world.test.server.events.close();
    return { path };
  },
  "get /challenges/{challengeId}/leaderboard": about((id) => `/challenges/${id}/leaderboard`),
  "post /challenges/{challengeId}/registrations": about((id) => `/challenges/${id}/registrations`, {
    body: accepted,
    conditions: TEST_TEAM,
  }),
  "get /challenges/{challengeId}/teams": withTeam((id) => ({ path: `/challenges/${id}/teams` })),
  "post /challenges/{challengeId}/teams": async (world) => {
    if (world.relation === "other") return undefined;
    const challengeId = await challengeFor(world);
    const { accountId } = world.caller;
    if (world.relation === "own" && accountId !== undefined) {
      const createdMs = world.test.server.clock.nowMs();
      await world.test.server.database.query
        .insertInto("registrations")
        .values({ challengeId, accountId, state: "approved", termsVersion: "1", createdMs })
        .execute();
    }
    const body = { name: `Team ${challengeId}` };
    return { path: `/challenges/${challengeId}/teams`, body, conditions: TEST_TEAM };
  },
  "post /challenges/{challengeId}/teams/{teamId}/invitations": async (world) => {
    const id = await challengeFor({ ...world, relation: "own" });
    const { test, caller, relation } = world;
    const path = (teamId: string): string => `/challenges/${id}/teams/${teamId}/invitations`;
    if (relation === "missing") return { path: path(MISSING_ID) };
    const owner = relation === "own" ? caller : await test.signIn(["participant"]);
    if (owner.accountId === undefined) return undefined;
    return { path: path(await teamFor(world, id, owner.accountId)), conditions: TEST_TEAM };
  },
  "post /invitations/{code}/accept": async (world) => {
    const { test, caller, relation } = world;
    if (relation !== "own") return undefined;
    const challengeId = await challengeFor(world);
    const host = await test.signIn(["participant"]);
    const teamId = await teamFor(world, challengeId, host.accountId ?? "");
    if (caller.accountId !== undefined) {
      const createdMs = test.server.clock.nowMs();
      const row = { challengeId, accountId: caller.accountId, state: "approved" };
      await test.server.database.query
        .insertInto("registrations")
        .values({ ...row, termsVersion: "1", createdMs })
        .execute();
    }
    const order = { purpose: "team", payload: { teamId, challengeId }, createdBy: null };
    const { code } = await issueLink(test.server.database.query, order, test.server);
    return { path: `/invitations/${code}/accept`, conditions: TEST_TEAM };
  },
  "post /challenges/{challengeId}/submissions": withTeam((id) => ({
    path: `/challenges/${id}/submissions?system=one`,
    body: new TextEncoder().encode("{}"),
  })),
  "get /challenges/{challengeId}/submissions": withTeam((id) => ({
    path: `/challenges/${id}/submissions`,
  })),
  "get /challenges/{challengeId}/submissions/{submissionId}": onSubmission(""),
  "put /challenges/{challengeId}/submissions/{submissionId}/meta": onSubmission("/meta", {
    system: "two",
  }),
  "post /challenges/{challengeId}/submissions/{submissionId}/select": onSubmission("/select"),
  "post /challenges/{challengeId}/submissions/{submissionId}/withdraw": onSubmission("/withdraw"),
  "patch /challenges/{challengeId}/phases": about((id) => `/challenges/${id}/phases`, {
    body: { dates: { ratingCloses: "2050-01-01 AoE" }, reason: "Rating takes longer." },
  }),
  "post /challenges/{challengeId}/freeze": about((id) => `/challenges/${id}/freeze`, {
    body: { deviation: "Everybody agreed to stop early." },
  }),
  "post /challenges/{challengeId}/publish": async (world) => {
    if (world.relation === "other") return undefined;
    const id = await challengeFor(world);
    const { database, clock } = world.test.server;
    await database.query
      .updateTable("challenges")
      .set({ frozenMs: clock.nowMs() })
      .where("id", "=", id)
      .execute();
    const body = { deviation: "No text of this challenge is rated." };
    return { path: `/challenges/${id}/publish`, body };
  },
  "post /challenges/{challengeId}/rescore": about((id) => `/challenges/${id}/rescore`, {
    body: { reason: "The metric has a new version." },
  }),
  "put /challenges/{challengeId}/references": about((id) => `/challenges/${id}/references`, {
    // Rights come before the content: an open track has no references.
    body: { references: [{ itemId: "t1", reference: "a text" }] },
    emptyStatus: 422,
  }),
  "put /challenges/{challengeId}/terms": about((id) => `/challenges/${id}/terms`, {
    body: { version: "2", text: "New terms." },
  }),
  "get /challenges/{challengeId}/registrations": about((id) => `/challenges/${id}/registrations`),
  "post /challenges/{challengeId}/registrations/{accountId}": async (world) => {
    if (world.relation === "other") return undefined;
    const id = await challengeFor(world);
    const person = await world.test.signIn(["participant"]);
    if (world.relation === "own") await teamFor(world, id, person.accountId ?? "");
    const path = `/challenges/${id}/registrations/${person.accountId ?? MISSING_ID}`;
    return { path, body: { decision: "refused" } };
  },
  "post /challenges/check": async () => ({
    path: "/challenges/check",
    // Rights come before the content.
    body: {},
    emptyStatus: 422,
  }),
  "get /challenges/{challengeId}/audit": about((id) => `/challenges/${id}/audit`),
  "get /challenges/{challengeId}/texts": async (world) => {
    if (world.relation === "own") return undefined;
    const id = await challengeFor(world);
    const isOrganiser = (await world.caller.get("/auth/session")).body.roles.includes("organiser");
    if (!isOrganiser && world.relation === "other") return undefined;
    await world.test.server.database.query
      .updateTable("challenges")
      .set({ frozenMs: world.test.server.clock.nowMs() })
      .where("id", "=", id)
      .execute();
    return { path: `/challenges/${id}/texts`, conditions: ["frozen"] };
  },
  "get /challenges/{challengeId}/archive": about((id) => `/challenges/${id}/archive`),
  "get /challenges/{challengeId}/report": async (world) => {
    if (world.relation === "other") return undefined;
    const id = await challengeFor(world);
    const atMs = world.test.server.clock.nowMs();
    await world.test.server.database.query
      .updateTable("challenges")
      .set({ frozenMs: atMs, publishedMs: atMs })
      .where("id", "=", id)
      .execute();
    return { path: `/challenges/${id}/report?format=md` };
  },
  "get /challenges/{challengeId}/report/preview": about(
    (id) => `/challenges/${id}/report/preview?format=md`,
  ),
  "get /challenges/{challengeId}/studies": about((id) => `/challenges/${id}/studies`),
  "post /challenges/{challengeId}/studies": about((id) => `/challenges/${id}/studies`, {
    // Rights come before the state: this challenge is not frozen.
    body: {},
    emptyStatus: 409,
  }),
  "get /challenges/{challengeId}/human-board": about((id) => `/challenges/${id}/human-board`, {
    emptyStatus: 409,
  }),
  "get /challenges/{challengeId}/declarations": about((id) => `/challenges/${id}/declarations`),
  "get /challenges/{challengeId}/queue": about((id) => `/challenges/${id}/queue`),
  "get /challenges/{challengeId}/flags": about((id) => `/challenges/${id}/flags`),
};
