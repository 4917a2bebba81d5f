import { describe, expect, it } from "vitest";
import { cellOf, metricOf, summaryOf } from "../../tests/sample-summary.ts";
import { footnotes } from "./footnotes.ts";
import { scoreTable } from "./shown-score.ts";
import { renderTerminalReport } from "./terminal/terminal-report.ts";

describe("footnotes", () => {
  it("say why no best is named where counting failures as 0 gives another winner", () => {
    const none = cellOf("none", { metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.2 }) } });
    const fragile = cellOf("bm25", {
      retriever: "bm25",
      k: 1,
      failed: 8,
      metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.3, meanWithFailures: 0.15 }) },
    });
    const summary = summaryOf({ cells: [none, fragile], contrasts: [] });
    const why = "No best is named for ROUGE-L: with failures counted as 0, another setting leads.";
    expect(footnotes(summary, scoreTable(summary), { best: "bold" })[0]).toEqual({
      about: "no best",
      says: why,
    });
    expect(renderTerminalReport(summary, { colour: false, widthColumns: 200 })).toContain(why);
    const firm = summaryOf({ cells: [none, { ...fragile, metrics: none.metrics }] });
    expect(
      footnotes(firm, scoreTable(firm), { best: "bold" }).map(({ about }) => about),
    ).not.toContain("no best");
  });
});
