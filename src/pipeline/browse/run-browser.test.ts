import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import type { RunExample, RunSummary } from "../../records/index.ts";
import {
  examplePageSchema,
  runComparisonSchema,
  runExampleSchema,
  runGridSchema,
  runListSchema,
  runViewSchema,
  writingViewSchema,
} from "../../records/index.ts";
import { compareScores } from "../compare/compare-scores.ts";
import { defineExperiment, type FinishedRun, startRun } from "../run/run-experiment.ts";
import { startWriting } from "../write/write-verbs.ts";
import type { ExamplePageOptions } from "./example-page.ts";
import { openRunBrowser, type RunBrowser } from "./run-browser.ts";

const place = tinyPlace();
const { context } = place;
const CELL = "bm25-k2--style--fake";
let dataset = "";
let finished: FinishedRun;
let id = "";
let browser: RunBrowser;

beforeAll(async () => {
  dataset = place.topicDataset("harbour", { users: 3, examplesPerUser: 4 });
  const experiment = defineExperiment({
    version: 1,
    name: "harbour.v2",
    dataset: { path: dataset },
    grid: { retriever: ["none", "bm25"], k: [1, 2], mode: ["plain", "style"], model: ["fake"] },
    repeat: 2,
    models: { fake: { failures: [{ reason: "refused", every: 7 }] } },
    metrics: ["rouge-1", "rouge-l"],
    statistics: { resamples: 50, permutations: 50 },
  });
  finished = await startRun(experiment, {}, context);
  id = finished.folder.name;
  browser = openRunBrowser(context);
}, 300_000);

