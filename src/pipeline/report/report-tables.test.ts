import { beforeAll, describe, expect, it } from "vitest";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import { importItems, type ResultTable } from "../../report/index.ts";
import { defineExperiment, startRun } from "../run/run-experiment.ts";
import { exportRun } from "./export-run.ts";
import { reportTables, type TablesOptions } from "./report-tables.ts";

const place = tinyPlace();
const runs = { validation: "", test: "", only: "" };

async function started(
  name: string,
  split: "validation" | "test",
  retriever: readonly string[],
): Promise<string> {
  const path = place.topicDataset(split, { users: 8 });
  const experiment = defineExperiment({
    version: 1,
    name,
    dataset: { path, split },
    grid: { retriever: [...retriever], k: [1, 2], model: ["fake"] },
    metrics: ["rouge-1", "rouge-l"],
    statistics: { resamples: 300, permutations: 300 },
  });
  const { folder } = await startRun(experiment, {}, place.context);
  return folder.name;
}

beforeAll(async () => {
  runs.validation = await started("validation", "validation", ["none", "bm25"]);
  runs.test = await started("test", "test", ["none", "bm25"]);
  // The same examples again, without none: what it is compared with is in another run.
  runs.only = await started("only", "test", ["recency"]);
}, 60_000);

async function tableOf(options: TablesOptions): Promise<ResultTable | undefined> {
  return (await reportTables(options, place.context)).tables[0];
}

/** Mean of the scores of one setting, from the export of every single score. */
async function meanOf(run: string, cell: RegExp, metric: string): Promise<number> {
  const { text = "" } = await exportRun(run, { format: "csv", items: true }, place.context);
  const own = importItems(text, "csv").filter(
    (item) => cell.test(item.cell) && item.metric === metric,
  );
  return own.reduce((sum, { value = Number.NaN }) => sum + value, 0) / own.length;
}

const topic = (table: ResultTable | undefined) =>
  table?.rows.find(({ heads }) => heads[0] === "topic writing" && heads.includes("fake"));

describe("reportTables", () => {
  it("prints the test means of none and of what validation chose", async () => {
    const table = await tableOf({ sources: [runs.validation, runs.test], table: "2" });
    const [none, tuned] = topic(table)?.places ?? [];
    const chosen = topic(table)?.places.at(-1)?.text ?? "";
    const k = /k = (\d)/.exec(chosen)?.[1];
    expect(none?.value).toBeCloseTo(await meanOf(runs.test, /^none/, "rouge-1"), 12);
    expect(tuned?.value).toBeCloseTo(
      await meanOf(runs.test, new RegExp(`^bm25-k${k}`), "rouge-1"),
      12,
    );
  });

  it("works gains out over the single scores, with an interval around them", async () => {
    const sources = [runs.validation, runs.test];
    const table = await tableOf({ sources, table: "16" });
    const row = table?.rows.find(
      ({ heads }) => heads[0] === "topic writing" && heads[1] === "ROUGE-1",
    );
    const [place1] = row?.places ?? [];
    const k = /k = (\d)/.exec(place1?.detail ?? "")?.[1];
    const none = await meanOf(runs.test, /^none/, "rouge-1");
    const tuned = await meanOf(runs.test, new RegExp(`^bm25-k${k}`), "rouge-1");
    expect(place1?.value).toBeCloseTo((100 * (tuned - none)) / none, 9);
    expect(place1?.ciLow ?? 1).toBeLessThanOrEqual(place1?.value ?? 0);
    expect(place1?.ciHigh ?? 0).toBeGreaterThanOrEqual(place1?.value ?? 1);
    expect(await tableOf({ sources: [...sources].reverse(), table: "16" })).toEqual(table);
  });

  it("compares cells of two runs over the same examples", async () => {
    const table = await tableOf({ sources: [runs.test, runs.only], table: "fig2" });
    const row = table?.rows.find(({ heads }) => heads.includes("most recent"));
    // Without a comparison, the two best would not both be known to stand in one group.
    expect(row?.places[0]?.value).toBeCloseTo(await meanOf(runs.test, /^none/, "rouge-1"), 12);
    expect(row?.places.some(({ top, best }) => top === true || best === true)).toBe(true);
  });

  it("says that a run without validation is not tuned", async () => {
    const table = await tableOf({ sources: [runs.test], table: "2" });
    expect(topic(table)?.places[1]).toMatchObject({
      state: "not-run",
      reason: "no validation run",
    });
  });
});
