import { describe, expect, it } from "vitest";
import { describeEmbeddingModel } from "../embedding-model.contract.ts";
import { createFakeEmbeddingModel } from "./fake-embedding-model.ts";

describeEmbeddingModel("the fake embedding model", async () => createFakeEmbeddingModel());

function cosine(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return [...(left ?? [])].reduce((sum, value, index) => sum + value * (right?.[index] ?? 0), 0);
}

describe("createFakeEmbeddingModel", () => {
  it("puts texts that share words nearer than texts that share none", async () => {
    const [storm, alike, other] = await createFakeEmbeddingModel().embed([
      "The storm broke over the harbour.",
      "over the harbour a STORM broke",
      "Quarterly figures improved slightly",
    ]);
    expect(cosine(storm, alike)).toBeGreaterThan(0.85);
    expect(Math.abs(cosine(storm, other))).toBeLessThan(0.5);
  });

  it("gives vectors of length 1, also for texts without words and in one dimension", async () => {
    for (const dimensions of [1, 2, 64, 512]) {
      const vectors = await createFakeEmbeddingModel({ dimensions }).embed(["", "...", "a b c d"]);
      for (const vector of vectors) {
        expect(vector).toHaveLength(dimensions);
        expect(cosine(vector, vector)).toBeCloseTo(1, 5);
      }
    }
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses %s dimensions", (dimensions) => {
    expect(() => createFakeEmbeddingModel({ dimensions })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
