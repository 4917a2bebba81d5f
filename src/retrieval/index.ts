export type { Bm25Index } from "./bm25/bm25-index.ts";
export type { Bm25Corpus, DeltaOptions, OkapiIndex, OkapiOptions } from "./bm25/variants.ts";
export { bm25L, bm25Okapi, bm25Plus } from "./bm25/variants.ts";
export { createRetriever } from "./create-retriever.ts";
export type { OwnRetrieverOptions, RetrieverDefinition } from "./define-retriever.ts";
export { defineRetriever } from "./define-retriever.ts";
export type { DenseRetrieverOptions, Similarity, VectorSource } from "./dense/dense-retriever.ts";
export { denseRetriever, embeddedTexts } from "./dense/dense-retriever.ts";
export { readEmbeddings } from "./dense/precomputed-embeddings.ts";
export type { CachedEmbedderOptions, TextEmbedder } from "./dense/text-embedder.ts";
export { cachedEmbedder } from "./dense/text-embedder.ts";
export type { HybridRetrieverOptions } from "./hybrid-retriever.ts";
export { hybridRetriever } from "./hybrid-retriever.ts";
export type { OpenRetrieverOptions } from "./open-retriever.ts";
export { openRetriever } from "./open-retriever.ts";
export type { PassagePool, PoolUser, UserPassages } from "./passage-pool.ts";
export { passagePool } from "./passage-pool.ts";
export type { RetrieverOptions } from "./plain-retrievers.ts";
export { crossEncoderJudge } from "./rerank/cross-encoder-judge.ts";
export type { Judge, JudgeRequest, Verdict } from "./rerank/judge.ts";
export type { JudgeCall, JudgeCaller } from "./rerank/judge-calls.ts";
export { judgeModels, mostJudgeCalls } from "./rerank/judge-calls.ts";
export type { Judging, LlmJudgeOptions } from "./rerank/llm-judge.ts";
export { llmJudge } from "./rerank/llm-judge.ts";
export type { RerankedRetrieverOptions } from "./rerank/reranked-retriever.ts";
export { rerankedRetriever } from "./rerank/reranked-retriever.ts";
export type {
  ExplainedRetrieval,
  PartPlace,
  PassageReason,
  RetrievalProfile,
  RetrievalRequest,
  Retriever,
} from "./retriever.ts";
export type { DenseSettings, RerankSettings, RetrieverSettings } from "./retriever-settings.ts";
export { retrieverSettingsFaults } from "./retriever-settings.ts";
export type { JudgeSpec, RetrieverSpec } from "./retriever-spec.ts";
export { parseRetrieverSpec, retrieverNameFault, retrieverNames } from "./retriever-spec.ts";
