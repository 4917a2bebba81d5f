import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { lookAt } from "./web-look.ts";

// Every page of accounts and of rating, at three widths, in light and in dark: axe finds nothing, nothing is
// wider than the window, and its picture is kept to be looked at.

let site: RatingSite;
let organiser: Person;
let rater: Person;
let study: string;

beforeAll(async () => {
  site = await openRatingSite();
  organiser = await site.visitor();
}, 300_000);

afterAll(async () => {
  await site?.close();
}, 120_000);

/** Opens a page, waits for what shows that it is there, and looks at it. */
async function look(
  { page }: Person,
  name: string,
  [address, sign]: readonly [string | undefined, string],
): Promise<void> {
  if (address !== undefined) await page.goto(address);
  await page.getByText(sign).first().waitFor();
  expect(await lookAt(page, `rating-${name}`)).toEqual([]);
}

/** Chromium's own authenticator in software, and a switch for whether its owner proves to be there. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifyUser: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** Answers all questions of a text, past the pages, and hands it in. */
async function handIn(person: Person, address: string): Promise<void> {
  const [, , studyId = "", , lease = ""] = address.split("/");
  const { body: known } = await person.ask("GET", `/ratings/leases/${lease}`);
  const answered = known.answers.map(({ dimension }: { dimension: string }) => dimension);
  const { body } = await person.ask("GET", `/ratings/studies/${studyId}`);
  for (const { id } of body.dimensions) {
    if (answered.includes(id)) continue;
    const answer = { value: 3, baseVersion: 0 };
    await person.ask("PUT", `/ratings/leases/${lease}/answers/${id}`, answer);
  }
  const { status } = await person.ask("POST", `/ratings/leases/${lease}/submit`);
  expect(status).toBeLessThan(300);
}

describe("pages of accounts", () => {
  it("look finished: setting up, joining, signing in, the account, people", async () => {
    await look(organiser, "set-up", [site.setupUrl, "Make your account"]);
    await joinBy(organiser.page, site.setupUrl, "Olga");
    await look(organiser, "account", ["/account", "Keys for programs"]);
    await look(organiser, "people", ["/people", "Password link"]);
    const visitor = await site.visitor();
    await look(visitor, "sign-in", ["/sign-in", "No account, or the password is gone?"]);
    await look(visitor, "account-signed-out", ["/account", "You are not signed in"]);
    await look(visitor, "link-broken", ["/join", "The link is not whole"]);
    await look(visitor, "link-dead", ["/join#nothing", "This link does not work (any more)"]);
  }, 600_000);
});

