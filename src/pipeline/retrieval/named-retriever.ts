import type { Dataset } from "../../dataset/index.ts";
import { type LanguageModel, openLanguageModel } from "../../models/index.ts";
import {
  type JudgeCaller,
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
  /** Models of re-rankers that are open already, and who calls them. @defaultValue they are opened here */
  readonly judging?: Judging;
  /** The split. */
  readonly dataset: Dataset;
  /** Profiles of the same split. */
  readonly profiles: UserProfiles;
}

/** How re-rankers come by language models that others share. */
export interface Judging {
  /**
   * An open model; it is not closed with the retriever.
   *
   * @param name - As the retriever writes it.
   * @returns The model; `undefined` if there is none.
   */
  readonly model: (name: string) => LanguageModel | undefined;
  /** Makes the calls. */
  readonly call: JudgeCaller;
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
  const { name, profile, seed, settings, models = {}, dataset, profiles } = named;
  const { replyTimeoutMs, judging } = named;
  const { home, clock, credential, retrievers = [], onProgress } = context;
  const spec = parseRetrieverSpec(
    name,
    retrievers.map((definition) => definition.name),
  );
  return openRetriever({
    name,
    profile,
    seed,
    home,
    clock,
    own: retrievers,
    ...(settings === undefined ? {} : { settings }),
    ...(spec.name === "random-all" ? { pool: await poolOf(dataset, profiles) } : {}),
    ...(judging === undefined ? {} : { callModel: judging.call }),
    openModel: async (model) =>
      shared(judging?.model(model)) ??
      (await openLanguageModel({
        spec: model,
        settings: models[model] ?? {},
        home,
        clock,
        credential,
        ...(replyTimeoutMs === undefined ? {} : { replyTimeoutMs }),
      })),
    onWarning: (text) => onProgress({ kind: "warning", text }),
    onEmbedded: (done, total) => {
      // A few texts are told by the examples that they belong to.
      if (total < TOLD_TEXTS) return;
      onProgress({ kind: "step", step: "Embedding", done, total, unit: "texts" });
    },
  });
}

/** Whoever opened the model closes it. */
function shared(model: LanguageModel | undefined): LanguageModel | undefined {
  if (model === undefined) return undefined;
  return {
    description: model.description,
    generate: (request, options) => model.generate(request, options),
    countTokens: (messages) => model.countTokens(messages),
    close: async () => undefined,
  };
}

/**
 * Closes retrievers.
 *
 * @param retrievers - Those of a run.
 */
export async function closeRetrievers(retrievers: Iterable<Retriever>): Promise<void> {
  await Promise.all([...retrievers].map((retriever) => retriever.close?.()));
}
