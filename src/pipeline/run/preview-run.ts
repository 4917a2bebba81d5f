import { LonghandError } from "../../foundation/index.ts";
import type { ModelDescription } from "../../models/index.ts";
import type { Cell, DatasetExample } from "../../records/index.ts";
import type { JudgeCall, JudgeCaller } from "../../retrieval/index.ts";
import { neededPermutations } from "../../statistics/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import type { RunContext } from "../run-context.ts";
import { usdOf } from "./call-budget.ts";
import { type PromptParts, passagesOf, promptFor } from "./cell-prompt.ts";
import { baselinePairs } from "./contrast-cells.ts";
import { type JudgeRoute, openJudgeRoute } from "./judge-route.ts";
import { knownPrice } from "./logged-call.ts";
import { closeParts, drawExamples, joinRun, openParts } from "./open-run.ts";
import type { PreviewedCell, PreviewedDataset, PreviewJson, PreviewRange } from "./preview-json.ts";
import { previewText } from "./preview-text.ts";
import { mostRerankCalls, tightBudget } from "./rerank-bounds.ts";
import { rerankKey } from "./rerank-calls.ts";
import type { RunOptions } from "./run-experiment.ts";
import { runFolderAt } from "./run-folder.ts";
import { exampleCount, type OpenRun, runExamples, type WholeRun } from "./run-inputs.ts";
import { hasStyle, hasSummaries, type SideCall, sideCallsFor } from "./side-texts.ts";
import { isOfCell, retrievalLinesFor } from "./write-retrieval.ts";

/** Examples of each dataset whose prompts are built and counted for the estimate. */
const SAMPLED_EXAMPLES = 10;

/** What a run would do. */
export interface RunPreview {
  /** The preview as data. */
  readonly json: PreviewJson;
  /** The preview for the terminal. */
  readonly text: string;
}

/**
 * Works out what a run would do: cells, calls, tokens, cost, tests. Writes nothing and calls no model.
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
  const judgeRoute = openJudgeRoute();
  const parts = await openParts(experiment, context, { judgeRoute });
  try {
    const selected = drawExamples(experiment, parts.sections, options.maxExamples);
    const run = joinRun(parts, { experiment, folder: runFolderAt("", ""), context, selected });
    const samples: SectionSample[] = [];
    for (const section of run.sections) samples.push(await sampleSection(section, judgeRoute));
    const json = previewOf(run, samples);
    return { json, text: previewText(json) };
  } finally {
    await closeParts(parts);
  }
}

/** What the sampled examples of one dataset showed. */
interface SectionSample {
  readonly run: OpenRun;
  readonly cells: readonly CellSample[];
  /** Side calls of the sampled examples, each once: model, tokens of its prompt, longest reply. */
  readonly sides: ReadonlyMap<string, SampledSide>;
  /** The same of re-ranking models. */
  readonly reranks: ReadonlyMap<string, SampledSide>;
  readonly examples: number;
}

interface CellSample {
  readonly cell: Cell;
  readonly tokens: PreviewRange[];
  failed: number;
}

interface SampledSide {
  readonly model: string;
  readonly promptTokens: number;
  readonly maxOutputTokens: number;
}

async function sampleSection(run: OpenRun, judgeRoute: JudgeRoute): Promise<SectionSample> {
  const reranks = new Map<string, SampledSide>();
  judgeRoute.lead((call) => noteRerank(call, run, reranks));
  const cells = run.cells.map((cell): CellSample => ({ cell, tokens: [], failed: 0 }));
  const sides = new Map<string, SampledSide>();
  let examples = 0;
  for await (const example of runExamples(run)) {
    if (examples >= SAMPLED_EXAMPLES) break;
    examples += 1;
    await sampleExample(example, run, { cells, sides });
  }
  return { run, cells, sides, reranks, examples };
}

/** Notes what would be asked. The answer is none, so that the first stage's order stands. */
async function noteRerank(
  call: JudgeCall,
  run: OpenRun,
  reranks: Map<string, SampledSide>,
): ReturnType<JudgeCaller> {
  const key = rerankKey(call, run.descriptions.get(call.model) as ModelDescription);
  if (!reranks.has(key)) reranks.set(key, await sizeOf(call, run));
  const reply = { text: "", finishReason: "stop", promptTokens: 0, outputTokens: 0 } as const;
  return { reply, cached: false };
}

