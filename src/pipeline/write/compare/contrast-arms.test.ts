import { describe, expect, it } from "vitest";
import type {
  BudgetRegime,
  ComparedRun,
  WritingMeasure,
  WritingScore,
} from "../../../records/index.ts";
import { contrastArms } from "./contrast-arms.ts";
import { PREFERENCE } from "./measures.ts";
import { stopRule } from "./stop-rule.ts";

const measures: readonly WritingMeasure[] = [
  { id: "recall", title: "Recall", better: "higher", primary: true },
  { id: "violation-rate", title: "Violations", better: "lower", primary: true },
  { id: "rep-4", title: "rep-4", better: "lower", primary: false },
];

function runOf(
  place: { brief: number; seed?: number; arm: string },
  values: Readonly<Record<string, number | undefined>>,
  status: ComparedRun["status"] = "complete",
): ComparedRun {
  const { brief, seed = 1, arm } = place;
  const scores = Object.fromEntries(
    Object.entries(values).map(([id, value]): [string, WritingScore] => [
      id,
      value === undefined ? { status: "unscored", reason: "none" } : { status: "scored", value },
    ]),
  );
  return {
    run: `b${brief}-s${seed}-${arm}`,
    brief: `b${brief}`,
    seed,
    arm,
    regime: "completion",
    status,
    words: 100,
    targetWords: 100,
    calls: 1,
    tokens: { in: 1, out: 1 },
    scores,
    curves: {},
  };
}

function contrastsOf(runs: readonly ComparedRun[]) {
  return contrastArms({
    runs,
    measures,
    arms: ["rolling", "tree"],
    baselines: ["rolling"],
    lead: "tree",
    regimes: ["completion"],
    seed: 1,
  });
}

/** So many briefs in which the tree has recall 0.8 to 0.5 and as many violations. */
function clearRuns(briefs: number): ComparedRun[] {
  return Array.from({ length: briefs }, (_, brief) => [
    runOf({ brief, arm: "tree" }, { recall: 0.8, "violation-rate": 0.1, "rep-4": 0.02 }),
    runOf({ brief, arm: "rolling" }, { recall: 0.5, "violation-rate": 0.1, "rep-4": 0.01 }),
  ]).flat();
}

describe("contrastArms", () => {
  it("separates what every brief shows alike: 8 briefs, p = 2/256, Holm over two contrasts", () => {
    const [recall, violations, repetition] = contrastsOf(clearRuns(8));
    expect(recall).toMatchObject({
      family: "primary",
      briefs: 8,
      pairs: 8,
      p: 2 / 256,
      exact: true,
      pAdjusted: 4 / 256,
      verdict: "better",
    });
    expect(recall?.difference).toBeCloseTo(0.3, 12);
    expect(violations).toMatchObject({ difference: 0, p: 1, verdict: "not separated" });
    // Exploratory, lower is better: 0.02 against 0.01 in all eight is worse
    expect(repetition).toMatchObject({
      family: "exploratory",
      pAdjusted: 2 / 256,
      verdict: "worse",
    });
  });

  it("says how many briefs would do where too few can separate nothing", () => {
    // Holm over two: 2 · 2/2ⁿ < 0.05 from n = 7 on
    const [recall] = contrastsOf(clearRuns(3));
    expect(recall).toMatchObject({
      verdict: "not separated",
      reason: "3 briefs cannot separate 2 contrasts; 7 can",
    });
    expect(recall?.ciLow).toBeUndefined();
  });

  it("averages seeds within a brief, and leaves out pairs without a value on both sides", () => {
    const runs = [
      runOf({ brief: 1, seed: 1, arm: "tree" }, { recall: 0.9 }),
      runOf({ brief: 1, seed: 1, arm: "rolling" }, { recall: 0.5 }),
      runOf({ brief: 1, seed: 2, arm: "tree" }, { recall: 0.7 }),
      runOf({ brief: 1, seed: 2, arm: "rolling" }, { recall: 0.5 }),
      runOf({ brief: 2, seed: 1, arm: "tree" }, { recall: 0.6 }),
      runOf({ brief: 2, seed: 1, arm: "rolling" }, { recall: 0.6 }),
      runOf({ brief: 2, seed: 2, arm: "tree" }, { recall: undefined }),
      runOf({ brief: 2, seed: 2, arm: "rolling" }, { recall: 0.1 }),
    ];
    const [recall, violations] = contrastsOf(runs);
    // Brief 1: (0.4 + 0.2) / 2 = 0.3; brief 2: 0; mean 0.15
    expect(recall).toMatchObject({ briefs: 2, pairs: 3 });
    expect(recall?.difference).toBeCloseTo(0.15, 12);
    expect(violations).toMatchObject({ briefs: 0, reason: "no pair has a value on both sides" });
    expect(violations?.p).toBeUndefined();
  });

  it("claims nothing where crashed runs counted as 0 decide", () => {
    // Nine briefs alike, but rolling crashed in eight of them: counted as 0 it loses, on the one
    // complete pair nothing can be said.
    const runs = Array.from({ length: 9 }, (_, brief) => [
      runOf({ brief, arm: "tree" }, { recall: 0.5 }),
      runOf(
        { brief, arm: "rolling" },
        { recall: brief === 0 ? 0.5 : 0 },
        brief === 0 ? "complete" : "crashed",
      ),
    ]).flat();
    const [recall] = contrastsOf(runs);
    expect(recall).toMatchObject({ briefs: 9, verdict: "not separated" });
    expect(recall?.pAdjusted).toBeLessThan(0.05);
    expect(recall?.completePairs).toMatchObject({ briefs: 1, verdict: "not separated" });
    expect(recall?.reason).toContain("no claim");
  });
});

