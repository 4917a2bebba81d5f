import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "csv-parse/sync";
import { strToU8, zipSync } from "fflate";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { plantBoardCase } from "./web-challenge-board-case.ts";
import { lookAt, openWindow, type Window } from "./web-challenge-look.ts";
import {
  answers,
  challengeFile,
  daysFromNow,
  formTeam,
  hiddenIn,
  ITEMS,
  makeChallenge,
  must,
  type Person,
  type Platform,
  REFERENCES,
  startPlatform,
  submitAndWait,
  waitForRescoring,
} from "./web-challenge-platform.ts";

const LONG_MS = 600_000;

let platform: Platform;
let browser: Browser;
let organiser: Person;
let rival: Person;

beforeAll(async () => {
  platform = await startPlatform();
  browser = await chromium.launch({
    executablePath: findChromium(),
    // Without a user namespace, as in most containers, Chromium cannot start its sandbox.
    args: ["--no-sandbox"],
  });
  organiser = await platform.person("Olga Organiser", ["organiser"]);
  rival = await platform.person("Rita Rival", ["participant"]);
  await makeChallenge(organiser, { id: "harbour", title: "Harbour letters 2027" });
  await formTeam(rival, "harbour", "The rivals");
  await submitAndWait(rival, "harbour", { system: "First draft", texts: answers(9) });
}, LONG_MS);

afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

function file(name: string, text: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) };
}