async function sampleExample(
  example: DatasetExample,
  run: OpenRun,
  {
    cells,
    sides,
  }: { readonly cells: readonly CellSample[]; readonly sides: Map<string, SampledSide> },
): Promise<void> {
  const lines = await retrievalLinesFor(example, run);
  for (const sample of cells) {
    const { cell } = sample;
    const retrieval = lines.find((line) => isOfCell(line, cell, run.experiment));
    const tokens = await promptLength({ example, cell, retrieval }, run, sides);
    if (tokens === undefined) sample.failed += 1;
    else sample.tokens.push(tokens);
  }
}

/** From the prompt with empty summaries and style to the one with the longest; `undefined` for none. */
async function promptLength(
  parts: PromptParts,
  run: OpenRun,
  sides: Map<string, SampledSide>,
): Promise<PreviewRange | undefined> {
  try {
    const { summaries, style } = sideCallsFor(await passagesOf(parts, run), parts.cell, run);
    const asked = [...summaries, ...(style === undefined ? [] : [style])];
    for (const call of asked)
      if (!sides.has(call.key)) sides.set(call.key, await sizeOf(call, run));
    const prompt = await promptFor(parts, run, { textOf: async () => "" });
    const least = prompt.promptTokens ?? (await countTokens(prompt.text, parts.cell.model, run));
    const written = asked.reduce((sum, { request }) => sum + request.maxOutputTokens, 0);
    return {
      least,
      most: Math.min(
        least + written,
        run.experiment.prompt.maxPromptTokens ?? Number.POSITIVE_INFINITY,
      ),
    };
  } catch (error) {
    if (error instanceof LonghandError) return undefined;
    throw error;
  }
}

async function sizeOf(
  call: Pick<SideCall, "model" | "request">,
  { models }: OpenRun,
): Promise<SampledSide> {
  const counted = await models.get(call.model)?.countTokens(call.request.messages);
  const { maxOutputTokens } = call.request;
  return { model: call.model, promptTokens: counted?.tokens ?? 0, maxOutputTokens };
}

async function countTokens(text: string, model: string, { models }: OpenRun): Promise<number> {
  const counted = await models.get(model)?.countTokens([{ role: "user", content: text }]);
  return counted?.tokens ?? 0;
}

function previewOf(run: WholeRun, samples: readonly SectionSample[]): PreviewJson {
  const { experiment } = run;
  const datasets = samples.map((sample) => previewedDataset(sample.run));
  const cells = samples.flatMap((sample) =>
    sample.cells.map((cell) => previewedCell(cell, callsPerCell(sample.run))),
  );
  const amounts = samples.flatMap((sample) => [
    ...textAmounts(sample),
    ...sideAmounts(sample, sample.sides),
    ...sideAmounts(sample, sample.reranks),
  ]);
  const calls = cells.reduce((sum, cell) => sum + cell.calls, 0);
  const contrasts = Math.max(...datasets.map(({ contrastsPerMetric }) => contrastsPerMetric));
  const { metrics, statistics } = experiment;
  const rerankCalls = rerankCallCount(samples);
  return {
    dataset: datasets[0] as PreviewedDataset,
    datasets,
    cells,
    repeat: experiment.repeat,
    calls,
    sideCalls: sideCallCount(samples),
    rerankCalls,
    warnings: tightBudget(experiment.limits, {
      as: "about",
      calls: rerankCalls.about,
      ...rerankSpending(samples, run),
    }),
    ...(amounts.some(({ prompt }) => prompt.most > 0)
      ? { promptTokens: total(amounts.map(({ prompt }) => prompt)) }
      : {}),
    outputTokens: total(amounts.map(({ output }) => output)),
    ...costOf(amounts, run),
    tests: {
      metrics,
      contrastsPerMetric: contrasts,
      permutations: statistics.permutations,
      neededPermutations: contrasts === 0 ? 0 : neededPermutations(contrasts),
    },
  };
}

function callsPerCell(run: OpenRun): number {
  return exampleCount(run) * run.experiment.repeat;
}

function previewedDataset(run: OpenRun): PreviewedDataset {
  const { dataset, experiment, cells } = run;
  return {
    name: dataset.name,
    split: experiment.dataset.split,
    examples: exampleCount(run),
    hash: dataset.hash,
    contrastsPerMetric: baselinePairs(cells, experiment.statistics.baseline).length,
  };
}

function previewedCell({ cell, tokens, failed }: CellSample, calls: number): PreviewedCell {
  const range = rangeOf(tokens);
  return {
    cell: cell.id,
    calls,
    ...(range === undefined ? {} : { promptTokens: range }),
    sampledFailures: failed,
  };
}

