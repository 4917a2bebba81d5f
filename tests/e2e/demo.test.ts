import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import {
  boardSchema,
  challengeViewSchema,
  raterLeaseSchema,
  raterProgressListSchema,
  runListSchema,
  studyAgreementSchema,
  studyCoverageSchema,
  studyListSchema,
  submissionPageSchema,
} from "../../src/records/index.ts";
import { longhandJson, newFolder, startLonghand } from "./longhand-process.ts";

interface DemoLine {
  readonly url: string;
  readonly home: string;
  readonly guide: string;
  readonly people: readonly { readonly name: string; readonly password: string }[];
}

const home = newFolder("demo-home");
const folder = join(newFolder("demo"), "kept");
const env = { LONGHAND_HOME: home, DATABASE_URL: "" };
const ARGS = ["demo", "--model", "fake", "--home", folder, "--port", "0", "--json"];
const children: ChildProcess[] = [];

// The vectors are converted once for all tests.
const vectors = resolve("node_modules/.cache/longhand-tests/vectors");
mkdirSync(vectors, { recursive: true });
symlinkSync(vectors, join(home, "vectors"));

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

function start(): ChildProcess {
  const child = startLonghand(ARGS, { env });
  children.push(child);
  return child;
}

/** The line that the demo prints once it is ready; a process that ends before is a fault. */
async function ready(child: ChildProcess): Promise<DemoLine> {
  child.stderr?.resume();
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  for await (const line of lines) if (line.startsWith("{")) return JSON.parse(line) as DemoLine;
  throw new RangeError("The demo ended before it was ready.");
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

type Get = (path: string) => Promise<unknown>;

async function signIn({ url, people }: DemoLine, name: string): Promise<Get> {
  const password = people.find((person) => person.name === name)?.password;
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, password }),
  });
  expect(login.status).toBe(200);
  const [cookie = ""] = String(login.headers.get("set-cookie")).split(";");
  return async (path) => {
    const reply = await fetch(`${url}/api/v1${path}`, { headers: { cookie } });
    const body: unknown = await reply.json();
    if (reply.status !== 200) throw new RangeError(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
}

describe("longhand demo", () => {
  it("is made anew after a kill, shows each role what it promises, and is not seeded twice", async () => {
    const killed = start();
    killed.stderr?.resume();
    // Lines of progress may be left out where all goes fast; the database is there while it is filled.
    const database = join(folder, "server", "longhand.sqlite");
    await expect.poll(() => existsSync(database), { timeout: 600_000, interval: 50 }).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).state).toBe("seeding");
    await endOf(killed, "SIGKILL");

    const child = start();
    const demo = await ready(child);
    expect(demo.home).toBe(folder);
    expect(new Set(demo.people.map(({ password }) => password)).size).toBe(9);
    await seeAsOrganiser(demo);
    await seeAsParticipants(demo);
    await seeAsRaters(demo);
    await seeAsAdmin(demo);
    expect(readFileSync(demo.guide, "utf8")).toContain(`${demo.url}/sign-in?next=`);
    expect(await endOf(child, "SIGTERM")).toBe(0);

    const again = start();
    const second = await ready(again);
    expect(second.people.map(({ password }) => password)).toEqual(
      demo.people.map(({ password }) => password),
    );
    const organiser = await signIn(second, "Olga Organiser");
    expect(studyListSchema.parse(await organiser("/studies")).studies).toHaveLength(2);
    expect(await endOf(again, "SIGINT")).toBe(0);
  }, 1_200_000);

  it("goes on with a folder only as it was made", async () => {
    const { code, json } = await longhandJson<{ readonly error: { readonly code: string } }>(
      ["demo", "--model", "fake", "--seed", "8", "--home", folder],
      { env },
    );
    expect([code, json.error.code]).toEqual([2, "usage"]);
  });

  it("says so where there is no local model, and never takes the fake one by itself", async () => {
    const nowhere = { PATH: "/nonexistent", HF_ENDPOINT: "http://127.0.0.1:9" };
    const empty = join(home, "empty");
    const { code, json } = await longhandJson<{
      readonly error: { readonly code: string; readonly hint: string };
    }>(["demo", "--port", "0"], { env: { ...env, ...nowhere, LONGHAND_HOME: empty } });
    expect([code, json.error.code]).toEqual([1, "model-unavailable"]);
    expect(json.error.hint).toContain("--model fake");
  }, 300_000);

  it("takes no folder of something else", async () => {
    const { code, json } = await longhandJson<{ readonly error: { readonly code: string } }>(
      ["demo", "--model", "fake", "--home", resolve("docs")],
      { env },
    );
    expect([code, json.error.code]).toEqual([2, "usage"]);
  });
});

