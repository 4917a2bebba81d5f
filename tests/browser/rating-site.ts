import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { build } from "vite";
import type { RatingStudy, StudyView } from "../../src/records/index.ts";
import { findChromium } from "./find-chromium.ts";

/** The password of everybody. */
export const PASSWORD = "four words in a row";

/** Somebody with a browser of their own. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Sends a request as this person, past the pages. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

/** What the server said. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what tests expect is what they check
  readonly body: any;
}

/** A server with its pages, and a browser. */
export interface RatingSite {
  readonly url: string;
  readonly setupUrl: string;
  readonly browser: Browser;
  /** Faults of pages and console lines that tell of one, of all people. */
  readonly faults: string[];
  /** Somebody who is not signed in. */
  readonly visitor: (options?: Parameters<Browser["newContext"]>[0]) => Promise<Person>;
  /** Somebody who came by an invitation of the organiser's. */
  readonly rater: (name: string, organiser: Person) => Promise<Person>;
  readonly close: () => Promise<void>;
}

/** Starts all of it, in a temporary folder. */
export async function openRatingSite(web?: string): Promise<RatingSite> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-rating-"));
  const pages = web ?? (await buildPages(join(folder, "web")));
  const { child, url, setupUrl } = await startServer(folder, pages);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Without a user namespace, as in most containers, Chromium cannot start its sandbox.
    args: ["--no-sandbox"],
  });
  const faults: string[] = [];
  const visitor: RatingSite["visitor"] = async (options = {}) => {
    const context = await browser.newContext({ baseURL: url, ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      // Refusals and lost connections are part of the stories; faults of scripts and of the policy are not.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        faults.push(`${message.text()} (${message.location().url})`);
      }
    });
    return { context, page, ask: (...request) => ask(page, request) };
  };
  return {
    url,
    setupUrl,
    browser,
    faults,
    visitor,
    rater: async (name, organiser) => {
      const { body } = await organiser.ask("POST", "/people/invitations", { roles: ["rater"] });
      const person = await visitor();
      await joinBy(person.page, body.items[0].url, name);
      return person;
    },
    close: async () => {
      await browser.close();
      await stop(child);
    },
  };
}

async function buildPages(outDir: string): Promise<string> {
  await build({ logLevel: "error", build: { outDir, emptyOutDir: true } });
  return outDir;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly setupUrl: string;
}

async function startServer(folder: string, web: string): Promise<Started> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", resolve("tests/browser/rating-server.ts"), folder, web],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...(JSON.parse(line) as { url: string; setupUrl: string }) };
  }
  throw new Error("The server ended before it said where it is.");
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once("exit", done));
  child.stdin?.end();
  await ended;
}

async function ask(page: Page, [method, path, body]: [string, string, unknown?]): Promise<Answer> {
  if (page.url() === "about:blank") await page.goto("/sign-in");
  return page.evaluate(
    async ([how, where, what]) => {
      const session = (await (await fetch("/api/v1/auth/session")).json()) as {
        csrfToken: string | null;
      };
      const response = await fetch(`/api/v1${where}`, {
        method: how as string,
        headers: {
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
          ...(session.csrfToken === null ? {} : { "x-csrf-token": session.csrfToken }),
        },
        ...(what === null ? {} : { body: what as string }),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)],
  );
}

/** Makes an account by a link, through the pages. */
export async function joinBy(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("heading", { name: "Longhand", level: 1 }).waitFor();
}

/** A study that raters can begin with: made, its traces decided, opened. */
export async function openStudy(organiser: Person, study: RatingStudy): Promise<StudyView> {
  const { body, status } = await organiser.ask("POST", "/studies", study);
  if (status >= 300) throw new Error(`The study was refused: ${JSON.stringify(body)}`);
  const view = body as StudyView;
  const at = `/studies/${view.study.id}`;
  for (const { id } of view.leaks) {
    await organiser.ask("POST", `${at}/leaks/${id}`, { decision: "accepted", note: "a test" });
  }
  const accept = view.plan.findings.map(({ code }) => code);
  const opened = await organiser.ask("POST", `${at}/open`, { accept });
  if (opened.status >= 300) throw new Error(`It does not open: ${JSON.stringify(opened.body)}`);
  return view;
}

/** Agrees, trains, and takes the first text, past the pages; tells the address of its page. */
export async function beginReading(person: Person, studyId: string): Promise<string> {
  const { body: study } = await person.ask("GET", `/ratings/studies/${studyId}`);
  const at = `/ratings/studies/${studyId}`;
  await person.ask("POST", `${at}/consent`, { version: study.consent.version });
  const marks = study.dimensions.map(({ id }: { id: string }) => [id, 4]);
  await person.ask("POST", `${at}/training`, { answers: Object.fromEntries(marks) });
  const { body } = await person.ask("POST", "/ratings/leases", { studyId });
  return `/rate/${studyId}/texts/${body.lease.id}`;
}
