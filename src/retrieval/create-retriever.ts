import { LonghandError } from "../foundation/index.ts";
import { nearestWord } from "../storage/index.ts";
import { bm25Retriever } from "./bm25-retriever.ts";
import { noneRetriever } from "./none-retriever.ts";
import type { PassagePool } from "./passage-pool.ts";
import { randomAllRetriever } from "./random-all-retriever.ts";
import { randomOwnRetriever } from "./random-own-retriever.ts";
import { recencyRetriever } from "./recency-retriever.ts";
import type { RetrievalProfile, Retriever } from "./retriever.ts";
import { retrieverNameFault } from "./retriever-spec.ts";

/** What {@link createRetriever} needs. */
export interface RetrieverOptions {
  /** `none`, `bm25`, `recency`, `random-own` or `random-all`; `openRetriever` takes every name. */
  readonly name: string;
  /** Which rules apply: `longhand`, or those of the published benchmark. */
  readonly profile: RetrievalProfile;
  /** Seed of the random retrievers; the others do not read it. */
  readonly seed: number;
  /** The passages of all users of the split; needed by `random-all` alone. */
  readonly pool?: PassagePool;
}

// A new retriever is a file of its own and one line here.
const RETRIEVERS: Readonly<Record<string, (options: RetrieverOptions) => Retriever>> = {
  none: noneRetriever,
  bm25: ({ profile }) => bm25Retriever(profile),
  recency: ({ profile }) => recencyRetriever(profile),
  "random-own": randomOwnRetriever,
  "random-all": (options) => randomAllRetriever(options, poolFrom(options)),
};

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
  const create = Object.hasOwn(RETRIEVERS, name) ? RETRIEVERS[name] : undefined;
  if (create !== undefined) return create(options);
  const names = Object.keys(RETRIEVERS);
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

function poolFrom({ pool }: RetrieverOptions): PassagePool {
  if (pool !== undefined) return pool;
  throw new LonghandError("The retriever random-all needs the passages of all users, got none.", {
    code: "invalid-option",
    hint: "Hand in a pool: see passagePool.",
  });
}