async function seeAsOrganiser(demo: DemoLine): Promise<void> {
  const get = await signIn(demo, "Olga Organiser");
  const { studies } = studyListSchema.parse(await get("/studies"));
  expect(studies.map(({ status, complete, needed }) => [status, complete, needed])).toEqual([
    ["open", 7, 36],
    ["unblinded", 27, 27],
  ]);
  const [open, done] = studies;
  const coverage = studyCoverageSchema.parse(await get(`/studies/${open?.id}/coverage`));
  expect(coverage.active).toBe(1);
  const agreement = studyAgreementSchema.parse(await get(`/studies/${done?.id}/agreement`));
  expect(JSON.stringify(agreement)).toContain("coherence");
  expect(JSON.stringify(await get(`/studies/${done?.id}/results`))).toContain("author");
  const { runs } = runListSchema.parse(await get("/runs"));
  expect(runs).toHaveLength(3);
  const flags = JSON.stringify(await get("/challenges/annual-messages/flags"));
  expect(flags).toContain("below-min-words");
  const sea = challengeViewSchema.parse(await get("/challenges/sea-chapters"));
  expect([sea.phase, sea.takesSubmissions]).toEqual(["rating", false]);
}

async function seeAsParticipants(demo: DemoLine): Promise<void> {
  const get = await signIn(demo, "Paula Participant");
  const page = submissionPageSchema.parse(await get("/challenges/annual-messages/submissions"));
  const states = page.items.map(({ set, state, selected }) => [set, state, selected]);
  expect(states).toEqual([
    ["test", "scored", false],
    ["test", "scored", true],
    ["development", "scored", false],
    ["test", "rejected", false],
  ]);
  expect(page.quota.leftInAll).toBe(47);
  const board = async (query: string) =>
    boardSchema.parse(await get(`/challenges/annual-messages/leaderboard?${query}`));
  const messages = await board("track=messages&metric=rouge-l");
  expect(messages.ranked).toHaveLength(4);
  expect(messages.ranked.every(({ low }) => low !== undefined)).toBe(true);
  const voyages = await board("track=voyages&metric=gapelmaper");
  expect(voyages.ranked[0]).toMatchObject({ team: "The Archive", system: "the novel itself" });
  expect(voyages.unranked.map(({ team }) => team)).toEqual(["Blank Page"]);
}

async function seeAsRaters(demo: DemoLine): Promise<void> {
  const rita = await signIn(demo, "Rita Rater");
  const [open] = raterProgressListSchema.parse(await rita("/ratings/progress")).studies;
  expect(open).toMatchObject({ stage: "rating", submitted: 4 });
  const lease = raterLeaseSchema.parse(await rita(`/ratings/leases/${open?.activeLease}`));
  expect(lease.answers).toHaveLength(2);
  expect(lease.position.share).toBe(0.5);
  expect(lease.reference?.text).toBeDefined();
  const rosa = await signIn(demo, "Rosa Rater");
  const [fresh] = raterProgressListSchema.parse(await rosa("/ratings/progress")).studies;
  expect(fresh?.stage).toBe("consent");
}

async function seeAsAdmin(demo: DemoLine): Promise<void> {
  const get = await signIn(demo, "Ada Admin");
  const { items } = (await get("/accounts")) as { readonly items: readonly unknown[] };
  expect(items).toHaveLength(9);
  expect(await get("/audit/verification")).toMatchObject({ status: "whole" });
}
