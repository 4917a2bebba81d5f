import { expect, it } from "vitest";

import { greedyMatch } from "../../src/scoring/index.ts";
import { readGolden } from "./read-golden.ts";

interface BatchRow {
  batch: { hyp: number[][]; ref: number[][]; hyp_idf: number[]; ref_idf: number[] }[];
  alone_float64: { P: [number]; R: [number]; F: [number] }[];
}

it("matches token vectors as bert_score does, each pair by itself", () => {
  const pairs = readGolden<BatchRow>("bertscore_core.jsonl").flatMap((row) =>
    row.batch.map((pair, index) => ({ pair, wanted: row.alone_float64[index] })),
  );
  expect(pairs).toHaveLength(88);
  for (const { pair, wanted } of pairs) {
    const match = greedyMatch(
      { vectors: pair.hyp, weights: pair.hyp_idf },
      { vectors: pair.ref, weights: pair.ref_idf },
    );
    expect(match).toEqual({
      precision: expect.closeTo(wanted?.P[0] ?? 9, 12),
      recall: expect.closeTo(wanted?.R[0] ?? 9, 12),
      fmeasure: expect.closeTo(wanted?.F[0] ?? 9, 12),
    });
  }
});
