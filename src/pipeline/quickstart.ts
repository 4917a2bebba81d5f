import { DEFAULT_MODEL } from "../models/index.ts";
import { pullWithProgress } from "./models/pull-with-progress.ts";
import { defineExperiment, type FinishedRun, startRun } from "./run/run-experiment.ts";
import type { RunContext } from "./run-context.ts";

/** Examples of the quickstart, unless told otherwise. */
const QUICKSTART_EXAMPLES = 24;

/** What the quickstart may be told. */
export interface QuickstartOptions {
  /** Examples per cell. @defaultValue 24 */
  readonly examples?: number;
  /** Model as an experiment names it. @defaultValue the catalogue's default model */
  readonly model?: string;
  /** What the reply cache does. @defaultValue "readwrite" */
  readonly cacheMode?: "readwrite" | "read" | "write" | "off";
}

/**
 * The main job on the shipped example: gets the small model once, then completes passages of State
 * of the Union addresses with and without the author's own passages in the prompt, scores both and
 * reports the difference.
 *
 * @param options - How many examples, which model.
 * @param context - Time, places, progress, the wish to stop.
 * @returns The finished run.
 */
export async function quickstart(
  options: QuickstartOptions,
  context: RunContext,
): Promise<FinishedRun> {
  const name = options.model ?? `gguf:${DEFAULT_MODEL}`;
  if (options.model === undefined) await pullWithProgress(DEFAULT_MODEL, context);
  const experiment = defineExperiment({
    version: 1,
    name: "quickstart",
    dataset: {
      path: "sotu-passage",
      split: "test",
      setting: "user",
      maxExamples: options.examples ?? QUICKSTART_EXAMPLES,
    },
    grid: { retriever: ["none", "bm25"], k: [2], model: [name] },
    // A model this small goes round in circles at temperature 0 without a penalty on what it has said.
    generation: { temperature: 0, repeatPenalty: 1.1, maxOutputTokens: 160 },
    metrics: ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum"],
  });
  return startRun(
    experiment,
    options.cacheMode === undefined ? {} : { cacheMode: options.cacheMode },
    context,
  );
}
