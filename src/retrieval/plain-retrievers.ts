import { LonghandError } from "../foundation/index.ts";
import { bm25Retriever } from "./bm25-retriever.ts";
import { noneRetriever } from "./none-retriever.ts";
import type { PassagePool } from "./passage-pool.ts";
import { randomAllRetriever } from "./random-all-retriever.ts";
import { randomOwnRetriever } from "./random-own-retriever.ts";
import { recencyRetriever } from "./recency-retriever.ts";
import type { RetrievalProfile, Retriever } from "./retriever.ts";

/** What `createRetriever` needs. */
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

/** The retrievers that need no model. A new one is a file of its own and one line here. */
export const PLAIN_RETRIEVERS: Readonly<Record<string, (options: RetrieverOptions) => Retriever>> =
  {
    none: noneRetriever,
    bm25: ({ profile }) => bm25Retriever(profile),
    recency: ({ profile }) => recencyRetriever(profile),
    "random-own": randomOwnRetriever,
    "random-all": (options) => randomAllRetriever(options, poolFrom(options)),
  };

function poolFrom({ pool }: RetrieverOptions): PassagePool {
  if (pool !== undefined) return pool;
  throw new LonghandError("The retriever random-all needs the passages of all users, got none.", {
    code: "invalid-option",
    hint: "Hand in a pool: see passagePool.",
  });
}
