import { describe, expect, it } from "vitest";
import { cellOf, contrastOf, metricOf, ROUGE_L, summaryOf } from "../../tests/sample-summary.ts";
import type { CellSummary, Contrast } from "../records/index.ts";
import { topGroup } from "./top-group.ts";

const column = { metric: "rouge-l", signature: ROUGE_L, title: "ROUGE-L" };

function cellWithMean(id: string, mean: number, own: Partial<CellSummary> = {}): CellSummary {
  return cellOf(id, { metrics: { "rouge-l": metricOf("rouge-l", { mean }) }, ...own });
}

function groupOf(cells: readonly CellSummary[], contrasts: readonly Contrast[]) {
  const { kind, cells: leading } = topGroup(summaryOf({ cells, contrasts }), column);
  return [kind, [...leading]];
}

const cells = [cellWithMean("none", 0.2), cellWithMean("bm25", 0.3), cellWithMean("random", 0.25)];

describe("topGroup", () => {
  it("names one best of two cells that are separated", () => {
    const contrasts = [contrastOf({ cell: "bm25", baseline: "none", verdict: "better" })];
    expect(groupOf(cells.slice(0, 2), contrasts)).toEqual(["best", ["bm25"]]);
  });

  it("names the whole group where nothing is separated", () => {
    const contrasts = [contrastOf({ cell: "bm25", baseline: "none" })];
    expect(groupOf(cells.slice(0, 2), contrasts)).toEqual(["group", ["none", "bm25"]]);
  });

  it("keeps a cell that was never compared with the top one in the group", () => {
    const contrasts = [
      contrastOf({ cell: "bm25", baseline: "none", verdict: "better" }),
      contrastOf({ cell: "random", baseline: "none" }),
    ];
    expect(groupOf(cells, contrasts)).toEqual(["group", ["bm25", "random"]]);
  });

  it("follows a chain: better than the baseline, which is better than a third", () => {
    const contrasts = [
      contrastOf({ cell: "bm25", baseline: "none", verdict: "better" }),
      contrastOf({ cell: "random", baseline: "none", verdict: "worse" }),
    ];
    expect(groupOf(cells, contrasts)).toEqual(["best", ["bm25"]]);
  });

  it("ignores comparisons with another signature", () => {
    const contrasts = [
      contrastOf({ cell: "bm25", baseline: "none", verdict: "better", signature: "rouge-l|x" }),
    ];
    expect(groupOf(cells.slice(0, 2), contrasts)).toEqual(["group", ["none", "bm25"]]);
  });

  it("leaves out cells with pending texts", () => {
    const pending = cellWithMean("recency", 0.9, { pending: 1 });
    expect(groupOf([...cells.slice(0, 2), pending], [])).toEqual(["group", ["none", "bm25"]]);
  });

  it("names nobody if counting failures as 0 gives another winner", () => {
    const fragile = cellOf("bm25", {
      failed: 8,
      metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.3, meanWithFailures: 0.15 }) },
    });
    const group = topGroup(summaryOf({ cells: [cellWithMean("none", 0.2), fragile] }), column);
    expect([group.kind, group.fragile]).toEqual(["none", "bm25"]);
    expect(group.reason).toBe(
      "No best is named for ROUGE-L: with failures counted as 0, another setting leads.",
    );
  });

  it("names the lowest mean where less is better", () => {
    const lower = cells.map(({ id, metrics }) => {
      const entry = metricOf("rouge-l", { ...metrics["rouge-l"], lowerIsBetter: true });
      return cellOf(id, { metrics: { "rouge-l": entry } });
    });
    const contrasts = [
      contrastOf({ cell: "bm25", baseline: "none", verdict: "worse" }),
      contrastOf({ cell: "random", baseline: "none" }),
    ];
    expect(groupOf(lower, contrasts)).toEqual(["group", ["none", "random"]]);
    expect(groupOf(lower.slice(0, 2), contrasts)).toEqual(["best", ["none"]]);
  });

  it("names nobody among fewer than two means", () => {
    expect(groupOf([cellWithMean("none", 0.2), cellOf("bm25")], [])).toEqual(["none", []]);
  });
});
