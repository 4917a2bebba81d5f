import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { AccountRole } from "../../src/records/index.ts";
import type { DatabasePlace } from "../../src/server/database/open-database.ts";
import { newPostgresDatabase } from "../on-each-database.ts";

const PASSWORD = "correct horse battery";

/** A reply, read. */
interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what tests expect is what they check
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

/** What a request carries. */
interface Sending {
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Somebody with an account, signed in. */
export interface Person {
  readonly name: string;
  /** For the cookies of a browser. */
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string };
  /** Sends a request to a path below `/api/v1`. */
  send(method: string, path: string, sending?: Sending): Promise<Reply>;
}

/** `longhand serve` as a process, its database and files in a temporary folder. */
export interface Platform {
  readonly url: string;
  /** Where its database is. */
  readonly database: DatabasePlace;
  /** The first account. */
  readonly admin: Person;
  /** Makes an account with these roles. */
  person(name: string, roles: readonly AccountRole[]): Promise<Person>;
  /** Sends a request of nobody. */
  get(path: string): Promise<Reply>;
  close(): Promise<void>;
}

/** What stands in hidden references and nowhere else. */
const HIDDEN = /hiddenpearl|canary-[\w-]{16}/;

/**
 * Whether a text holds something of a hidden reference.
 *
 * @param text - A reply, or what a page shows.
 * @returns What was found; `undefined` for nothing.
 */
export function hiddenIn(text: string): string | undefined {
  return HIDDEN.exec(text)?.[0];
}

/**
 * Starts the built server, and makes its first account. Its database is a file; with
 * `LONGHAND_BROWSER_DATABASE=postgres` it is one on the PostgreSQL of the tests.
 */
