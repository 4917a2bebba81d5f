import { join } from "node:path";
import { canonicalJson } from "../../../storage/index.ts";
import { type Brief, targetWordsOf } from "../../../writing/index.ts";
import type { RunContext } from "../../run-context.ts";
import { openVoice, type WriterVoice } from "../voice.ts";
import { openWritingModels, refuseUnlimited, type WritingModels } from "../writing-models.ts";
import { type ArmResult, readArmResult } from "./arm-result.ts";
import { type PlannedComparison, type PlannedRun, plannedWords } from "./plan-comparison.ts";
import { type ArmTools, writeArm } from "./write-arm.ts";

/** What the runs of a comparison came to, by the name of the run. */
export type ArmResults = ReadonlyMap<string, ArmResult>;

/**
 * Writes every document of a comparison that is not finished yet, one after the other.
 *
 * @param plan - The comparison.
 * @param folder - Folder of the runs.
 * @param context - Time, places, progress.
 * @returns What each run came to.
 * @throws LonghandError `interrupted`; ModelCallError if a model cannot be reached.
 */
export async function runArms(
  plan: PlannedComparison,
  folder: string,
  context: RunContext,
): Promise<ArmResults> {
  const results = new Map<string, ArmResult>();
  for (const { run } of plan.runs) {
    const result = await readArmResult(join(folder, run));
    if (result !== undefined) results.set(run, result);
  }
  const open = plan.runs.filter(({ run }) => !results.has(run));
  const tools = openTools(context);
  const progress = openProgress(plan.runs, results, context);
  try {
    for (const planned of open) {
      const { models, voice } = await tools.for(planned);
      const result = await writeArm(planned, {
        folder,
        models,
        context,
        onWords: (words) => progress.inside(planned, words),
        voice,
      });
      results.set(planned.run, result);
      progress.finished(planned, result);
    }
  } finally {
    await tools.close();
  }
  return results;
}

interface Tools {
  for(planned: PlannedRun): Promise<Pick<ArmTools, "models" | "voice">>;
  close(): Promise<void>;
}

/** Models are opened when they are first needed, and once; so are the voices of authors. */
function openTools(context: RunContext): Tools {
  const open = new Map<string, WritingModels>();
  const voices = new Map<string, WriterVoice>();
  const modelsFor = async (brief: Brief): Promise<WritingModels> => {
    const { model, modelSettings, models } = brief;
    const key = canonicalJson({ model, modelSettings, models });
    const known = open.get(key);
    if (known !== undefined) return known;
    const opened = await openWritingModels(brief, context);
    open.set(key, opened);
    return opened;
  };
  return {
    for: async ({ brief, briefId }) => {
      const models = await modelsFor(brief);
      refuseUnlimited(brief, models, false);
      const voice = voices.get(briefId) ?? (await openVoice(brief, context));
      voices.set(briefId, voice);
      return { models, voice };
    },
    close: async () => {
      for (const models of open.values()) await models.close();
    },
  };
}

interface Progress {
  inside(planned: PlannedRun, words: number): void;
  finished(planned: PlannedRun, result: ArmResult): void;
}

/** Progress in words over all runs, so that the time left is known from the first run on. */
function openProgress(
  runs: readonly PlannedRun[],
  results: ArmResults,
  { onProgress }: RunContext,
): Progress {
  const total = plannedWords(runs);
  const doneBefore = plannedWords(runs.filter(({ run }) => results.has(run)));
  let finishedWords = doneBefore;
  let finishedRuns = results.size;
  const step = (done: number, run: string): void =>
    onProgress({
      kind: "step",
      step: "Comparing",
      done: Math.min(done, total),
      total,
      unit: "words",
      doneBefore,
      note: `${finishedRuns} of ${runs.length} runs, ${run}`,
    });
  return {
    inside: ({ run, brief }, words) => {
      // A run counts as all of its words only once it is finished.
      step(finishedWords + Math.min(words, targetWordsOf(brief) - 1), run);
    },
    finished: ({ run, brief }, { status, reason, words, seconds }) => {
      finishedWords += targetWordsOf(brief);
      finishedRuns += 1;
      const mark = status === "complete" ? "✓" : "✗";
      const why = reason === undefined ? "" : ` (${reason})`;
      const time = seconds === undefined ? "" : ` in ${seconds} s`;
      onProgress({
        kind: "message",
        text: `${mark} ${finishedRuns}/${runs.length} ${run}: ${words} words${time}${why}`,
      });
      step(finishedWords, run);
    },
  };
}
