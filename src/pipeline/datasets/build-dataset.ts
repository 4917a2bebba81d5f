import {
  buildBenchmark,
  buildPassageDataset,
  exportToHub,
  isTaskFile,
  type OwnTask,
  PASSAGE_OPTIONS,
  type PassageOptions,
  readTaskFile,
  recipeNamed,
  type TaskRecipe,
  taskNamed,
  writeDataset,
} from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { BenchmarkProfile, DatasetCard, Setting } from "../../records/index.ts";
import { openSqlEngine } from "../../storage/index.ts";
import { openCorpus, SHIPPED_CORPUS } from "../corpora/named-corpus.ts";
import type { RunContext } from "../run-context.ts";
import { keywordAsker } from "./ask-keywords.ts";
import { readBuildOptions } from "./build-options.ts";
import { openBuildSource } from "./build-source.ts";
import { cardText } from "./card-text.ts";
import type { VerbResult } from "./dataset-verbs.ts";
import { cardJson } from "./import-dataset.ts";

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
  /** `folder`, or `hf` for the layout of the Hugging Face hub. @defaultValue "folder" */
  readonly format?: "folder" | "hf";
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
  const own = isTaskFile(request.task) ? await readTaskFile(request.task) : undefined;
  const { name } = own?.task ?? taskNamed(request.task);
  const out = request.out ?? `data/${name}-${request.setting}`;
  const card =
    own === undefined && name === "passage"
      ? await buildPassages(request, out)
      : await buildTask(request, { recipe: recipeOf(request.task, own), out, context });
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
  if (request.format === "hf") await exportToHub(built, { out, replace });
  else await writeDataset(out, built, { replace });
  return built.card;
}

function recipeOf(task: string, own: OwnTask | undefined): TaskRecipe {
  if (own === undefined) return recipeNamed(task);
  if (own.recipe !== undefined) return own.recipe;
  throw new LonghandError(`${task} does not say how examples are made.`, {
    code: "invalid-task",
    hint: "Add the part build; docs/extending.md shows it.",
  });
}

const USUAL_MEMORY_MB = 1500;

interface TaskPlace {
  readonly recipe: TaskRecipe;
  readonly out: string;
  readonly context: RunContext;
}

async function buildTask(
  request: BuildDatasetOptions,
  { recipe, out, context }: TaskPlace,
): Promise<DatasetCard> {
  const { corpus = SHIPPED_CORPUS, setting, seed, profile, replace } = request;
  const { memoryMb = USUAL_MEMORY_MB } = request;
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
    ...(request.format === undefined ? {} : { format: request.format }),
    clock: context.clock,
    signal: context.stopping,
    openEngine: (temporaryFolder) => openSqlEngine({ memoryMb, temporaryFolder }),
    onProgress: (event) => context.onProgress({ kind: "step", ...event }),
  });
}
