import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineExperiment, startRun, startWriting } from "../../src/pipeline/index.ts";
import { plantComparison, plantComparisonReport } from "../sample-comparison.ts";
import { tinyPlace } from "../tiny-run.ts";
import { findChromium } from "./find-chromium.ts";
import { faultsOf, lookAt } from "./web-look.ts";
import { type RunsServer, serveRuns, startToWrite } from "./web-runs-server.ts";

const place = tinyPlace();
const { context } = place;
const HTML = '<img src=x onerror="document.title=1"><b>bold</b>';
const PATIENCE_MS = 120_000;
let server: RunsServer | undefined;
let browser: Browser | undefined;
let page: Page;
let faults: string[] = [];
let [grid, story] = ["", ""];

/** A dataset whose texts look like HTML, a run over it with failures, and a finished document. */
async function makeRuns(): Promise<void> {
  const dataset = place.topicDataset("harbour", { users: 4, examplesPerUser: 20 });
  const rows = readFileSync(dataset, "utf8").trim().split("\n");
  const hostile = rows.map((line) => {
    const row = JSON.parse(line) as { readonly output: string };
    return JSON.stringify({ ...row, output: `${HTML} ${row.output}` });
  });
  writeFileSync(dataset, `${hostile.join("\n")}\n`);
  const experiment = defineExperiment({
    version: 1,
    name: "harbour.grid",
    dataset: { path: dataset },
    grid: {
      retriever: ["none", "bm25", "recency"],
      k: [1, 2],
      mode: ["plain", "style"],
      model: ["fake:steady", "fake:flaky"],
    },
    models: { "fake:flaky": { failures: [{ reason: "refused", every: 5 }] } },
    metrics: ["rouge-1", "rouge-l"],
    statistics: { resamples: 100, permutations: 100 },
  });
  grid = (await startRun(experiment, {}, context)).folder.name;
  const { run } = await startWriting(briefFile("done", { words: 500, delayMs: 0 }), {}, context);
  story = run;
  plantComparisonReport(plantComparison(context.runsFolder, "tree-or-not-1"));
  plantComparison(context.runsFolder, "tree-or-not-2");
}

function briefFile(name: string, { words, delayMs }: { words: number; delayMs: number }): string {
  const path = join(place.folder, `${name}.yaml`);
  const lines = [
    "goal: Tell of the winter in which the harbour froze.",
    `title: The harbour, ${name}`,
    "kind: story",
    `length: { words: ${words} }`,
    "model: fake",
    `modelSettings: { delayMs: ${delayMs} }`,
    "must: [{ text: the red lamp }, { text: a letter from Oslo }]",
    "facts: [{ subject: Ann, attribute: eyes, value: grey }]",
  ];
  writeFileSync(path, lines.join("\n"));
  return path;
}