describe("stopRule", () => {
  const rule = (briefs: number) => {
    const runs = clearRuns(briefs);
    return stopRule({
      contrasts: contrastsOf(runs),
      runs,
      lead: "tree",
      baselines: ["rolling"],
      regimes: ["completion"],
    });
  };

  it("is not met where the tree is better in recall", () => {
    expect(rule(8)).toMatchObject({ outcome: "go" });
    expect(rule(8).text).toContain("tree is better than rolling, the best baseline, in recall");
  });

  const judged = (regimes: readonly BudgetRegime[], values: readonly number[]) => {
    const runs = regimes.flatMap((regime) => clearRuns(3).map((run) => ({ ...run, regime })));
    const preferences = regimes.flatMap((regime) =>
      values.map((value, brief) => ({
        brief: `b${brief}`,
        seed: 1,
        regime,
        arm: "tree",
        baseline: "rolling",
        score: { status: "scored" as const, value },
      })),
    );
    const contrasts = contrastArms({
      runs,
      measures: [...measures, PREFERENCE],
      preferences,
      arms: ["rolling", "tree"],
      baselines: ["rolling"],
      lead: "tree",
      regimes,
      seed: 1,
    });
    return {
      contrasts,
      rule: stopRule({ contrasts, runs, lead: "tree", baselines: ["rolling"], regimes }),
    };
  };

  it("is met where neither recall nor violations nor preference speak for the tree", () => {
    const { contrasts, rule } = judged(["completion", "cost"], [1, 0, 0.5, 1, 0]);
    const [preference] = contrasts.filter(({ measure }) => measure === "preference");
    // (0.5 − 0.5 + 0 + 0.5 − 0.5) / 5 = 0
    expect(preference).toMatchObject({ family: "primary", briefs: 5, difference: 0 });
    expect(rule).toMatchObject({ outcome: "stop" });
    expect(rule.text).toContain("rolling becomes the default");
  });

  it("is not met where the tree is preferred, and undecided under one budget", () => {
    expect(judged(["completion", "cost"], [1, 1, 1, 1, 1]).rule.outcome).toBe("go");
    expect(judged(["completion"], [1, 0, 0.5, 1, 0]).rule).toMatchObject({
      outcome: "undecided",
      text: expect.stringContaining("the cost budget was not run.") as unknown,
    });
  });

  it("says what is missing to decide it where the tree is not better", () => {
    const { outcome, text } = rule(3);
    expect(outcome).toBe("undecided");
    expect(text).toContain("the cost budget was not run");
    expect(text).toContain("blind preference was not measured");
  });
});
