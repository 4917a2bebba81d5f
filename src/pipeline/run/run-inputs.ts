import type { BenchmarkTask, Dataset, DatasetEntry } from "../../dataset/index.ts";
import type { LanguageModel, ModelDescription } from "../../models/index.ts";
import type { Cell, DatasetExample, PromptFamily } from "../../records/index.ts";
import type { Retriever } from "../../retrieval/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import type { RunContext } from "../run-context.ts";
import type { RunFolder } from "./run-folder.ts";
import type { UserProfiles } from "./user-profiles.ts";

/** Everything that the steps of a run share. */
export interface RunInputs {
  /** The frozen experiment. */
  readonly experiment: Experiment;
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
