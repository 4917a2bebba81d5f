import { expect, it } from "vitest";
import { createScorer } from "./create-scorer.ts";
import { describeMetric } from "./metric.contract.ts";
import { isHigherBetter } from "./metric-direction.ts";
import { metricNames } from "./metric-names.ts";
import { isPanelMetric } from "./panel/panel-metrics.ts";

for (const id of metricNames()) {
  const needsReference = !isPanelMetric(id) || id.includes("length-score") || id.startsWith("life");
  describeMetric(id, { needsReference });
}
for (const id of metricNames("longlamp-paper")) describeMetric(id, { profile: "longlamp-paper" });
describeMetric("rouge-lsum", { tokens: "unicode-words", stemmer: true, sentences: "punkt" });
describeMetric("meteor", { nltk: "3.9.1" });

it("lists each metric once, and those of the paper's profile", () => {
  const names = metricNames();
  expect(new Set(names).size).toBe(names.length);
  const paper = ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum", "meteor", "bleu", "chrf", "chrf++"];
  expect(metricNames("longlamp-paper")).toEqual(paper);
});

it("says the direction of a metric without opening it", async () => {
  const { metrics } = await createScorer(metricNames());
  for (const { id, higherIsBetter } of metrics) expect(isHigherBetter(id)).toBe(higherIsBetter);
  expect(["rep-4", "compression", "self-bleu"].map(isHigherBetter)).toEqual([false, false, false]);
  expect(isHigherBetter("mine")).toBeUndefined();
});
