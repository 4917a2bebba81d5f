import { describe, expect, it } from "vitest";
import { missedThresholds } from "./missed-thresholds.ts";
import { defineExperiment } from "./run-experiment.ts";

const experiment = (failOn: unknown): Parameters<typeof missedThresholds>[0] =>
  defineExperiment({
    version: 1,
    name: "thresholds",
    dataset: { path: "sotu-passage" },
    grid: { retriever: ["none"], model: ["fake"] },
    failOn,
  });
const summary = (cell: unknown): Parameters<typeof missedThresholds>[1] =>
  ({ cells: [cell] }) as unknown as Parameters<typeof missedThresholds>[1];

describe("missedThresholds", () => {
  const cell = { id: "c", planned: 10, failed: 1, metrics: { "rouge-l": { mean: 0.2 }, bleu: {} } };

  it("is empty where every threshold is met", () => {
    expect(missedThresholds(experiment({}), summary(cell))).toEqual([]);
    const met = { failedShare: 0.1, minMean: { "rouge-l": 0.2 } };
    expect(missedThresholds(experiment(met), summary(cell))).toEqual([]);
  });

  it("says by how much one was missed; a mean that does not exist misses its threshold", () => {
    const failOn = { failedShare: 0.05, minMean: { "rouge-l": 0.3, bleu: 1 } };
    expect(missedThresholds(experiment(failOn), summary(cell))).toEqual([
      "c: 0.1000 of the examples failed, above 0.05",
      "c: rouge-l is 0.2000, below 0.3",
      "c: there is no mean of bleu",
    ]);
  });
});
