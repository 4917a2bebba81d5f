import { describe, expect, it } from "vitest";
import { wordCounts } from "./word-counts.ts";

describe("wordCounts", () => {
  it("writes each row as a line of CSV, and begins anew when they are taken", () => {
    const counts = wordCounts();
    counts.add([0, 7]);
    counts.add([10, 1_234_567]);
    counts.add([999, 1000]);
    expect(counts.take().toString()).toBe("0,7\n10,1234567\n999,1000\n");
    expect(counts.take().toString()).toBe("");
  });

  it("grows as far as it must", () => {
    const counts = wordCounts();
    for (let row = 0; row < 200_000; row++) counts.add([row, row]);
    const lines = counts.take().toString().trimEnd().split("\n");
    expect(lines).toHaveLength(200_000);
    expect(lines[199_999]).toBe("199999,199999");
  });
});
