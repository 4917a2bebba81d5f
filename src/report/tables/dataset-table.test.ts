import { describe, expect, it } from "vitest";
import { datasetTable } from "./dataset-table.ts";

const part = (count: number, mean: number, sd: number) => ({
  count,
  inputWords: { mean, sd },
  outputWords: { mean, sd },
  contextWords: { mean, sd },
  profileItems: { mean, sd },
});

describe("Table 1", () => {
  it("counts each part and puts the lengths of all parts together", () => {
    const [row] = datasetTable([
      {
        name: "topic-temporal",
        task: "topic",
        setting: "temporal",
        // 1, 3 and 4, 6: mean 3.5, squares 6.25 + 0.25 + 0.25 + 6.25 = 13, 13 / 3 = 4.333, root 2.08.
        parts: { train: part(2, 2, Math.SQRT2), test: part(2, 5, Math.SQRT2) },
      },
    ]).rows;
    expect(row?.heads).toEqual(["topic-temporal", "topic writing", "temporal (random)"]);
    expect(row?.places.slice(0, 4)).toMatchObject([
      { text: "2", value: 2 },
      { state: "absent", text: "—", reason: "no validation part" },
      { text: "2" },
      { text: "3.50 ± 2.08", value: 3.5 },
    ]);
  });

  it("has no length of a dataset without examples", () => {
    const empty = { count: 0, inputWords: {}, outputWords: {}, contextWords: {}, profileItems: {} };
    const [row] = datasetTable([
      { name: "none", task: "passage", setting: "user", parts: { test: empty } },
    ]).rows;
    expect(row?.places.at(-1)).toEqual({ state: "absent", text: "—", reason: "no examples" });
  });
});
