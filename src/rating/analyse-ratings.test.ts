import { describe, expect, it } from "vitest";
import type { AnswerLine, ReadingLine } from "../records/index.ts";
import { type AnalysisInput, analyseRatings } from "./analyse-ratings.ts";

interface Asked {
  readonly rater: number;
  readonly system: string;
  readonly prompt: number;
  readonly dimension: string;
}

type Marks = (asked: Asked) => number | undefined;

const DIMENSIONS = ["relevance", "fluency"];

/** Ratings of two systems and as many prompts as asked for, by three raters who read everything. */
function ratings(
  prompts: number,
  mark: Marks,
  changes: Partial<AnalysisInput> = {},
): AnalysisInput {
  const texts = Array.from({ length: prompts }, (_, prompt) =>
    ["a", "b"].map((system) => ({ text: `${system}-${prompt}`, system, prompt })),
  ).flat();
  const readings: ReadingLine[] = [];
  const answers: AnswerLine[] = [];
  for (const { text, system, prompt } of texts) {
    for (const rater of [1, 2, 3]) {
      const who = { rater: `r${rater}`, text };
      readings.push({
        kind: "reading",
        ...who,
        status: "complete",
        takenAtMs: 0,
        endedAtMs: 1,
        readMs: 60_000,
      });
      for (const dimension of DIMENSIONS) {
        const value = mark({ rater, system, prompt, dimension });
        const answer = value === undefined ? { cannotJudge: "cut" } : { value };
        answers.push({ kind: "answer", ...who, dimension, answer, history: [{ atMs: 0, answer }] });
      }
    }
  }
  return {
    ratings: {
      study: {
        kind: "study",
        version: 1,
        name: "tiny",
        planHash: "0".repeat(64),
        dimensions: DIMENSIONS,
        ratersPerText: 3,
      },
      texts: texts.map(({ text, prompt }) => ({
        kind: "text",
        text,
        prompt: `p${prompt}`,
        words: 100,
      })),
      raters: [],
      readings,
      answers,
    },
    key: texts.map(({ text, system }) => ({ text, system })),
    systems: [{ id: "a" }, { id: "b" }],
    exclusion: { tooFastShare: 0.5, straightLiningShare: 0.9, controlMisses: 2, minTexts: 3 },
    tests: { permutations: 10_000, resamples: 500, alpha: 0.05, metrics: [] },
    seed: 1,
    ...changes,
  };
}

