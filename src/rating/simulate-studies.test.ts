import { describe, expect, it } from "vitest";
import { simulateStudies } from "./simulate-studies.ts";

describe("simulateStudies", () => {
  it("claims a difference in at most 5 % of studies without one", () => {
    for (const [systems, prompts] of [
      [2, 8],
      [4, 12],
    ] as const) {
      const { share } = simulateStudies({
        systems,
        prompts,
        ratersPerText: 5,
        studies: 300,
        permutations: 2000,
        seed: 7,
      });
      expect(share).toBeLessThanOrEqual(0.05);
    }
  });

  it("finds a large true difference nearly always, and not with too few prompts", () => {
    const size = {
      systems: 2,
      ratersPerText: 5,
      studies: 60,
      advantage: 1.5,
      permutations: 2000,
      seed: 1,
    };
    const large = simulateStudies({ ...size, prompts: 16 });
    expect(large.finding).toBeGreaterThan(55);
    expect(simulateStudies({ ...size, prompts: 5 }).claiming).toBe(0);
  });

  it("refuses sizes that make no study", () => {
    expect(() =>
      simulateStudies({ systems: 1, prompts: 8, ratersPerText: 5, studies: 1, seed: 1 }),
    ).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
