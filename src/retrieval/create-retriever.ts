import { LonghandError } from "../foundation/index.ts";
import { nearestWord } from "../storage/index.ts";
import { PLAIN_RETRIEVERS, type RetrieverOptions } from "./plain-retrievers.ts";
import type { Retriever } from "./retriever.ts";
import { retrieverNameFault } from "./retriever-spec.ts";

/**
 * Makes a retriever that needs no model, by its name.
 *
 * @param options - Name, profile, seed and, for `random-all`, the pool.
 * @returns The retriever.
 * @throws LonghandError `invalid-option` for an unknown name, with the nearest known one, or for a
 * missing pool.
 *
 * @example
 * ```ts
 * import { createRetriever } from "longhand/retrieval";
 *
 * const retriever = createRetriever({ name: "bm25", profile: "longhand", seed: 7 });
 * const { passages } = await retriever.retrieve({
 *   exampleId: "e1",
 *   userId: "ann",
 *   query: "quiet lamp",
 *   k: 1,
 *   candidates: [
 *     { id: "a1", text: "A quiet lamp for the desk." },
 *     { id: "a2", text: "Green chairs." },
 *   ],
 * });
 * console.log(passages[0]?.id); // a1
 * ```
 */
export function createRetriever(options: RetrieverOptions): Retriever {
  const { name } = options;
  const create = Object.hasOwn(PLAIN_RETRIEVERS, name) ? PLAIN_RETRIEVERS[name] : undefined;
  if (create !== undefined) return create(options);
  const names = Object.keys(PLAIN_RETRIEVERS);
  if (retrieverNameFault(name) === undefined) {
    throw new LonghandError(`The retriever ${name} needs more than createRetriever opens.`, {
      code: "invalid-option",
      hint: "Open it with openRetriever, which finds models and files.",
    });
  }
  const nearest = nearestWord(name, names);
  const known = `Retrievers: ${names.join(", ")}.`;
  throw new LonghandError(`There is no retriever "${name}".`, {
    code: "invalid-option",
    hint: nearest === undefined ? known : `Did you mean "${nearest}"? ${known}`,
  });
}
