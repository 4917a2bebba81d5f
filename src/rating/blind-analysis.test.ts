import { describe, expect, it } from "vitest";
import type { RatingAnalysis, SystemComparison } from "../records/index.ts";
import { blindAnalysis, systemLetters } from "./blind-analysis.ts";

const PAIR: SystemComparison = {
  dimension: "fluency",
  first: "submission-1",
  second: "submission-2",
  prompts: 6,
  difference: 1.5,
  ciLow: 1,
  ciHigh: 2,
  p: 0.03,
  adjustedP: 0.12,
  wins: 5,
  ties: 0,
  losses: 1,
};

function analysis(): RatingAnalysis {
  const system = (id: string, mean: number) => ({
    system: id,
    dimension: "fluency",
    prompts: 6,
    ratings: 6,
    cannotJudge: 0,
    mean,
    counts: [0, 0, 6, 0, 0],
  });
  return {
    planHash: "ab".repeat(32),
    raters: [],
    agreement: [],
    all: {
      raters: 1,
      systems: [system("submission-1", 4), system("submission-2", 2.5)],
      texts: [],
      comparisons: [PAIR],
      againstHuman: [PAIR],
    },
    metrics: [],
    deviations: [],
  };
}

describe("a blinded analysis", () => {
  it("has the same numbers under letters, in the order of the letters", () => {
    const letters = systemLetters(["submission-2", "submission-1"]);
    const { all } = blindAnalysis(analysis(), letters);
    expect(all.systems.map(({ system, mean }) => [system, mean])).toEqual([
      ["A", 2.5],
      ["B", 4],
    ]);
    // The pair is turned round: which came first in the plan would tell its rank.
    expect(all.comparisons).toEqual([
      {
        ...PAIR,
        first: "A",
        second: "B",
        difference: -1.5,
        ciLow: -2,
        ciHigh: -1,
        wins: 1,
        losses: 5,
      },
    ]);
  });

  it("leaves a pair as it is whose letters are in order, and tells nothing of texts by people", () => {
    const { all } = blindAnalysis(analysis(), systemLetters(["submission-1", "submission-2"]));
    expect(all.comparisons).toEqual([{ ...PAIR, first: "A", second: "B" }]);
    expect(all.againstHuman).toEqual([]);
  });

  it("has letters for as many systems as there are", () => {
    const letters = systemLetters(Array.from({ length: 28 }, (_, at) => `s${at}`));
    expect([letters.get("s0"), letters.get("s25"), letters.get("s26"), letters.get("s27")]).toEqual(
      ["A", "Z", "AA", "AB"],
    );
  });
});
