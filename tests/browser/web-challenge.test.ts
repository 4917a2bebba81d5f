import { parse } from "csv-parse/sync";
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

describe("a visitor", () => {
  it(
    "finds a challenge, its dates in three zones, its rules and files, and its board",
    async () => {
      const window = await openWindow(browser);
      const { page, faults } = window;
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
      expect(faults).toEqual([]);
      await window.context.close();
    },
    LONG_MS,
  );

  it(
    "sees the board change without reloading, the same in CSV and without script",
    async () => {
      const window = await openWindow(browser);
      const { page, faults } = window;
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
      expect(faults).toEqual([]);
      await window.context.close();
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
      await window.context.close();
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
      const { page, faults } = window;
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
      await mate.context.close();

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
      expect(faults).toEqual([]);
      await window.context.close();
    },
    LONG_MS,
  );

  it(
    "accepts new terms before the next submission",
    async () => {
      const window = await openWindow(browser, rival);
      const { page, faults } = window;
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
      expect(faults).toEqual([]);
      await window.context.close();
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

describe("an organiser", () => {
  it(
    "creates a challenge from files, after seeing faults, power and work",
    async () => {
      const window = await openWindow(browser, organiser);
      const { page, faults } = window;
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
      expect(faults).toEqual([]);
      await window.context.close();
    },
    LONG_MS,
  );

  it(
    "moves a date, uploads references, looks at queue, flags and teams, scores again, freezes, publishes",
    async () => {
      const window = await openWindow(browser, organiser);
      const { page, faults } = window;
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

      await formTeam(rival, "lanterns", "Flagged");
      await submitAndWait(rival, "lanterns", {
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
      await tab("Terms");
      await page.getByLabel("Version").fill("2");
      expect(await lookAt(page, "organise-terms")).toEqual([]);

      await tab("Steps");
      await page.getByLabel("Reason").fill("The measure was mended.");
      await page.getByRole("button", { name: "Score again" }).click();
      await page.getByText("Scoring again has begun").first().waitFor();
      await tab("Queue");
      await page.getByText("The queue is empty").waitFor();
      // No board is frozen before the new scores are there.
      await waitForRescoring(organiser, "lanterns");
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
      expect(faults).toEqual([]);
      await window.context.close();
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
      plantBoardCase(platform.databaseFile, id, metric);
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
      expect(window.faults).toEqual([]);
      await window.context.close();
    },
    LONG_MS,
  );
});
