import { LonghandError } from "../foundation/index.ts";
import type { RetrievalProfile, Retriever } from "./retriever.ts";
import { retrieverNames } from "./retriever-spec.ts";

/** What a retriever of your own is made from. */
export interface OwnRetrieverOptions {
  /** Which rules apply. */
  readonly profile: RetrievalProfile;
  /** The experiment's seed. */
  readonly seed: number;
  /** Settings as they stand under `retrievers` in the experiment. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A retriever of your own, under the name by which experiments ask for it. */
export interface RetrieverDefinition {
  /** The name: lower-case words with hyphens. */
  readonly name: string;
  /**
   * Makes the retriever.
   *
   * @param options - Profile, seed and settings.
   * @returns The retriever; its own `name` need not be set to the definition's.
   */
  readonly create: (options: OwnRetrieverOptions) => Retriever | Promise<Retriever>;
}

/**
 * Defines a retriever of your own, to be handed to `openRetriever` or, in a run's context, to
 * experiments. It may then stand alone, in a hybrid, and before a re-ranker.
 *
 * @param definition - Its name, and how it is made.
 * @returns The same, checked.
 * @throws LonghandError `invalid-option` for a name that is taken or cannot be written in a grid.
 *
 * @example
 * ```ts
 * import { defineRetriever } from "longhand/retrieval";
 *
 * export const longest = defineRetriever({
 *   name: "longest",
 *   create: () => ({
 *     name: "longest",
 *     signature: "longest|by:characters|ties:stored|v:1",
 *     retrieve: async ({ k, candidates }) => {
 *       const passages = candidates.map(({ id, text }) => ({ id, relevance: text.length }));
 *       passages.sort((a, b) => b.relevance - a.relevance);
 *       return { passages: passages.slice(0, k), noSignal: false };
 *     },
 *   }),
 * });
 * ```
 */
export function defineRetriever(definition: RetrieverDefinition): RetrieverDefinition {
  const { name } = definition;
  const taken = [...retrieverNames(), "rerank"].includes(name);
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && !taken) return definition;
  const why = taken ? "is taken by Longhand" : "must be lower-case words with hyphens";
  throw new LonghandError(`The retriever name "${name}" ${why}.`, {
    code: "invalid-option",
    hint: "Choose another name.",
  });
}
