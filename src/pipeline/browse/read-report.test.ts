import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plantComparison, plantComparisonReport } from "../../../tests/sample-comparison.ts";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import { type RunReport, runReportSchema } from "../../records/index.ts";
import { reportTables } from "../report/report-tables.ts";
import { defineExperiment, startRun } from "../run/run-experiment.ts";
import { openRunBrowser } from "./run-browser.ts";

const place = tinyPlace();
const { context } = place;

async function reportOf(id: string): Promise<RunReport> {
  const report = await openRunBrowser(context).report(id);
  // What goes over the wire is what was made.
  expect(runReportSchema.parse(report)).toEqual(report);
  return report;
}

describe("the report of an experiment", () => {
  it("has the tables that the command prints, cell by cell, but for those that the run cannot fill", async () => {
    const path = place.topicDataset("harbour", { users: 4 });
    const experiment = defineExperiment({
      version: 1,
      name: "harbour",
      dataset: { path, split: "test" },
      grid: { retriever: ["none", "bm25"], k: [1, 2], model: ["fake"] },
      metrics: ["rouge-1", "rouge-l"],
      statistics: { resamples: 50, permutations: 50 },
    });
    const id = (await startRun(experiment, {}, context)).folder.name;
    const { tables } = await reportTables({ sources: [id], table: "all" }, context);
    const report = await reportOf(id);
    expect(report).toMatchObject({ id, name: "harbour", kind: "experiment", state: "finished" });
    const [section] = report.sections;
    const shown = section?.tables ?? [];
    expect(shown.length).toBeGreaterThan(1);
    for (const table of shown) {
      const printed = tables.find((one) => one.id === table.id && one.title === table.title);
      expect(table.rows.map(({ heads }) => heads)).toEqual(printed?.rows.map(({ heads }) => heads));
      const texts = table.rows.map(({ places }) => places.map(({ text }) => text));
      expect(texts).toEqual(
        printed?.rows.map(({ places }) => places.map(({ text }) => text.replace(/-(?=\d)/g, "−"))),
      );
    }
    const numbers = (one: (typeof tables)[number]): number =>
      one.rows.flatMap(({ places }) => places).filter(({ state }) => state === "value").length;
    expect(shown.map(({ title }) => title)).toEqual(
      tables.filter((one) => numbers(one) > 0).map(({ title }) => title),
    );
  }, 120_000);

  it("is refused before there is a summary", async () => {
    await expect(openRunBrowser(context).report("nowhere")).rejects.toMatchObject({
      code: "unknown-run",
    });
  });
});

describe("the report of a comparison of ways of writing", () => {
  it("says how many documents are written until there is one, and then what is separated", async () => {
    const folder = plantComparison(context.runsFolder, "tree-or-not-1");
    expect(await reportOf("tree-or-not-1")).toEqual({
      id: "tree-or-not-1",
      name: "tree-or-not",
      kind: "writing-comparison",
      state: "stopped",
      progress: { done: 2, planned: 4 },
      sections: [],
    });
    plantComparisonReport(folder);
    const report = await reportOf("tree-or-not-1");
    expect(report).not.toHaveProperty("progress");
    expect(report.state).toBe("finished");
    expect(report.sections[0]?.points[0]).toMatch(/^Recall: tree is better than rolling/);
  });

  it("is refused where its file was damaged", async () => {
    const folder = plantComparison(context.runsFolder, "tree-or-not-2");
    plantComparisonReport(folder);
    writeFileSync(join(folder, "report", "report.json"), "{");
    await expect(openRunBrowser(context).report("tree-or-not-2")).rejects.toMatchObject({
      code: "damaged-run",
    });
  });
});
