import { LonghandError } from "../../foundation/index.ts";
import type { CallCacheMode } from "../../models/index.ts";
import { SIDE_TEMPLATES } from "../../prompt/index.ts";
import type { RetrieverDefinition } from "../../retrieval/index.ts";
import type { MetricDefinition } from "../../scoring/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { Experiment, RunLimits } from "../experiment/experiment-schema.ts";
import { type OwnParts, parseExperiment, readExperiment } from "../experiment/read-experiment.ts";
import type { RunContext } from "../run-context.ts";
import type { LoggedOutcome } from "./generation-log.ts";
import { openJudgeRoute } from "./judge-route.ts";
import {
  closeParts,
  drawExamples,
  joinRun,
  openParts,
  refuseChangedParts,
  retrieverKey,
} from "./open-run.ts";
import { type PerformedRun, performRun, readRunLog } from "./perform-run.ts";
import { mostRerankCalls, tightBudget } from "./rerank-bounds.ts";
import { createRunFolder, findRunFolder, type RunFolder } from "./run-folder.ts";
import { exampleCount, type OpenRun, type WholeRun } from "./run-inputs.ts";
import {
  type FrozenDataset,
  type RunManifest,
  readManifest,
  runEnvironment,
  writeManifest,
} from "./run-manifest.ts";
import { hasPlan, readPlan } from "./run-plan.ts";
import { readSideTemplates } from "./side-template-files.ts";
import { hasStyle, hasSummaries, sideTemplateHash } from "./side-texts.ts";
import { scorerFor } from "./summarise-run.ts";
import { templateHashOf, writePlan } from "./write-plan.ts";
import { hasRetrieval, hasUnpaid } from "./write-retrieval.ts";

/** How a command wants a run to be carried out. */
export interface RunOptions {
  /** Most examples taken; the run is then partial. */
  readonly maxExamples?: number;
  /** What the reply cache does. @defaultValue "readwrite" */
  readonly cacheMode?: CallCacheMode;
}

/** A run that a command carried out. */
export interface FinishedRun extends PerformedRun {
  /** Where it stands. */
  readonly folder: RunFolder;
  /** The experiment with every default written out. */
  readonly experiment: Experiment;
}

/**
 * Carries out an experiment from the start.
 *
 * @param experiment - With every default written out.
 * @param options - Limit and cache.
 * @param context - Time, places, progress, the wish to stop.
 * @returns The finished run. Failed examples do not throw: they are counted.
 * @throws LonghandError if anything cannot be opened, before anything is spent; `interrupted`.
 */
export async function startRun(
  experiment: Experiment,
  options: RunOptions,
  context: RunContext,
): Promise<FinishedRun> {
  await scorerFor(experiment, context);
  const parts = await openParts(experiment, context, { judgeRoute: openJudgeRoute() });
  try {
    const selected = drawExamples(experiment, parts.sections, options.maxExamples);
    const folder = await createRunFolder(experiment.name, context);
    context.onProgress({ kind: "message", text: `Run ${folder.name}` });
    const run = joinRun(parts, { experiment, folder, context, selected });
    const spending = { calls: mostRerankCallsOf(run), as: "up to" } as const;
    for (const text of tightBudget(experiment.limits, spending)) {
      context.onProgress({ kind: "warning", text });
    }
    await writeManifest(folder, await manifestOf(run, options));
    await writePlan(run);
    const partial = options.maxExamples !== undefined;
    const isDue = (outcome: LoggedOutcome | undefined): boolean => outcome === undefined;
    const { cacheMode = "readwrite" } = options;
    const performed = await performRun(run, { partial, cacheMode, isDue, retryFailed: false });
    return { ...performed, folder, experiment };
  } finally {
    await closeParts(parts);
  }
}

function mostRerankCallsOf({ sections }: WholeRun): number {
  return sections.reduce((sum, run) => sum + mostRerankCalls(run) * exampleCount(run), 0);
}

async function manifestOf(run: WholeRun, options: RunOptions): Promise<RunManifest> {
  const { experiment, folder, context, sections } = run;
  const { metrics } = await scorerFor(experiment, context);
  const [first] = sections as readonly [OpenRun, ...OpenRun[]];
  return {
    v: 1,
    run: folder.name,
    experiment,
    ...(options.maxExamples === undefined ? {} : { maxExamples: options.maxExamples }),
    dataset: frozenDataset(first),
    ...(sections.length === 1 ? {} : { datasets: sections.map(frozenDataset) }),
    models: Object.fromEntries(run.descriptions),
    retrievers: Object.fromEntries(
      sections.flatMap(({ name, retrievers }) =>
        [...retrievers].map(([retriever, { signature }]) => [
          retrieverKey(name, retriever),
          signature,
        ]),
      ),
    ),
    templates: templateHashes(run),
    ...frozenSideTemplates(run),
    metrics: Object.fromEntries(metrics.map(({ id, signature }) => [id, signature])),
    environment: runEnvironment(),
    startedAtMs: context.clock.nowMs(),
  };
}