function rangeOf(ranges: readonly PreviewRange[]): PreviewRange | undefined {
  if (ranges.length === 0) return undefined;
  return {
    least: Math.min(...ranges.map(({ least }) => least)),
    most: Math.max(...ranges.map(({ most }) => most)),
  };
}

/** Tokens of some calls to one model. */
interface Amount {
  readonly model: string;
  readonly prompt: PreviewRange;
  readonly output: PreviewRange;
}

function textAmounts({ run, cells }: SectionSample): Amount[] {
  const calls = callsPerCell(run);
  return cells.map(({ cell, tokens }) => {
    const { least = 0, most = 0 } = rangeOf(tokens) ?? {};
    return {
      model: cell.model,
      prompt: { least: least * calls, most: most * calls },
      output: { least: 0, most: run.experiment.generation.maxOutputTokens * calls },
    };
  });
}

/** The sampled calls, as if the other examples needed as many. */
function sideAmounts(
  { run, examples }: SectionSample,
  calls: ReadonlyMap<string, SampledSide>,
): Amount[] {
  const scale = examples === 0 ? 0 : exampleCount(run) / examples;
  return [...calls.values()].map(({ model, promptTokens, maxOutputTokens }) => ({
    model,
    // Examples of one person may share passages: then one call serves them all.
    prompt: { least: promptTokens, most: Math.ceil(promptTokens * scale) },
    output: { least: 0, most: Math.ceil(maxOutputTokens * scale) },
  }));
}

function total(ranges: readonly PreviewRange[]): PreviewRange {
  return {
    least: ranges.reduce((sum, { least }) => sum + least, 0),
    most: ranges.reduce((sum, { most }) => sum + most, 0),
  };
}

function costOf(
  amounts: readonly Amount[],
  { experiment, models }: WholeRun,
): Pick<PreviewJson, "costUsd" | "unpriced"> {
  const unpriced = [...models.keys()].filter(
    (name) => knownPrice(experiment.models[name]) === undefined,
  );
  if (unpriced.length > 0) return { unpriced };
  const costs = amounts.map(({ model, prompt, output }) => {
    const price = knownPrice(experiment.models[model]) ?? {};
    return {
      least: usdOf({ promptTokens: prompt.least, outputTokens: output.least, price }),
      most: usdOf({ promptTokens: prompt.most, outputTokens: output.most, price }),
    };
  });
  return { costUsd: total(costs), unpriced };
}

/** What re-ranking alone reads, as far as the sampled examples tell, and what that costs. */
function rerankSpending(
  samples: readonly SectionSample[],
  run: WholeRun,
): { readonly tokens: number; readonly usd?: number } {
  const amounts = samples
    .flatMap((sample) => sideAmounts(sample, sample.reranks))
    .map((amount) => ({ ...amount, output: { least: 0, most: 0 } }));
  const { costUsd } = costOf(amounts, run);
  const tokens = total(amounts.map(({ prompt }) => prompt)).most;
  return { tokens, ...(costUsd === undefined ? {} : { usd: costUsd.most }) };
}

function sideCallCount(samples: readonly SectionSample[]): PreviewJson["sideCalls"] {
  let about = 0;
  let most = 0;
  for (const { run, sides, examples } of samples) {
    about += examples === 0 ? 0 : Math.round((sides.size / examples) * exampleCount(run));
    most += mostSideCalls(run.cells) * exampleCount(run);
  }
  return { about: Math.min(about, most), most };
}

function rerankCallCount(samples: readonly SectionSample[]): PreviewJson["rerankCalls"] {
  let about = 0;
  let most = 0;
  for (const { run, reranks, examples } of samples) {
    about += examples === 0 ? 0 : Math.round((reranks.size / examples) * exampleCount(run));
    most += mostRerankCalls(run) * exampleCount(run);
  }
  return { about: Math.min(about, most), most };
}

/** Per example: as many summaries as the largest k of each retriever and model, and a style per list. */
function mostSideCalls(cells: readonly Cell[]): number {
  const summaries = new Map<string, number>();
  const styles = new Set<string>();
  for (const { retriever, model, mode, k } of cells) {
    const who = `${retriever}|${model}`;
    if (hasSummaries(mode)) summaries.set(who, Math.max(k, summaries.get(who) ?? 0));
    if (hasStyle(mode)) styles.add(`${who}|${k}`);
  }
  return [...summaries.values()].reduce((sum, k) => sum + k, styles.size);
}
