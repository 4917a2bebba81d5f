import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RatingLine } from "../../src/records/index.ts";
import {
  beginReading,
  joinBy,
  openRatingSite,
  openStudy,
  PASSWORD,
  type Person,
  type RatingSite,
} from "./rating-site.ts";
import { longStory, storyStudy } from "./rating-texts.ts";

/** The machine may be busy. */
const PATIENCE = { timeout: 30_000 };
const DIMENSIONS = ["Relevance", "Consistency", "Fluency", "Coherence"] as const;

/** Numbers of the paragraphs of which something is seen. */
const SEEN_PARAGRAPHS = `{
  const top = document.querySelector("section[aria-label=Prompt]").getBoundingClientRect().bottom;
  [...document.querySelectorAll("[data-paragraph]")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > top && box.top < innerHeight;
  }).map((one) => one.dataset.paragraph);
}`;

let site: RatingSite;
let organiser: Person;

beforeAll(async () => {
  site = await openRatingSite();
  organiser = await site.visitor();
  await joinBy(organiser.page, site.setupUrl, "Olga");
}, 300_000);

afterAll(async () => {
  await site?.close();
});

function question(page: Page, dimension: string): ReturnType<Page["getByRole"]> {
  return page.getByRole("group", { name: new RegExp(`^${dimension}: `) });
}

/** Gives a mark by pointing. */
async function mark(page: Page, dimension: string, value: number): Promise<void> {
  await question(page, dimension)
    .getByRole("radio", { name: new RegExp(`^${value}: `) })
    .check();
}

async function chosen(page: Page, dimension: string): Promise<string | null> {
  const radio = question(page, dimension).locator("input:checked");
  return (await radio.count()) === 0 ? null : radio.inputValue();
}

async function allSaved(page: Page): Promise<void> {
  await page.locator("[data-save-state]", { hasText: "All answers saved" }).waitFor();
}

function openText(person: Person): Promise<void> {
  return person.page.getByRole("button", { name: "Hand in this text" }).waitFor();
}

/** Another window of the same person. */
async function secondTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("button", { name: "Hand in this text" }).waitFor();
  return page;
}

async function serversAnswers(person: Person, address: string): Promise<Record<string, unknown>> {
  const lease = address.split("/").at(-1) ?? "";
  const { body } = await person.ask("GET", `/ratings/leases/${lease}`);
  return Object.fromEntries(
    body.answers.map((one: { dimension: string; answer: object; version: number }) => [
      one.dimension,
      { ...one.answer, version: one.version },
    ]),
  );
}

