import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../../tests/on-each-database.ts";
import { ROUTE_SAMPLES } from "../../tests/route-samples.ts";
import type { SampleRequest } from "../../tests/samples/route-sample.ts";
import {
  openTestServer,
  type TestClient,
  type TestReply,
  type TestServer,
} from "../../tests/server-fixture.ts";
import { decide, type PermissionAnswer, type Relation, type Role } from "../records/index.ts";
import { openDatabase } from "./database/open-database.ts";
import type { Route } from "./http/route.ts";

const ROLES_OVER_HTTP = [
  "visitor",
  "participant",
  "rater",
  "organiser",
  "admin",
] as const satisfies readonly Role[];

/** Some two thousand requests, each on objects of its own. */
const MATRIX_TIMEOUT_MS = 1_200_000;

const NOT_FOUND = {
  error: {
    code: "not-found",
    message: "There is nothing here, or it is not yours to see.",
  },
};

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
const relationsOf = ({ subject }: Route): readonly Relation[] =>
  subject === "none" ? ["own"] : ["own", "other", "missing"];

async function callerAs(
  test: TestServer,
  role: (typeof ROLES_OVER_HTTP)[number],
): Promise<TestClient> {
  return role === "visitor" ? test.visitor : await test.signIn([role]);
}

function send(client: TestClient, { method }: Route, sample: SampleRequest): Promise<TestReply> {
  const { path, body, headers } = sample;
  return client.send(method.toUpperCase(), path, {
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
  });
}

/** What the reply says about rights, whatever else it says. */
function answerOf({ status, body }: TestReply): PermissionAnswer | string {
  if (status < 400) return "allowed";
  if (status === 401 && body.error.code === "sign-in-first") return "sign-in-first";
  if (status === 403 && body.error.code === "forbidden") return "forbidden";
  if (status === 404 && JSON.stringify(body) === JSON.stringify(NOT_FOUND)) return "hidden";
  if (status === 409 && body.error.code === "not-yet") return "not-yet";
  return `${status} ${JSON.stringify(body)}`;
}

interface MatrixCase {
  readonly route: Route;
  readonly role: (typeof ROLES_OVER_HTTP)[number];
  readonly relation: Relation;
}

function casesOf(routes: readonly Route[]): readonly MatrixCase[] {
  return routes.flatMap((route) =>
    ROLES_OVER_HTTP.flatMap((role) =>
      relationsOf(route).map((relation) => ({ route, role, relation })),
    ),
  );
}

/** What is wrong with the answer; `undefined` if nothing is, or there is no such case. */
async function faultOf(
  test: TestServer,
  { route, role, relation }: MatrixCase,
): Promise<string | undefined> {
  const caller = await callerAs(test, role);
  const sample = await ROUTE_SAMPLES[keyOf(route)]?.({ test, caller, relation });
  if (sample === undefined) return undefined;
  const expected = decide({
    action: route.action,
    roles: role === "visitor" ? ["visitor"] : ["visitor", "member", role],
    relation,
    conditions: sample.conditions ?? [],
  });
  const reply = await send(caller, route, sample);
  const answer = reply.status === sample.emptyStatus ? "allowed" : answerOf(reply);
  return answer === expected
    ? undefined
    : `${role}, ${relation} ${keyOf(route)}: ${answer}, not ${expected}`;
}

onEachDatabase("the matrix of rights", ({ open }) => {
  it(
    "is what every route does, for every role and every object",
    async () => {
      const test = await openTestServer(await open());
      const wrong: string[] = [];
      for (const one of casesOf(test.application.routes)) {
        const fault = await faultOf(test, one);
        if (fault !== undefined) wrong.push(fault);
      }
      expect(wrong).toEqual([]);
    },
    MATRIX_TIMEOUT_MS,
  );

  it("shows runs, and nothing that needs an account, to the local viewer", async () => {
    const token = "a-secret-of-the-local-viewer";
    const test = await openTestServer(await open(), { localToken: token });
    const viewer = test.client({ authorization: `Bearer ${token}` });
    const stranger = test.client({ authorization: "Bearer something-else" });
    const allowed: string[] = [];
    for (const route of test.application.routes) {
      const path = route.path.replaceAll(/\{\w+\}/g, "AAAAAAAAAAAAAAAAAAAAAA");
      const reply = await viewer.send(route.method.toUpperCase(), path);
      if (reply.status !== 401) allowed.push(route.action);
      const refused = await stranger.send(route.method.toUpperCase(), path);
      if (route.action !== "sign-in" && route.action !== "see-public") {
        expect([keyOf(route), refused.status]).toEqual([keyOf(route), 401]);
      }
    }
    const ofTheViewer = ["see-public", "see-runs", "sign-in"];
    const there = new Set(test.application.routes.map(({ action }) => action as string));
    expect([...new Set(allowed)].toSorted()).toEqual(
      ofTheViewer.filter((action) => there.has(action)),
    );
    await test.signIn(["admin"]);
    expect((await viewer.get("/auth/session")).body.roles).toEqual(["visitor"]);
  });
});

describe("the samples of the matrix", () => {
  it("cover every route, and no route that is gone", async () => {
    const database = await openDatabase({ path: ":memory:" });
    const { application } = await openTestServer(database);
    await database.close();
    expect(Object.keys(ROUTE_SAMPLES).toSorted()).toEqual(application.routes.map(keyOf).toSorted());
  });
});
