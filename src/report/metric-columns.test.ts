import { describe, expect, it } from "vitest";
import { cellOf, metricOf, summaryOf } from "../../tests/sample-summary.ts";
import { columnEntry, leadingColumn, metricColumns } from "./metric-columns.ts";

const stemmed = { ...metricOf("rouge-l", { mean: 0.5 }), signature: "rouge-l|stem:yes" };

describe("metricColumns", () => {
  it("makes a column of each metric in the order the cells hold them", () => {
    expect(metricColumns(summaryOf()).map(({ title }) => title)).toEqual(["ROUGE-1", "ROUGE-L"]);
  });

  it("keeps unlike signatures of one metric apart", () => {
    const plain = cellOf("a", { metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.4 }) } });
    const other = cellOf("b", { metrics: { "rouge-l": stemmed } });
    const columns = metricColumns(summaryOf({ cells: [plain, other], contrasts: [] }));
    expect(columns.map(({ title }) => title)).toEqual(["ROUGE-L (1)", "ROUGE-L (2)"]);
    const means = columns.map((column) => [
      columnEntry(column, plain)?.mean,
      columnEntry(column, other)?.mean,
    ]);
    expect(means).toEqual([
      [0.4, undefined],
      [undefined, 0.5],
    ]);
  });

  it("lets ROUGE-L lead, else the first metric", () => {
    const columns = metricColumns(summaryOf());
    expect(leadingColumn(columns)?.metric).toBe("rouge-l");
    expect(leadingColumn(columns.slice(0, 1))?.metric).toBe("rouge-1");
    expect(leadingColumn([])).toBeUndefined();
  });
});
