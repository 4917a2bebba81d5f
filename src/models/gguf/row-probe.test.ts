import type { LlamaContextSequence, LlamaModel } from "node-llama-cpp";
import { describe, expect, it } from "vitest";
import type { Pacer } from "./pacer.ts";
import { probeRows } from "./row-probe.ts";

const model = { tokens: { bos: 1, eos: 2 } } as unknown as LlamaModel;

const pacer: Pacer = { run: (_, evaluate) => evaluate() };

/** Sequences whose evaluations share a batch, with a last bit that depends on place and number of rows. */
function sequences(count: number, lastBit: (place: number, rows: number) => number) {
  let rows: (() => void)[] = [];
  const evaluate = async () => {
    const place = rows.length;
    const batch = await new Promise<number>((run) => {
      rows.push(() => run(rows.length));
      if (place === 0) setImmediate(() => endBatch());
    });
    const probability = 0.5 + lastBit(place, batch) * 2 ** -20;
    return [{ next: { probabilities: new Map([[7, probability]]) } }];
  };
  const endBatch = () => {
    for (const run of rows) run();
    rows = [];
  };
  return Array.from({ length: count }, () => ({
    controlledEvaluate: evaluate,
    clearHistory: async () => undefined,
  })) as unknown as LlamaContextSequence[];
}

describe("probeRows", () => {
  it.each([
    ["single", 1, () => 0],
    ["independent", 4, () => 0],
    // Another kernel for one row than for several.
    ["padded", 4, (_: number, rows: number) => Number(rows === 1)],
    // Four rows at a time, and what is left one by one.
    ["padded", 4, (place: number, rows: number) => Number(place < rows - (rows % 4))],
    ["dependent", 6, (place: number, rows: number) => Number(place < rows - (rows % 4))],
    ["padded", 12, () => 0],
  ])("finds rows %s", async (found, count, lastBit) => {
    expect(await probeRows(model, sequences(count, lastBit), pacer)).toBe(found);
  });
});
