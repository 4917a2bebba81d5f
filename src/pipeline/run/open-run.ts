import { LonghandError } from "../../foundation/index.ts";
import {
  type LanguageModel,
  type ModelDescription,
  openLanguageModel,
} from "../../models/index.ts";
import type { SideTemplates } from "../../prompt/index.ts";
import { judgeModels, parseRetrieverSpec, type Retriever } from "../../retrieval/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import { openNamedDataset } from "../datasets/open-named-dataset.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import { type ExperimentSection, sectionsOf } from "../experiment/grid.ts";
import { closeRetrievers, openNamedRetriever } from "../retrieval/named-retriever.ts";
import type { RunContext } from "../run-context.ts";
import type { JudgeRoute } from "./judge-route.ts";
import type { RunFolder } from "./run-folder.ts";
import type { OpenRun, WholeRun } from "./run-inputs.ts";
import type { RunManifest } from "./run-manifest.ts";
import { selectExamples } from "./select-examples.ts";
import { readSideTemplates } from "./side-template-files.ts";
import { openUserProfiles } from "./user-profiles.ts";

/** Parts of a run that its folder does not decide, for one of its datasets. */
export type OpenedSection = Pick<
  OpenRun,
  "name" | "experiment" | "cells" | "dataset" | "task" | "retrievers" | "profiles"
>;

/** Parts of a run that its folder does not decide. */
export interface OpenedParts extends Pick<OpenRun, "descriptions" | "models" | "sideTemplates"> {
  /** One per dataset. */
  readonly sections: readonly OpenedSection[];
  /** Where the calls of re-ranking models go; absent if each retriever makes its own. */
  readonly judgeRoute?: JudgeRoute;
}

/** What decides how {@link openParts} opens. */
export interface OpenPartsOptions {
  /**
   * Models as a run's manifest describes them, for a run that makes no call: they are then not
   * opened, and need neither file nor key.
   */
  readonly frozenModels?: Readonly<Record<string, ModelDescription>>;
  /**
   * Signatures of retrievers as a run's manifest holds them, for a run whose passages are written: they
   * are then not opened, and need no model.
   */
  readonly frozenRetrievers?: Readonly<Record<string, string>>;
  /**
   * Where the calls of re-ranking models go: these are then opened once, beside the grid's models.
   * @defaultValue each retriever opens its own and calls it
   */
  readonly judgeRoute?: JudgeRoute;
  /** Side templates as a run's manifest holds them. @defaultValue read from the experiment's files */
  readonly sideTemplates?: SideTemplates;
}

/**
 * Opens everything that an experiment names: dataset, models, retrievers.
 *
 * @param experiment - With every default written out.
 * @param context - Places and secrets.
 * @param options - Whether models are needed.
 * @returns The open parts; close the models in the end.
 * @throws LonghandError for anything that cannot be opened, before anything is spent.
 */
export async function openParts(
  experiment: Experiment,
  context: RunContext,
  options: OpenPartsOptions = {},
): Promise<OpenedParts> {
  const datasets: SectionDataset[] = [];
  for (const section of sectionsOf(experiment)) datasets.push(await openDataset(section, context));
  refuseEqualDatasets(datasets);
  const sideTemplates = options.sideTemplates ?? (await readSideTemplates(experiment));
  const models = await modelsFor(experiment, context, options);
  try {
    const sections: OpenedSection[] = [];
    for (const opened of datasets) {
      sections.push(await withRetrievers(opened, context, { ...options, models }));
    }
    const descriptions = new Map([...models].map(([name, model]) => [name, model.description]));
    const { judgeRoute } = options;
    const routed = judgeRoute === undefined ? {} : { judgeRoute };
    return { sections, descriptions, models, sideTemplates, ...routed };
  } catch (error) {
    await closeModels(models);
    throw error;
  }
}

type SectionDataset = ExperimentSection & Pick<OpenedSection, "dataset" | "profiles">;

async function openDataset(
  section: ExperimentSection,
  context: RunContext,
): Promise<SectionDataset> {
  const { name, experiment, cells } = section;
  if (cells.length === 0) {
    throw new LonghandError(
      `The grid's exclusions leave no cell${name === undefined ? "" : ` of the dataset ${name}`}.`,
      { code: "invalid-experiment", hint: "Remove an entry of grid.exclude." },
    );
  }
  const dataset = await openNamedDataset(experiment, context);
  return { ...section, dataset, profiles: openUserProfiles(dataset) };
}

