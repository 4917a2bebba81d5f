import { describe, expect, it } from "vitest";
import { planChunks, planRows } from "./batch-plan.ts";

describe("planRows", () => {
  it("takes those that write where the number of rows makes no difference", () => {
    expect(planRows({ writing: [0, 3], sequences: 4, minRows: 1 })).toEqual([0, 3]);
    expect(planRows({ writing: [], sequences: 4, minRows: 4 })).toEqual([]);
  });

  it("adds a neighbour to one that is alone", () => {
    expect(planRows({ writing: [1], sequences: 4, minRows: 2 })).toEqual([1, 2]);
    expect(planRows({ writing: [3], sequences: 4, minRows: 2 })).toEqual([2, 3]);
  });

  it("fills gaps, which would split the batch", () => {
    expect(planRows({ writing: [0, 2], sequences: 4, minRows: 2 })).toEqual([0, 1, 2]);
  });

  it("fills the whole batch where only full ones are alike", () => {
    expect(planRows({ writing: [2], sequences: 4, minRows: 4 })).toEqual([0, 1, 2, 3]);
  });
});

describe("planChunks", () => {
  it.each([
    [0, []],
    [1, [1]],
    [512, [512]],
    [514, [512, 514]],
    [1200, [512, 1024, 1200]],
  ])("cuts %i tokens at multiples of 512", (tokens, ends) => {
    expect(planChunks(tokens, 512)).toEqual(ends);
  });

  it("leaves no token by itself", () => {
    expect(planChunks(513, 512)).toEqual([511, 513]);
    expect(planChunks(1025, 512)).toEqual([512, 1023, 1025]);
  });
});
