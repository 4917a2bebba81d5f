import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ComparedRun, WritingComparison } from "../src/records/index.ts";

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

/** What a comparison of two ways of writing came to, made up. */
export const sampleComparison: WritingComparison = {
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

/** Puts the folder of a comparison among runs, two of its four documents written. Returns the folder. */
export function plantComparison(runsFolder: string, name: string): string {
  const folder = join(runsFolder, name);
  const file = {
    name: "tree-or-not",
    briefs: ["harbour.yaml"],
    grid: { writer: [{ name: "rolling" }, { name: "tree" }], seed: [1, 2] },
    regimes: ["completion"],
  };
  mkdirSync(folder, { recursive: true });
  const manifest = { v: 1, kind: "writing-comparison", hash: "0", file };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  for (const { run, words, calls, tokens } of sampleComparison.runs.slice(0, 2)) {
    mkdirSync(join(folder, "runs", run), { recursive: true });
    const result = { v: 1, status: "complete", words, calls, tokens };
    writeFileSync(join(folder, "runs", run, "result.json"), JSON.stringify(result));
  }
  return folder;
}

/** Writes the report into the folder of a comparison. */
export function plantComparisonReport(folder: string): void {
  mkdirSync(join(folder, "report"), { recursive: true });
  writeFileSync(join(folder, "report", "report.json"), JSON.stringify(sampleComparison));
}
