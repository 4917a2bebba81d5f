import { LonghandError } from "../../foundation/index.ts";
import { neededPermutations } from "../../statistics/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import type { RunContext } from "../run-context.ts";
import { type PromptParts, promptFor } from "./cell-prompt.ts";
import { closeModels, drawExamples, joinRun, openParts } from "./open-run.ts";
import type { RunOptions } from "./run-experiment.ts";
import { runFolderAt } from "./run-folder.ts";
import { exampleCount, type OpenRun, runExamples } from "./run-inputs.ts";
import { isOfCell, retrievalLinesFor } from "./write-retrieval.ts";

/** Examples whose prompts are built and counted for the estimate. */
const SAMPLED_EXAMPLES = 10;

/** What a run would do. */
export interface RunPreview {
  /** The preview as data. */
  readonly json: unknown;
  /** The preview for the terminal. */
  readonly text: string;
}

/**
 * Works out what a run would do: cells, calls, tokens, tests. Writes nothing and calls no model.
 *
 * @param experiment - With every default written out.
 * @param options - The command's limit.
 * @param context - Places and secrets.
 * @returns The preview.
 */
export async function previewRun(
  experiment: Experiment,
  options: RunOptions,
  context: RunContext,
): Promise<RunPreview> {
  const parts = await openParts(experiment, context);
  try {
    const selected = drawExamples(experiment, parts.dataset, options.maxExamples);
    const run = joinRun(parts, { experiment, folder: runFolderAt("", ""), context, selected });
    const prompts = await promptLengths(run);
    return show(run, prompts);
  } finally {
    await closeModels(parts.models);
  }
}

interface PromptLengths {
  readonly cell: string;
  /** Tokens of the sampled prompts; absent without a budget, since nothing was counted. */
  readonly tokens: readonly number[];
  readonly failed: number;
}

async function promptLengths(run: OpenRun): Promise<PromptLengths[]> {
  const found = run.cells.map((cell) => ({ cell: cell.id, tokens: [] as number[], failed: 0 }));
  let sampled = 0;
  for await (const example of runExamples(run)) {
    if (sampled >= SAMPLED_EXAMPLES) break;
    sampled += 1;
    const lines = await retrievalLinesFor(example, run);
    for (const [at, cell] of run.cells.entries()) {
      const retrieval = lines.find((line) => isOfCell(line, cell, run.experiment));
      const tokens = await promptLength({ example, cell, retrieval }, run);
      const entry = found[at] as (typeof found)[number];
      if (tokens === "failed") entry.failed += 1;
      else if (tokens !== undefined) entry.tokens.push(tokens);
    }
  }
  return found;
}

async function promptLength(
  parts: PromptParts,
  run: OpenRun,
): Promise<number | undefined | "failed"> {
  try {
    return (await promptFor(parts, run)).promptTokens;
  } catch (error) {
    if (error instanceof LonghandError) return "failed";
    throw error;
  }
}

function show(run: OpenRun, lengths: readonly PromptLengths[]): RunPreview {
  const { experiment, dataset } = run;
  const examples = exampleCount(run);
  const callsPerCell = examples * experiment.repeat;
  const calls = callsPerCell * run.cells.length;
  const contrasts = Math.max(0, run.cells.length - 1);
  const tests = {
    metrics: experiment.metrics,
    contrastsPerMetric: contrasts,
    permutations: experiment.statistics.permutations,
    neededPermutations: contrasts === 0 ? 0 : neededPermutations(contrasts),
  };
  const cells = lengths.map(({ cell, tokens, failed }) => ({
    cell,
    calls: callsPerCell,
    promptTokens:
      tokens.length === 0 ? undefined : { least: Math.min(...tokens), most: Math.max(...tokens) },
    sampledFailures: failed,
  }));
  const sampled = lengths.flatMap(({ tokens }) => tokens);
  const mean =
    sampled.length === 0 ? undefined : sampled.reduce((sum, n) => sum + n, 0) / sampled.length;
  const json = {
    dataset: { name: dataset.name, split: experiment.dataset.split, examples, hash: dataset.hash },
    cells,
    calls,
    promptTokens: mean === undefined ? undefined : Math.round(mean * calls),
    outputTokens: { least: 0, most: calls * experiment.generation.maxOutputTokens },
    tests,
  };
  const lines = [
    `${dataset.name}, ${experiment.dataset.split}: ${examples} examples × ${run.cells.length} cells × ${experiment.repeat} = ${calls} calls`,
    ...cells.map(({ cell, promptTokens, sampledFailures }) => {
      const range =
        promptTokens === undefined
          ? "prompts not counted"
          : `${promptTokens.least}–${promptTokens.most} tokens a prompt`;
      return `  ${cell}: ${range}${sampledFailures > 0 ? `, ${sampledFailures} sampled prompts failed` : ""}`;
    }),
    mean === undefined
      ? ""
      : `About ${Math.round(mean * calls).toLocaleString("en")} tokens read (from ${SAMPLED_EXAMPLES} examples), at most ${json.outputTokens.most.toLocaleString("en")} written`,
    `${contrasts} contrasts per metric; ${tests.permutations} permutations, ${tests.neededPermutations} needed for any claim`,
  ];
  return { json, text: lines.filter((line) => line !== "").join("\n") };
}