describe("analyseRatings", () => {
  it("takes the mean of raters for a text and of prompts for a system", () => {
    // Text means of a: (1 + 2 + 3)/3 = 2 and 3; the system's mean is 2.5.
    const input = ratings(2, ({ rater, system, prompt }) => (system === "b" ? 1 : rater + prompt));
    const { systems } = analyseRatings(input).all;
    expect(systems[0]).toMatchObject({
      system: "a",
      dimension: "relevance",
      prompts: 2,
      ratings: 6,
      mean: 2.5,
      median: 2.5,
      counts: [1, 2, 2, 1, 0],
      reason: "n is below 5: no interval",
    });
  });

  it("exchanges labels within prompts: ten prompts all one way give p = 2/2¹⁰, however many raters", () => {
    const input = ratings(
      10,
      ({ rater, system, prompt }) => (system === "a" ? 4 : 2) + ((rater + prompt) % 2),
    );
    const [comparison] = analyseRatings(input).all.comparisons;
    expect(comparison).toMatchObject({
      first: "a",
      second: "b",
      prompts: 10,
      difference: 2,
      wins: 10,
      exact: true,
    });
    expect(comparison?.p).toBeCloseTo(2 / 1024, 12);
    // Two dimensions, one pair.
    expect(comparison?.adjustedP).toBeCloseTo(4 / 1024, 12);
  });

  it("counts answers that could not be given as missing and says so", () => {
    const input = ratings(3, ({ rater, system }) =>
      system === "a" && rater === 1 ? undefined : 3 + (rater % 2),
    );
    const analysis = analyseRatings(input);
    expect(analysis.all.systems[0]).toMatchObject({ system: "a", ratings: 6, cannotJudge: 3 });
    expect(analysis.agreement[0]).toMatchObject({ cannotJudge: 3, ratings: 15 });
  });

  it("gives results with and without raters that the rule leaves out", () => {
    const input = ratings(
      4,
      ({ rater, system }) => [system === "a" ? 2 : 3, 5][Number(rater === 3)],
      {},
    );
    const analysis = analyseRatings(input);
    expect(analysis.raters.find(({ rater }) => rater === "r3")?.reasons).toEqual([
      "straight-lining",
    ]);
    expect(analysis.all.raters).toBe(3);
    expect(analysis.withoutFlagged?.raters).toBe(0);
    const varied = ratings(4, ({ rater, system, dimension }) =>
      rater === 3 ? 5 : (system === "a" ? 2 : 3) + (dimension === "fluency" ? 1 : 0),
    );
    expect(analyseRatings(varied).withoutFlagged).toMatchObject({ raters: 2 });
    expect(analyseRatings(varied).withoutFlagged?.systems[0]?.mean).toBe(2);
    expect(analyseRatings(varied).all.systems[0]?.mean).toBe(3);
  });

  it("holds metrics against texts and systems, and marks undeclared ones", () => {
    const input = ratings(
      6,
      ({ rater, system, prompt }) => 1 + ((prompt + rater + (system === "a" ? 1 : 0)) % 3),
    );
    const scores = [0, 1, 2, 3, 4, 5].flatMap((prompt) =>
      ["a", "b"].map((system) => ({
        metric: "length",
        system,
        prompt: `p${prompt}`,
        value: prompt,
      })),
    );
    const tests = { ...input.tests, metrics: ["gapelmaper"] };
    const { metrics } = analyseRatings({ ...input, scores, tests });
    expect(metrics.map(({ metric, isExploratory }) => [metric, isExploratory])).toEqual([
      ["gapelmaper", false],
      ["gapelmaper", false],
      ["length", true],
      ["length", true],
    ]);
    expect(metrics[0]?.overTexts).toEqual({ status: "undefined", reason: "too-few-pairs" });
    expect(metrics[2]).toMatchObject({ texts: 12, systems: 2 });
  });

  it("lists comparisons with people apart", () => {
    const input = ratings(5, ({ system }) => (system === "a" ? 4 : 3), {
      systems: [{ id: "a", isHuman: true }, { id: "b" }],
    });
    expect(analyseRatings(input).all.againstHuman).toHaveLength(2);
    expect(analyseRatings(ratings(5, () => 3)).all.againstHuman).toEqual([]);
  });

  it("keeps controls out of results and agreement", () => {
    const input = ratings(
      4,
      ({ rater, prompt, dimension }) => 1 + ((rater + prompt + dimension.length) % 4),
      {
        systems: [{ id: "a" }],
        controls: { b: { fluency: { most: 1 } } },
      },
    );
    const analysis = analyseRatings(input);
    expect(analysis.all.systems.map(({ system }) => system)).toEqual(["a", "a"]);
    expect(analysis.agreement[0]?.texts).toBe(4);
    expect(analysis.raters.some(({ controlMisses }) => controlMisses.length > 0)).toBe(true);
  });

  it("tells which texts have other than the planned ratings", () => {
    const input = ratings(2, () => 3);
    const readings = input.ratings.readings.slice(1);
    expect(
      analyseRatings({ ...input, ratings: { ...input.ratings, readings } }).deviations,
    ).toEqual(["Text a-0 has 2 complete ratings instead of 3."]);
  });

  it("refuses a key that does not cover the texts", () => {
    const input = ratings(2, () => 3);
    expect(() => analyseRatings({ ...input, key: input.key.slice(1) })).toThrow(
      /a-0 has no line in the key/,
    );
    expect(() => analyseRatings({ ...input, systems: [{ id: "a" }] })).toThrow(/belongs to b/);
  });
});