beforeAll(async () => {
  await makeRuns();
  mkdirSync(context.home, { recursive: true });
  server = await serveRuns(context.runsFolder, context.home);
  browser = await chromium.launch({
    executablePath: findChromium(),
    // Without a user namespace, as in most containers, Chromium cannot start its sandbox.
    args: ["--no-sandbox"],
  });
  const window = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  window.setDefaultTimeout(PATIENCE_MS);
  page = await window.newPage();
  faults = faultsOf(page);
  await page.goto(server.viewerUrl);
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string): Promise<void> {
  await page.goto(`${server?.url}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Not `waitForFunction`: the policy of content forbids what it does.
  await expect.poll(() => page.getByLabel("Loading").count(), { timeout: PATIENCE_MS }).toBe(0);
}

const flaky = (cell: string): string => encodeURIComponent(`${cell}--fake:flaky`);

describe("pages of runs, at three widths in light and dark", () => {
  const pages = (): readonly (readonly [string, string])[] => [
    ["start", "/"],
    ["runs", "/runs"],
    ["run", `/runs/${grid}`],
    ["report", `/runs/${grid}/report`],
    ["report-writing", "/runs/tree-or-not-1/report"],
    ["report-progress", "/runs/tree-or-not-2/report"],
    ["texts", `/runs/${grid}/examples?cell=${flaky("bm25-k1--plain")}`],
    ["example", `/runs/${grid}/examples/1?cell=${flaky("bm25-k2--plain")}`],
    [
      "example-beside",
      `/runs/${grid}/examples/1?cell=${flaky("bm25-k2--plain")}&beside=${flaky("none--plain")}`,
    ],
    ["compare-empty", "/compare"],
    [
      "compare",
      `/compare?a=${encodeURIComponent(`${grid}#none--plain--fake:steady`)}&b=${encodeURIComponent(`${grid}#bm25-k2--plain--fake:steady`)}`,
    ],
    ["autocorrelation", "/autocorrelation"],
    ["manuscript", `/writings/${story}`],
    ["missing-run", "/runs/none"],
    ["nowhere", "/nowhere"],
  ];

  it("have no violation of level A or AA, fit the window, and break no policy of content", async () => {
    const found: string[] = [];
    for (const [name, path] of pages()) {
      await open(path);
      found.push(...(await lookAt(page, name)));
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  }, 900_000);

  it("have none behind their tabs either", async () => {
    const found: string[] = [];
    await open(`/runs/${grid}`);
    for (const tab of ["Against the baseline", "Failures", "About this run"]) {
      await page.getByRole("tab", { name: tab }).click();
      found.push(...(await lookAt(page, `run-${tab.split(" ")[0]?.toLowerCase()}`)));
    }
    await open(`/runs/${grid}/examples/1?cell=${flaky("bm25-k2--style")}`);
    for (const tab of ["Passages", "Prompt", "All cells"]) {
      await page.getByRole("tab", { name: tab }).click();
      found.push(...(await lookAt(page, `example-${tab.split(" ")[0]?.toLowerCase()}`)));
    }
    await open(`/writings/${story}`);
    for (const tab of ["Facts", "Checks", "About"]) {
      await page.getByRole("tab", { name: tab }).click();
      found.push(...(await lookAt(page, `manuscript-${tab.toLowerCase()}`)));
    }
    expect(found).toEqual([]);
  }, 900_000);
});

describe("from the list to a text", () => {
  it("goes from a run by a square of its heat map to the texts and to one of them", async () => {
    await open("/runs");
    await page.getByRole("link", { name: "harbour.grid" }).click();
    await page.getByText("Texts planned").waitFor();
    const square = page.getByRole("link", { name: /failed/ }).first();
    await square.click();
    await page.getByRole("table", { name: /^Texts of/ }).waitFor();
    const first = page.getByRole("table").getByRole("row").nth(1).getByRole("link");
    const id = (await first.textContent()) ?? "";
    await first.click();
    await page.getByRole("heading", { level: 1, name: id }).waitFor();
    await page.getByRole("link", { name: "Next →" }).click();
    await page.getByRole("heading", { level: 1, name: id }).waitFor({ state: "detached" });
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: id }).waitFor();
    expect(await page.title()).toContain(id);
  }, 300_000);

  it("goes on to the tables of the report, and from the list to a comparison of ways of writing", async () => {
    await open(`/runs/${grid}`);
    await page.getByRole("link", { name: "Report", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "harbour.grid: report" }).waitFor();
    await page.getByRole("table").first().waitFor();
    await page.getByRole("link", { name: "Heat map", exact: true }).click();
    await page.getByText("Texts planned").waitFor();
    await open("/runs");
    await page.getByRole("link", { name: "tree-or-not" }).first().click();
    await page.getByRole("heading", { level: 1, name: "tree-or-not" }).waitFor();
    // What a brief is called is text, whatever it looks like.
    await open("/runs/tree-or-not-1/report");
    await page.getByRole("cell", { name: "The <harbour> | report" }).waitFor();
    await page.getByText(/^Recall: tree is better than rolling/).waitFor();
  }, 300_000);

  it("lists 50 texts at a time, and only the failed ones if asked to", async () => {
    await open(`/runs/${grid}/examples?cell=${flaky("none--plain")}`);
    const rows = page.getByRole("table").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(50);
    await page.getByRole("button", { name: "More texts" }).click();
    await page.getByText("80 shown").waitFor();
    await expect.poll(() => rows.count()).toBe(80);
    await page.getByLabel("Show", { exact: true }).selectOption("failed");
    await page.getByText(/^\d+ shown$/).waitFor();
    const badges = await rows.locator("td").first().allTextContents();
    expect(badges.every((text) => text.startsWith("failed"))).toBe(true);
  }, 300_000);

  it("shows what looks like HTML as text", async () => {
    await open(`/runs/${grid}/examples/0?cell=${flaky("none--plain")}`);
    await page.getByText(HTML).first().waitFor();
    await expect.poll(() => page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).not.toBe("1");
  }, 300_000);
});

describe("comparing", () => {
  it("compares two cells of a run that are chosen in the form", async () => {
    await open("/compare");
    for (const [at, cell] of [
      "none--plain--fake:steady",
      "bm25-k2--plain--fake:steady",
    ].entries()) {
      const side = page.getByRole("group").nth(at);
      await side.getByLabel("Run").selectOption(grid);
      await side.getByLabel("Cell").selectOption(cell);
    }
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { level: 2, name: "rouge-l" }).waitFor();
    await expect.poll(() => page.getByRole("table").count()).toBe(2);
  }, 300_000);
});

describe("a document that is being written", () => {
  it("grows on the page until it is finished", async () => {
    const before = new Set(readdirSync(context.runsFolder));
    const brief = briefFile("live", { words: 400, delayMs: 150 });
    const writer = startToWrite(brief, context.runsFolder, context.home);
    try {
      const isNew = (name: string): boolean => name.startsWith("write-") && !before.has(name);
      while (!readdirSync(context.runsFolder).some(isNew)) await page.waitForTimeout(100);
      const id = readdirSync(context.runsFolder).find(isNew) ?? "";
      while (!readdirSync(join(context.runsFolder, id)).includes("manifest.json")) {
        await page.waitForTimeout(50);
      }
      await open(`/writings/${id}`);
      await page.getByText("live", { exact: true }).waitFor();
      await page.getByText("finished", { exact: true }).waitFor({ timeout: 240_000 });
      const words = (await page.getByRole("article").textContent()) ?? "";
      expect(words.split(/\s+/).length).toBeGreaterThan(300);
    } finally {
      await writer.close();
    }
  }, 400_000);

  it("leads from a part of the plan to its place in the text", async () => {
    await open(`/writings/${story}`);
    const part = page.getByRole("region", { name: "Parts of the plan" }).getByRole("link").last();
    const target = (await part.getAttribute("href")) ?? "";
    await part.click();
    const place = page.locator(`[id="${target.slice(1)}"]`);
    const top = async (): Promise<number> => (await place.boundingBox())?.y ?? 9_999;
    await expect.poll(top, { timeout: PATIENCE_MS }).toBeLessThan(900);
    expect(page.url()).toContain(target);
  }, 300_000);
});

describe("autocorrelation", () => {
  it("takes a pasted text and a file, draws the curves and tells the values", async () => {
    const curve = Array.from({ length: 200 }, (_, at) => ({
      lag: at + 1,
      correlation: 0.3 * (at + 1) ** -0.4,
      used: true,
    }));
    const record = {
      ...{ variant: "longhand", signature: "s", value: 0.42, tokens: 30_000, inVocabulary: 28_000 },
      ...{ oovShare: 0.05, lagsAsked: 200, lagsUsed: 200, lagsDropped: 0, landmarks: [] },
      ...{ flags: ["noisy"], missingWords: [], curve },
      power: { slope: -0.4, intercept: Math.log10(0.3), mape: 0.1 },
      exponential: { slope: -0.002, intercept: -0.8, mape: 0.24 },
    };
    const short = { ...record, reason: "too-short", value: undefined, curve: [], flags: [] };
    await page.route("**/api/v1/gapelmaper", (route) =>
      route.fulfill({
        json: {
          curves: [
            { name: "pasted", shuffled: false, record },
            { name: "file.txt", shuffled: true, record: short },
          ],
        },
      }),
    );
    await open("/autocorrelation");
    await page.getByLabel("Name").fill("pasted");
    await page.getByLabel("Text", { exact: true }).fill("A text of a few words.");
    await page.getByRole("button", { name: "Add this text" }).click();
    await page.setInputFiles("input[type=file]", {
      name: "file.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("Another text."),
    });
    await page.getByText("13 characters").waitFor();
    await page.getByRole("button", { name: "Measure" }).click();
    await page.locator("figure svg [stroke-dasharray]").first().waitFor();
    await page.getByText("0.4200").waitFor();
    await page.getByText("too short").waitFor();
    expect(await lookAt(page, "autocorrelation-done")).toEqual([]);
    await page.unroute("**/api/v1/gapelmaper");
  }, 300_000);
});

describe("every page", () => {
  it("can be used by the keyboard: skip to the content, and tabs by arrows", async () => {
    await open(`/runs/${grid}`);
    await page.reload();
    await page.getByRole("tab", { name: "Heat map" }).waitFor();
    await page.getByRole("tab", { name: "Heat map" }).focus();
    await page.keyboard.press("ArrowRight");
    const tab = page.getByRole("tab", { name: "Against the baseline" });
    await expect.poll(() => tab.getAttribute("aria-selected")).toBe("true");
    await page.getByRole("link", { name: "Skip to the content" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe("content");
  }, 300_000);

  it("keeps the theme that was chosen, and follows the system again if told to", async () => {
    await open("/");
    await page.getByLabel("Theme").selectOption("dark");
    const theme = (): Promise<unknown> => page.evaluate("document.documentElement.dataset.theme");
    expect(await theme()).toBe("dark");
    await page.reload();
    await page.getByLabel("Theme").waitFor();
    expect(await theme()).toBe("dark");
    await page.getByLabel("Theme").selectOption("system");
    expect(await theme()).toBe("light");
  }, 300_000);

  it("says that the server cannot be reached, and goes on once it can", async () => {
    await page.route("**/api/v1/runs?*", (route) => route.abort());
    await open("/runs");
    const panel = page.getByRole("alert");
    await panel.getByText("The server cannot be reached.").waitFor();
    await page.unroute("**/api/v1/runs?*");
    await panel.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "harbour.grid" }).waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  }, 300_000);

  it("says what there is to do where there is nothing yet", async () => {
    await page.route("**/api/v1/runs?*", (route) =>
      route.fulfill({ json: { runs: [], total: 0, unreadable: [] } }),
    );
    await open("/runs");
    await page.getByText("longhand run experiment.yaml").waitFor();
    expect(await lookAt(page, "runs-empty")).toEqual([]);
    await page.unroute("**/api/v1/runs?*");
  }, 300_000);
});
