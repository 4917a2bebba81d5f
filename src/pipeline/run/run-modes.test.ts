import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import type { GenerationEntry } from "../../records/index.ts";
import { defineExperiment, resumeRun, startRun } from "./run-experiment.ts";

const place = tinyPlace();
const { context } = place;
const path = place.topicDataset("modes");

const base = {
  version: 1,
  name: "modes",
  generation: { maxOutputTokens: 40 },
  metrics: ["rouge-1"],
  statistics: { resamples: 100, permutations: 100 },
};
const grid = { retriever: ["none", "recency"], k: [1, 2], model: ["fake"] };
const modes = ["plain", "summary", "style", "both"];

function entriesOf(file: string): GenerationEntry[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as GenerationEntry);
}

describe("prompt modes", () => {
  it("ask for each summary and each style once, whoever needs it", async () => {
    const experiment = defineExperiment({
      ...base,
      dataset: { path },
      grid: { ...grid, mode: modes },
    });
    const { folder, summary, count } = await startRun(experiment, {}, context);
    // Three users, one example each: 1 cell of none, 2 k × 4 modes of recency.
    expect(summary.cells.map(({ id, scored }) => [id, scored])).toEqual([
      ["none--plain--fake", 3],
      ...modes.flatMap((mode) => [1, 2].map((k) => [`recency-k${k}--${mode}--fake`, 3] as const)),
    ]);
    // Per user two passages to summarise, and the styles of one and of two passages.
    const side = entriesOf(folder.side);
    expect(side.filter(({ stage }) => stage === "summary")).toHaveLength(6);
    expect(side.filter(({ stage }) => stage === "style")).toHaveLength(6);
    expect(new Set(side.map(({ key }) => key)).size).toBe(12);
    expect(count).toMatchObject({ generated: 27, side: 12, failed: 0 });
    expect(summary.notes.join()).toContain("no reproduction");
    const page = readFileSync(join(folder.report, "index.html"), "utf8");
    expect(page).toContain("Written by the model beforehand");
  });

  it("compare each cell with the one cell without retrieval of its model", async () => {
    const experiment = defineExperiment({
      ...base,
      dataset: { path },
      grid: { ...grid, k: [1], mode: ["plain", "summary"] },
    });
    const { summary } = await startRun(experiment, {}, context);
    expect(summary.contrasts.map(({ cell, baseline }) => [cell, baseline])).toEqual([
      ["recency-k1--plain--fake", "none--plain--fake"],
      ["recency-k1--summary--fake", "none--plain--fake"],
    ]);
  });

  it("fail the example with the side call's reason, and leave the rest alone", async () => {
    const experiment = defineExperiment({
      ...base,
      dataset: { path },
      grid: {
        retriever: ["recency"],
        k: [1],
        mode: ["plain", "summary", "style"],
        model: ["fake"],
      },
      models: { fake: { failures: [{ reason: "refused", match: "Summarise the text" }] } },
    });
    const { folder, summary } = await startRun(experiment, {}, context);
    expect(summary.cells.map(({ failures }) => failures)).toEqual([
      {},
      { "summary-failed": 3 },
      {},
    ]);
    const failed = entriesOf(folder.generation).filter(({ status }) => status === "failed");
    expect(failed[0]).toMatchObject({
      reason: "summary-failed",
      noCall: true,
      message: expect.stringMatching(
        /^The summary of passage modes-user-\d-item-0 failed \(refused\)/,
      ),
    });
  });

  it("skip a side call whose prompt is too long, by its template's limit", async () => {
    const template = join(place.folder, "short.yaml");
    writeFileSync(
      template,
      'v: 1\nname: short\nstage: summary\nprompt: "Shorten: {text}"\nmaxOutputTokens: 20\ntemperature: 0\nskipFromTokens: 5\n',
    );
    const experiment = defineExperiment({
      ...base,
      dataset: { path },
      grid: { retriever: ["recency"], k: [1], mode: ["summary"], model: ["fake"] },
      prompt: { templates: { summary: template } },
    });
    const { folder, summary } = await startRun(experiment, {}, context);
    expect(summary.cells[0]?.failures).toEqual({ "summary-failed": 3 });
    expect(entriesOf(folder.side)).toEqual([]);
    expect(entriesOf(folder.generation)[0]).toMatchObject({
      message: expect.stringContaining("short skips from 5 on"),
    });
    const manifest = JSON.parse(readFileSync(folder.manifest, "utf8"));
    expect(manifest.sideTemplates.summary.name).toBe("short");
    expect(manifest.templates.short).toMatch(/^[0-9a-f]{64}$/);
  });

  it("ask again for a failed summary on retry only", async () => {
    const experiment = defineExperiment({
      ...base,
      dataset: { path },
      grid: { retriever: ["recency"], k: [1], mode: ["summary"], model: ["fake"] },
      limits: { maxAttempts: 1 },
      // Each request fails once after the model is opened: the retry opens it anew, so all fail again.
      models: { fake: { failures: [{ reason: "timeout", match: "Summarise", times: 1 }] } },
    });
    const first = await startRun(experiment, {}, context);
    expect(first.summary.cells[0]?.failures).toEqual({ "summary-failed": 3 });
    const resumed = await resumeRun(first.folder.name, {}, context);
    expect([resumed.count.failed, entriesOf(first.folder.side)].flat()).toHaveLength(4);
    const retried = await resumeRun(
      first.folder.name,
      { retry: ({ retryable }) => retryable === true },
      context,
    );
    expect(retried.count.failed).toBe(3);
    expect(entriesOf(first.folder.side)).toHaveLength(6);
  });

  it("go on from disk: neither texts nor side texts are asked for twice", async () => {
    const callLog = join(place.folder, "calls.jsonl");
    const experiment = defineExperiment({
      ...base,
      name: "resumed",
      dataset: { path },
      grid: { ...grid, mode: modes },
      models: { fake: { callLog } },
    });
    const { folder } = await startRun(experiment, {}, context);
    const before = entriesOf(callLog).length;
    expect(before).toBe(27 + 12);
    const outputs = readFileSync(folder.outputs, "utf8");
    // Half of the texts are lost, the summaries and styles are not.
    const lines = readFileSync(folder.generation, "utf8").split("\n");
    writeFileSync(folder.generation, `${lines.slice(0, 13).join("\n")}\n`);
    const { count } = await resumeRun(folder.name, {}, context);
    expect([count.generated, count.side]).toEqual([14, 0]);
    expect(entriesOf(callLog).length - before).toBe(14);
    expect(readFileSync(folder.outputs, "utf8")).toBe(outputs);
  });
});

