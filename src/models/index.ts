export { checkRequest } from "./check-request.ts";
export type { EmbeddingModel, EmbeddingModelDescription } from "./embedding-model.ts";
export type {
  CallOptions,
  LanguageModel,
  ModelDescription,
  ModelReply,
  ModelRequest,
  Sampling,
  TokenCount,
  TokenLogProbability,
} from "./language-model.ts";
export type { ModelCallErrorOptions } from "./model-call-error.ts";
export { ModelCallError } from "./model-call-error.ts";
