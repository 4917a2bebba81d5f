import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "./find-chromium.ts";
import { lookAt, openWindow, type Window } from "./web-challenge-look.ts";
import {
  answers,
  formTeam,
  makeChallenge,
  must,
  type Person,
  type Platform,
  startPlatform,
  submitAndWait,
} from "./web-challenge-platform.ts";

// The human phase of a challenge, from the best submissions to the published marks: every page of it at three
// widths, in light and in dark.

const LONG_MS = 600_000;
const DIMENSIONS = ["relevance", "consistency", "fluency", "coherence"];
const RATERS = 5;

let platform: Platform;
let browser: Browser;
let organiser: Person;
let window: Window;
let study = "";

beforeAll(async () => {
  platform = await startPlatform();
  browser = await chromium.launch({
    executablePath: findChromium(),
    // Without a user namespace, as in most containers, Chromium cannot start its sandbox.
    args: ["--no-sandbox"],
  });
  organiser = await platform.person("Olga Organiser", ["organiser"]);
  window = await openWindow(browser, organiser);
  await makeChallenge(organiser, { id: "lamp", title: "Lamp letters 2027", kind: "open" });
  for (const [at, name] of ["Aardvark", "Badger", "Cormorant"].entries()) {
    const member = await platform.person(`${name} Member`, ["participant"]);
    await formTeam(member, "lamp", name);
    await submitAndWait(member, "lamp", {
      system: `Engine ${at + 1}`,
      texts: answers(12 - 4 * at),
    });
  }
}, LONG_MS);

afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