function frozenDataset({ name, experiment, dataset, selected }: OpenRun): FrozenDataset {
  return {
    ...(name === undefined ? {} : { dataset: name }),
    path: experiment.dataset.path,
    name: dataset.name,
    task: dataset.task.name,
    setting: dataset.setting,
    hash: dataset.hash,
    examples: dataset.count,
    ...(selected === undefined ? {} : { selected: [...selected] }),
  };
}

function templateHashes(run: WholeRun): Record<string, string> {
  const { sideTemplates = {} } = frozenSideTemplates(run);
  return Object.fromEntries([
    ...run.sections.flatMap((section) =>
      (["gpt", "llama"] as const).map((family) => [
        section.name === undefined ? family : `${section.name}/${family}`,
        templateHashOf(section, family),
      ]),
    ),
    ...Object.values(sideTemplates).map((template) => [template.name, sideTemplateHash(template)]),
  ]);
}

/** Only those that a mode of the grid uses. */
function frozenSideTemplates({
  experiment,
  sideTemplates: { summary, style },
}: WholeRun): Pick<RunManifest, "sideTemplates"> {
  const { mode } = experiment.grid;
  const used = {
    ...(mode.some(hasSummaries) ? { summary } : {}),
    ...(mode.some(hasStyle) ? { style } : {}),
  };
  return Object.keys(used).length === 0 ? {} : { sideTemplates: used };
}

/** How a run is carried on. */
export interface ResumeOptions extends Pick<RunOptions, "cacheMode"> {
  /** The experiment file, to be compared with the frozen one; absent to take the frozen one as it is. */
  readonly experimentFile?: string;
  /** Which failed examples are asked for again. @defaultValue none */
  readonly retry?: (outcome: LoggedOutcome) => boolean;
  /** Whether pending texts are made; `false` to report what there is. @defaultValue true */
  readonly generate?: boolean;
}

/**
 * Goes on with a run that was stopped, or asks again for its failed examples.
 *
 * @param runName - Name or folder of the run.
 * @param options - What to compare and to retry.
 * @param context - Time, places, progress, the wish to stop.
 * @returns The finished run; a complete run is reported anew without a call.
 * @throws LonghandError `unknown-run`, `experiment-changed`, `run-locked`, `damaged-run`,
 *   `interrupted`.
 */
export async function resumeRun(
  runName: string,
  options: ResumeOptions,
  context: RunContext,
): Promise<FinishedRun> {
  const folder = await findRunFolder(runName, context);
  const manifest = await readManifest(folder);
  const budget = await newBudget(manifest, options.experimentFile, context);
  const { retry, generate = true, cacheMode = "readwrite" } = options;
  const isDue = (outcome: LoggedOutcome | undefined): boolean => {
    if (outcome === undefined) return generate;
    if (outcome.status !== "failed") return false;
    return retry?.(outcome) ?? (generate && budget !== undefined && outcome.reason === "budget");
  };
  const retrieveUnpaid = isDue(OVER_BUDGET) && (await hasUnpaid(folder.retrieval));
  const isRetrieved = (await hasRetrieval(folder.retrieval)) && !retrieveUnpaid;
  const needsModels = await anyDue(folder, isDue);
  const experiment = withBudget(manifest.experiment, budget ?? manifest.experiment.limits);
  const parts = await openParts(experiment, context, {
    ...(needsModels ? {} : { frozenModels: manifest.models }),
    ...(isRetrieved ? { frozenRetrievers: manifest.retrievers } : {}),
    judgeRoute: openJudgeRoute(),
    sideTemplates: { ...SIDE_TEMPLATES, ...manifest.sideTemplates },
  });
  try {
    refuseChangedParts(manifest, parts);
    if (budget !== undefined) await writeManifest(folder, { ...manifest, experiment });
    const run = joinRun(parts, { experiment, folder, context, selected: selectedOf(manifest) });
    if (!(await hasPlan(folder.plan))) await writePlan(run);
    const partial = manifest.maxExamples !== undefined;
    const retryFailed = retry !== undefined;
    const how = { partial, cacheMode, isDue, retryFailed, retrieveUnpaid };
    const performed = await performRun(run, how);
    if (!needsModels) warnOfWholePrompts(performed, context);
    return { ...performed, folder, experiment };
  } finally {
    await closeParts(parts);
  }
}

/** Whether a text of the run is still to be made: only then are models needed. */
async function anyDue(
  folder: RunFolder,
  isDue: (outcome: LoggedOutcome | undefined) => boolean,
): Promise<boolean> {
  if (!(await hasPlan(folder.plan))) return true;
  const { outcomes } = await readRunLog({ folder });
  for await (const { key } of readPlan(folder.plan)) if (isDue(outcomes.get(key))) return true;
  return false;
}

