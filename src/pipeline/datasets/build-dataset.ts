import {
  buildBenchmarks,
  buildPassageDataset,
  exportToHub,
  isTaskFile,
  type KeywordAsker,
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
import type { KeywordModel } from "./ask-keywords.ts";
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
  /** How to split; of several settings each once. */
  readonly setting: Setting | readonly Setting[];
  /** Seed of every draw. */
  readonly seed: number;
  /** Which rules to follow. */
  readonly profile: BenchmarkProfile;
  /**
   * Folder to write, of several settings its beginning: `<out>-<setting>`.
   * Absent: `data/<task>-<setting>`.
   */
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
 * Builds a dataset of each setting from a corpus and writes them.
 *
 * @param request - Task, corpus, settings, seed, folder, options.
 * @param context - Time and progress.
 * @returns Counts, funnel and checks; of several settings a list of them.
 * @throws LonghandError `usage` for options of another task; see `buildBenchmark`.
 */
export async function buildDataset(
  request: BuildDatasetOptions,
  context: RunContext,
): Promise<VerbResult> {
  const own = isTaskFile(request.task) ? await readTaskFile(request.task) : undefined;
  const { name } = own?.task ?? taskNamed(request.task);
  const places = placesOf(request, name);
  const cards =
    own === undefined && name === "passage"
      ? await buildPassages(request, places)
      : await buildTask(request, { recipe: recipeOf(request.task, own), places, context });
  const told = cards.map((card, at) => {
    const { out } = places[at] as DatasetPlace;
    return { json: cardJson(card, out), text: cardText(card, out) };
  });
  const [first, ...others] = told as [VerbResult, ...VerbResult[]];
  if (others.length === 0) return first;
  return {
    json: { datasets: told.map(({ json }) => json) },
    text: told.map(({ text }) => text).join("\n\n"),
  };
}

interface DatasetPlace {
  readonly setting: Setting;
  readonly out: string;
}

function placesOf({ setting, out }: BuildDatasetOptions, task: string): DatasetPlace[] {
  const settings = typeof setting === "string" ? [setting] : setting;
  const isOne = settings.length === 1;
  return settings.map((name) => ({
    setting: name,
    out: isOne && out !== undefined ? out : `${out ?? `data/${task}`}-${name}`,
  }));
}

async function buildPassages(
  request: BuildDatasetOptions,
  places: readonly DatasetPlace[],
): Promise<DatasetCard[]> {
  const { corpus = SHIPPED_CORPUS, seed, profile, replace } = request;
  const options: PassageOptions = readBuildOptions(PASSAGE_OPTIONS, request.options);
  const cards: DatasetCard[] = [];
  for (const { setting, out } of places) {
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
    cards.push(built.card);
  }
  return cards;
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
  readonly places: readonly DatasetPlace[];
  readonly context: RunContext;
}

async function buildTask(
  request: BuildDatasetOptions,
  { recipe, places, context }: TaskPlace,
): Promise<DatasetCard[]> {
  const { corpus = SHIPPED_CORPUS, seed, profile, replace } = request;
  const { memoryMb = USUAL_MEMORY_MB } = request;
  const options = readBuildOptions(recipe.options, request.options);
  const { keywords } = options;
  return buildBenchmarks({
    recipe,
    ...(typeof keywords === "string" ? await askingModel({ spec: keywords, seed }, context) : {}),
    source: await openBuildSource(corpus),
    datasets: places,
    seed,
    profile,
    options,
    replace,
    ...(request.format === undefined ? {} : { format: request.format }),
    clock: context.clock,
    signal: context.stopping,
    openEngine: (temporaryFolder) => openSqlEngine({ memoryMb, temporaryFolder }),
    onProgress: (event) => context.onProgress({ kind: "step", ...event }),
  });
}

/** Models are loaded only where one is to be asked. */
async function askingModel(
  model: KeywordModel,
  context: RunContext,
): Promise<{ readonly askKeywords?: KeywordAsker }> {
  if (["local", "from-source"].includes(model.spec)) return {};
  const { keywordAsker } = await import("./ask-keywords.ts");
  return { askKeywords: keywordAsker(model, context) };
}
