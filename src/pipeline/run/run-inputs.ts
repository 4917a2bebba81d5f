import type { BenchmarkTask, Dataset, DatasetEntry } from "../../dataset/index.ts";
import type { LanguageModel, ModelDescription } from "../../models/index.ts";
import type { SideTemplates } from "../../prompt/index.ts";
import type { Cell, DatasetExample, PromptFamily } from "../../records/index.ts";
import type { Retriever } from "../../retrieval/index.ts";
import type { DatasetExperiment, Experiment } from "../experiment/experiment-schema.ts";
import type { RunContext } from "../run-context.ts";
import type { JudgeRoute } from "./judge-route.ts";
import type { RunFolder } from "./run-folder.ts";
import type { UserProfiles } from "./user-profiles.ts";

/** Everything that the steps of a run share, for one of its datasets. */
export interface RunInputs {
  /** The frozen experiment, as this dataset sees it. */
  readonly experiment: DatasetExperiment;
  /** Name of this dataset in the experiment; absent if it is the only one. */
  readonly name?: string;
  /** Where the run stands. */
  readonly folder: RunFolder;
  /** Time, places, progress, the wish to stop. */
  readonly context: RunContext;
  /** In grid order. */
  readonly cells: readonly Cell[];
  /** What is written. */
  readonly dataset: Dataset;
  /** How its rows read and its prompts are built. */
  readonly task: BenchmarkTask;
  /** Ids of the examples taken; absent for all. */
  readonly selected?: ReadonlySet<string>;
  /** Descriptions of the grid's models, by the name the grid uses. */
  readonly descriptions: ReadonlyMap<string, ModelDescription>;
}

/** What the steps need that make prompts and call models, beside {@link RunInputs}. */
export interface OpenRun extends RunInputs {
  /** Open models, by the name the grid uses. */
  readonly models: ReadonlyMap<string, LanguageModel>;
  /** Retrievers, by name. */
  readonly retrievers: ReadonlyMap<string, Retriever>;
  /** Profiles of all users of the split, for passages of other users. */
  readonly profiles: UserProfiles;
  /** How summaries and styles are asked for. */
  readonly sideTemplates: SideTemplates;
}

/** A run over all of its datasets. */
export interface WholeRun
  extends Pick<OpenRun, "folder" | "context" | "models" | "descriptions" | "sideTemplates"> {
  /** The frozen experiment. */
  readonly experiment: Experiment;
  /** Where the calls of re-ranking models go; absent if each retriever makes its own. */
  readonly judgeRoute?: JudgeRoute;
  /** One per dataset, in the order of the experiment. */
  readonly sections: readonly OpenRun[];
}

/**
 * The cells of all datasets of a run.
 *
 * @param run - The run.
 * @returns The cells, dataset by dataset.
 */
export function allCells({ sections }: Pick<WholeRun, "sections">): Cell[] {
  return sections.flatMap(({ cells }) => [...cells]);
}

/**
 * How many texts a run is to make.
 *
 * @param run - The run.
 * @returns Examples × cells × repeats, over all datasets.
 */
export function plannedCount({ sections, experiment }: WholeRun): number {
  return sections.reduce(
    (sum, section) => sum + exampleCount(section) * section.cells.length * experiment.repeat,
    0,
  );
}

/**
 * The examples of a run, in dataset order.
 *
 * @param inputs - Dataset and selection.
 * @returns The examples taken, one at a time.
 */
export function runExamples(
  inputs: Pick<RunInputs, "dataset" | "selected">,
): AsyncIterable<DatasetExample> {
  const { dataset, selected } = inputs;
  if (selected === undefined) return dataset.examples();
  const places = dataset.entries.flatMap(({ id }, place) => (selected.has(id) ? [place] : []));
  return dataset.readMany(places);
}

/**
 * Ids and users of the examples of a run, in dataset order; no example is read.
 *
 * @param inputs - Dataset and selection.
 * @returns The entries taken.
 */
export function runEntries({
  dataset,
  selected,
}: Pick<RunInputs, "dataset" | "selected">): readonly DatasetEntry[] {
  if (selected === undefined) return dataset.entries;
  return dataset.entries.filter(({ id }) => selected.has(id));
}

/**
 * How many examples a run has.
 *
 * @param inputs - Dataset and selection.
 * @returns Their number.
 */
export function exampleCount({
  dataset,
  selected,
}: Pick<RunInputs, "dataset" | "selected">): number {
  return selected?.size ?? dataset.count;
}

/**
 * The template family for a model: LLaMA models have their own, all others the one of GPT-3.5.
 *
 * @param model - Model as the grid names it.
 * @param family - The experiment's setting.
 * @returns The family.
 */
export function familyFor(model: string, family: Experiment["prompt"]["family"]): PromptFamily {
  if (family !== "auto") return family;
  return /llama/i.test(model) ? "llama" : "gpt";
}
