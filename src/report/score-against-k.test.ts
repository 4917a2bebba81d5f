import { describe, expect, it } from "vitest";
import { cellOf, summaryOf } from "../../tests/sample-summary.ts";
import { kGrids } from "./score-against-k.ts";

const bm25 = (k: number, model = "fake") =>
  cellOf(`bm25-k${k}-${model}`, { retriever: "bm25", k, model });

describe("kGrids", () => {
  it("sorts cells by retriever and k, with the cell without retrieval apart", () => {
    const cells = [cellOf("none"), bm25(4), bm25(1), cellOf("r", { retriever: "recency", k: 1 })];
    const [grid] = kGrids(summaryOf({ cells }));
    expect(grid?.ks).toEqual([1, 4]);
    expect(grid?.none?.id).toBe("none");
    expect(grid?.series.map(({ name, cells: byK }) => [name, [...byK.keys()]])).toEqual([
      ["BM25", [4, 1]],
      ["most recent", [1]],
    ]);
  });

  it("gives nothing where no retriever was run with several k", () => {
    const cells = [cellOf("none"), bm25(4), cellOf("r", { retriever: "recency", k: 1 })];
    expect(kGrids(summaryOf({ cells }))).toEqual([]);
  });

  it("keeps models apart", () => {
    const cells = [bm25(1), bm25(2), bm25(1, "other"), bm25(2, "other")];
    expect(kGrids(summaryOf({ cells })).map(({ title }) => title)).toEqual([
      "fake, plain",
      "other, plain",
    ]);
  });
});
