import { describe, expect, it } from "vitest";

import { bertScore } from "./bert-score.ts";

const side = (...vectors: number[][]) => ({
  vectors: [[1, 1], ...vectors, [1, 1]],
  weights: [0, ...vectors.map(() => 1), 0],
});

describe("bertScore", () => {
  it("matches a value worked by hand, with the model in its signature", () => {
    // [1, 0] finds itself (1); [0, 1] finds the special token (√½) best. From the other side: 1.
    const score = bertScore({
      prediction: side([1, 0], [0, 1]),
      references: [side([1, 0])],
      vectors: "onnx/m@0123:tokens",
    });
    const precision = (1 + Math.SQRT1_2) / 2;
    expect(score).toEqual({
      status: "scored",
      signature: "bertscore|vec:onnx/m@0123:tokens|idf:no|rescale:no|pad:alone|v:1",
      value: expect.closeTo((2 * precision) / (1 + precision), 12),
      precision: expect.closeTo(precision, 12),
      recall: expect.closeTo(1, 12),
    });
  });

  it("spreads by a baseline that the signature names", () => {
    const score = bertScore({
      prediction: side([1, 0]),
      references: [side([1, 0])],
      vectors: "m",
      idf: true,
      baseline: { name: "own-1", precision: 0.5, recall: 0.5, fmeasure: 0.5 },
    });
    expect(score).toMatchObject({ value: expect.closeTo(1, 12) });
    expect(score.signature).toBe("bertscore|vec:m|idf:yes|rescale:own-1|pad:alone|v:1");
  });

  it("leaves texts without a token that counts unscored", () => {
    const [full, none] = [side([1, 0]), side()];
    const reasonOf = (prediction: typeof full, references: (typeof full)[]) =>
      bertScore({ prediction, references, vectors: "m" });
    expect(reasonOf(none, [full])).toMatchObject({ status: "unscored", reason: "no-words" });
    expect(reasonOf(full, [none])).toMatchObject({ status: "unscored", reason: "no-reference" });
    expect(reasonOf(full, [])).toMatchObject({ status: "unscored", reason: "no-reference" });
    expect(reasonOf(full, [none, full])).toMatchObject({ status: "scored" });
  });
});
