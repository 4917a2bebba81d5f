import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createFakeEmbeddingModel } from "../../models/index.ts";
import { createDriftFilter } from "./drift-filter.ts";
import { vectorSignature } from "./vector-signature.ts";

const at = (degrees: number, length = 1) => {
  const radians = (degrees * Math.PI) / 180;
  return [length * Math.cos(radians), length * Math.sin(radians)];
};

describe("createDriftFilter", () => {
  it("matches values worked by hand", () => {
    // Two directions, 0° and 60°: the centre is 30°. Without itself each is 60° from the other.
    const filter = createDriftFilter({
      profile: [at(0, 5), at(60)],
      vectors: "m",
      minTexts: 2,
    });
    expect(filter.threshold).toBeCloseTo(0.5, 12);
    expect(filter.distanceOf(at(30, 9))).toBeCloseTo(0, 12);
    expect(filter.distanceOf(at(120))).toBeCloseTo(1, 12);
    expect(filter.signature).toBe("drift|vec:m|centre:unit-mean|keep:0.95|loo:yes|min:2|v:1");
  });

  it("takes the threshold between the author's own distances", () => {
    // Against the other two: 0° lies 45° away (of 0° and 90°), as does the other 0°; 90° lies 90° away.
    const profile = [at(0), at(0), at(90)];
    const thresholdOf = (keep: number) =>
      createDriftFilter({ profile, vectors: "m", keep, minTexts: 2 }).threshold;
    const near = 1 - Math.SQRT1_2;
    expect(thresholdOf(0.5)).toBeCloseTo(near, 12);
    expect(thresholdOf(0.75)).toBeCloseTo((near + 1) / 2, 12);
    expect(thresholdOf(1)).toBeCloseTo(1, 12);
  });

  it("keeps everything, and says why, below 8 texts", () => {
    const filter = createDriftFilter({ profile: Array(7).fill(at(0)), vectors: "m" });
    expect(filter).toMatchObject({ reason: "too-few-texts" });
    expect(filter).not.toHaveProperty("threshold");
    const outcome = filter.apply([{ id: "far", vector: at(180) }]);
    expect(outcome).toEqual({ kept: [{ id: "far", distance: 2 }], dropped: [] });
    const empty = createDriftFilter({ profile: [], vectors: "m" });
    expect(empty.apply([{ id: "any", vector: at(3) }]).kept).toEqual([{ id: "any", distance: 1 }]);
  });

  it("drops texts of another subject, and lists them", async () => {
    const model = createFakeEmbeddingModel();
    const own = Array.from({ length: 12 }, (_, day) => `The tent was dry on day ${day} of rain.`);
    const filter = createDriftFilter({
      profile: await model.embed(own),
      vectors: vectorSignature(model.description),
    });
    const texts = [
      "The tent was dry on day 40 of rain.",
      "Quarterly revenue exceeded guidance sharply",
    ];
    const vectors = await model.embed(texts);
    const candidates = vectors.map((vector, index) => ({ id: texts[index] ?? "", vector }));
    const { kept, dropped } = filter.apply(candidates);
    expect([kept.map(({ id }) => id), dropped.map(({ id }) => id)]).toEqual([
      [texts[0]],
      [texts[1]],
    ]);
    expect(filter.signature).toContain("vec:fake/fake@1:text|");
  });

  it("loses no text, and does not depend on the lengths of vectors", () => {
    const vector = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: 9 }))
      .map((pair) => [...pair]);
    const vectors = fc.array(vector, { minLength: 8, maxLength: 20 });
    fc.assert(
      fc.property(vectors, vectors, fc.integer({ min: 1, max: 9 }), (profile, others, factor) => {
        const candidates = others.map((one, index) => ({ id: String(index), vector: one }));
        const filter = createDriftFilter({ profile, vectors: "m" });
        const { kept, dropped } = filter.apply(candidates);
        expect(kept.length + dropped.length).toBe(others.length);
        const longer = profile.map((one) => one.map((number) => number * factor));
        const same = createDriftFilter({ profile: longer, vectors: "m" });
        expect(same.threshold).toBeCloseTo(filter.threshold ?? Number.NaN, 9);
      }),
      { seed: 5 },
    );
  });

  it("refuses vectors that do not fit together, and settings out of range", () => {
    const profile = Array(8).fill(at(0)) as number[][];
    const wrong = [
      [[...profile, [1, 2, 3]], "3 numbers where 2"],
      [[...profile, [0, 0]], "zero or not finite"],
      [[...profile, [Number.NaN, 1]], "zero or not finite"],
    ] as const;
    for (const [vectors, why] of wrong) {
      expect(() => createDriftFilter({ profile: vectors, vectors: "m" })).toThrow(
        expect.objectContaining({ code: "invalid-vectors", message: expect.stringContaining(why) }),
      );
    }
    expect(() => createDriftFilter({ profile, vectors: "m", keep: 1.5 })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
    const filter = createDriftFilter({ profile, vectors: "m" });
    expect(() => filter.distanceOf([1])).toThrow(
      expect.objectContaining({ code: "invalid-vectors" }),
    );
    expect(() => filter.distanceOf([1, Infinity])).toThrow(
      expect.objectContaining({ code: "invalid-vectors" }),
    );
  });
});
