import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ComparedRun, WritingScore } from "../../../records/index.ts";
import { targetWordsOf } from "../../../writing/index.ts";
import type { RunContext } from "../../run-context.ts";
import { costUnits } from "./arm-budget.ts";
import type { ArmResult } from "./arm-result.ts";
import { measureAutocorrelation } from "./measure-autocorrelation.ts";
import type { PlannedComparison, PlannedRun } from "./plan-comparison.ts";
import type { ArmResults } from "./run-arms.ts";
import { styleYardsticks } from "./style-yardsticks.ts";
import { commonLength, type StyleYardstick, textScores, unscored } from "./text-scores.ts";

/** One document with what its run came to. */
interface WrittenRun {
  readonly planned: PlannedRun;
  readonly result: ArmResult;
  readonly text: string;
}

/**
 * Measures every document of a comparison. It reads texts alone, so that a comparison of before can be
 * measured anew.
 *
 * @param plan - The comparison.
 * @param results - What the runs came to.
 * @param options - Folder of the runs, and home of the vectors.
 * @returns The measured runs, in the order of the plan.
 */
export async function measureRuns(
  plan: PlannedComparison,
  results: ArmResults,
  { folder, context }: { readonly folder: string; readonly context: RunContext },
): Promise<ComparedRun[]> {
  const styles = await styleYardsticks(plan.briefs);
  const measured: ComparedRun[] = [];
  for (const group of groupsOf(await writtenRuns(plan, results, folder))) {
    const commonWords = commonLength(group.map(({ text }) => text));
    const autocorrelation = await measureAutocorrelation(
      group.map(({ planned, text }) => ({
        file: textPath(folder, planned.run),
        text,
      })),
      context,
    );
    for (const [index, run] of group.entries()) {
      measured.push(
        measuredRun(run, {
          style: styles.get(run.planned.briefId),
          commonWords,
          autocorrelation: autocorrelation[index] ?? unscored("no-text"),
        }),
      );
    }
    const done = measured.length;
    const { length: total } = plan.runs;
    context.onProgress({ kind: "step", step: "Measuring", done, total, unit: "runs" });
  }
  return measured;
}

function textPath(folder: string, run: string): string {
  return join(folder, run, "exports", "text.txt");
}

async function writtenRuns(
  { runs }: PlannedComparison,
  results: ArmResults,
  folder: string,
): Promise<WrittenRun[]> {
  const written: WrittenRun[] = [];
  for (const planned of runs) {
    const result = results.get(planned.run);
    if (result === undefined) continue;
    const text = await readFile(textPath(folder, planned.run), "utf8");
    written.push({ planned, result, text });
  }
  return written;
}

/** Texts that are compared directly: of one brief, seed and budget. */
function groupsOf(runs: readonly WrittenRun[]): WrittenRun[][] {
  const groups = new Map<string, WrittenRun[]>();
  for (const run of runs) {
    const { briefId, seed, regime } = run.planned;
    const key = JSON.stringify([briefId, seed, regime]);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()];
}

interface Around {
  readonly style: StyleYardstick | undefined;
  readonly commonWords: number;
  readonly autocorrelation: WritingScore;
}

function measuredRun({ planned, result, text }: WrittenRun, around: Around): ComparedRun {
  const { run, briefId, seed, arm, regime, brief } = planned;
  const { status, reason, words, calls, tokens } = result;
  const { scores, curves } = textScores({ brief, status, text }, around.style, around.commonWords);
  return {
    run,
    brief: briefId,
    seed,
    arm: arm.name,
    regime,
    status,
    ...(reason === undefined ? {} : { reason }),
    words,
    targetWords: targetWordsOf(brief),
    calls,
    tokens,
    scores: {
      ...scores,
      gapelmaper: status === "crashed" ? unscored("crashed") : around.autocorrelation,
      ...spentScores(result),
    },
    curves,
  };
}

function spentScores({ status, seconds, tokens, costUsd }: ArmResult): ComparedRun["scores"] {
  const spent = (value: number | undefined, reason: string): WritingScore => {
    if (status === "crashed") return unscored("crashed");
    return value === undefined ? unscored(reason) : { status: "scored", value };
  };
  return {
    seconds: spent(seconds, "interrupted"),
    "tokens-in": spent(tokens.in, ""),
    "tokens-out": spent(tokens.out, ""),
    "cost-units": spent(costUnits(tokens), ""),
    "cost-usd": spent(costUsd, "no-price"),
  };
}
