import { describe, expect, it } from "vitest";
import type { CellSummary } from "../../../records/index.ts";
import { heatMapsOf, shadeOf } from "./heat-maps.ts";

interface CellSample {
  readonly retriever: string;
  readonly k: number;
  readonly mode?: string;
  readonly model?: string;
  readonly mean?: number;
  readonly lowerIsBetter?: true;
}

function cell({
  retriever,
  k,
  mode = "plain",
  model = "m",
  mean,
  ...rest
}: CellSample): CellSummary {
  const metric = {
    metric: "rouge-1",
    signature: "s",
    scored: 1,
    unscored: {},
    ...(mean === undefined ? {} : { mean }),
    ...rest,
  } as unknown as CellSummary["metrics"][string];
  return {
    id: `${retriever}-k${k}--${mode}--${model}`,
    retriever,
    k,
    mode,
    model,
    planned: 1,
    scored: 1,
    unscored: 0,
    failed: 0,
    pending: 0,
    failures: {},
    flags: {},
    noSignal: 0,
    overflowed: 0,
    promptTokens: 0,
    outputTokens: 0,
    metrics: { "rouge-1": metric },
  };
}

describe("heatMapsOf", () => {
  it("makes one map for each model and mode, with the cell without retrieval in all of its model", () => {
    const maps = heatMapsOf(
      [
        cell({ retriever: "none", k: 0, mean: 0.1 }),
        cell({ retriever: "bm25", k: 4, mean: 0.3 }),
        cell({ retriever: "bm25", k: 1, mean: 0.2 }),
        cell({ retriever: "bm25", k: 4, mode: "style", mean: 0.5 }),
        cell({ retriever: "none", k: 0, model: "n", mean: 0.05 }),
      ],
      "rouge-1",
    );
    expect(maps.map(({ title }) => title)).toEqual(["m · plain", "m · style", "n · plain"]);
    expect(maps.map(({ none }) => none?.model)).toEqual(["m", "m", "n"]);
    expect(maps[0]?.ks).toEqual([1, 4]);
    expect(maps[0]?.rows.map(({ retriever }) => retriever)).toEqual(["bm25"]);
    // All maps of a dataset share one scale, so that their shades may be compared.
    expect(maps.map(({ scale }) => scale)).toEqual(Array(3).fill({ worst: 0.05, best: 0.5 }));
  });

  it("gives the darkest shade to the lowest mean where less is better", () => {
    const [map] = heatMapsOf(
      [
        cell({ retriever: "none", k: 0, mean: 0.4, lowerIsBetter: true }),
        cell({ retriever: "bm25", k: 1, mean: 0.2, lowerIsBetter: true }),
      ],
      "rouge-1",
    );
    expect(map?.scale).toEqual({ worst: 0.4, best: 0.2 });
    expect(shadeOf(0.2, map?.scale)).toBe(1);
    expect(shadeOf(0.4, map?.scale)).toBe(0);
  });

  it("has no shade without a mean, and the middle one where all means are equal", () => {
    const [map] = heatMapsOf([cell({ retriever: "none", k: 0, mean: 0.2 })], "rouge-1");
    expect(shadeOf(undefined, map?.scale)).toBeUndefined();
    expect(shadeOf(0.2, map?.scale)).toBe(0.5);
    expect(heatMapsOf([cell({ retriever: "none", k: 0 })], "rouge-1")[0]?.scale).toBeUndefined();
    expect(heatMapsOf([], undefined)).toEqual([]);
  });
});