export async function startPlatform(): Promise<Platform> {
  const home = mkdtempSync(join(tmpdir(), "longhand-challenge-"));
  // No word vectors can be kept here, so that GAPELMAPER cannot be measured, installed or not.
  writeFileSync(join(home, "vectors"), "This is no folder.\n");
  const database: DatabasePlace =
    process.env["LONGHAND_BROWSER_DATABASE"] === "postgres"
      ? { url: await newPostgresDatabase() }
      : { path: join(home, "server", "longhand.sqlite") };
  const built = process.env["LONGHAND_BUILT"] ?? resolve("dist");
  const server = spawn(
    process.execPath,
    [join(built, "cli/main.js"), "serve", "--port", "0", "--json", "--home", home, "--auth"].concat(
      ["--requests", "1000000"],
    ),
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        LONGHAND_HOME: home,
        ...("url" in database ? { DATABASE_URL: database.url } : {}),
      },
    },
  );
  const { url, setupUrl } = await firstLine(server);
  const send = sender(url, {});
  const admin = await register(url, { link: setupUrl, name: "Ada Admin" });
  return {
    url,
    database,
    admin,
    person: async (name, roles) => {
      const { body } = await admin.send("POST", "/people/invitations", { body: { roles } });
      return await register(url, { link: body.items[0].url, name });
    },
    get: (path) => send("GET", path),
    close: async () => {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function firstLine(
  server: ChildProcess,
): Promise<{ readonly url: string; readonly setupUrl: string }> {
  if (server.stdout === null) throw new Error("The server has no output.");
  const lines = createInterface({ input: server.stdout });
  for await (const line of lines) return JSON.parse(line);
  throw new Error("The server ended before it said where it is.");
}

async function register(
  url: string,
  { link, name }: { readonly link: string; readonly name: string },
): Promise<Person> {
  const code = decodeURIComponent(new URL(link).hash.slice(1));
  const body = { code, name, password: PASSWORD };
  const reply = await must(sender(url, {})("POST", "/auth/register", { body }));
  const [pair = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
  const { body: session } = await must(sender(url, { cookie: pair })("GET", "/auth/session"));
  const [cookieName = "", value = ""] = pair.split("=");
  return {
    name,
    cookie: { name: cookieName, value, url },
    send: sender(url, { cookie: pair, "x-csrf-token": session.csrfToken }),
  };
}

function refuseHidden(text: string, path: string): void {
  const hidden = hiddenIn(text);
  if (hidden !== undefined) throw new Error(`${path} tells "${hidden}" of a hidden reference.`);
}

function sender(url: string, headers: Readonly<Record<string, string>>): Person["send"] {
  return async (method, path, { body, bytes } = {}) => {
    const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = bytes === undefined ? "application/json" : "application/octet-stream";
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(sent === undefined ? {} : { "content-type": type }) },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    refuseHidden(text, path);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const { status } = response;
    return { status, text, body: isJson ? JSON.parse(text) : undefined, headers: response.headers };
  };
}

/** A reply that must be a success. */
export async function must(reply: Promise<Reply>): Promise<Reply> {
  const found = await reply;
  if (found.status >= 300) throw new Error(`${found.status}: ${found.text}`);
  return found;
}

const DAY_MS = 86_400_000;

/** A moment some days from now, as a challenge file has it. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+/, "");
}

/** A challenge file of one track with references, or without. */
export function challengeFile({
  id,
  title,
  kind = "reference",
  direction = "higher",
  more = "",
}: {
  readonly id: string;
  readonly title: string;
  readonly kind?: "open" | "reference";
  readonly direction?: "higher" | "lower";
  /** Further lines of the file. */
  readonly more?: string;
}): string {
  const metrics =
    kind === "open"
      ? `      - { id: ${direction === "higher" ? "distinct-2" : "gapelmaper"}, direction: ${direction}, primary: true }\n`
      : "      - { id: rouge-l, direction: higher, primary: true }\n      - { id: distinct-1, direction: higher }\n";
  return `id: ${id}
title: ${title}
description: >-
  Write one long, consistent text that goes on from a given opening. Texts are scored as soon as
  they arrive, and read by people in the end.
tracks:
  - id: letters
    title: Letters to a lighthouse
    kind: ${kind}
    minWords: 3
    items: items.jsonl
    metrics:
${metrics}dates:
  announced: ${daysFromNow(-20)}
  submissionsOpen: ${daysFromNow(-10)}
  submissionsClose: ${daysFromNow(30)}
  ratingCloses: ${daysFromNow(60)}
terms:
  version: "1"
  text: Texts are published with the report. Name every model and every data set.
resourceQuestions:
  - { id: models, question: "Which models did you use, and how?" }
  - { id: data, question: "Which data?", required: false }
rules: { empty: reject, belowMinWords: accept, aboveMaxWords: reject }
study: { ratersPerText: 5, systems: 3 }
${more}`;
}

/** Ids of the test items. */
const TEST_IDS: readonly string[] = Array.from({ length: 12 }, (_, at) => `t${at + 1}`);

/** The file of items: two to develop with, twelve of the test. */
export const ITEMS: string = ["d1", "d2", ...TEST_IDS]
  .map((itemId) => ({
    itemId,
    prompt: `Dear keeper, this is letter ${itemId}.`,
    set: itemId.startsWith("d") ? "development" : "test",
  }))
  .map((item) => `${JSON.stringify(item)}\n`)
  .join("");

const WORDS = "the lamp turns over a dark sea and no ship comes home tonight without its light";

/** References of all items. */
export const REFERENCES: string = ["d1", "d2", ...TEST_IDS]
  .map((itemId) => `${JSON.stringify({ itemId, reference: `${WORDS} hiddenpearl${itemId}` })}\n`)
  .join("");

/** A submission: texts that share so many of the reference's words. */
export function answers(shared: number, ids: readonly string[] = TEST_IDS): string {
  return ids
    .map((exampleId, at) => {
      const words = WORDS.split(" ").slice(0, shared + (at % 2));
      return `${JSON.stringify({ exampleId, text: `${words.join(" ")} apple${at} pear${at} plum` })}\n`;
    })
    .join("");
}

/** Makes a challenge by the API, with its references. */
export async function makeChallenge(
  organiser: Person,
  file: Parameters<typeof challengeFile>[0],
): Promise<void> {
  const check = await must(
    organiser.send("POST", "/challenges/check", {
      body: {
        challenge: { name: "challenge.yaml", text: challengeFile(file) },
        items: [{ name: "items.jsonl", text: ITEMS }],
      },
    }),
  );
  const { challenge, items, problems } = check.body;
  if (challenge === undefined) throw new Error(JSON.stringify(problems));
  await must(organiser.send("POST", "/challenges", { body: { challenge, items } }));
  if (file.kind === "open") return;
  const references = REFERENCES.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const path = `/challenges/${file.id}/references?track=letters`;
  await must(organiser.send("PUT", path, { body: { references } }));
}

/** Registers somebody and forms a team. */
export async function formTeam(person: Person, challengeId: string, name: string): Promise<string> {
  const path = `/challenges/${challengeId}`;
  const body = { termsVersion: "1" };
  await must(person.send("POST", `${path}/registrations`, { body }));
  const team = await must(person.send("POST", `${path}/teams`, { body: { name } }));
  return team.body.id;
}

/** Submits texts and waits until they are final. */
export async function submitAndWait(
  person: Person,
  challengeId: string,
  { system, texts }: { readonly system: string; readonly texts: string },
): Promise<string> {
  const path = `/challenges/${challengeId}/submissions`;
  const bytes = new TextEncoder().encode(texts);
  const query = `track=letters&set=test&system=${encodeURIComponent(system)}`;
  const { body } = await must(person.send("POST", `${path}?${query}`, { bytes }));
  for (;;) {
    const view = await must(person.send("GET", `${path}/${body.id}`));
    if (["scored", "rejected", "failed"].includes(view.body.state)) return body.id;
    await new Promise((wait) => setTimeout(wait, 300));
  }
}

/** Waits until no rescoring is under way. */
export async function waitForRescoring(organiser: Person, challengeId: string): Promise<void> {
  for (;;) {
    const { body } = await must(organiser.send("GET", `/challenges/${challengeId}/queue`));
    if (body.rescore === undefined) return;
    await new Promise((wait) => setTimeout(wait, 300));
  }
}