describe("a rater's way through a study", () => {
  it("leads from the invitation over consent, training and all texts to the thanks", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "whole-way" }));
    const { page } = await site.rater("Rita", organiser);

    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Rate" })
      .click();
    await page.locator(`a[href="/rate/${study.id}"]`).click();
    await page.getByLabel("How well do you read English?").selectOption("fluent");
    await page.getByLabel("I have read this and agree").check();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "On to the training text" }).click();

    for (const dimension of DIMENSIONS) await mark(page, dimension, 4);
    await page.getByRole("button", { name: /^Compare with/ }).click();
    await page.getByText("All of it follows from the key.").waitFor();
    await page.getByText("The organisers say 4, too").first().waitFor();
    await page.getByRole("button", { name: "Begin with the texts" }).click();

    for (const text of [1, 2]) {
      await page.getByRole("button", { name: /Read the (first|next) text/ }).click();
      await page.getByRole("heading", { name: `Text ${text}`, level: 1 }).waitFor();
      const submit = page.getByRole("button", { name: "Hand in this text" });
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await page.keyboard.press("5");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("3");
      await mark(page, "Fluency", 2);
      await question(page, "Coherence")
        .getByRole("button", { name: "Cannot judge coherence" })
        .click();
      await page.getByLabel("Why can coherence not be judged?").fill("It ends in the middle.");
      await question(page, "Coherence")
        .getByRole("button", { name: "Cannot judge", exact: true })
        .click();
      await allSaved(page);
      expect(await chosen(page, "Relevance")).toBe("5");
      expect(await chosen(page, "Consistency")).toBe("3");
      await submit.click();
      await page
        .getByText(`${text} of 2 texts handed in`)
        .or(page.getByText("A few questions"))
        .first()
        .waitFor();
    }

    await page.getByLabel("How easy was it to decide?").selectOption("3");
    await page.getByLabel("Anything else?").fill("<script>alert(1)</script>");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("You have handed in 2 texts.").waitFor();
  }, 240_000);

  it("tells nothing of systems or of other people, in no page and no answer of the server", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "blind" }));
    const person = await site.rater("Rob", organiser);
    const bodies: string[] = [];
    person.page.on("response", async (response) => {
      if (response.url().includes("/api/")) bodies.push(await response.text().catch(() => ""));
    });
    const address = await beginReading(person, study.id);
    await person.page.goto(address);
    await openText(person);
    await mark(person.page, "Relevance", 1);
    await allSaved(person.page);
    const all = [...bodies, await person.page.content()].join("\n");
    expect(all.includes("Text 1")).toBe(true);
    expect(all.match(/canary|zebra/gi)).toBeNull();
  }, 120_000);

  it("keeps the place for another device, and pages by keys so that no line is skipped", async () => {
    const words = 30_000;
    const text = longStory({ words, seed: 5 });
    const { texts } = storyStudy();
    const { study } = await openStudy(
      organiser,
      storyStudy({ name: "long", texts: texts.map((one) => ({ ...one, text })) }),
    );
    const person = await site.rater("Lena", organiser);
    const address = await beginReading(person, study.id);
    await person.page.setViewportSize({ width: 1280, height: 800 });
    await person.page.goto(address);
    await openText(person);

    // What is on the screen before and after a step overlaps: the last line is the first or second.
    const seen = (): Promise<readonly string[]> => person.page.evaluate(SEEN_PARAGRAPHS);
    for (let step = 0; step < 12; step++) {
      const before = await seen();
      await person.page.keyboard.press(step % 2 === 0 ? "PageDown" : "Space");
      await expect.poll(async () => (await seen()).join() !== before.join(), PATIENCE).toBe(true);
      expect(await seen()).toContain(before.at(-1));
    }
    await person.page.getByLabel("Chapter", { exact: true }).selectOption({ label: "Chapter 9" });
    const heading = person.page.getByRole("heading", { name: "Chapter 9", exact: true });
    await expect
      .poll(async () => (await heading.boundingBox())?.y ?? 9999, PATIENCE)
      .toBeLessThan(400);

    await person.page.evaluate('void dispatchEvent(new Event("pagehide"))');
    const lease = address.split("/").at(-1);
    await expect
      .poll(
        async () => (await person.ask("GET", `/ratings/leases/${lease}`)).body.position.paragraph,
        PATIENCE,
      )
      .toBeGreaterThan(50);

    const phone = await site.browser.newContext({
      baseURL: site.url,
      viewport: { width: 360, height: 740 },
      storageState: await person.context.storageState(),
    });
    const other = await phone.newPage();
    await other.goto(address);
    const there = other.getByRole("heading", { name: "Chapter 9", exact: true });
    await expect
      .poll(async () => (await there.boundingBox())?.y ?? 9999, PATIENCE)
      .toBeLessThan(500);
    expect((await there.boundingBox())?.y).toBeGreaterThan(0);
    await phone.close();
  }, 240_000);
});

describe("two raters at once", () => {
  it("read different texts or the same one, each with answers of their own, and coverage counts both", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "two-at-once" }));
    const people = await Promise.all(["Ann", "Ben"].map((name) => site.rater(name, organiser)));
    const addresses = await Promise.all(people.map((one) => beginReading(one, study.id)));
    expect(new Set(addresses).size).toBe(2);
    const watching = await organiser.context.newPage();
    await watching.goto(`/studies/${study.id}`);
    await watching.getByText("0 of 4 ratings").waitFor();

    await Promise.all(
      people.map(async ({ page }, place) => {
        await page.goto(addresses[place] ?? "");
        for (const dimension of DIMENSIONS) await mark(page, dimension, place + 2);
        await allSaved(page);
        await page.getByRole("button", { name: "Hand in this text" }).click();
        await page.getByText("1 of 2 texts handed in").waitFor();
      }),
    );
    await watching.getByText("2 of 4 ratings").waitFor();
    await watching.close();
    // Nobody reads what belongs to the other one.
    const [ann] = people;
    await ann?.page.goto(addresses[1] ?? "");
    await ann?.page.getByText("not yours to see").waitFor();
    const foreign = await ann?.ask("GET", `/ratings/leases/${addresses[1]?.split("/").at(-1)}`);
    expect(foreign?.status).toBe(404);
  }, 240_000);
});

