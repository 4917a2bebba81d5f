import type { Dataset } from "../../dataset/index.ts";
import { openLanguageModel } from "../../models/index.ts";
import {
  openRetriever,
  parseRetrieverSpec,
  type RetrievalProfile,
  type Retriever,
  type RetrieverSettings,
} from "../../retrieval/index.ts";
import { poolOf, type UserProfiles } from "../run/user-profiles.ts";
import type { RunContext } from "../run-context.ts";

/** Progress of embedding is told for this many texts and more. */
const TOLD_TEXTS = 200;

/** Which retriever to open, for which dataset. */
export interface NamedRetriever {
  /** Its name, as a grid writes it. */
  readonly name: string;
  /** Which rules apply. */
  readonly profile: RetrievalProfile;
  /** Seed of the random retrievers. */
  readonly seed: number;
  /** Settings by the names of retrievers. @defaultValue none */
  readonly settings?: RetrieverSettings;
  /** Settings by the names of language models, for re-rankers. @defaultValue none */
  readonly models?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Longest wait for a reply of a re-ranking model, in milliseconds. @defaultValue 180_000 */
  readonly replyTimeoutMs?: number;
  /** Whether a re-ranker that calls a language model stands aside, for a preview. @defaultValue `false` */
  readonly withoutCalls?: boolean;
  /** The split. */
  readonly dataset: Dataset;
  /** Profiles of the same split. */
  readonly profiles: UserProfiles;
}

/**
 * Opens a retriever by its name, with everything that it needs of the dataset and of this machine.
 *
 * @param named - Which one.
 * @param context - Places, secrets, time, retrievers of one's own.
 * @returns The retriever; close it after use.
 * @throws LonghandError as `openRetriever`.
 */
export async function openNamedRetriever(
  named: NamedRetriever,
  context: RunContext,
): Promise<Retriever> {
  const { name, profile, seed, settings, models = {}, replyTimeoutMs, dataset, profiles } = named;
  const { home, clock, credential, retrievers = [], onProgress } = context;
  const spec = parseRetrieverSpec(
    name,
    retrievers.map((definition) => definition.name),
  );
  if (named.withoutCalls === true && spec.kind === "rerank" && spec.judge.kind === "llm") {
    const first = await openNamedRetriever({ ...named, name: spec.first.name }, context);
    return { ...first, name };
  }
  return openRetriever({
    name,
    profile,
    seed,
    home,
    clock,
    own: retrievers,
    ...(settings === undefined ? {} : { settings }),
    ...(spec.name === "random-all" ? { pool: await poolOf(dataset, profiles) } : {}),
    openModel: (model) =>
      openLanguageModel({
        spec: model,
        settings: models[model] ?? {},
        home,
        clock,
        credential,
        ...(replyTimeoutMs === undefined ? {} : { replyTimeoutMs }),
      }),
    onWarning: (text) => onProgress({ kind: "warning", text }),
    onEmbedded: (done, total) => {
      // A few texts are told by the examples that they belong to.
      if (total < TOLD_TEXTS) return;
      onProgress({ kind: "step", step: "Embedding", done, total, unit: "texts" });
    },
  });
}

/**
 * Closes retrievers.
 *
 * @param retrievers - Those of a run.
 */
export async function closeRetrievers(retrievers: Iterable<Retriever>): Promise<void> {
  await Promise.all([...retrievers].map((retriever) => retriever.close?.()));
}