describe("passkeys and sessions", () => {
  it("are added, used and removed; what did not work is told plainly", async () => {
    const local = site.url.replace("127.0.0.1", "localhost");
    const { page, context } = await site.visitor({ baseURL: local });
    const { body } = await organiser.ask("POST", "/people/invitations", { roles: ["rater"] });
    await joinBy(page, String(body.items[0].url).replace(site.url, local), "Pia");
    const device = await addAuthenticator(context, page);
    await page.goto("/account");
    const add = async (): Promise<void> => {
      await page.getByLabel("Name of a new passkey").fill("laptop");
      await page
        .getByRole("region", { name: "Passkeys" })
        .getByLabel("Your password")
        .fill(PASSWORD);
      await page.getByRole("button", { name: "Add a passkey" }).click();
    };
    await device.verifyUser(false);
    await add();
    await page.getByText("No passkey was added: the prompt was cancelled").waitFor();
    await device.verifyUser(true);
    await add();
    await page.getByRole("button", { name: "Remove the passkey laptop" }).waitFor();
    const signIn = page.getByRole("button", { name: "Sign in with a passkey" });
    const signOut = page.getByRole("button", { name: "Sign out", exact: true });
    await signOut.click();
    await signIn.click();
    await page.getByRole("link", { name: "Pia" }).waitFor();
    await page.goto("/account");
    await page.getByText("this one").waitFor();
    expect(await lookAt(page, "rating-account-passkey")).toEqual([]);
    await page.getByRole("button", { name: "Remove the passkey laptop" }).click();
    await page.getByText("You have added none yet.").waitFor();
    await signOut.click();
    await signIn.click();
    await page.getByText("This passkey does not belong here.").waitFor();
    await device.verifyUser(false);
    await signIn.click();
    await page.getByText("You are not signed in: the prompt was cancelled").waitFor();
    expect(await lookAt(page, "rating-sign-in-passkey")).toEqual([]);
  }, 240_000);

  it("say where they cannot be used, and end other sessions", async () => {
    const { page } = await site.rater("Quentin", organiser);
    const other = await site.visitor();
    await other.page.addInitScript("delete globalThis.PublicKeyCredential");
    await other.page.goto("/sign-in");
    await other.page.getByLabel("Name").fill("Quentin");
    await other.page.getByLabel("Password").fill(PASSWORD);
    expect(await other.page.getByRole("button").allTextContents()).not.toContain(
      "Sign in with a passkey",
    );
    await other.page.getByRole("button", { name: "Sign in" }).click();
    await other.page.getByRole("link", { name: "Quentin" }).waitFor();
    await page.goto("/account");
    await page.getByText("Passkeys belong to names, not to addresses").waitFor();
    await page.getByRole("button", { name: "Sign out everywhere else" }).waitFor();
    expect(await lookAt(page, "rating-account-sessions")).toEqual([]);
    await page.getByRole("button", { name: /^Sign out Chrome on/ }).click();
    await expect
      .poll(() => page.getByRole("button", { name: /^Sign out (Chrome|every)/ }).count())
      .toBe(0);
    await other.page.goto("/account");
    await other.page.getByText("You are not signed in").waitFor();
  }, 240_000);
});

describe("pages of organisers", () => {
  it("look finished: no study, a new one with faults, a draft with traces, an open one", async () => {
    const { page } = organiser;
    await look(organiser, "studies-empty", ["/studies", "No study yet"]);
    await look(organiser, "study-missing", ["/studies/nothing", "The study could not be loaded"]);
    await page.goto("/studies/new");
    await page
      .getByLabel("Or paste it here")
      .fill("name: X\nsystems: []\ntexts:\n  - file: a.txt\n");
    await page.getByRole("button", { name: "Check and plan it" }).click();
    await look(organiser, "study-faults", [undefined, "keep this study from being planned"]);

    const { texts, ...draft } = storyStudy({ name: "draft", title: "A study with traces" });
    const told = texts.map((one) => ({ ...one, text: `GPT-4 goes on.\n\n${one.text}` }));
    const { body } = await organiser.ask("POST", "/studies", { ...draft, texts: told });
    await look(organiser, "study-draft", [`/studies/${body.study.id}`, "Before it opens"]);
    await page.getByRole("tab", { name: /Traces/ }).click();
    await look(organiser, "study-traces", [undefined, "Why (goes into the log)"]);

    // Short enough for one chunk: the browser leaves chunks that it skips in the colours of the theme before,
    // and axe would take those for what is seen.
    const short = storyStudy();
    const cut = short.texts.map((one) => ({ ...one, text: longStory({ words: 800, seed: 4 }) }));
    study = (await openStudy(organiser, { ...short, texts: cut })).study.id;
    await look(organiser, "studies", ["/studies", "Stories by the sea"]);
    await look(organiser, "study-open", [`/studies/${study}`, "0 of 4 ratings"]);
    await page.getByRole("button", { name: "Close the study…" }).click();
    await look(organiser, "study-close", [undefined, "Why close all the same?"]);
  }, 900_000);
});

