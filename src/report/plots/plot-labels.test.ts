import { describe, expect, it } from "vitest";
import { plotLabels } from "./draw-plot.ts";
import { labelledRows } from "./row-layout.ts";

describe("plotLabels", () => {
  it("cut at the end while that tells the texts apart", () => {
    expect(plotLabels(["abcdefgh", "xyz"], 5)).toEqual(["abcd…", "xyz"]);
    expect(plotLabels(["abcdefgh", "abcdefgh"], 5)).toEqual(["abcd…", "abcd…"]);
    expect(plotLabels([], 5)).toEqual([]);
  });

  it("cut in the middle where the ends differ, and grow until all differ", () => {
    expect(plotLabels(["abcdefg1", "abcdefg2"], 5)).toEqual(["ab…g1", "ab…g2"]);
    expect(plotLabels(["abcd1fghij", "abcd2fghij"], 5)).toEqual(["abcd1fghij", "abcd2fghij"]);
  });

  it("keep characters outside of the first plane whole", () => {
    expect(plotLabels(["😀😀😀😀😀1", "😀😀😀😀😀2"], 4)).toEqual(["😀…😀1", "😀…😀2"]);
  });
});

describe("labelledRows", () => {
  it("keeps everything but the names", () => {
    const long = "x".repeat(60);
    const rows = [1, 2].map((at) => ({ id: `${at}`, name: `${long}${at}`, words: "w" }));
    expect(labelledRows(rows).map(({ id, name, words }) => [id, name.slice(-2), words])).toEqual([
      ["1", "x1", "w"],
      ["2", "x2", "w"],
    ]);
  });
});
