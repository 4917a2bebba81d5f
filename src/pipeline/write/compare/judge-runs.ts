import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { randomStream } from "../../../foundation/index.ts";
import {
  callWithRetries,
  createCallGate,
  type LanguageModel,
  openLanguageModel,
} from "../../../models/index.ts";
import type { BudgetRegime, WritingScore } from "../../../records/index.ts";
import { judgePreference } from "../../../scoring/index.ts";
import { canonicalJson, makeFolder, sha256, writeAtomically } from "../../../storage/index.ts";
import type { RunContext } from "../../run-context.ts";
import type { ComparisonFile } from "./comparison-file.ts";
import type { PlannedComparison, PlannedRun } from "./plan-comparison.ts";

/** Longest wait for one verdict. */
const REPLY_TIMEOUT_MS = 600_000;

/** A blind verdict on two texts of one brief, seed and budget. */
export interface RunPreference {
  /** Id of the brief. */
  readonly brief: string;
  /** Seed of both runs. */
  readonly seed: number;
  /** Budget of both runs. */
  readonly regime: BudgetRegime;
  /** The arm. */
  readonly arm: string;
  /** What it is compared with. */
  readonly baseline: string;
  /** 1: the arm is preferred in both orders; 0: the baseline; 0.5: equal both times. */
  readonly score: WritingScore;
}

const keptSchema: z.ZodType<WritingScore> = z.union([
  z.strictObject({ status: z.literal("scored"), value: z.number() }),
  z.strictObject({ status: z.literal("unscored"), reason: z.string() }),
]);

/**
 * Has a judge choose between the texts of the lead arm and of each baseline, blind and in both orders. A
 * verdict that was given before is not asked for again.
 *
 * @param plan - The comparison.
 * @param folder - Folder of the comparison.
 * @param context - Time, secrets, progress.
 * @returns The verdicts; none without a judge.
 * @throws LonghandError as `openLanguageModel` does.
 */
export async function judgeRuns(
  plan: PlannedComparison,
  folder: string,
  context: RunContext,
): Promise<RunPreference[]> {
  const { judge } = plan.file;
  if (judge === undefined) return [];
  // Another judge may say something else.
  const verdicts = join(folder, "verdicts", sha256(canonicalJson(judge)).slice(0, 12));
  await makeFolder(verdicts);
  const model = await openJudge(judge, context);
  try {
    const pairs = pairsOf(plan);
    const found: RunPreference[] = [];
    for (const [first, second] of pairs) {
      const path = join(verdicts, `${first.run}--${second.arm.name}.json`);
      const score =
        (await keptVerdict(path)) ?? (await verdictOn(first, second, { folder, model, context }));
      await writeAtomically(path, `${JSON.stringify(score)}\n`);
      const { briefId: brief, seed, regime, arm } = first;
      found.push({ brief, seed, regime, arm: arm.name, baseline: second.arm.name, score });
      const { length: done } = found;
      context.onProgress({
        kind: "step",
        step: "Judging",
        done,
        total: pairs.length,
        unit: "pairs",
      });
    }
    return found;
  } finally {
    await model.close();
  }
}

function openJudge(
  { model, settings }: NonNullable<ComparisonFile["judge"]>,
  context: RunContext,
): Promise<LanguageModel> {
  return openLanguageModel({
    spec: model,
    settings,
    home: context.home,
    credential: context.credential,
    clock: context.clock,
    replyTimeoutMs: REPLY_TIMEOUT_MS,
  });
}

function pairsOf({ runs, lead, baselines }: PlannedComparison): [PlannedRun, PlannedRun][] {
  return runs
    .filter(({ arm }) => arm.name === lead)
    .flatMap((own) =>
      runs
        .filter(
          ({ arm, briefId, seed, regime }) =>
            baselines.includes(arm.name) &&
            briefId === own.briefId &&
            seed === own.seed &&
            regime === own.regime,
        )
        .map((other): [PlannedRun, PlannedRun] => [own, other]),
    );
}

async function keptVerdict(path: string): Promise<WritingScore | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    // A damaged verdict is one that never came.
    return keptSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface Judging {
  readonly folder: string;
  readonly model: LanguageModel;
  readonly context: RunContext;
}

async function verdictOn(
  first: PlannedRun,
  second: PlannedRun,
  { folder, model, context }: Judging,
): Promise<WritingScore> {
  const textOf = (run: string): Promise<string> =>
    readFile(join(folder, "runs", run, "exports", "text.txt"), "utf8");
  const gate = createCallGate({ start: 1, min: 1, max: 1 }, { clock: context.clock });
  const judgement = await judgePreference(
    {
      textA: await textOf(first.run),
      textB: await textOf(second.run),
      task: first.brief.goal,
    },
    {
      signal: context.stopNow,
      model: {
        description: model.description,
        generate: (request, options) =>
          callWithRetries({
            gate,
            call: () => model.generate(request, options),
            clock: context.clock,
            random: randomStream(first.seed, "judge-back-off", first.run),
            signal: context.stopNow,
          }),
      },
    },
  );
  if (judgement.status === "scored") return { status: "scored", value: judgement.value };
  return { status: "unscored", reason: judgement.reason };
}
