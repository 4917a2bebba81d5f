import type { Dataset } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { DatasetExample, PromptFamily } from "../../records/index.ts";
import {
  parseRetrieverSpec,
  type RetrievalProfile,
  type Retriever,
  type RetrieverSettings,
} from "../../retrieval/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { openNamedDataset } from "../datasets/open-named-dataset.ts";
import { openUserProfiles, type UserProfiles } from "../run/user-profiles.ts";
import type { RunContext } from "../run-context.ts";
import type { Question } from "./ask-retriever.ts";
import { openNamedRetriever } from "./named-retriever.ts";

/** Which dataset and retriever a command looks at. */
export interface RetrievalOptions {
  /** Dataset folder, released file, or `sotu-passage`. */
  readonly dataset: string;
  /** Part of the dataset. @defaultValue "test" */
  readonly split?: "train" | "validation" | "test";
  /** How the shipped dataset is split. @defaultValue "user" */
  readonly setting?: "user" | "temporal";
  /** Task of the dataset. @defaultValue what its files say */
  readonly task?: string;
  /** Retriever. @defaultValue "bm25" */
  readonly retriever?: string;
  /** Settings by the names of retrievers. @defaultValue none */
  readonly settings?: RetrieverSettings;
  /** Passages that a re-ranker judges; short for its setting `depth`. @defaultValue 20 */
  readonly depth?: number;
  /** Rules. @defaultValue "longhand" */
  readonly profile?: RetrievalProfile;
  /** Template family of the query. @defaultValue "gpt" */
  readonly family?: PromptFamily;
  /** Seed of the random retrievers and of draws. @defaultValue 7 */
  readonly seed?: number;
}

/** An open dataset with an open retriever. */
export interface OpenRetrieval extends Omit<Question, "k"> {
  /** The split. */
  readonly split: Dataset;
  /** Profiles of all users of the split. */
  readonly profiles: UserProfiles;
  /** The retriever. */
  readonly retriever: Retriever;
  /** Seed of draws. */
  readonly seed: number;
}

/**
 * Opens a dataset and a retriever, does some work, and closes the retriever.
 *
 * @param options - Which.
 * @param context - Places, time, the wish to stop.
 * @param work - What to do.
 * @returns What the work returned.
 * @throws LonghandError for anything that cannot be opened.
 */
export async function withRetrieval<T>(
  options: RetrievalOptions,
  context: RunContext,
  work: (retrieval: OpenRetrieval) => Promise<T>,
): Promise<T> {
  const { profile = "longhand", seed = 7, family = "gpt", retriever: name = "bm25" } = options;
  const settings = settingsWithDepth(options, context);
  const split = await openNamedDataset(
    {
      seed,
      profile,
      dataset: {
        path: options.dataset,
        split: options.split ?? "test",
        setting: options.setting ?? "user",
      },
    },
    context,
    options.task === undefined ? {} : { task: options.task },
  );
  const profiles = openUserProfiles(split);
  const named = { name, profile, seed, settings, dataset: split, profiles };
  const retriever = await openNamedRetriever(named, context);
  const { task } = split;
  const signal = context.stopping;
  try {
    return await work({ split, profiles, retriever, task, profile, family, seed, signal });
  } catch (error) {
    if (!(error instanceof LonghandError && error.code === "cancelled")) throw error;
    throw new LonghandError("Stopped while retrieving passages.", {
      code: "interrupted",
      cause: error,
    });
  } finally {
    await retriever.close?.();
  }
}

function settingsWithDepth(
  { retriever = "bm25", settings = {}, depth }: RetrievalOptions,
  { retrievers = [] }: RunContext,
): RetrieverSettings {
  const spec = parseRetrieverSpec(
    retriever,
    retrievers.map(({ name }) => name),
  );
  if (depth === undefined) return settings;
  if (spec.kind === "rerank") {
    return { ...settings, [retriever]: { ...settings[retriever], depth } };
  }
  throw new LonghandError(`The retriever ${retriever} has no depth: it does not re-rank.`, {
    code: "invalid-option",
    hint: `Leave --depth out, or write ${retriever}+rerank:llm.`,
  });
}

/**
 * Finds an example of a split.
 *
 * @param split - The split.
 * @param id - Its id; absent for the first one.
 * @returns The example.
 * @throws LonghandError `unknown-example`, with the nearest id.
 */
export async function exampleOf(split: Dataset, id: string | undefined): Promise<DatasetExample> {
  const place = id === undefined ? 0 : split.entries.findIndex((entry) => entry.id === id);
  if (place >= 0) return split.readAt(place);
  const near = nearestWord(
    id ?? "",
    split.entries.slice(0, 5000).map((entry) => entry.id),
  );
  throw new LonghandError(`${split.name} has no example ${String(id)}.`, {
    code: "unknown-example",
    hint:
      near === undefined ? `The first one is ${split.entries[0]?.id}.` : `Did you mean ${near}?`,
  });
}
