import { describe, expect, it } from "vitest";
import { cellsOf } from "./grid.ts";

const grid = {
  retriever: ["none", "bm25"],
  k: [1, 4],
  model: ["fake"],
  mode: ["plain"],
  exclude: [],
} as const;
const idsOf = (changes: Partial<Parameters<typeof cellsOf>[0]>): string[] =>
  cellsOf({ ...grid, ...changes }).map(({ id }) => id);

describe("cellsOf", () => {
  it("makes one cell of none and one per k of every other retriever", () => {
    expect(idsOf({})).toEqual([
      "none--plain--fake",
      "bm25-k1--plain--fake",
      "bm25-k4--plain--fake",
    ]);
  });

  it("takes k = 0 of any retriever for none, once", () => {
    expect(idsOf({ retriever: ["bm25", "none"], k: [0, 1] })).toEqual([
      "none--plain--fake",
      "bm25-k1--plain--fake",
    ]);
  });

  it("leaves excluded combinations out", () => {
    expect(idsOf({ exclude: [{ retriever: "bm25", k: [4, 8] }] })).toEqual([
      "none--plain--fake",
      "bm25-k1--plain--fake",
    ]);
    expect(idsOf({ exclude: [{ model: ["fake"] }] })).toEqual([]);
  });

  it("has one cell of none for all modes, since there is nothing to summarise", () => {
    expect(idsOf({ k: [1], mode: ["plain", "summary", "both"] })).toEqual([
      "none--plain--fake",
      "bm25-k1--plain--fake",
      "bm25-k1--summary--fake",
      "bm25-k1--both--fake",
    ]);
  });

  it("leaves combinations of any axis out, datasets and modes among them", () => {
    const exclude = [
      { dataset: "email", mode: ["summary" as const] },
      { dataset: ["topic"], k: 4 },
    ];
    const changes = { ...grid, mode: ["plain", "summary"] as const, k: [1, 4], exclude };
    const ids = (dataset: string): string[] => cellsOf(changes, dataset).map(({ id }) => id);
    expect(ids("email")).toEqual([
      "email--none--plain--fake",
      "email--bm25-k1--plain--fake",
      "email--bm25-k4--plain--fake",
    ]);
    expect(ids("topic")).toEqual([
      "topic--none--plain--fake",
      "topic--bm25-k1--plain--fake",
      "topic--bm25-k1--summary--fake",
    ]);
  });
});