async function withRetrievers(
  opened: SectionDataset,
  context: RunContext,
  options: OpenPartsOptions & Pick<OpenedParts, "models">,
): Promise<OpenedSection> {
  const { name, experiment, cells, dataset, profiles } = opened;
  const retrievers = await openRetrievers(opened, context, options);
  const named = name === undefined ? {} : { name };
  return { ...named, experiment, cells, dataset, task: dataset.task, retrievers, profiles };
}

/** The same content under two names would give every text two places. */
function refuseEqualDatasets(sections: readonly SectionDataset[]): void {
  const names = new Map<string, string>();
  for (const { name = "", dataset } of sections) {
    const other = names.get(dataset.hash);
    if (other !== undefined) {
      throw new LonghandError(`The datasets ${other} and ${name} hold the same examples.`, {
        code: "invalid-experiment",
        hint: "List each dataset once under dataset.path.",
      });
    }
    names.set(dataset.hash, name);
  }
}

/** A model that is known but not open: prompts are shown whole, and a call is a fault. */
function closedModel(description: ModelDescription): LanguageModel {
  return {
    description,
    generate: () =>
      Promise.reject(
        new LonghandError(`The model ${description.model} was not opened.`, {
          code: "model-closed",
        }),
      ),
    countTokens: () => Promise.resolve({ tokens: 0, exact: false }),
    close: () => Promise.resolve(),
  };
}

async function openRetrievers(
  { name: section, experiment, dataset, profiles }: SectionDataset,
  context: RunContext,
  options: OpenPartsOptions & Pick<OpenedParts, "models">,
): Promise<Map<string, Retriever>> {
  const retrievers = new Map<string, Retriever>();
  const { frozenRetrievers = {}, judgeRoute, models: opened } = options;
  const { profile, seed, models, limits, retrievers: settings } = experiment;
  const judging =
    judgeRoute === undefined
      ? {}
      : { judging: { model: (name: string) => opened.get(name), call: judgeRoute.call } };
  try {
    for (const name of experiment.grid.retriever) {
      const frozen = frozenRetrievers[retrieverKey(section, name)];
      const named = {
        ...{ name, profile, seed, models, dataset, profiles, ...judging },
        ...(settings === undefined ? {} : { settings }),
        replyTimeoutMs: limits.replyTimeoutMs,
      };
      retrievers.set(
        name,
        frozen === undefined
          ? await openNamedRetriever(named, context)
          : closedRetriever(name, frozen),
      );
    }
    return retrievers;
  } catch (error) {
    await closeRetrievers(retrievers.values());
    throw error;
  }
}

/**
 * The name under which a run's manifest keeps the signature of a retriever.
 *
 * @param section - Name of the dataset; `undefined` if it is the only one.
 * @param retriever - Name of the retriever.
 * @returns The key.
 */
export function retrieverKey(section: string | undefined, retriever: string): string {
  return section === undefined ? retriever : `${section}/${retriever}`;
}

/** A retriever whose passages are written already: to ask it is a fault. */
function closedRetriever(name: string, signature: string): Retriever {
  const fault = `The retriever ${name} was not opened.`;
  return {
    name,
    signature,
    retrieve: () => Promise.reject(new LonghandError(fault, { code: "model-closed" })),
  };
}

/** The grid's models, and those of re-rankers that are still to be asked. */
function modelsFor(
  experiment: Experiment,
  context: RunContext,
  options: OpenPartsOptions,
): Promise<Map<string, LanguageModel>> {
  const { frozenModels, frozenRetrievers, judgeRoute } = options;
  const asksJudges = judgeRoute !== undefined && frozenRetrievers === undefined;
  const judges = asksJudges ? judgeModelsOf(experiment, context) : [];
  const names = [...(frozenModels === undefined ? experiment.grid.model : []), ...judges];
  return openModels([...new Set(names)], {
    experiment,
    context,
    closed: Object.entries(frozenModels ?? {}).filter(([name]) => !judges.includes(name)),
  });
}

/**
 * The language models that a run's retrievers call to re-rank.
 *
 * @param experiment - Its grid.
 * @param context - Retrievers of one's own.
 * @returns Names as the retrievers write them, each once.
 */
export function judgeModelsOf(
  { grid }: Pick<Experiment, "grid">,
  { retrievers = [] }: Pick<RunContext, "retrievers">,
): string[] {
  const own = retrievers.map(({ name }) => name);
  return [...new Set(grid.retriever.flatMap((name) => judgeModels(parseRetrieverSpec(name, own))))];
}

