import { describe, expect, it } from "vitest";
import type { ComparedRun, WritingComparison } from "../../records/index.ts";
import { writingContrastsCsv, writingCurvesCsv, writingScoresCsv } from "./comparison-csv.ts";
import { renderWritingMarkdown, renderWritingTerminal } from "./comparison-markdown.ts";
import { renderWritingPage } from "./comparison-page.ts";
import { armCurves, meansTable, verdictSentences } from "./comparison-tables.ts";

function runOf(arm: string, seed: number, recall: number): ComparedRun {
  return {
    run: `harbour-s${seed}-${arm}-completion`,
    brief: "harbour",
    seed,
    arm,
    regime: "completion",
    status: arm === "tree" && seed === 2 ? "budget" : "complete",
    ...(arm === "tree" && seed === 2 ? { reason: "its budget ended it" } : {}),
    words: 2980,
    targetWords: 3000,
    calls: 12,
    tokens: { in: 1000, out: 400 },
    scores: {
      recall: { status: "scored", value: recall },
      "cost-units": { status: "scored", value: 12480.4 },
      gapelmaper: { status: "unscored", reason: "too-short" },
    },
    curves: { recall: [recall, null, ...new Array<number>(8).fill(1)] },
  };
}

const comparison: WritingComparison = {
  v: 1,
  name: "tree-or-not",
  model: "fake",
  briefs: [
    {
      id: "harbour",
      title: "The <harbour> | report",
      kind: "report",
      targetWords: 3000,
      facts: 40,
      callBacks: 150,
    },
  ],
  seeds: [1, 2],
  arms: [
    { name: "rolling", title: "L1: rolling continue", role: "baseline" },
    { name: "tree", title: "T4: tree", role: "tree" },
  ],
  regimes: ["completion"],
  baselines: ["rolling"],
  lead: "tree",
  measures: [
    { id: "recall", title: "Recall", better: "higher", primary: true },
    { id: "cost-units", title: "Cost", better: "lower", primary: false },
    { id: "gapelmaper", title: "GAPELMAPER", better: "lower", primary: false },
  ],
  curveTitles: { recall: "Recall" },
  runs: [
    runOf("rolling", 1, 0.5),
    runOf("rolling", 2, 0.7),
    runOf("tree", 1, 0.8),
    runOf("tree", 2, 0.9),
  ],
  contrasts: [
    {
      measure: "recall",
      arm: "tree",
      baseline: "rolling",
      regime: "completion",
      family: "primary",
      briefs: 8,
      pairs: 16,
      difference: 0.25,
      ciLow: 0.1,
      ciHigh: 0.4,
      p: 0.0078125,
      pAdjusted: 0.015625,
      exact: true,
      verdict: "better",
    },
    {
      measure: "cost-units",
      arm: "tree",
      baseline: "rolling",
      regime: "completion",
      family: "exploratory",
      briefs: 8,
      pairs: 16,
      difference: -1200,
      p: 1,
      pAdjusted: 1,
      exact: true,
      verdict: "not separated",
      reason: "8 briefs cannot separate 30 contrasts; 11 can",
    },
  ],
  stopRule: { outcome: "go", text: "Stop rule: not met." },
  notes: ["Targets are shortened to 3,000 words."],
};

describe("the report of a comparison", () => {
  it("means scores over runs, and says why there is none", () => {
    const { rows } = meansTable(comparison, "completion");
    expect(rows).toEqual([
      // (0.5 + 0.7) / 2 and (0.8 + 0.9) / 2
      ["Recall ↑", "0.6000", "0.8500"],
      ["Cost ↓", "12,480", "12,480"],
      ["GAPELMAPER ↓", "unscored: too-short", "unscored: too-short"],
    ]);
  });

  it("says a sentence for each primary contrast, whichever way it falls", () => {
    expect(verdictSentences(comparison)).toEqual([
      "Recall: tree is better than rolling, +0.2500 [+0.1000, +0.4000], adjusted p 0.0156.",
    ]);
    const [primary] = comparison.contrasts;
    const fallen = { ...primary, verdict: "not separated", reason: "2 briefs cannot" } as const;
    expect(
      verdictSentences({ ...comparison, contrasts: [fallen as (typeof comparison.contrasts)[0]] }),
    ).toEqual([
      "Recall: tree and rolling are not separated, +0.2500 [+0.1000, +0.4000], adjusted p 0.0156 (2 briefs cannot).",
    ]);
  });

  it("means curves where runs have a value", () => {
    expect(armCurves(comparison, "recall", "completion")).toEqual([
      { arm: "rolling", values: [0.6, null, 1, 1, 1, 1, 1, 1, 1, 1] },
      { arm: "tree", values: [expect.closeTo(0.85, 12), null, 1, 1, 1, 1, 1, 1, 1, 1] },
    ]);
  });

  it("escapes titles in Markdown and HTML, and draws charts", () => {
    const markdown = renderWritingMarkdown(comparison);
    expect(markdown).toContain("The \\<harbour\\> \\| report");
    expect(markdown).toContain("## What is separated");
    expect(markdown).toContain("budget: its budget ended it");
    const page = renderWritingPage(comparison);
    expect(page).toContain("The &lt;harbour&gt; | report");
    expect(page.match(/<svg role="img"/g)).toHaveLength(2);
    expect(page).not.toContain("<script");
    expect(renderWritingPage(comparison)).toBe(page);
  });

  it("tells verdicts, rule and notes at a terminal", () => {
    const text = renderWritingTerminal(comparison);
    expect(text).toContain("Recall: tree is better than rolling");
    expect(text).toContain("Stop rule: not met.");
    expect(text).toContain("Note: Targets are shortened");
  });

  it("writes scores, contrasts and curves as CSV with reasons for what is missing", () => {
    const scores = writingScoresCsv(comparison).split("\r\n");
    expect(scores).toHaveLength(1 + 4 * 3 + 1);
    expect(scores[3]).toBe(
      '"harbour-s1-rolling-completion","harbour",1,"rolling","completion","complete","gapelmaper",,"too-short"',
    );
    expect(writingContrastsCsv(comparison).split("\r\n")[1]).toBe(
      '"primary","completion","recall","tree","rolling",8,16,0.25,0.1,0.4,0.0078125,0.015625,"better",,',
    );
    expect(writingCurvesCsv(comparison).split("\r\n")[2]).toBe(
      '"harbour-s1-rolling-completion","harbour",1,"rolling","completion","recall",2,',
    );
  });
});
