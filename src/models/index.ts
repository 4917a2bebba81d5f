export type {
  CallGate,
  CallGateEvent,
  CallGateOptions,
  CallLimits,
} from "./calls/call-gate.ts";
export { createCallGate, DEFAULT_CALL_LIMITS } from "./calls/call-gate.ts";
export type { RetryOptions } from "./calls/call-with-retries.ts";
export { callWithRetries } from "./calls/call-with-retries.ts";
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