describe("a dropped connection while rating", () => {
  it("keeps answers, through a reload too, and sends each once when it is back", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "dropped" }));
    const person = await site.rater("Dora", organiser);
    const { page, context } = person;
    const address = await beginReading(person, study.id);
    await page.goto(address);
    await openText(person);
    await mark(page, "Relevance", 3);
    await allSaved(page);

    await context.setOffline(true);
    await mark(page, "Relevance", 5);
    await mark(page, "Relevance", 4);
    await mark(page, "Fluency", 2);
    await page.getByText("No connection: ").first().waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Hand in this text" }).isDisabled())
      .toBe(true);
    expect(await chosen(page, "Relevance")).toBe("4");
    await context.setOffline(false);
    await allSaved(page);

    const answers = await serversAnswers(person, address);
    expect(answers).toMatchObject({ fluency: { value: 2, version: 1 } });
    expect(answers).toHaveProperty("relevance.value", 4);
    expect(
      await page.evaluate(
        'Object.keys(localStorage).filter((key) => key.startsWith("longhand.rating"))',
      ),
    ).toEqual([]);
  }, 120_000);

  it("counts an answer once whose confirmation was lost, and sends what a closed page left", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "lost-reply" }));
    const person = await site.rater("Emil", organiser);
    const { page } = person;
    const address = await beginReading(person, study.id);
    await page.goto(address);
    await openText(person);
    // The request arrives; its reply does not.
    await page.route("**/answers/**", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await mark(page, "Coherence", 5);
    await page.getByText("No connection: ").first().waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await page.unroute("**/answers/**");
    await page.reload();
    await allSaved(page);
    expect(await chosen(page, "Coherence")).toBe("5");
    expect(await serversAnswers(person, address)).toEqual({ coherence: { value: 5, version: 1 } });
  }, 120_000);
});

describe("a stale tab", () => {
  it("shows what changed elsewhere, and overwrites nothing", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "stale" }));
    const person = await site.rater("Stan", organiser);
    const { page, context } = person;
    const address = await beginReading(person, study.id);
    await page.goto(address);
    await openText(person);
    await mark(page, "Relevance", 2);
    await allSaved(page);

    const newer = await secondTab(context, address);
    await mark(newer, "Relevance", 5);
    await allSaved(newer);

    await mark(page, "Relevance", 3);
    await page.getByText("There: 5. Here: 3. Nothing was overwritten").waitFor();
    expect(await serversAnswers(person, address)).toEqual({ relevance: { value: 5, version: 2 } });
    await expect
      .poll(() => page.getByRole("button", { name: "Hand in this text" }).isDisabled())
      .toBe(true);
    await page.getByRole("button", { name: "Leave 5" }).click();
    expect(await chosen(page, "Relevance")).toBe("5");

    await mark(newer, "Relevance", 1);
    await allSaved(newer);
    await mark(page, "Relevance", 4);
    await page.getByRole("button", { name: "Change it to 4" }).click();
    await allSaved(page);
    expect(await serversAnswers(person, address)).toEqual({ relevance: { value: 4, version: 4 } });
    await newer.close();
  }, 120_000);

  it("says what another tab answered before it hands in, and hands in only then", async () => {
    const { study } = await openStudy(organiser, storyStudy({ name: "stale-submit" }));
    const person = await site.rater("Suse", organiser);
    const { page, context } = person;
    const address = await beginReading(person, study.id);
    await page.goto(address);
    await openText(person);
    for (const dimension of DIMENSIONS) await mark(page, dimension, 3);
    await allSaved(page);
    const newer = await secondTab(context, address);
    await mark(newer, "Fluency", 5);
    await allSaved(newer);

    await page.getByRole("button", { name: "Hand in this text" }).click();
    await page.getByText("Fluency: 3 → 5").waitFor();
    const { status } = (await person.ask("GET", `/ratings/leases/${address.split("/").at(-1)}`))
      .body;
    expect(status).toBe("active");
    await page.getByRole("button", { name: "I have seen it" }).click();
    await page.getByRole("button", { name: "Hand in this text" }).click();
    await page.getByText("1 of 2 texts handed in").waitFor();

    // The other tab cannot change what was handed in.
    await newer.getByRole("radio", { name: /^1: / }).first().check();
    await newer
      .getByText(/handed this text in|Nothing is sent/)
      .first()
      .waitFor();
    await newer.close();
  }, 120_000);
});