async function goTo(path: string, heading: string): Promise<void> {
  await window.page.goto(`${platform.url}${path}`);
  await window.page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

/** What somebody rates who gives longer texts better marks, with a mood of their own. */
async function rateAll(rater: Person, mood: number): Promise<void> {
  const at = `/ratings/studies/${study}`;
  await must(rater.send("POST", `${at}/consent`, { body: { version: "1" } }));
  for (;;) {
    const { body } = await must(
      rater.send("POST", "/ratings/leases", { body: { studyId: study } }),
    );
    if (body.lease === null) return;
    const lease = `/ratings/leases/${body.lease.id}`;
    const { body: shown } = await must(rater.send("GET", lease));
    const words = (shown.text as string).split(" ").length;
    for (const [place, dimension] of DIMENSIONS.entries()) {
      const drift = (words + mood * (place + 1)) % 2;
      const value = Math.max(1, Math.min(5, Math.round(words / 4) + drift));
      await must(
        rater.send("PUT", `${lease}/answers/${dimension}`, { body: { value, baseVersion: 0 } }),
      );
    }
    await must(rater.send("POST", `${lease}/submit`));
  }
}

describe("an organiser in the human phase", () => {
  it(
    "makes the study of the best submissions from the page of the challenge",
    async () => {
      const { page } = window;
      await goTo("/challenges/lamp/organise", "Organise");
      await page.getByRole("tab", { name: "Rating" }).click();
      await page.getByText("Freeze the board first.").waitFor();
      expect(await lookAt(page, "study-part-before")).toEqual([]);
      const deviation = "Everybody agreed to stop here.";
      await must(organiser.send("POST", "/challenges/lamp/freeze", { body: { deviation } }));
      await page.getByRole("button", { name: "Make the rating study…" }).click();
      await page.getByLabel("Of 12 test items").fill("5");
      await page.getByLabel("More settings").fill("texts: []");
      await page.getByRole("button", { name: "Make the draft" }).click();
      await page.getByText("settings.texts: it follows from the challenge").waitFor();
      expect(await lookAt(page, "study-dialog")).toEqual([]);
      await page
        .getByLabel("More settings")
        .fill("tests: {resamples: 500, permutations: 500}\nraters: {maxHours: 4}");
      await page.getByRole("button", { name: "Make the draft" }).click();
      await page
        .getByRole("heading", { level: 1, name: "Lamp letters 2027: Letters to a lighthouse" })
        .waitFor();
      study = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await goTo("/challenges/lamp/organise", "Organise");
      await page.getByRole("tab", { name: "Rating" }).click();
      await page
        .getByRole("link", { name: "Lamp letters 2027: Letters to a lighthouse" })
        .waitFor();
      expect(await lookAt(page, "study-part")).toEqual([]);
      await goTo("/studies/new", "New study");
      await page.getByLabel("Challenge").selectOption("lamp");
      expect(await lookAt(page, "study-new-challenge")).toEqual([]);
    },
    LONG_MS,
  );

  it(
    "invites raters, takes a link back, and is told by line why a file cannot be brought in",
    async () => {
      const { page } = window;
      const { body } = await must(organiser.send("GET", `/studies/${study}`));
      for (const { id } of body.leaks) {
        const path = `/studies/${study}/leaks/${encodeURIComponent(id)}`;
        const decision = { decision: "accepted", note: "known" };
        await must(organiser.send("POST", path, { body: decision }));
      }
      const accept = body.plan.findings.map(({ code }: { code: string }) => code);
      await must(organiser.send("POST", `/studies/${study}/open`, { body: { accept } }));
      await goTo(`/studies/${study}`, "Lamp letters 2027: Letters to a lighthouse");
      await page.getByRole("tab", { name: "Raters" }).click();
      await page.getByText("Nobody is invited yet").waitFor();
      expect(await lookAt(page, "study-raters-empty")).toEqual([]);
      await page.getByRole("button", { name: "Invite raters…" }).click();
      await page
        .getByLabel("Whom the links are for")
        .fill("A reader from the library\nSomebody who said yes on the phone");
      await page.getByRole("button", { name: "Make 2 links" }).click();
      await page.getByText("2 new links").waitFor();
      await page
        .getByRole("button", { name: "Take back: the invitation of A reader from the library" })
        .click();
      await page.getByText("taken back").waitFor();
      expect(await lookAt(page, "study-raters")).toEqual([]);

      await page.getByRole("tab", { name: "Key and export" }).click();
      await page.getByLabel("Ratings", { exact: true }).setInputFiles({
        name: "ratings.jsonl",
        mimeType: "application/octet-stream",
        buffer: Buffer.from('{"kind": "study"}\nno json\n'),
      });
      await page.getByRole("button", { name: "Bring the ratings in" }).click();
      await page.getByText("this is no JSON.").waitFor();
      expect(await lookAt(page, "study-import")).toEqual([]);
    },
    LONG_MS,
  );

  it(
    "sees results under letters after close, and under names once the key is open",
    async () => {
      const { page, faults } = window;
      await goTo(`/studies/${study}/results`, "Results");
      await page.getByText("Results open once the study is closed.").waitFor();
      const raters = [];
      for (let at = 0; at < RATERS; at += 1) {
        raters.push(await platform.person(`Rater ${at + 1}`, ["rater"]));
      }
      for (const [at, rater] of raters.entries()) await rateAll(rater, at);
      await must(organiser.send("POST", `/studies/${study}/close`, { body: {} }));
      await goTo(`/studies/${study}/results`, "Results");
      await page.getByText("System A").first().waitFor();
      await expect.poll(() => page.getByText("Engine 1").count()).toBe(0);
      expect(await lookAt(page, "study-results-blinded")).toEqual([]);

      const at = `/studies/${study}/unblind`;
      const asked = await must(organiser.send("POST", at, { body: { reason: "All is in." } }));
      await must(organiser.send("POST", at, { body: { ticket: asked.body.ticket } }));
      await goTo(`/studies/${study}/results`, "Results");
      await page.getByText("Aardvark: Engine 1").first().waitFor();
      await page.getByRole("table", { name: "Automatic measures against marks" }).waitFor();
      expect(await lookAt(page, "study-results")).toEqual([]);
      expect(faults).toEqual([]);
    },
    LONG_MS,
  );
});

describe("everybody", () => {
  it(
    "sees marks by people once the results are published, with and without scripts",
    async () => {
      const visitor = await openWindow(browser);
      const { page, faults } = visitor;
      const address = `${platform.url}/challenges/lamp/human-board`;
      await page.goto(address);
      await page.getByText("Not published yet").waitFor();
      expect(await lookAt(page, "human-board-early")).toEqual([]);
      await must(organiser.send("POST", "/challenges/lamp/publish", { body: {} }));
      await page.goto(address);
      await page.getByLabel("In the order of").selectOption("fluency");
      const rows = page.getByRole("table", { name: "Marks by people, by dimension" });
      await expect
        .poll(() => rows.getByRole("rowheader").allInnerTexts())
        .toEqual([
          expect.stringContaining("Aardvark"),
          expect.stringContaining("Badger"),
          expect.stringContaining("Cormorant"),
        ]);
      expect(await lookAt(page, "human-board")).toEqual([]);
      expect(faults).toEqual([]);

      const plain = await browser.newContext({ javaScriptEnabled: false });
      const reader = await plain.newPage();
      await reader.goto(
        `${platform.url}/api/v1/challenges/lamp/human-board?format=html&order=fluency`,
      );
      await reader.getByRole("heading", { name: "Lamp letters 2027: marks by people" }).waitFor();
      await expect
        .poll(() => reader.getByRole("rowheader").allInnerTexts())
        .toEqual([
          expect.stringContaining("Aardvark"),
          expect.stringContaining("Badger"),
          expect.stringContaining("Cormorant"),
        ]);
      await plain.close();
    },
    LONG_MS,
  );
});
