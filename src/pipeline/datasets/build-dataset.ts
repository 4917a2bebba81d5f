import {
  buildBenchmark,
  buildPassageDataset,
  PASSAGE_OPTIONS,
  type PassageOptions,
  recipeNamed,
  taskNamed,
  writeDataset,
} from "../../dataset/index.ts";
import type { BenchmarkProfile, DatasetCard, Setting } from "../../records/index.ts";
import { openSqlEngine } from "../../storage/index.ts";
import { openCorpus, SHIPPED_CORPUS } from "../corpora/named-corpus.ts";
import type { RunContext } from "../run-context.ts";
import { keywordAsker } from "./ask-keywords.ts";
import { readBuildOptions } from "./build-options.ts";
import { openBuildSource } from "./build-source.ts";
import { cardText } from "./card-text.ts";
import type { VerbResult } from "./dataset-verbs.ts";

/** What {@link buildDataset} makes. */
export interface BuildDatasetOptions {
  /** Name of the task, or path of a file with a task of your own. */
  readonly task: string;
  /** `sotu`, a corpus folder, or the path of a corpus in JSON Lines; absent: `sotu` for `passage`. */
  readonly corpus?: string;
  /** How to split. */
  readonly setting: Setting;
  /** Seed of every draw. */
  readonly seed: number;
  /** Which rules to follow. */
  readonly profile: BenchmarkProfile;
  /** Folder to write; absent: `data/<task>-<setting>`. */
  readonly out?: string;
  /** Whether a dataset that is there may be replaced. */
  readonly replace: boolean;
  /** Memory for tables, in MB. @defaultValue 1500 */
  readonly memoryMb?: number;
  /** What was said for the task's own options, by name. */
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Builds a dataset from a corpus and writes it.
 *
 * @param request - Task, corpus, setting, seed, folder, options.
 * @param context - Time and progress.
 * @returns Counts, funnel and checks.
 * @throws LonghandError `usage` for options of another task; see `buildBenchmark`.
 */
export async function buildDataset(
  request: BuildDatasetOptions,
  context: RunContext,
): Promise<VerbResult> {
  const { name } = taskNamed(request.task);
  const out = request.out ?? `data/${name}-${request.setting}`;
  const card =
    name === "passage"
      ? await buildPassages(request, out)
      : await buildTask({ ...request, task: name }, { out, context });
  return { json: cardJson(card, out), text: cardText(card, out) };
}

async function buildPassages(request: BuildDatasetOptions, out: string): Promise<DatasetCard> {
  const { corpus = SHIPPED_CORPUS, setting, seed, profile, replace } = request;
  const options: PassageOptions = readBuildOptions(PASSAGE_OPTIONS, request.options);
  const documents = openCorpus(corpus);
  const built = await buildPassageDataset({
    documents,
    setting,
    seed,
    profile,
    source: corpus,
    options,
  });
  await writeDataset(out, built, { replace });
  return built.card;
}

const USUAL_MEMORY_MB = 1500;

interface TaskPlace {
  readonly out: string;
  readonly context: RunContext;
}

async function buildTask(
  request: BuildDatasetOptions,
  { out, context }: TaskPlace,
): Promise<DatasetCard> {
  const { corpus = SHIPPED_CORPUS, setting, seed, profile, replace } = request;
  const { memoryMb = USUAL_MEMORY_MB } = request;
  const recipe = recipeNamed(request.task);
  const options = readBuildOptions(recipe.options, request.options);
  const { keywords } = options;
  const isModel = typeof keywords === "string" && !["local", "from-source"].includes(keywords);
  return buildBenchmark({
    recipe,
    ...(isModel ? { askKeywords: keywordAsker({ spec: keywords, seed }, context) } : {}),
    source: await openBuildSource(corpus),
    setting,
    seed,
    profile,
    options,
    out,
    replace,
    clock: context.clock,
    signal: context.stopping,
    openEngine: (temporaryFolder) => openSqlEngine({ memoryMb, temporaryFolder }),
    onProgress: (event) => context.onProgress({ kind: "step", ...event }),
  });
}

function cardJson(card: DatasetCard, out: string): unknown {
  const { splits } = card;
  return {
    dataset: out,
    hash: card.hash,
    splits: { train: splits.train, val: splits.validation, test: splits.test },
    funnel: card.funnel,
    checks: card.checks,
    counts: card.counts,
    options: card.options,
    choices: card.choices ?? [],
  };
}
