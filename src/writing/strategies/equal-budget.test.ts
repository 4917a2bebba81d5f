import { describe, expect, it } from "vitest";
import { parseBrief } from "../brief/read-brief.ts";
import { estimateWriting } from "../estimate/estimate-writing.ts";
import { equalBudget, spentOf } from "./equal-budget.ts";

const brief = (strategy: string, words: number) =>
  parseBrief(
    `goal: Tell of the harbour.\nkind: story\nmodel: fake\nmodels: { size: small }\nstrategy: ${strategy}\nlength: { words: ${words} }\n`,
    "brief.yaml",
  );

describe("equalBudget", () => {
  it("gives the largest best-of-n whose tokens written are at most 4 T, worked by hand", () => {
    // 3,000 words: T = 4,050 and 4 T = 16,200. A chapter list of 7: 420 for the list, 270 for
    // continuations, 4,050 for one draft of each: 4,740, 8,790, 12,840, 16,890. So n = 3.
    // Rolling has no list, but summaries of min(378, 60 k) for k = 1 … 7, together 1,638, and six
    // instructions of 60: 270 + 1,638 + 360 + 4,050 n: 6,318, 10,368, 14,418, 18,468. So n = 3.
    const [chapters, rolling] = equalBudget([brief("chapters", 3000), brief("rolling", 3000)], {
      regime: "completion",
    });
    expect(chapters).toMatchObject({ candidates: 3, expected: 12_840, limit: 16_200, fits: true });
    expect(rolling).toMatchObject({ candidates: 3, expected: 14_418, limit: 16_200, fits: true });
    expect(rolling?.brief).toMatchObject({ candidates: 3, strategy: "rolling" });
  });

  it("counts a token read 1 and a token written 4 up to 48 T: reading all text so far leaves one draft", () => {
    const targetTokens = 40_000;
    const arms = [brief("rolling", 30_000), brief("outline", 30_000)];
    const [rolling, outline] = equalBudget(arms, { regime: "cost", targetTokens });
    expect(rolling?.candidates).toBe(3);
    expect(outline?.candidates).toBe(1);
    expect(rolling?.limit).toBe(48 * targetTokens);
    const [, cheaper] = equalBudget(arms, { regime: "cost", targetTokens, cachedInputUnits: 0.1 });
    expect(cheaper?.candidates).toBeGreaterThanOrEqual(3);
  });

  it.each(["tree", "chapters", "rolling", "outline"])(
    "leaves no room for one more draft: %s",
    (strategy) => {
      for (const regime of ["completion", "cost"] as const) {
        const [arm] = equalBudget([brief(strategy, 6000)], { regime });
        if (arm === undefined) throw new TypeError("an arm was expected");
        const next = { ...arm.brief, candidates: arm.candidates + 1 };
        const more = estimateWriting(next, { habits: "assumed" }).expected;
        expect(arm.expected).toBeLessThanOrEqual(arm.limit);
        expect(arm.candidates === 16 || spentOf(more, { regime }) > arm.limit).toBe(true);
      }
    },
  );

  it("gives one draft to an arm that cannot pay for it, and says so", () => {
    const [arm] = equalBudget([brief("outline", 30_000)], { regime: "cost", targetTokens: 4000 });
    expect(arm).toMatchObject({ candidates: 1, fits: false });
  });
});

describe("spentOf", () => {
  it("weighs tokens as worked by hand", () => {
    const tokens = { in: 1000, out: 100, cached: 600 };
    expect(spentOf(tokens, { regime: "completion" })).toBe(100);
    expect(spentOf(tokens, { regime: "cost" })).toBe(1000 + 400);
    // 400 read anew, 600 at a tenth, 100 written at 4.
    expect(spentOf(tokens, { regime: "cost", cachedInputUnits: 0.1 })).toBe(400 + 60 + 400);
  });
});
