import { describe, expect, it } from "vitest";
import type { Cell, Contrast } from "../../records/index.ts";
import { type ContrastsInput, contrastCells } from "./contrast-cells.ts";
import { ScoreTable } from "./score-table.ts";
import { type CellTally, countOne, emptyTally, summariseCells } from "./summarise-cells.ts";

const cells: readonly Cell[] = ["none", "bm25"].map((retriever) => ({
  id: retriever,
  retriever,
  k: retriever === "none" ? 0 : 1,
  mode: "plain",
  model: "fake",
}));
const metrics = [{ id: "rouge-l", signature: "rouge-l|v:1", lowest: 0 }];
const statistics = {
  baseline: { retriever: "none" },
  resamples: 2000,
  permutations: 10_000,
  correction: "holm",
  clusterBy: "user",
  seed: 1,
} as const;

/** One row per example: the scores of none and bm25; `null` failed, `undefined` is pending. */
type Row = readonly [none: number | null | undefined, bm25: number | null | undefined];

function inputOf(rows: readonly Row[]): ContrastsInput {
  const table = new ScoreTable({ examples: rows.length, cells: 2, metrics: 1 });
  const tallies: CellTally[] = cells.map(() => emptyTally(1));
  rows.forEach((row, example) => {
    row.forEach((value, cell) => {
      const tally = tallies[cell] as CellTally;
      tally.planned += 1;
      if (value === null) countOne(tally.failures, "timeout");
      if (typeof value !== "number") return;
      tally.generated += 1;
      tally.scored += 1;
      (tally.metrics[0] as CellTally["metrics"][number]).scored += 1;
      table.add({ example, cell, metric: 0 }, value);
    });
  });
  const users = rows.map((_, example) => `user-${example}`);
  const input = { cells, tallies, metrics, table, users, statistics, profileMean: () => undefined };
  return { ...input, summaries: summariseCells(input) };
}

function contrastOf(rows: readonly Row[]): Contrast {
  const [contrast] = contrastCells(inputOf(rows));
  return contrast as Contrast;
}

const better: readonly Row[] = [0.3, 0.32, 0.29, 0.35, 0.31, 0.33, 0.28, 0.36].map((score) => [
  0.1,
  score,
]);

describe("contrastCells", () => {
  it("says better where every one of eight users gains", () => {
    const contrast = contrastOf(better);
    // All signs alike: 2 of 2^8 patterns are as extreme.
    expect(contrast.p).toBe(2 / 256);
    expect(contrast).toMatchObject({ verdict: "better", wins: 8, ties: 0, losses: 0, pairs: 8 });
    expect(contrast.difference).toBeCloseTo(0.2175, 12);
  });

  it("says worse where more is worse, and takes a failure for no 0", () => {
    const repetition = { id: "rep-4", signature: "rep-4|v:1", lowest: 0, higherIsBetter: false };
    const judged = (rows: readonly Row[]): Contrast | undefined => {
      const input = { ...inputOf(rows), metrics: [repetition] };
      return contrastCells({ ...input, summaries: summariseCells(input) })[0];
    };
    expect(judged(better)).toMatchObject({ verdict: "worse", wins: 8, difference: 0.2175 });
    // As 0, two failures would be the best of all, and would overturn the verdict.
    const close = better.map(([, bm25]): Row => [0.2, bm25]);
    const failing: readonly Row[] = [...close, [0.2, null], [0.2, null]];
    expect(judged(failing)?.verdict).toBe("worse");
    const [, bm25] = summariseCells({ ...inputOf(failing), metrics: [repetition] });
    expect(bm25?.metrics["rep-4"]).toMatchObject({ lowerIsBetter: true });
    expect(bm25?.metrics["rep-4"]).not.toHaveProperty("meanWithFailures");
  });

  it("claims nothing below six users, and says how many are needed", () => {
    const contrast = contrastOf(better.slice(0, 5));
    expect(contrast.verdict).toBe("n-too-small");
    expect(contrast.reason).toContain("5 users, at least 6 needed");
  });

  it("claims nothing that failures as 0 would overturn", () => {
    // Six gains of about 0.1 and two failures, which as 0 are losses of 0.2.
    const close = better.map(([, bm25]): Row => [0.2, bm25]);
    const failing = close.map(([none, bm25], at): Row => [none, at < 2 ? null : bm25]);
    expect(contrastOf(close.slice(2)).verdict).toBe("better");
    expect(contrastOf(failing)).toMatchObject({ verdict: "not-separated", reason: "missing data" });
  });

  it("compares nothing while examples are pending", () => {
    const open = [...better, [0.1, undefined] as const];
    expect(contrastOf(open)).toMatchObject({
      verdict: "not-compared",
      reason: "examples are pending",
    });
  });

  it("compares nothing without a baseline", () => {
    const input = inputOf(better);
    const other = { ...statistics, baseline: { retriever: "recency" } };
    expect(contrastCells({ ...input, statistics: other })).toEqual([]);
  });
});

describe("summariseCells", () => {
  it("adds up: planned = scored + unscored + failed + pending, and a failure is no 0 in the mean", () => {
    const { summaries } = inputOf([...better, [0.1, null], [0.1, undefined]]);
    const bm25 = summaries[1];
    expect(bm25).toMatchObject({ planned: 10, scored: 8, unscored: 0, failed: 1, pending: 1 });
    expect(bm25?.failures).toEqual({ timeout: 1 });
    const sum = 0.3 + 0.32 + 0.29 + 0.35 + 0.31 + 0.33 + 0.28 + 0.36;
    expect(bm25?.metrics["rouge-l"]?.mean).toBeCloseTo(sum / 8, 12);
    expect(bm25?.metrics["rouge-l"]?.meanWithFailures).toBeCloseTo(sum / 9, 12);
  });

  it("has no mean of nothing and no interval of fewer than five", () => {
    const { summaries } = inputOf([[null, 0.4]]);
    expect(summaries[0]?.metrics["rouge-l"]?.mean).toBeUndefined();
    expect(summaries[1]?.metrics["rouge-l"]).toMatchObject({ mean: 0.4 });
    expect(summaries[1]?.metrics["rouge-l"]?.ciLow).toBeUndefined();
  });
});