async function allRows(options: Omit<ExamplePageOptions, "limit">, limit: number) {
  const rows = [];
  for (let cursor: string | undefined; ; ) {
    const page = await browser.examples(id, {
      ...options,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    examplePageSchema.parse(page);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    cursor = page.nextCursor;
    if (cursor === undefined) return rows;
  }
}

const summaryOf = (folder: string): RunSummary =>
  JSON.parse(readFileSync(join(folder, "summary.json"), "utf8")) as RunSummary;

describe("a finished run", () => {
  it("stands in the list with its counts", async () => {
    const list = runListSchema.parse(await browser.list({ limit: 10 }));
    const { cells } = finished.summary;
    const failed = cells.reduce((sum, cell) => sum + cell.failed, 0);
    expect(list.runs).toEqual([
      expect.objectContaining({
        id,
        kind: "experiment",
        name: "harbour.v2",
        state: "finished",
        cells: cells.length,
        planned: 12 * 2 * cells.length,
        failed,
      }),
    ]);
    expect(failed).toBeGreaterThan(0);
  });

  it("is described by what it was frozen with, everything counted", async () => {
    const view = runViewSchema.parse(await browser.run(id));
    expect(view).toMatchObject({
      name: "harbour.v2",
      state: "finished",
      repeat: 2,
      partial: false,
    });
    const { planned, generated, failed, pending } = view.texts;
    expect([planned, pending]).toEqual([12 * 2 * finished.summary.cells.length, 0]);
    expect(generated + failed).toBe(planned);
    expect(Object.values(view.failures).reduce((sum, count) => sum + count, 0)).toBe(failed);
  });

  it("has the cells and contrasts of its summary", async () => {
    const grid = runGridSchema.parse(await browser.grid(id));
    const { cells, contrasts } = summaryOf(finished.folder.path);
    expect(grid.scored).toBe(true);
    expect(grid.cells).toEqual(cells);
    expect(grid.contrasts).toEqual(contrasts);
  });

  it("is compared by its cells as the command line compares them, in a thread", async () => {
    const [a, b] = [`${id}#none--plain--fake`, `${id}#${CELL}`];
    const compared = runComparisonSchema.parse(await browser.compare(a, b));
    const direct = await compareScores({ first: a, second: b }, context);
    expect(compared.comparisons).toEqual(JSON.parse(JSON.stringify(direct.comparisons)));
    await expect(browser.compare(a, `${id}#nothing`)).rejects.toMatchObject({ code: "usage" });
  }, 300_000);
});

describe("the texts of a cell", () => {
  it("come page by page, each once, whatever the length of a page", async () => {
    const whole = await allRows({ cell: CELL, status: "all" }, 100);
    expect(whole).toHaveLength(24);
    expect(new Set(whole.map(({ exampleId, repeat }) => `${exampleId}|${repeat}`)).size).toBe(24);
    for (const limit of [1, 5]) {
      expect(await allRows({ cell: CELL, status: "all" }, limit)).toEqual(whole);
    }
  });

  it("are those of outputs.jsonl, with the scores of the run's mean", async () => {
    const rows = await allRows({ cell: CELL, status: "all" }, 100);
    const cell = finished.summary.cells.find((candidate) => candidate.id === CELL);
    const values = rows.flatMap(({ scores }) => scores[0]?.value ?? []);
    expect(values).toHaveLength(cell?.metrics["rouge-1"]?.scored ?? -1);
    const texts = readFileSync(finished.folder.outputs, "utf8").trim().split("\n");
    const written = texts.map((line) => JSON.parse(line)).filter(({ cell: of }) => of === CELL);
    expect(rows.filter(({ excerpt }) => excerpt !== undefined)).toHaveLength(written.length);
    for (const { exampleId, repeat, text } of written) {
      const row = rows.find((found) => found.exampleId === exampleId && found.repeat === repeat);
      expect(row?.excerpt?.slice(0, 20)).toBe(text.trim().replaceAll(/\s+/g, " ").slice(0, 20));
    }
  });

  it("can be only those that failed", async () => {
    const all = await allRows({ cell: CELL, status: "all" }, 100);
    const failed = await allRows({ cell: CELL, status: "failed" }, 1);
    expect(failed).toEqual(all.filter(({ status }) => status === "failed"));
    expect(await allRows({ cell: CELL, status: "pending" }, 10)).toEqual([]);
  });

  it("are refused for cells and cursors that do not exist", async () => {
    const options = { status: "all", limit: 5 } as const;
    await expect(browser.examples(id, { ...options, cell: "x" })).rejects.toMatchObject({
      code: "unknown-cell",
    });
    await expect(browser.examples(id, { ...options, cursor: "-1" })).rejects.toMatchObject({
      code: "invalid-cursor",
    });
  });
});

describe("one example", () => {
  let found: RunExample;
  beforeAll(async () => {
    const rows = await allRows({ cell: CELL, status: "generated" }, 100);
    const { example = 0, repeat = 0 } = rows[0] ?? {};
    found = runExampleSchema.parse(await browser.example(id, { example, repeat, cell: CELL }));
  });

  it("has input, reference, the exact prompt with the style that was written for it, and passages", () => {
    expect(found.source).toMatchObject({
      status: "available",
      input: expect.stringContaining("Generate the content for a reddit post"),
      reference: expect.stringContaining("the harbour of"),
      side: [expect.objectContaining({ stage: "style" })],
    });
    const prompt = found.source.status === "available" ? (found.source.prompt ?? "") : "";
    expect(found.passages).toHaveLength(2);
    for (const { text, relevance } of found.passages) {
      expect(prompt).toContain(text?.split(" ").slice(-6).join(" "));
      expect(Number.isFinite(relevance)).toBe(true);
    }
  });

  it("has its scores beside the means of the cell, and its state in every cell", () => {
    expect(found.scores.map(({ metric }) => metric)).toEqual(["rouge-1", "rouge-l"]);
    expect(found.scores[0]).toMatchObject({ status: "scored", precision: expect.any(Number) });
    const cell = finished.summary.cells.find((candidate) => candidate.id === CELL);
    expect(found.cellMeans["rouge-1"]).toBe(cell?.metrics["rouge-1"]?.mean);
    expect(found.others.map(({ cell: other }) => other)).toEqual(
      finished.summary.cells.map(({ id: other }) => other),
    );
  });

  it("tells what failed, and what was said", async () => {
    const cell = finished.summary.cells.find(({ failed }) => failed > 0)?.id ?? "";
    const [failed] = await allRows({ cell, status: "failed" }, 1);
    const { example = 0, repeat = 0 } = failed ?? {};
    const shown = await browser.example(id, { example, repeat, cell });
    expect(shown.failure).toMatchObject({
      reason: "refused",
      message: expect.stringContaining("Fake"),
    });
    expect(shown).toMatchObject({ status: "failed", scores: [] });
    expect(shown.text).toBeUndefined();
  });

  it("is refused beyond the last one", async () => {
    await expect(browser.example(id, { example: 12 })).rejects.toMatchObject({
      code: "unknown-example",
    });
  });

  it("shows what the run itself holds once the dataset is gone, and all of it when it is back", async () => {
    const fresh = openRunBrowser(context);
    renameSync(dataset, `${dataset}.away`);
    const without = await fresh.example(id, { example: found.example, cell: CELL });
    renameSync(`${dataset}.away`, dataset);
    expect(without.source).toMatchObject({
      status: "unavailable",
      message: expect.stringContaining("harbour"),
    });
    expect(without.text).toBeDefined();
    expect(without.passages.map(({ id: passage }) => passage)).toEqual(
      found.passages.map(({ id: passage }) => passage),
    );
    const back = await fresh.example(id, { example: found.example, cell: CELL });
    expect(back.source.status).toBe("available");
  });
});

describe("a run that is at work", () => {
  it("counts texts as the log grows, and is scored again only by its summary", async () => {
    const copy = join(context.runsFolder, "growing");
    cpSync(finished.folder.path, copy, { recursive: true });
    const log = join(copy, "generation.jsonl");
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    rmSync(join(copy, "summary.json"));
    writeFileSync(log, `${lines.slice(0, 10).join("\n")}\n`);
    const before = await browser.run("growing");
    expect(before.state).toBe("stopped");
    expect(before.texts.pending).toBe(before.texts.planned - 10);
    expect(await browser.grid("growing")).toMatchObject({ scored: false, contrasts: [] });
    appendFileSync(log, `${lines.slice(10).join("\n")}\n`);
    const after = await browser.run("growing");
    expect(after.texts).toEqual((await browser.run(id)).texts);
    cpSync(finished.folder.summary, join(copy, "summary.json"));
    expect((await browser.grid("growing")).scored).toBe(true);
    expect((await browser.run("growing")).state).toBe("finished");
  });

  it("does not show scores that belong to another state of the log", async () => {
    const copy = join(context.runsFolder, "shifted");
    cpSync(finished.folder.path, copy, { recursive: true });
    const log = join(copy, "generation.jsonl");
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    const first = lines.findIndex((line) => line.includes('"status":"generated"'));
    writeFileSync(log, `${lines.filter((_, at) => at !== first).join("\n")}\n`);
    const page = await browser.examples("shifted", { status: "generated", limit: 100 });
    expect(page.rows.length).toBeGreaterThan(0);
    expect(page.rows.every(({ scores }) => scores.length === 0)).toBe(true);
    rmSync(copy, { recursive: true });
  });
});

describe("names of runs", () => {
  it.each(["", ".", "..", "../runs", "a/b", "a\\b", "/etc", "none"])(
    "refuses %j: only folders right below the folder of runs",
    async (name) => {
      await expect(browser.run(name)).rejects.toMatchObject({ code: "unknown-run" });
    },
  );

  it("lists a folder whose manifest is damaged as one that cannot be read", async () => {
    const copy = join(context.runsFolder, "broken");
    cpSync(finished.folder.path, copy, { recursive: true });
    writeFileSync(join(copy, "manifest.json"), "{");
    const { unreadable, runs } = await browser.list({ limit: 100 });
    expect(unreadable.map(({ id: name }) => name)).toEqual(["broken"]);
    expect(runs.map(({ id: name }) => name)).toContain(id);
    rmSync(copy, { recursive: true });
  });
});

describe("a document", () => {
  it("is shown with plan, text, facts and what is wrong, and stands in the list", async () => {
    const path = join(place.folder, "brief.yaml");
    writeFileSync(
      path,
      [
        "goal: Tell of the harbour.",
        "title: The harbour",
        "kind: story",
        "length: { words: 400 }",
        "model: fake",
        "must: [{ text: the red lamp }]",
        "facts: [{ subject: Ann, attribute: eyes, value: grey }]",
      ].join("\n"),
    );
    const { run, words } = await startWriting(path, {}, context);
    const view = writingViewSchema.parse(await browser.writing(run));
    expect(view).toMatchObject({ title: "The harbour", kind: "story", state: "finished" });
    expect(view.words).toBe(words);
    expect(view.leaves.written).toBe(view.leaves.planned);
    expect(view.nodes[0]).toMatchObject({ level: "doc", depth: 0, words });
    const ids = new Set(view.nodes.map(({ id: node }) => node));
    expect(view.blocks.every(({ node }) => ids.has(node))).toBe(true);
    expect(view.facts).toContainEqual(
      expect.objectContaining({ subject: "Ann", value: "grey", origin: "author" }),
    );
    expect(view.mentions.required).toBe(1);
    // Equal journals are read once.
    expect(await browser.writing(run)).toEqual(await browser.writing(run));
    expect(await browser.writingRevision(run)).toBe(view.revision);
    const { runs } = await browser.list({ limit: 100 });
    expect(runs.find(({ id: name }) => name === run)).toMatchObject({
      kind: "writing",
      name: "The harbour",
      state: "finished",
      targetWords: 400,
    });
    await expect(browser.run(run)).rejects.toMatchObject({ code: "unknown-run" });
  }, 300_000);
});
