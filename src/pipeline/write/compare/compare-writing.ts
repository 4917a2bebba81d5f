import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LonghandError } from "../../../foundation/index.ts";
import type { WritingComparison } from "../../../records/index.ts";
import { renderWritingTerminal } from "../../../report/index.ts";
import {
  lockFolder,
  makeFolder,
  parseStrictJson,
  requireWritableFolder,
  writeAtomically,
} from "../../../storage/index.ts";
import { targetWordsOf } from "../../../writing/index.ts";
import type { RunContext } from "../../run-context.ts";
import type { ComparisonFile } from "./comparison-file.ts";
import { type ComparisonManifest, isComparisonManifest } from "./comparison-manifest.ts";
import { notesOf } from "./comparison-notes.ts";
import { contrastArms } from "./contrast-arms.ts";
import { judgeRuns, type RunPreference } from "./judge-runs.ts";
import { measureRuns } from "./measure-runs.ts";
import { CURVE_TITLES, MEASURES, PREFERENCE } from "./measures.ts";
import { type PlannedComparison, planComparison } from "./plan-comparison.ts";
import { type ArmResults, runArms } from "./run-arms.ts";
import { stopRule } from "./stop-rule.ts";
import { writeComparisonReport } from "./write-report.ts";
import { ablationPairs, shownArm } from "./writer-arms.ts";

/** A comparison that was carried out. */
export interface FinishedComparison {
  /** What it came to. */
  readonly comparison: WritingComparison;
  /** Its folder. */
  readonly folder: string;
  /** Files of the report by format. */
  readonly report: Readonly<Record<string, string>>;
  /** The report as a terminal shows it. */
  readonly terminal: string;
}

/**
 * Writes every brief with every seed in every way, measures the texts and reports the differences. In a
 * folder of before it goes on: no finished run and no finished call is made again.
 *
 * @param file - What is compared.
 * @param out - Folder of the comparison.
 * @param context - Time, places, progress.
 * @returns The comparison and its report.
 * @throws LonghandError `invalid-brief`, `invalid-experiment`, `other-comparison`, `not-writable`, `run-locked`,
 *   `interrupted`; ModelCallError if a model cannot be reached.
 */
export async function compareWriting(
  file: ComparisonFile,
  out: string,
  context: RunContext,
): Promise<FinishedComparison> {
  const plan = await planComparison(file, context);
  const folder = resolve(out);
  await requireWritableFolder(folder);
  await makeFolder(folder);
  await freeze(plan, folder);
  const lock = await lockFolder(folder, context.clock);
  try {
    const runsFolder = join(folder, "runs");
    const results = await runArms(plan, runsFolder, context).catch((error: unknown) => {
      throw resumable(error, out);
    });
    const runs = await measureRuns(plan, results, { folder: runsFolder, context });
    const preferences = await judgeRuns(plan, folder, context);
    const comparison = comparisonOf(plan, { runs, results, preferences });
    const report = await writeComparisonReport(comparison, join(folder, "report"));
    return { comparison, folder, report, terminal: renderWritingTerminal(comparison) };
  } finally {
    await lock.release();
  }
}

async function freeze({ hash, file }: PlannedComparison, folder: string): Promise<void> {
  const path = join(folder, "manifest.json");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) {
    // Whoever goes on may stand in another folder.
    const placed = { ...file, briefs: file.briefs.map((each) => resolve(each)) };
    const manifest: ComparisonManifest = { v: 1, kind: "writing-comparison", hash, file: placed };
    await writeAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`);
    return;
  }
  const known: unknown = parseStrictJson(text, { file: path, line: 1 });
  const isComparison = isComparisonManifest(known);
  if (isComparison && known.hash === hash) return;
  throw new LonghandError(
    isComparison
      ? `${folder} holds another comparison: its briefs, arms, seeds or prompts were not the same.`
      : `${folder} holds something else than a comparison.`,
    {
      code: "other-comparison",
      hint: "Give another --out, or the briefs and options with which this one began.",
      details: { folder },
    },
  );
}

/** Says how to go on. */
function resumable(error: unknown, out: string): unknown {
  if (!(error instanceof LonghandError) || error.code !== "interrupted") return error;
  return new LonghandError("Stopped; every finished run and call is kept.", {
    code: "interrupted",
    hint: `Give the same command again to go on in ${out}.`,
    details: { out },
    cause: error,
  });
}

interface Measured {
  readonly runs: WritingComparison["runs"];
  readonly results: ArmResults;
  readonly preferences: readonly RunPreference[];
}

function comparisonOf(
  plan: PlannedComparison,
  { runs, results, preferences }: Measured,
): WritingComparison {
  const { file, lead, baselines, briefs } = plan;
  const { regimes } = file;
  const arms = file.grid.writer.map(shownArm);
  const measures = file.judge === undefined ? MEASURES : [...MEASURES, PREFERENCE];
  const contrasts = contrastArms({
    runs,
    preferences,
    measures,
    arms: arms.map(({ name }) => name),
    baselines,
    lead,
    further: ablationPairs(arms.map(({ name }) => name)),
    regimes,
    seed: file.statisticsSeed,
  });
  return {
    v: 1,
    name: file.name,
    model: plan.runs[0]?.brief.model ?? "",
    briefs: [...briefs].map(([id, brief]) => ({
      id,
      title: brief.title ?? brief.goal.slice(0, 80),
      kind: brief.kind,
      targetWords: targetWordsOf(brief),
      facts: (brief.plantedFacts ?? []).length,
      callBacks: (brief.plantedFacts ?? []).reduce((sum, { places }) => sum + places.length, 0),
    })),
    seeds: file.grid.seed,
    arms,
    regimes,
    baselines,
    lead,
    measures,
    curveTitles: CURVE_TITLES,
    runs,
    contrasts,
    stopRule: stopRule({ contrasts, runs, lead, baselines, regimes }),
    notes: notesOf(plan, results),
  };
}
