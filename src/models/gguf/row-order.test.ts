import type { BatchItem, Token } from "node-llama-cpp";
import { describe, expect, it } from "vitest";
import { orderRows, rowPriority } from "./row-order.ts";

function row(sequence: number, tokens: number): BatchItem {
  return {
    tokens: Array.from({ length: tokens }, () => 1 as Token),
    logits: [true],
    evaluationPriority: rowPriority(sequence),
  };
}

describe("orderRows", () => {
  it("orders rows by sequence, whichever came first", () => {
    const items = [row(7, 1), row(0, 1), row(11, 1)];
    const ordered = orderRows({ items, size: 512 });
    expect(ordered.map(({ item }) => item)).toEqual([items[1], items[0], items[2]]);
  });

  it("takes no more than a batch holds", () => {
    const ordered = orderRows({ items: [row(2, 5), row(1, 6), row(0, 4)], size: 10 });
    expect(ordered.map(({ processAmount }) => processAmount)).toEqual([4, 6]);
  });
});
