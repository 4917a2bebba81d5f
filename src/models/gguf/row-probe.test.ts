import type { LlamaContextSequence, LlamaModel } from "node-llama-cpp";
import { describe, expect, it } from "vitest";
import { probeRows } from "./row-probe.ts";

const model = { tokens: { bos: 1, eos: 2 } } as unknown as LlamaModel;

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
  it.each<{
    readonly what: string;
    readonly count: number;
    readonly fewest: number | undefined;
    readonly lastBit: (place: number, rows: number) => number;
  }>([
    { what: "one kernel for everything", count: 4, fewest: 1, lastBit: () => 0 },
    {
      what: "another kernel for one row than for several",
      count: 4,
      fewest: 2,
      lastBit: (_, rows) => Number(rows === 1),
    },
    { what: "four rows at a time, the rest one by one", count: 4, fewest: 4, lastBit: rest },
    { what: "four rows at a time, the rest one by one", count: 8, fewest: 8, lastBit: rest },
    { what: "rows of a full batch that differ", count: 6, fewest: undefined, lastBit: rest },
    { what: "more sequences than are tried", count: 12, fewest: 12, lastBit: () => 0 },
    { what: "a single sequence", count: 1, fewest: 1, lastBit: () => 0 },
  ])("finds the fewest rows for $what ($count sequences)", async ({ count, fewest, lastBit }) => {
    expect(await probeRows({ model, sequences: sequences(count, lastBit) })).toBe(fewest);
  });
});

function rest(place: number, rows: number): number {
  return Number(place >= rows - (rows % 4));
}
