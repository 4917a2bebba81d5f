import { join } from "node:path";
import type { Dataset } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import {
  type CachedModel,
  type CallCacheMode,
  type CallGate,
  createCallGate,
  type LanguageModel,
  type ModelDescription,
  openLanguageModel,
  withCallCache,
} from "../../models/index.ts";
import type { SideTemplates } from "../../prompt/index.ts";
import type { Retriever } from "../../retrieval/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import { openNamedDataset } from "../datasets/open-named-dataset.ts";
import type { DatasetExperiment, Experiment } from "../experiment/experiment-schema.ts";
import { type ExperimentSection, sectionsOf } from "../experiment/grid.ts";
import { closeRetrievers, openNamedRetriever } from "../retrieval/named-retriever.ts";
import type { RunContext } from "../run-context.ts";
import type { RunFolder } from "./run-folder.ts";
import type { OpenRun, WholeRun } from "./run-inputs.ts";
import type { RunManifest } from "./run-manifest.ts";
import { selectExamples } from "./select-examples.ts";
import { readSideTemplates } from "./side-template-files.ts";
import { openUserProfiles, type UserProfiles } from "./user-profiles.ts";

/** Parts of a run that its folder does not decide, for one of its datasets. */
export type OpenedSection = Pick<
  OpenRun,
  "name" | "experiment" | "cells" | "dataset" | "task" | "retrievers" | "profiles"
>;

/** Parts of a run that its folder does not decide. */
export interface OpenedParts extends Pick<OpenRun, "descriptions" | "models" | "sideTemplates"> {
  /** One per dataset. */
  readonly sections: readonly OpenedSection[];
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
  /** Whether re-rankers that call a language model stand aside, for a preview. @defaultValue `false` */
  readonly withoutCalls?: boolean;
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
  const sections: OpenedSection[] = [];
  for (const section of sectionsOf(experiment)) {
    sections.push(await openSection(section, context, options));
  }
  refuseEqualDatasets(sections);
  const sideTemplates = options.sideTemplates ?? (await readSideTemplates(experiment));
  const { frozenModels } = options;
  const models =
    frozenModels === undefined
      ? await openModels(experiment, context)
      : new Map(Object.entries(frozenModels).map(([name, model]) => [name, closedModel(model)]));
  const descriptions = new Map([...models].map(([name, model]) => [name, model.description]));
  return { sections, descriptions, models, sideTemplates };
}

async function openSection(
  { name, experiment, cells }: ExperimentSection,
  context: RunContext,
  options: OpenPartsOptions,
): Promise<OpenedSection> {
  if (cells.length === 0) {
    throw new LonghandError(
      `The grid's exclusions leave no cell${name === undefined ? "" : ` of the dataset ${name}`}.`,
      { code: "invalid-experiment", hint: "Remove an entry of grid.exclude." },
    );
  }
  const dataset = await openNamedDataset(experiment, context);
  const profiles = openUserProfiles(dataset);
  const retrievers = await openRetrievers(
    { name, experiment, dataset, profiles },
    context,
    options,
  );
  const named = name === undefined ? {} : { name };
  return { ...named, experiment, cells, dataset, task: dataset.task, retrievers, profiles };
}

/** The same content under two names would give every text two places. */
function refuseEqualDatasets(sections: readonly OpenedSection[]): void {
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

interface RetrieverUse {
  readonly name: string | undefined;
  readonly experiment: DatasetExperiment;
  readonly dataset: Dataset;
  readonly profiles: UserProfiles;
}

async function openRetrievers(
  { name: section, experiment, dataset, profiles }: RetrieverUse,
  context: RunContext,
  { frozenRetrievers = {}, withoutCalls = false }: OpenPartsOptions,
): Promise<Map<string, Retriever>> {
  const retrievers = new Map<string, Retriever>();
  const { profile, seed, models, limits, retrievers: settings } = experiment;
  try {
    for (const name of experiment.grid.retriever) {
      const frozen = frozenRetrievers[retrieverKey(section, name)];
      const named = {
        ...{ name, profile, seed, models, dataset, profiles, withoutCalls },
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

async function openModels(
  experiment: Experiment,
  context: RunContext,
): Promise<Map<string, LanguageModel>> {
  const models = new Map<string, LanguageModel>();
  try {
    for (const name of experiment.grid.model) {
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

/** Each model's cache and gate, by the name the grid uses. */
export interface ModelAccess {
  /** Models behind their caches. */
  readonly cached: ReadonlyMap<string, CachedModel>;
  /** How many calls each model bears. */
  readonly gates: ReadonlyMap<string, CallGate>;
}

/** What {@link accessModels} needs beside the run. */
export interface AccessOptions {
  /** What the reply cache does. */
  readonly cacheMode: CallCacheMode;
  /** Gets each change of a limit, each pause, each warning of the cache. */
  readonly onEvent: (event: Readonly<Record<string, unknown>>) => void;
}

/**
 * Puts cache and gate before each model of a run.
 *
 * @param run - The open run.
 * @param options - Cache mode and event receiver.
 * @returns The models, ready for calls.
 */
export function accessModels(run: WholeRun, { cacheMode, onEvent }: AccessOptions): ModelAccess {
  const cached = new Map<string, CachedModel>();
  const gates = new Map<string, CallGate>();
  const byEndpoint = new Map<string, CallGate>();
  for (const [name, model] of run.models) {
    const { adapter, parallelCalls } = model.description;
    cached.set(
      name,
      withCallCache(model, {
        folder: join(run.context.home, "cache", "calls"),
        // The fake costs nothing, and its calls are there to be counted.
        mode: adapter === "fake" ? "off" : cacheMode,
        onWarning: (warning) =>
          onEvent({ event: "cache-warning", model: name, message: warning.message }),
      }),
    );
    const endpoint = endpointOf(name, run);
    const gate =
      byEndpoint.get(endpoint) ??
      createCallGate(gateLimits(run.experiment, parallelCalls), {
        clock: run.context.clock,
        onEvent: (event) => onEvent({ event: "gate", model: name, ...event }),
      });
    byEndpoint.set(endpoint, gate);
    gates.set(name, gate);
  }
  return { cached, gates };
}

/** One gate per provider, key and model: two revisions of one model share it. */
function endpointOf(name: string, { models, experiment }: WholeRun): string {
  const { adapter, baseUrl, model } = models.get(name)?.description ?? {};
  if (baseUrl === undefined) return name;
  return canonicalJson([adapter, baseUrl, model, experiment.models[name]?.["apiKeyVariable"]]);
}

/** A model that works on n calls at a time gets no more, and needs no time to find that out. */
function gateLimits(
  { limits }: Experiment,
  parallelCalls: number,
): { readonly start: number; readonly min: number; readonly max: number } {
  const { start, min, max } = limits.concurrency;
  const most = Math.min(max, parallelCalls);
  const local = Number.isFinite(parallelCalls) && parallelCalls < start;
  return { start: local ? most : Math.min(start, most), min: Math.min(min, most), max: most };
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
  const { sections, ...shared } = parts;
  const { selected, experiment, ...others } = rest;
  return {
    ...shared,
    ...others,
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
