import { expect, it } from "vitest";

import { describeMetric } from "./metric.contract.ts";
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