function warnOfWholePrompts({ summary }: PerformedRun, { onProgress }: RunContext): void {
  const shortened = summary.cells.reduce((sum, { overflowed }) => sum + overflowed, 0);
  if (shortened === 0) return;
  const text = `${counted(shortened, "prompt was", "prompts were")} shortened to fit before the text was written; the report shows them whole.`;
  onProgress({ kind: "warning", text });
}

function selectedOf({
  dataset,
  datasets = [dataset],
}: RunManifest): (ReadonlySet<string> | undefined)[] {
  return datasets.map(({ selected }) => (selected === undefined ? undefined : new Set(selected)));
}

type BudgetLimits = Pick<RunLimits, "maxCalls" | "maxTokens" | "budgetUsd">;

/** A text that the budget forbade, as a log would tell of it. */
const OVER_BUDGET: LoggedOutcome = {
  status: "failed",
  reason: "budget",
  retryable: true,
  startByte: 0,
  byteLength: 0,
};

/** The same experiment with other bounds of what may be spent: no text depends on them. */
function withBudget(
  experiment: Experiment,
  { maxCalls, maxTokens, budgetUsd }: BudgetLimits,
): Experiment {
  const { maxCalls: _calls, maxTokens: _tokens, budgetUsd: _usd, ...rest } = experiment.limits;
  const bounds = {
    ...(maxCalls === undefined ? {} : { maxCalls }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
  };
  return { ...experiment, limits: { ...rest, ...bounds } };
}

/** The budget of a file, where it is not that of the frozen experiment; any other change is refused. */
async function newBudget(
  manifest: RunManifest,
  path: string | undefined,
  own: OwnParts,
): Promise<BudgetLimits | undefined> {
  if (path === undefined) return undefined;
  const { experiment } = await readExperiment(path, own);
  await refuseChangedFile(manifest, path, experiment);
  const { limits } = experiment;
  const isSame =
    canonicalJson(manifest.experiment) === canonicalJson(withBudget(manifest.experiment, limits));
  return isSame ? undefined : limits;
}

/** The frozen experiment counts; a file that says something else is refused with what differs. */
async function refuseChangedFile(
  manifest: RunManifest,
  path: string,
  experiment: Experiment,
): Promise<void> {
  const differences = [
    ...differencesBetween(withBudget(manifest.experiment, experiment.limits), experiment),
    ...(await changedTemplates(manifest, experiment)),
  ];
  if (differences.length === 0) return;
  throw new LonghandError(
    `${path} has changed since the run ${manifest.run} began:\n${differences.join("\n")}`,
    {
      code: "experiment-changed",
      hint: "Start a new run, or leave the file out to go on with the frozen experiment.",
      details: { differences },
    },
  );
}

/** Side templates whose files say something else than when the run began. */
async function changedTemplates(manifest: RunManifest, experiment: Experiment): Promise<string[]> {
  const { summary, style } = await readSideTemplates(experiment);
  const frozen = manifest.sideTemplates ?? {};
  return [
    ...(frozen.summary === undefined
      ? []
      : differencesBetween(frozen.summary, summary, "prompt.templates.summary")),
    ...(frozen.style === undefined
      ? []
      : differencesBetween(frozen.style, style, "prompt.templates.style")),
  ];
}

/**
 * What differs between two experiments.
 *
 * @param before - The frozen one.
 * @param after - The other one.
 * @returns One line per differing value, `path: before → after`.
 */
function differencesBetween(before: unknown, after: unknown, path = ""): string[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  if (!isPlainObject(before) || !isPlainObject(after)) {
    return [
      `${path}: ${JSON.stringify(before) ?? "absent"} → ${JSON.stringify(after) ?? "absent"}`,
    ];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) =>
    differencesBetween(before[key], after[key], path === "" ? key : `${path}.${key}`),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Writes an experiment out in code instead of a file.
 *
 * @param experiment - What an experiment file would hold; defaults may be left out.
 * @param retrievers - Retrievers of your own that it may name; hand them to the run's context, too.
 *   @defaultValue none
 * @param metrics - The same for metrics of your own. @defaultValue none
 * @returns The experiment with every default written out.
 * @throws LonghandError `invalid-experiment`, as for a file.
 *
 * @example
 * ```ts
 * import { defineExperiment } from "longhand/pipeline";
 *
 * const experiment = defineExperiment({
 *   version: 1,
 *   name: "sotu-fake",
 *   dataset: { path: "sotu-passage" },
 *   grid: { retriever: ["none", "bm25"], k: [2], model: ["fake"] },
 * });
 * ```
 */
export function defineExperiment(
  experiment: Readonly<Record<string, unknown>>,
  retrievers: readonly RetrieverDefinition[] = [],
  metrics: readonly MetricDefinition[] = [],
): Experiment {
  const own = { retrievers, metrics };
  return parseExperiment(JSON.stringify(experiment), "the experiment", own).experiment;
}
