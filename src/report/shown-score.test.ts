import { describe, expect, it } from "vitest";
import { cellOf, contrastOf, metricOf, summaryOf } from "../../tests/sample-summary.ts";
import type { CellSummary } from "../records/index.ts";
import { marksOf, scoreTable } from "./shown-score.ts";

function scoreOf(cell: CellSummary, own: Parameters<typeof contrastOf>[0] = {}) {
  const none = cellOf("none", { metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.1 }) } });
  const contrasts = [contrastOf({ baseline: "none", cell: cell.id, ...own })];
  const table = scoreTable(summaryOf({ cells: [none, cell], contrasts }));
  return table.rows[1]?.scores[0];
}

const metrics = { "rouge-l": metricOf("rouge-l", { mean: 0.3, ciLow: 0.2, ciHigh: 0.4 }) };

describe("scoreTable", () => {
  it("rounds once, to four decimals, and shows the interval", () => {
    expect(scoreOf(cellOf("bm25", { metrics }))).toMatchObject({
      state: "value",
      mean: "0.3000",
      ends: "[0.2000, 0.4000]",
    });
  });

  it("tells what was not run from what has no mean", () => {
    expect(scoreOf(cellOf("bm25"))).toMatchObject({ state: "not-run", mean: "not run" });
    expect(scoreOf(cellOf("bm25", { metrics, pending: 16 }))).toMatchObject({ mean: "not run" });
    const nothing = { "rouge-l": metricOf("rouge-l", { reason: "no scored example" }) };
    expect(scoreOf(cellOf("bm25", { metrics: nothing }))).toMatchObject({
      state: "absent",
      mean: "—",
      reason: "no scored example",
    });
  });

  it("marks an adjusted p below 0.05, a leading group, and failures with their number", () => {
    const score = scoreOf(cellOf("bm25", { metrics, failed: 3 }), { adjustedP: 0.0499 });
    expect(score && marksOf(score)).toBe("†•ᶠ3");
    const clean = scoreOf(cellOf("bm25", { metrics }), { adjustedP: 0.05 });
    expect(clean && marksOf(clean)).toBe("•");
  });

  it("calls a cell best only if it is separated", () => {
    const own = { verdict: "better", adjustedP: 0.001 } as const;
    const best = scoreOf(cellOf("bm25", { metrics, failed: 1 }), own);
    expect(best).toMatchObject({ best: true, top: false });
    expect(best && marksOf(best)).toBe("†ᶠ1");
    expect(scoreOf(cellOf("bm25", { metrics }))).toMatchObject({ best: false, top: true });
  });

  it("gives no † to a comparison that was not made", () => {
    const score = scoreOf(cellOf("bm25", { metrics }), {
      verdict: "not-compared",
      adjustedP: 0.01,
    });
    expect(score?.significant).toBe(false);
  });
});