describe("a run over two datasets", () => {
  it("pairs cells of one dataset only, and counts each on its own", async () => {
    const other = place.topicDataset("other", { users: 2 });
    const experiment = defineExperiment({
      ...base,
      name: "two",
      dataset: { path: [path, other] },
      grid: { ...grid, k: [1], exclude: [{ dataset: "other", k: 9 }] },
    });
    const { folder, summary } = await startRun(experiment, {}, context);
    expect(summary.cells.map(({ id, dataset, planned }) => [id, dataset, planned])).toEqual([
      ["modes--none--plain--fake", "modes", 3],
      ["modes--recency-k1--plain--fake", "modes", 3],
      ["other--none--plain--fake", "other", 2],
      ["other--recency-k1--plain--fake", "other", 2],
    ]);
    expect(summary.contrasts.map(({ cell, baseline, pairs }) => [cell, baseline, pairs])).toEqual([
      ["modes--recency-k1--plain--fake", "modes--none--plain--fake", 3],
      ["other--recency-k1--plain--fake", "other--none--plain--fake", 2],
    ]);
    expect(summary.dataset).toMatchObject({ name: "modes, other", examples: 5, users: 5 });
    expect(summary.datasets).toMatchObject([
      { dataset: "modes", examples: 3 },
      { dataset: "other", examples: 2 },
    ]);
    const before = readFileSync(folder.summary, "utf8");
    rmSync(folder.summary);
    await resumeRun(folder.name, {}, context);
    expect(readFileSync(folder.summary, "utf8")).toBe(before);
  });

  it("refuses two names for the same examples", async () => {
    const copy = join(place.folder, "copy.jsonl");
    writeFileSync(copy, readFileSync(path));
    const experiment = defineExperiment({ ...base, dataset: { path: [path, copy] }, grid });
    await expect(startRun(experiment, {}, context)).rejects.toMatchObject({
      code: "invalid-experiment",
      message: "The datasets modes and copy hold the same examples.",
    });
  });
});

describe("a budget in US dollars", () => {
  it("ends the run with the rest as `budget`, and is not exceeded at concurrency 32", async () => {
    const experiment = defineExperiment({
      ...base,
      name: "budget",
      dataset: { path: place.topicDataset("many", { users: 60 }) },
      grid: { retriever: ["recency"], k: [1], mode: ["both"], model: ["fake"] },
      limits: { budgetUsd: 0.002, concurrency: { start: 32, max: 32 } },
      models: {
        fake: { delayMs: [1, 4], inputUsdPerMillionTokens: 0.1, outputUsdPerMillionTokens: 0.5 },
      },
    });
    const { folder, summary, count } = await startRun(experiment, {}, context);
    const spent = [...entriesOf(folder.side), ...entriesOf(folder.generation)].reduce(
      (sum, entry) => sum + (entry.status === "generated" ? (entry.costUsd ?? 0) : 0),
      0,
    );
    expect(spent).toBeLessThanOrEqual(0.002);
    expect(count.budgetEnded).toBe(true);
    const [cell] = summary.cells;
    expect((cell?.scored ?? 0) + (cell?.failures.budget ?? 0)).toBe(60);
    expect(cell?.failures).toEqual({ budget: cell?.failed });
    expect(readdirSync(folder.path)).toContain("side.jsonl");
  });
});