async function goTo({ page }: Window, path: string, heading: string): Promise<void> {
  await page.goto(`${platform.url}${path}`);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

async function textsOf(page: Page, caption: string): Promise<string[][]> {
  const rows = page.getByRole("table", { name: caption }).locator("tbody tr");
  const count = await rows.count();
  return await Promise.all(
    Array.from({ length: count }, (_, at) => rows.nth(at).locator("th, td").allInnerTexts()),
  );
}

describe("hidden references", () => {
  it("are known to these tests by what stands nowhere else", () => {
    // Every reply and page of the stories below is looked through for it.
    for (const line of REFERENCES.trim().split("\n")) expect(hiddenIn(line)).toBe("hiddenpearl");
    expect(hiddenIn("canary-0123456789abcdefGHIJ")).toBeDefined();
  });
});

describe("a visitor", () => {
  it(
    "finds a challenge, its dates in three zones, its rules and files, and its board",
    async () => {
      const window = await openWindow(browser);
      const { page } = window;
      await goTo(window, "/challenges", "Challenges");
      await page.getByRole("link", { name: "Harbour letters 2027" }).waitFor();
      expect(await lookAt(page, "list")).toEqual([]);
      await page.getByRole("link", { name: "Harbour letters 2027" }).click();
      await page.getByRole("heading", { level: 1, name: "Harbour letters 2027" }).waitFor();
      const dates = await textsOf(page, "Dates");
      expect(dates).toHaveLength(5);
      expect(dates[1]?.[1]).toMatch(/UTC$/);
      expect(dates[1]?.[2]).toMatch(/AoE$/);
      await expect.poll(() => page.getByText("Your time (Europe/Berlin)").count()).toBe(1);
      await expect
        .poll(() => page.getByRole("link", { name: "test-letters.jsonl" }).count())
        .toBe(1);
      expect(await lookAt(page, "challenge")).toEqual([]);
      await page
        .getByRole("navigation", { name: "Pages of this challenge" })
        .getByText("Board")
        .click();
      await page.getByRole("table", { name: /^Ranked teams/ }).waitFor();
      await expect.poll(() => page.getByText("Top group: The rivals").count()).toBe(1);
      expect(await lookAt(page, "board")).toEqual([]);
      await window.close();
    },
    LONG_MS,
  );

  it(
    "sees the board change without reloading, the same in CSV and without script",
    async () => {
      const window = await openWindow(browser);
      const { page } = window;
      await goTo(window, "/challenges/harbour/board", "Board");
      await page.getByText("live", { exact: true }).waitFor();
      const other = await platform.person("Otto Other", ["participant"]);
      await formTeam(other, "harbour", "Others <b>& co</b>");
      await submitAndWait(other, "harbour", { system: "Other system", texts: answers(13) });
      await page.getByText("Others <b>& co</b>", { exact: true }).first().waitFor();
      const rows = await textsOf(page, "Ranked teams by rouge-l, higher is better");
      const csv = await must(platform.get("/challenges/harbour/leaderboard?format=csv"));
      const inCsv = csv.text.trim().split("\r\n").slice(1);
      expect(rows.map(([, team]) => team?.split("\n")[0])).toEqual([
        "Others <b>& co</b>",
        "The rivals",
      ]);
      expect(inCsv[0]).toContain("Others <b>& co</b>");
      expect(inCsv[1]).toContain("The rivals");
      const plain = await browser.newContext({ javaScriptEnabled: false });
      const bare = await plain.newPage();
      await bare.goto(`${platform.url}/challenges/harbour/board.html`);
      const names = await bare.locator("tbody th").allInnerTexts();
      expect(names.map((name) => name.split("\n")[0])).toEqual([
        "Others <b>& co</b>",
        "The rivals",
      ]);
      await plain.close();
      await window.close();
    },
    LONG_MS,
  );

  it(
    "is told that there is nothing, where there is nothing, and to sign in where one must",
    async () => {
      const window = await openWindow(browser);
      const { page } = window;
      await page.goto(`${platform.url}/challenges/nowhere`);
      await page.getByRole("alert").waitFor();
      expect(await lookAt(page, "missing")).toEqual([]);
      await goTo(window, "/challenges/harbour/take-part", "Take part");
      await page.locator("main").getByRole("link", { name: "Sign in" }).waitFor();
      expect(await lookAt(page, "sign-in-first")).toEqual([]);
      await goTo(window, "/challenges/harbour/organise", "Organise");
      await page.getByText("Sign in first").waitFor();
      await window.close();
    },
    LONG_MS,
  );
});

describe("a participant", () => {
  it(
    "registers, forms a team, invites, submits, declares, selects and withdraws",
    async () => {
      const paula = await platform.person("Paula Participant", ["participant"]);
      const window = await openWindow(browser, paula);
      const { page } = window;
      await goTo(window, "/challenges/harbour/submissions", "Submissions");
      await page.getByText("No team yet").waitFor();
      await page.locator("main").getByRole("link", { name: "Take part" }).last().click();
      await page.getByText("I have read version 1 of the terms").waitFor();
      expect(await lookAt(page, "terms")).toEqual([]);
      await page.getByLabel(/I have read version 1/).check();
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByLabel("Name of the team").fill("The rivaIs");
      await page.getByRole("button", { name: "Form the team" }).click();
      // A name that looks like another one is refused.
      await page.getByRole("alert").waitFor();
      expect(await lookAt(page, "new-team")).toEqual([]);
      await page.getByLabel("Name of the team").fill("Lamplighters");
      await page.getByRole("button", { name: "Form the team" }).click();
      await page.getByRole("heading", { name: "Lamplighters" }).waitFor();
      await page.getByRole("button", { name: "Invite by link" }).click();
      const link = await page.getByLabel("Link for one person").inputValue();
      expect(await lookAt(page, "team")).toEqual([]);

      const mate = await openWindow(browser, await platform.person("Mo Mate", ["participant"]));
      await mate.page.goto(link);
      await mate.page.getByText("Register first").waitFor();
      expect(await lookAt(mate.page, "join")).toEqual([]);
      await mate.page.getByRole("link", { name: "Register" }).click();
      await mate.page.getByLabel(/I have read version 1/).check();
      await mate.page.getByRole("button", { name: "Register" }).click();
      await mate.page.getByRole("heading", { name: "Form a team" }).waitFor();
      await mate.page.goto(link);
      await mate.page.getByRole("button", { name: "Join the team" }).click();
      await mate.page.getByText("You are in Lamplighters").waitFor();
      await mate.close();

      await page
        .getByRole("navigation", { name: "Pages of this challenge" })
        .getByText("Submit", { exact: true })
        .click();
      await page.getByLabel("Name of the system").fill("Beam 1");
      const lines = answers(12).trim().split("\n");
      const broken = ["not json", '{"exampleId":"t1"}', ...lines.slice(2, 11), lines[2]].join("\n");
      await page.getByLabel(/Drop a .jsonl/).setInputFiles(file("broken.jsonl", broken));
      await page.getByRole("table", { name: "Problems of the file" }).waitFor();
      const problems = await textsOf(page, "Problems of the file");
      // Two bad lines, one id twice, and t2 and t12 without a line; t1 was named by a bad line.
      expect(problems.map(([line, , code]) => `${line} ${code}`)).toEqual([
        "1 invalid-json",
        "2 missing-text",
        "12 duplicate-item",
        "– missing-item",
        "– missing-item",
      ]);
      expect(await lookAt(page, "submit-problems")).toEqual([]);
      await drop(page, "good.jsonl", answers(12));
      await page.getByText(/is in order/).waitFor();
      expect(await lookAt(page, "submit-ready")).toEqual([]);
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await page.getByText("Your file has arrived").waitFor();
      await expect.poll(() => page.getByText(/^[0-9a-f]{64}$/).count()).toBe(1);
      expect(await lookAt(page, "receipt")).toEqual([]);
      await page.getByRole("link", { name: "Follow it" }).click();
      await page.getByText("All measures are taken.").waitFor();
      await expect
        .poll(() => page.getByRole("button", { name: "Select as final" }).isDisabled())
        .toBe(true);
      await page.getByLabel("Which models did you use, and how?").fill("None but the lamp.");
      await page.getByRole("button", { name: "Save the declaration" }).click();
      await page.getByText("complete", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Select as final" }).click();
      await page.getByText("selected as final").first().waitFor();
      expect(await lookAt(page, "submission")).toEqual([]);

      await submitAndWait(paula, "harbour", { system: "Beam 2", texts: answers(4) });
      await page
        .getByRole("navigation", { name: "Pages of this challenge" })
        .getByText("Submissions")
        .click();
      await page.getByRole("link", { name: "Beam 2" }).waitFor();
      expect(await lookAt(page, "submissions")).toEqual([]);
      await page.getByRole("link", { name: "Beam 2" }).click();
      await page.getByRole("button", { name: "Withdraw" }).click();
      await page.getByRole("button", { name: "Withdraw it" }).click();
      await page.getByText("Taken back by the team").waitFor();
      const board = await must(platform.get("/challenges/harbour/leaderboard"));
      const own = board.body.ranked.find(({ team }: { team: string }) => team === "Lamplighters");
      expect(own.system).toBe("Beam 1");
      await window.close();
    },
    LONG_MS,
  );

  it(
    "accepts new terms before the next submission",
    async () => {
      const window = await openWindow(browser, rival);
      const { page } = window;
      await makeChallenge(organiser, { id: "terms-test", title: "Terms", kind: "open" });
      await formTeam(rival, "terms-test", "Readers");
      const body = { version: "2", text: "Be kinder still." };
      await must(organiser.send("PUT", "/challenges/terms-test/terms", { body }));
      await goTo(window, "/challenges/terms-test/submit", "Submit");
      await page.getByRole("link", { name: "Read the terms" }).click();
      await page.getByLabel(/I have read version 2/).check();
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByText("I have read version 2").waitFor({ state: "detached" });
      const { body: view } = await must(rival.send("GET", "/challenges/terms-test"));
      expect(view.mine.acceptedTerms).toBe("2");
      await window.close();
    },
    LONG_MS,
  );
});

/** Drops a file on the place for it, as a mouse would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      return transfer;
    })()`,
  );
  const zone = page.locator("div.border-dashed", { has: page.getByLabel(/Drop a .jsonl/) }).last();
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
}

/** Pages of a rescoring that is half done, which a test cannot hold on to: replies are changed on their way. */
async function lookWhileRescoring(page: Page): Promise<void> {
  const rescoring = { version: 3, startedAtMs: Date.UTC(2027, 3, 30), done: 1, total: 3 };
  const scores = ["Flagged", "Others"].map((teamName, at) => ({
    submissionId: `s${at}`,
    teamName,
    system: "Copier",
    track: "letters",
    metric: "rouge-l",
    active: "0.9231",
    ...(at === 0 ? { next: "0.8462" } : {}),
  }));
  const rescore = { ...rescoring, activeVersion: 2, reason: "The measure was mended.", scores };
  for (const [part, more] of [
    ["leaderboard", { rescoring }],
    ["queue", { rescore }],
  ] as const) {
    await page.route(`**/lanterns/${part}*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...more } });
    });
  }
  await page.goto(`${platform.url}/challenges/lanterns/board`);
  await page.getByText("1 of 3 submissions have scores of version 3").waitFor();
  expect(await lookAt(page, "board-rescoring")).toEqual([]);
  await page.goto(`${platform.url}/challenges/lanterns/organise`);
  await page.getByRole("tab", { name: "Queue", exact: true }).click();
  await page.getByRole("table", { name: "Scores of both versions" }).waitFor();
  await expect.poll(() => page.getByText("The queue is empty").count()).toBe(0);
  expect(await lookAt(page, "organise-rescoring")).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
}

describe("a challenge that admits people and counts closely", () => {
  it(
    "lets an organiser approve a registration, takes a ZIP archive, and says when the next place is free",
    async () => {
      const more = "approval: true\nquota: { perDay: 1 }\n";
      await makeChallenge(organiser, { id: "gate", title: "The gate", more });
      const gail = await platform.person("Gail Guest", ["participant"]);
      const window = await openWindow(browser, gail);
      const { page } = window;
      await goTo(window, "/challenges/gate/take-part", "Take part");
      await page.getByLabel(/I have read version 1/).check();
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByText("Waiting for the organisers").waitFor();
      expect(await lookAt(page, "waiting")).toEqual([]);

      const office = await openWindow(browser, organiser);
      await goTo(office, "/challenges/gate/organise", "Organise");
      await office.page.getByRole("tab", { name: "Teams", exact: true }).click();
      await office.page.getByRole("button", { name: "Approve Gail Guest" }).click();
      await office.page.getByText("approved", { exact: true }).waitFor();
      await office.close();

      // The page of whoever waits hears of it.
      await page.getByLabel("Name of the team").fill("Guests");
      await page.getByRole("button", { name: "Form the team" }).click();
      await page.getByRole("link", { name: "Submit texts" }).click();
      await page.getByLabel("Name of the system").fill("Packed");
      const meta = { system: "Packed", declaration: { models: "Only a ZIP archive." } };
      const packed = zipSync({
        "answers.jsonl": strToU8(answers(10)),
        "meta.json": strToU8(JSON.stringify(meta)),
      });
      await page.getByLabel(/Drop a .jsonl/).setInputFiles({
        name: "answers.zip",
        mimeType: "application/zip",
        buffer: Buffer.from(packed),
      });
      await page.getByText(/is in order/).waitFor();
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      await page.getByText("Your file has arrived").waitFor();
      await page.getByRole("link", { name: "Follow it" }).click();
      await page.getByText("All measures are taken.").waitFor();
      await expect
        .poll(() => page.getByLabel("Which models did you use, and how?").inputValue())
        .toBe("Only a ZIP archive.");

      await goTo(window, "/challenges/gate/submit", "Submit");
      await page.getByText("Next free slot").waitFor();
      await page.getByLabel("Name of the system").fill("Too much");
      await drop(page, "again.jsonl", answers(11));
      await page.getByText(/is in order/).waitFor();
      await page.getByRole("button", { name: "Submit", exact: true }).click();
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await page
        .getByText(
          `One submission per day (UTC) is allowed. The next place is free at ${tomorrow}T00:00:00.000Z.`,
        )
        .waitFor();
      expect(await lookAt(page, "quota-used")).toEqual([]);
      await window.close();
    },
    LONG_MS,
  );

  it(
    "says why a submission failed that it could not score, and gives its place back",
    async () => {
      // The server cannot keep the word vectors that this measure needs.
      const more = "quota: { perDay: 1 }\n";
      const kind = "open" as const;
      await makeChallenge(organiser, {
        id: "broken",
        title: "Broken",
        kind,
        direction: "lower",
        more,
      });
      await formTeam(rival, "broken", "Unlucky");
      const id = await submitAndWait(rival, "broken", { system: "Mine", texts: answers(9) });
      const window = await openWindow(browser, rival);
      const { page } = window;
      await goTo(window, `/challenges/broken/submissions/${id}`, "Mine");
      await page.getByText("That is our fault: the quota was given back.").waitFor();
      await page.getByText("Why it failed").waitFor();
      expect(await lookAt(page, "submission-failed")).toEqual([]);
      const { body } = await must(rival.send("GET", "/challenges/broken/submissions"));
      expect(body.quota).toMatchObject({ leftToday: 1 });
      expect(body.items[0].cause).toMatch(/\S/);
      const board = await must(platform.get("/challenges/broken/leaderboard"));
      expect(board.body).toMatchObject({
        ranked: [],
        unranked: [{ team: "Unlucky", reason: "failed" }],
      });
      await window.close();
    },
    LONG_MS,
  );
});

describe("an organiser", () => {
  it(
    "creates a challenge from files, after seeing faults, power and work",
    async () => {
      const window = await openWindow(browser, organiser);
      const { page } = window;
      await goTo(window, "/new-challenge", "New challenge");
      expect(await lookAt(page, "create-empty")).toEqual([]);
      const good = challengeFile({ id: "lanterns", title: "Lantern letters" });
      const input = page.getByLabel(/Drop the challenge file/);
      const bad = good.replace("direction: higher, primary: true", "direction: sideways");
      await input.setInputFiles([file("challenge.yaml", bad), file("items.jsonl", "{}\n")]);
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByRole("table", { name: "Problems of the file" }).waitFor();
      expect(await lookAt(page, "create-problems")).toEqual([]);
      // Two test items can separate nothing.
      const few = ITEMS.split("\n").slice(0, 4).join("\n");
      await input.setInputFiles([file("challenge.yaml", good), file("items.jsonl", few)]);
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByText("nothing can be separated").waitFor();
      const create = page.getByRole("button", { name: "Create the challenge" });
      await expect.poll(() => create.isDisabled()).toBe(true);
      await page.getByLabel("I accept the low power").check();
      await expect.poll(() => create.isDisabled()).toBe(false);
      expect(await lookAt(page, "create-advice")).toEqual([]);
      await input.setInputFiles(file("items.jsonl", ITEMS));
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByText("systems can be separated").waitFor();
      await create.click();
      await page.getByRole("heading", { level: 1, name: "Organise" }).waitFor();
      await window.close();
    },
    LONG_MS,
  );

  it(
    "moves a date, uploads references, looks at queue, flags and teams, scores again, freezes, publishes",
    async () => {
      const window = await openWindow(browser, organiser);
      const { page } = window;
      const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
      await goTo(window, "/challenges/lanterns/organise", "Organise");
      await page.getByRole("tab", { name: "Steps" }).waitFor();
      expect(await lookAt(page, "organise-steps")).toEqual([]);

      await tab("Dates");
      await page.getByLabel("New date").fill(daysFromNow(40));
      await page.getByLabel("Reason").fill("Two teams asked for more time.");
      await page.getByRole("button", { name: "Move the date" }).click();
      await page.getByText("Changes to the plan").waitFor();
      expect(await lookAt(page, "organise-dates")).toEqual([]);

      await tab("References");
      const drop = page.getByLabel(/References of/);
      await drop.setInputFiles(file("references.jsonl", `{"itemId":"t1"}\n${REFERENCES}`));
      await page.getByRole("table", { name: "Problems of the file" }).waitFor();
      expect(await lookAt(page, "organise-references")).toEqual([]);
      await drop.setInputFiles(file("references.jsonl", REFERENCES));
      await page.getByRole("button", { name: "Put them in force" }).click();
      await page.getByText("References are in force").first().waitFor();

      await tab("Declarations");
      await page.getByText("Nobody has declared anything yet").waitFor();

      await formTeam(rival, "lanterns", "Flagged");
      const copied = await submitAndWait(rival, "lanterns", {
        system: "Copier",
        texts: REFERENCES.trim()
          .split("\n")
          .slice(2)
          .map((line) => JSON.parse(line))
          .map(
            ({ itemId, reference }) =>
              `${JSON.stringify({ exampleId: itemId, text: reference })}\n`,
          )
          .join(""),
      });
      await tab("Queue");
      await page.getByText("The queue is empty").waitFor();
      expect(await lookAt(page, "organise-queue")).toEqual([]);
      await tab("Flags");
      await page.getByRole("table", { name: "Flags of submissions" }).waitFor();
      await expect.poll(() => page.getByText("Copies a reference").count()).toBe(1);
      expect(await lookAt(page, "organise-flags")).toEqual([]);
      await tab("Teams");
      await page.getByRole("table", { name: "Registrations" }).waitFor();
      const teams = await textsOf(page, "Teams");
      expect(teams.map(([name, members]) => [name, members])).toEqual([["Flagged", "Rita Rival"]]);
      expect(await lookAt(page, "organise-teams")).toEqual([]);
      const declaration = { models: "A <b>lamp</b>.", data: "None." };
      const meta = { system: "Copier", declaration, codeUrl: "https://example.org/lamp" };
      const path = `/challenges/lanterns/submissions/${copied}/meta`;
      await must(rival.send("PUT", path, { body: meta }));
      await tab("Declarations");
      await page.getByText("A <b>lamp</b>.", { exact: true }).waitFor();
      expect(await lookAt(page, "organise-declarations")).toEqual([]);
      const csv = await must(organiser.send("GET", "/challenges/lanterns/declarations?format=csv"));
      expect((parse(csv.text) as string[][]).map((row) => row.slice(3, 7))).toEqual([
        ["system", "code", "licence", "Which models did you use, and how?"],
        ["Copier", "https://example.org/lamp", "", "A <b>lamp</b>."],
      ]);
      await tab("Terms");
      await page.getByLabel("Version").fill("2");
      expect(await lookAt(page, "organise-terms")).toEqual([]);

      await tab("Steps");
      await page.getByLabel("Reason").fill("The measure was mended.");
      await page.getByRole("button", { name: "Score again" }).click();
      await page.getByText("Scoring again has begun").first().waitFor();
      // No board is frozen before the new scores are there.
      await waitForRescoring(organiser, "lanterns");
      await tab("Queue");
      await page.getByText("The queue is empty").waitFor();
      await page.getByRole("link", { name: "its last board" }).click();
      await page.getByText("past board").waitFor();
      await page.getByText("scores version 1", { exact: true }).waitFor();
      expect(await lookAt(page, "board-past")).toEqual([]);
      await page.getByRole("button", { name: "Now" }).click();
      await page.getByText("scores version 2", { exact: true }).waitFor();
      await page.getByLabel("As of (UTC)").fill("2020-01-01T00:00");
      await page.getByRole("button", { name: "Show" }).click();
      await page.getByText("As of 2020-01-01 00:00 UTC").first().waitFor();
      await page.getByText("Nobody has a rank yet").waitFor();
      await lookWhileRescoring(page);
      await goTo(window, "/challenges/lanterns/organise", "Organise");
      await tab("Steps");
      await page.getByRole("button", { name: "Freeze the board" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Freeze the board" }).click();
      await dialog.getByRole("alert").waitFor();
      expect(await lookAt(page, "organise-freeze")).toEqual([]);
      await dialog.getByLabel("Signed deviation").fill("All teams agreed to end a month earlier.");
      await dialog.getByRole("button", { name: "Freeze the board" }).click();
      await page.getByText("The board is frozen.", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Publish the results" }).click();
      await dialog.getByRole("button", { name: "Publish the results" }).click();
      await dialog.getByText("No rating study belongs to this challenge").waitFor();
      await dialog.getByLabel("Signed deviation").fill("Nobody could be found who reads them.");
      await dialog.getByRole("button", { name: "Publish the results" }).click();
      await page.getByText("The results are published.", { exact: true }).waitFor();

      await tab("Audit log");
      await page.getByRole("table", { name: "Audit log" }).waitFor();
      const lines = await textsOf(page, "Audit log");
      const acts = lines.map(([, , act]) => act);
      expect(acts).toEqual(
        expect.arrayContaining(["publish", "freeze", "rescore-started", "dates-moved"]),
      );
      expect(await lookAt(page, "organise-audit")).toEqual([]);
      await goTo(window, "/challenges/lanterns/board", "Board");
      await page.getByText("private part").waitFor();
      expect(await lookAt(page, "board-frozen")).toEqual([]);
      await window.close();
    },
    LONG_MS,
  );
});

describe("the report of a challenge", () => {
  it(
    "is the published one for everyone, and the same when it is rebuilt from the archive",
    async () => {
      const visitor = await openWindow(browser);
      await goTo(visitor, "/challenges/lanterns", "Lantern letters");
      const ways = visitor.page.getByRole("navigation", { name: "Pages of this challenge" });
      await ways.getByText("Report").click();
      await visitor.page.getByRole("heading", { level: 2, name: "Summary" }).waitFor();
      await expect.poll(() => visitor.page.getByText("Preliminary").count()).toBe(0);
      const changes = visitor.page.getByText("Reason given: Two teams asked for more time.");
      await expect.poll(() => changes.count()).toBe(1);
      await visitor.page.getByRole("table", { name: "letters: rouge-l, private part" }).waitFor();
      const archives = visitor.page.getByRole("link", { name: "Archive (JSON)" });
      await expect.poll(() => archives.count()).toBe(0);
      expect(await lookAt(visitor.page, "report")).toEqual([]);
      expect(visitor.faults).toEqual([]);
      await visitor.context.close();

      const { page, context, faults } = await openWindow(browser, organiser);
      await page.goto(`${platform.url}/challenges/lanterns/report`);
      const folder = await mkdtemp(join(tmpdir(), "longhand-report-"));
      const save = async (label: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("link", { name: label, exact: true }).click(),
        ]);
        const path = join(folder, download.suggestedFilename());
        await download.saveAs(path);
        return path;
      };
      const archive = await save("Archive (JSON)");
      const shown = await readFile(await save("HTML"), "utf8");
      const built = resolve(process.env["LONGHAND_BUILT"] ?? "dist", "cli/main.js");
      const words = ["leaderboard", "report", archive, "--format", "html", "--out", folder];
      execFileSync(process.execPath, [built, ...words]);
      expect(await readFile(join(folder, "report.html"), "utf8")).toBe(shown);
      await rm(folder, { recursive: true });
      expect(faults).toEqual([]);
      await context.close();
    },
    LONG_MS,
  );

  it(
    "is preliminary for organisers before that, and names what it waits for to visitors",
    async () => {
      const visitor = await openWindow(browser);
      await visitor.page.goto(`${platform.url}/challenges/harbour/report`);
      await visitor.page.getByText("There is no final report yet").waitFor();
      const missing = visitor.page.getByText("The results are not published.");
      await expect.poll(() => missing.count()).toBe(1);
      expect(await lookAt(visitor.page, "report-missing")).toEqual([]);
      await visitor.context.close();
      const { page, context, faults } = await openWindow(browser, organiser);
      await page.goto(`${platform.url}/challenges/harbour/report`);
      await page.getByText("Preliminary: only organisers see this").waitFor();
      await page.getByRole("link", { name: "Archive (JSON)" }).waitFor();
      expect(await lookAt(page, "report-preview")).toEqual([]);
      expect(faults).toEqual([]);
      await context.close();
    },
    LONG_MS,
  );
});

describe("the order of a board", () => {
  const unranked = ["t4", "t5", "t6", "t7", "t11"];
  const cases = [
    {
      direction: "higher",
      metric: "distinct-2",
      ranks: "1 t3, 1 t2, 1 t1, 4 t14, 4 t13, 6 t12, 7 t9, 7 t8",
    },
    {
      direction: "lower",
      metric: "gapelmaper",
      ranks: "1 t9, 1 t8, 3 t12, 4 t14, 4 t13, 6 t3, 6 t2, 6 t1",
    },
  ] as const;

  it.each(cases)(
    "is that of the cases where $direction is better: in API, page, CSV and without script",
    async ({ direction, metric, ranks }) => {
      const id = `order-${direction}`;
      await makeChallenge(organiser, { id, title: `Order, ${direction}`, kind: "open", direction });
      await plantBoardCase(platform.database, id, metric);
      const path = `/challenges/${id}/leaderboard`;
      const { body } = await must(platform.get(path));
      type Row = { readonly rank?: number; readonly team: string };
      const inApi = body.ranked.map(({ rank, team }: Row) => `${rank} ${team}`);
      expect(inApi.join(", ")).toBe(ranks);
      expect(body.unranked.map(({ team }: Row) => team)).toEqual(unranked);

      const { text } = await must(platform.get(`${path}?format=csv`));
      const inCsv = (parse(text) as string[][]).slice(1);
      expect(inCsv.map(([rank, team]) => `${rank} ${team}`.trim())).toEqual([
        ...inApi,
        ...unranked,
      ]);

      const window = await openWindow(browser);
      await goTo(window, `/challenges/${id}/board`, "Board");
      await window.page.getByRole("table", { name: /^Ranked teams/ }).waitFor();
      const caption = `Ranked teams by ${metric}, ${direction} is better`;
      const shown = await textsOf(window.page, caption);
      const first = (cell: string | undefined): string => cell?.split("\n")[0] ?? "";
      expect(shown.map(([rank, team]) => `${first(rank)} ${first(team)}`)).toEqual(inApi);
      const below = await textsOf(window.page, "Teams without a rank");
      expect(below.map(([team]) => first(team))).toEqual(unranked);
      expect(below.every(([, reason]) => reason !== "")).toBe(true);
      expect(await lookAt(window.page, `board-${direction}`)).toEqual([]);
      await window.page.goto(`${platform.url}/challenges/${id}/board.html`);
      const plain = await window.page.locator("tbody th").allInnerTexts();
      expect(plain.map(first)).toEqual([
        ...inApi.map((row: string) => row.split(" ")[1]),
        ...unranked,
      ]);
      expect(await lookAt(window.page, `board-plain-${direction}`)).toEqual([]);
      await window.close();
    },
    LONG_MS,
  );
});
