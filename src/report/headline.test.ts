import { describe, expect, it } from "vitest";
import { cellOf, contrastOf, metricOf, ROUGE_1, summaryOf } from "../../tests/sample-summary.ts";
import { headline } from "./headline.ts";

const separated = {
  verdict: "better",
  difference: 0.0123,
  ciLow: 0.0011,
  ciHigh: 0.0235,
  adjustedP: 0.0042,
} as const;

describe("headline", () => {
  it("says what was compared, on what, with which model", () => {
    expect(headline(summaryOf()).compared).toBe(
      "No retrieval and BM25 (k = 2) were compared on 16 examples by 16 authors: passage completion, State of the Union (user setting, test split). Written by fake.",
    );
  });

  it("says of a difference that may be chance that it is not separated", () => {
    expect(headline(summaryOf()).findings).toEqual([
      "With 16 examples, BM25 (k = 2) and no retrieval are not separated on ROUGE-1 and ROUGE-L.",
    ]);
  });

  it("tells a separated difference with interval and adjusted p", () => {
    expect(headline(summaryOf({ contrasts: [contrastOf(separated)] })).findings).toEqual([
      "BM25 (k = 2) scores higher than no retrieval on ROUGE-L (+0.0123 [+0.0011, +0.0235], adjusted p = 0.0042), over 16 examples.",
    ]);
  });

  it("says lower where the difference is negative, with the minus sign it is given", () => {
    const lower = {
      ...separated,
      verdict: "worse",
      difference: -0.02,
      ciLow: -0.03,
      ciHigh: -0.01,
    } as const;
    expect(headline(summaryOf({ contrasts: [contrastOf(lower)] }), "−").findings).toEqual([
      "BM25 (k = 2) scores lower than no retrieval on ROUGE-L (−0.0200 [−0.0300, −0.0100], adjusted p = 0.0042), over 16 examples.",
    ]);
  });

  it("puts separated metrics before those that are not", () => {
    const contrasts = [
      contrastOf({ metric: "rouge-1", signature: ROUGE_1 }),
      contrastOf(separated),
    ];
    expect(headline(summaryOf({ contrasts })).findings).toEqual([
      "BM25 (k = 2) scores higher than no retrieval on ROUGE-L (+0.0123 [+0.0011, +0.0235], adjusted p = 0.0042), over 16 examples.",
      "With 16 examples, BM25 (k = 2) and no retrieval are not separated on ROUGE-1.",
    ]);
  });

  it("says when there are too few examples, and when missing data forbid a claim", () => {
    const small = contrastOf({
      pairs: 4,
      verdict: "n-too-small",
      reason: "n too small to separate: 4 users, at least 6 needed",
    });
    expect(headline(summaryOf({ contrasts: [small] })).findings).toEqual([
      "4 examples are too few to separate BM25 (k = 2) from no retrieval on ROUGE-L (4 users, at least 6 needed).",
    ]);
    const missing = contrastOf({ reason: "missing data" });
    expect(headline(summaryOf({ contrasts: [missing] })).findings).toEqual([
      "With 16 examples, BM25 (k = 2) and no retrieval are not separated on ROUGE-L (missing data).",
    ]);
  });

  it("says that a cell with pending texts is not compared, and that the run is unfinished", () => {
    const [none, bm25] = summaryOf().cells;
    const cells = [none, { ...bm25, pending: 3, scored: 13 }].flatMap((cell) => cell ?? []);
    const contrasts = [contrastOf({ verdict: "not-compared", reason: "examples are pending" })];
    const told = headline(summaryOf({ cells: cells as never, contrasts, partial: true }));
    expect(told.findings).toEqual([
      "BM25 (k = 2) is not compared with no retrieval on ROUGE-L (examples are pending).",
    ]);
    expect(told.warnings).toEqual([
      "Partial run: only part of the dataset was asked for.",
      "Unfinished: 3 of 32 planned texts are pending. Settings with pending texts are not compared.",
    ]);
  });

  it("counts instead of listing where many settings are separated", () => {
    const cells = [1, 2, 3, 4, 5, 6].map((k) => cellOf(`bm25-k${k}`, { retriever: "bm25", k }));
    const contrasts = cells.map((cell, index) =>
      contrastOf({ ...separated, cell: cell.id, baseline: "none", difference: 0.01 * (index + 1) }),
    );
    const told = headline(summaryOf({ cells: [cellOf("none"), ...cells], contrasts }));
    expect(told.findings).toEqual([
      "On ROUGE-L, 6 of 6 settings score higher than no retrieval and none lower. The largest difference is that of BM25 (k = 6): +0.0600 [+0.0011, +0.0235], adjusted p = 0.0042.",
    ]);
  });

  it("gives plain means where nothing is compared", () => {
    const cells = [cellOf("none", { metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.25 }) } })];
    expect(headline(summaryOf({ cells, contrasts: [] })).findings).toEqual([
      "No retrieval averages 0.2500 in ROUGE-L over 16 texts.",
    ]);
    expect(headline(summaryOf({ cells: [], contrasts: [] })).findings).toEqual([
      "No metric was run.",
    ]);
  });
});