describe("an organiser's way with a study", () => {
  it("leads from a file with faults over traces, opening and closing to agreement, key and export", async () => {
    const { page } = organiser;
    await page.goto("/studies/new");
    const study = storyStudy({ name: "by-file", title: "Made by file" });
    const [first, ...others] = study.texts;
    const leaky = {
      ...study,
      texts: [{ ...first, text: `As an AI language model I go on.\n\n${first?.text}` }, ...others],
    };
    await page.getByLabel("Or paste it here").fill("name: by-file\ntitle: 3\n");
    await page.getByRole("button", { name: "Check and plan it" }).click();
    await page.getByText("line 2", { exact: true }).waitFor();
    await page.getByLabel("Files").setInputFiles({
      name: "study.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(leaky)),
    });
    await expect
      .poll(() => page.getByLabel("Or paste it here").inputValue(), PATIENCE)
      .toContain("by-file");
    await page.getByRole("button", { name: "Check and plan it" }).click();
    await page.getByRole("heading", { name: "Made by file", level: 1 }).waitFor();
    const studyId = page.url().split("/").at(-1) ?? "";
    await page.getByText("No claim is possible").waitFor();

    await expect
      .poll(() => page.getByRole("button", { name: "Open the study…" }).isDisabled())
      .toBe(true);
    await page.getByRole("tab", { name: /Traces/ }).click();
    const decide = page.getByRole("button", { name: "Decide" });
    await decide.first().waitFor();
    for (let open = await decide.count(); open > 0; open--) {
      await page.getByLabel("Decision").first().selectOption("masked");
      await page.getByLabel("Why (goes into the log)").first().fill("gives a machine away");
      await decide.first().click();
      await expect.poll(() => decide.count(), PATIENCE).toBe(open - 1);
    }
    await page.getByRole("tab", { name: "Plan" }).click();
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: "Open the study…" }).click();
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByText("0 of 4 ratings").waitFor();
    await page.getByRole("tab", { name: "Agreement" }).click();
    await page.getByText("nobody sees marks").waitFor();

    const rater = await site.rater("Otto", organiser);
    const address = await beginReading(rater, studyId);
    const lease = address.split("/").at(-1);
    const { body: text } = await rater.ask("GET", `/ratings/leases/${lease}`);
    expect(text.text).not.toMatch(/language model/i);
    for (const dimension of DIMENSIONS) {
      const answer = { value: 4, baseVersion: 0 };
      await rater.ask("PUT", `/ratings/leases/${lease}/answers/${dimension.toLowerCase()}`, answer);
    }
    await rater.ask("POST", `/ratings/leases/${lease}/submit`);

    await page.getByRole("tab", { name: "Coverage" }).click();
    await page.getByRole("heading", { name: "1 of 4 ratings" }).waitFor();
    await page.getByRole("button", { name: "Close the study…" }).click();
    await page.getByLabel(/Why close all the same/).fill("The term is over.");
    await page.getByRole("button", { name: "Close the study for good" }).click();
    await page.getByText("closed", { exact: true }).first().waitFor();
    await page.getByRole("tab", { name: "Agreement" }).click();
    await page.getByText("none: one-rater").first().waitFor();

    await page.getByRole("tab", { name: "Key and export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the ratings" }).click();
    const stream = await (await download).createReadStream();
    let exported = "";
    for await (const piece of stream) exported += String(piece);
    const lines = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as RatingLine);
    expect(lines.filter(({ kind }) => kind === "answer")).toHaveLength(4);
    expect(exported.match(/canary|zebra|Otto/gi)).toBeNull();

    await page.getByLabel("1. Why is the key opened?").fill("The report.");
    await page.getByRole("button", { name: "Ask for the key" }).click();
    const open = page.getByRole("button", { name: "Open the key" });
    await expect.poll(() => open.isDisabled()).toBe(true);
    await page.getByLabel(/^2\. Type/).fill("unblind");
    await open.click();
    await page.getByRole("cell", { name: "zebra-two" }).waitFor();
  }, 240_000);
});

describe("accounts", () => {
  it("signs in and out, changes the password, and keeps and deletes keys for programs", async () => {
    const { page } = await site.rater("Paula", organiser);
    await page.goto("/account");
    await page.getByLabel("Password now").fill(PASSWORD);
    await page.getByLabel("New password").fill("another four words");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("You are signed out everywhere else.").first().waitFor();
    await page.getByLabel("Name of a new key").fill("laptop");
    await page.getByRole("button", { name: "Make a key" }).click();
    await expect
      .poll(() => page.getByLabel("The new key; it is shown this once").inputValue())
      .toMatch(/^lh_/);
    await page.getByRole("button", { name: "Delete the key laptop" }).click();
    await page.getByText("You have none.").waitFor();

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel("Name").fill("Paula");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Name and password do not belong together.").waitFor();
    await page.getByLabel("Password").fill("another four words");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Paula" }).waitFor();
  }, 120_000);

  it("leaves no fault of a script and nothing against the policy of content behind, in all stories", () => {
    expect(site.faults).toEqual([]);
  });
});