describe("pages of raters", () => {
  it("look finished: studies, consent, instructions, training, between texts", async () => {
    rater = await site.rater("Rita", organiser);
    const { page } = rater;
    await look(rater, "rate", ["/rate", "Stories by the sea"]);
    await look(rater, "consent", [`/rate/${study}`, "I have read this and agree"]);
    await page.getByLabel("I have read this and agree").check();
    await page.getByRole("button", { name: "Go on" }).click();
    await look(rater, "instructions", [undefined, "On to the training text"]);
    await page.getByRole("button", { name: "On to the training text" }).click();
    for (const group of await page.getByRole("group").all()) {
      await group.getByRole("radio").nth(3).check();
    }
    await page.getByRole("button", { name: /^Compare with/ }).click();
    await look(rater, "training", [undefined, "The organisers say 5"]);
    await page.getByRole("button", { name: "Begin with the texts" }).click();
    await look(rater, "between-texts", [undefined, "Read the first text"]);
  }, 900_000);

  it("look finished: reading, the text of a person, answers kept without a connection, handed in", async () => {
    const { page, context } = rater;
    const address = await beginReading(rater, study);
    await look(rater, "reading", [address, "Whole prompt"]);
    await page.getByRole("button", { name: "Whole prompt" }).click();
    await page.keyboard.press("4");
    await page.getByText("All answers saved").waitFor();
    await look(rater, "reading-prompt", [undefined, "Less"]);
    await page.getByRole("button", { name: "Less" }).click();
    await page.getByRole("button", { name: "Written by a person" }).click();
    await look(rater, "reading-person", [undefined, "It is not rated here."]);
    await page.getByRole("button", { name: "Questions", exact: true }).click();
    await context.setOffline(true);
    await page.keyboard.press("2");
    await page.getByText("No connection: ").waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: /▴ Questions/ }).click();
    await look(rater, "reading-offline", [undefined, "kept on this device"]);
    await context.setOffline(false);
    await page.getByText("All answers saved").waitFor();
    await handIn(rater, address);
    await look(rater, "text-handed-in", [address, "You have handed this text in"]);
  }, 900_000);

  it("look finished: the questions after the last text, and the thanks", async () => {
    const { page } = rater;
    await handIn(rater, await beginReading(rater, study));
    await look(rater, "survey", [`/rate/${study}`, "A few questions"]);
    await page.getByRole("button", { name: "Finish" }).click();
    await look(rater, "thanks", [undefined, "You have handed in 2 texts."]);
  }, 600_000);

  it("scroll a text of 40,000 tokens without laying all of it out", async () => {
    const text = longStory({ words: 30_000, seed: 11 });
    const long = storyStudy({ name: "long", title: "Long ones" });
    const texts = long.texts.map((one) => ({ ...one, text }));
    const { study: its } = await openStudy(organiser, { ...long, texts });
    const reader = await site.rater("Lotte", organiser);
    await reader.page.goto(await beginReading(reader, its.id));
    await reader.page.getByRole("heading", { name: "Chapter 1", exact: true }).waitFor();
    // Chunks far from the window are skipped by the browser: their insides have no boxes that can be seen.
    const rendered = await reader.page.evaluate<{ all: number; laidOut: number }>(`{
      const all = [...document.querySelectorAll("article [data-paragraph]")];
      const laidOut = all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
      ({ all: all.length, laidOut: laidOut.length });
    }`);
    expect(rendered.all).toBeGreaterThan(300);
    expect(rendered.laidOut).toBeLessThan(rendered.all / 3);
    await reader.page.keyboard.press("End");
    await reader.page.getByText("End of the text.").waitFor();
    await expect
      .poll(() => reader.page.getByRole("progressbar").getAttribute("aria-valuenow"), {
        timeout: 30_000,
      })
      .toBe("100");
  }, 300_000);
});

describe("pages that wait", () => {
  it("show grey lines until the answer comes, and a button that tries again if it does not", async () => {
    const { page } = organiser;
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/api/v1/studies", async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        body: '{"error":{"code":"internal-error","message":"Broken."}}',
      });
    });
    await page.goto("/studies");
    await page.getByRole("status", { name: "Loading" }).first().waitFor();
    expect(await lookAt(page, "rating-loading")).toEqual([]);
    release();
    await look(organiser, "studies-failed", [undefined, "The studies could not be loaded"]);
    await page.unroute("**/api/v1/studies");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "Stories by the sea" }).waitFor();
  }, 300_000);
});

describe("all these pages", () => {
  it("leave no fault of a script and nothing against the policy of content behind", () => {
    expect(site.faults).toEqual([]);
  });
});
