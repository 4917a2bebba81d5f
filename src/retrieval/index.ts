export type { Bm25Index } from "./bm25/bm25-index.ts";
export type { Bm25Corpus, DeltaOptions, OkapiIndex, OkapiOptions } from "./bm25/variants.ts";
export { bm25L, bm25Okapi, bm25Plus } from "./bm25/variants.ts";
export type { RetrieverOptions } from "./create-retriever.ts";
export { createRetriever, retrieverNames } from "./create-retriever.ts";
export type { PassagePool, PoolUser, UserPassages } from "./passage-pool.ts";
export { passagePool } from "./passage-pool.ts";
export type { RetrievalProfile, RetrievalRequest, Retriever } from "./retriever.ts";