interface ModelsToOpen {
  readonly experiment: Experiment;
  readonly context: RunContext;
  /** Models that no call is made to, with what the run's manifest says of them. */
  readonly closed: readonly (readonly [string, ModelDescription])[];
}

async function openModels(
  names: readonly string[],
  { experiment, context, closed }: ModelsToOpen,
): Promise<Map<string, LanguageModel>> {
  const models = new Map(closed.map(([name, model]) => [name, closedModel(model)]));
  try {
    for (const name of names) {
      const model = await openLanguageModel({
        spec: name,
        settings: experiment.models[name] ?? {},
        home: context.home,
        credential: context.credential,
        clock: context.clock,
        replyTimeoutMs: experiment.limits.replyTimeoutMs,
      });
      models.set(name, model);
    }
    return models;
  } catch (error) {
    await closeModels(models);
    throw error;
  }
}

/**
 * Closes the models and retrievers of a run.
 *
 * @param parts - What was opened.
 */
export async function closeParts({
  models,
  sections,
}: Pick<OpenedParts, "models" | "sections">): Promise<void> {
  await closeModels(models);
  await closeRetrievers(sections.flatMap(({ retrievers }) => [...retrievers.values()]));
}

/**
 * Closes models.
 *
 * @param models - The models of a run.
 */
async function closeModels(models: ReadonlyMap<string, LanguageModel>): Promise<void> {
  await Promise.all([...models.values()].map((model) => model.close()));
}

/**
 * Draws the examples of a run, of each dataset on its own.
 *
 * @param experiment - Its own bound and seed.
 * @param sections - What there is.
 * @param maxExamples - A further bound, from the command line.
 * @returns Their ids per dataset; `undefined` for all of one.
 */
export function drawExamples(
  experiment: Experiment,
  sections: readonly Pick<OpenedSection, "dataset">[],
  maxExamples: number | undefined,
): (ReadonlySet<string> | undefined)[] {
  return sections.map(({ dataset }) => {
    const most = Math.min(
      maxExamples ?? dataset.count,
      experiment.dataset.maxExamples ?? dataset.count,
    );
    if (most >= dataset.count) return undefined;
    return selectExamples(dataset.entries, { maxExamples: most, seed: experiment.seed });
  });
}

/**
 * Refuses to go on with a run whose dataset or models are not what it was planned with.
 *
 * @param manifest - What the run was frozen with.
 * @param parts - What was opened now.
 * @throws LonghandError `experiment-changed`.
 */
export function refuseChangedParts(manifest: RunManifest, parts: OpenedParts): void {
  const frozen = manifest.datasets ?? [manifest.dataset];
  for (const [at, { dataset }] of parts.sections.entries()) {
    const { hash, path } = frozen[at] ?? { hash: "", path: dataset.name };
    if (hash !== dataset.hash) {
      throw changed(manifest, `the dataset ${path} has other content than when the run began`);
    }
  }
  for (const [name, description] of parts.descriptions) {
    const frozen = manifest.models[name];
    const { parallelCalls: _now, ...now } = description;
    const { parallelCalls: _then, ...then } = frozen ?? { parallelCalls: 0 };
    if (canonicalJson(now) !== canonicalJson(then)) {
      throw changed(manifest, `the model ${name} is not the one that the run began with`);
    }
  }
}

function changed(manifest: RunManifest, what: string): LonghandError {
  return new LonghandError(`The run ${manifest.run} cannot go on: ${what}.`, {
    code: "experiment-changed",
    hint: "Put it back as it was, or start a new run.",
  });
}

/**
 * Folds opened parts and a folder into one.
 *
 * @param parts - What was opened.
 * @param rest - Folder, experiment, context, and the examples taken of each dataset.
 * @returns The open run.
 */
export function joinRun(
  parts: OpenedParts,
  rest: {
    readonly experiment: Experiment;
    readonly folder: RunFolder;
    readonly context: RunContext;
    readonly selected: readonly (ReadonlySet<string> | undefined)[];
  },
): WholeRun {
  const { sections, judgeRoute, ...shared } = parts;
  const { selected, experiment, ...others } = rest;
  return {
    ...shared,
    ...others,
    ...(judgeRoute === undefined ? {} : { judgeRoute }),
    experiment,
    sections: sections.map((section, at) => {
      const taken = selected[at];
      return {
        ...shared,
        ...others,
        ...section,
        ...(taken === undefined ? {} : { selected: taken }),
      };
    }),
  };
}
