import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import { defineMetric } from "../../scoring/index.ts";
import { defineExperiment, startRun } from "./run-experiment.ts";

const place = tinyPlace();

const commas = defineMetric({
  name: "commas",
  signature: "commas|per:text|v:1",
  highest: Number.MAX_SAFE_INTEGER,
  higherIsBetter: false,
  score: ({ prediction }) => ({ value: prediction.split(",").length - 1 }),
});

const written = {
  version: 1,
  name: "own-metric",
  dataset: { path: place.topicDataset("own") },
  grid: { retriever: ["none", "bm25"], k: [1], model: ["fake"] },
  metrics: ["rouge-l", "commas"],
  statistics: { resamples: 100, permutations: 100 },
};

describe("a metric of one's own in a run", () => {
  it("is averaged, compared and reported like any other", async () => {
    const experiment = defineExperiment(written, [], [commas]);
    const context = { ...place.context, metrics: [commas] };
    const { summary, report } = await startRun(experiment, {}, context);
    for (const cell of summary.cells) {
      expect(cell.metrics["commas"]).toMatchObject({
        signature: "commas|per:text|v:1",
        scored: 3,
        lowerIsBetter: true,
        mean: expect.any(Number),
      });
    }
    expect(summary.contrasts.map(({ metric }) => metric)).toEqual(["rouge-l", "commas"]);
    expect(readFileSync(report, "utf8")).toContain("commas");
  });

  it("is unknown to an experiment that was not told of it", () => {
    expect(() => defineExperiment({ ...written, metrics: ["commas"] })).toThrow(
      'unknown metric "commas"',
    );
  });
});
