export type {
  CachedCall,
  CachedCallOptions,
  CachedModel,
  CachedReply,
  CallCacheMode,
  CallCacheOptions,
} from "./call-cache.ts";
export { withCallCache } from "./call-cache.ts";
export type {
  CallCacheEntry,
  CallCachePruning,
  CallCacheRemoval,
} from "./call-cache-upkeep.ts";
export { clearCache, listCache, pruneCache } from "./call-cache-upkeep.ts";
export type { CallKeyParts } from "./call-key.ts";
export { callKey } from "./call-key.ts";
export type {
  CallGate,
  CallGateEvent,
  CallGateOptions,
  CallLimits,
} from "./calls/call-gate.ts";
export { createCallGate, DEFAULT_CALL_LIMITS } from "./calls/call-gate.ts";
export type { RetryOptions } from "./calls/call-with-retries.ts";
export { callWithRetries } from "./calls/call-with-retries.ts";
export { DEFAULT_EMBEDDING_MODEL, DEFAULT_MODEL } from "./catalogue/built-in-models.ts";
export type { KnownModel } from "./catalogue/catalogue.ts";
export { USER_CATALOGUE_FILE } from "./catalogue/catalogue.ts";
export type {
  CatalogueEntry,
  CatalogueFile,
  CatalogueKind,
  FileSource,
  HuggingFaceSource,
  ModelSource,
  PipSource,
  Reencoding,
  ReencodingSource,
} from "./catalogue/catalogue-entry.ts";
export { catalogueEntrySchema } from "./catalogue/catalogue-entry.ts";
export type { CheckOptions, CheckProgress, ModelCheck } from "./catalogue/check-models.ts";
export { checkModels } from "./catalogue/check-models.ts";
export type { PullAttempt } from "./catalogue/fetch-from-sources.ts";
export type { InstallState } from "./catalogue/installed-model.ts";
export type { ListedModel } from "./catalogue/list-models.ts";
export { listModels } from "./catalogue/list-models.ts";
export type { LocatedModel, LocateOptions } from "./catalogue/locate-model.ts";
export { locateModel } from "./catalogue/locate-model.ts";
export type {
  BytesEvent,
  PullEvent,
  SourceEvent,
  SourceFailedEvent,
  WaitingEvent,
} from "./catalogue/pull-event.ts";
export type { PulledModel, PullOptions } from "./catalogue/pull-model.ts";
export { pullModel } from "./catalogue/pull-model.ts";
export type { RemovedModel } from "./catalogue/remove-model.ts";
export { removeModel } from "./catalogue/remove-model.ts";
export type { EnvironmentVariables } from "./catalogue/source-run.ts";
export { checkRequest } from "./check-request.ts";
export type { CrossEncoder } from "./cross-encoder.ts";
export type {
  EmbeddedTokens,
  EmbeddingModel,
  EmbeddingModelDescription,
  TokenEmbeddingModel,
} from "./embedding-model.ts";
export type { FakeCallEntry } from "./fake/fake-call-log.ts";
export type { FakeEmbeddingModelOptions } from "./fake/fake-embedding-model.ts";
export { createFakeEmbeddingModel } from "./fake/fake-embedding-model.ts";
export type { FakeModelOptions } from "./fake/fake-model.ts";
export { createFakeModel } from "./fake/fake-model.ts";
export type { FakeFailure, FakeFailureReason, FakeModelSettings } from "./fake/fake-settings.ts";
export { FAKE_OUTPUT_TOKENS, fakeModelSettingsSchema } from "./fake/fake-settings.ts";
export type { GpuChoice, SystemRole } from "./gguf/engine-protocol.ts";
export type { GgufEmbeddingModelOptions } from "./gguf/gguf-embedding-model.ts";
export { openGgufEmbeddingModel } from "./gguf/gguf-embedding-model.ts";
export type { GgufModel, GgufModelOptions } from "./gguf/gguf-model.ts";
export { openGgufModel } from "./gguf/gguf-model.ts";
export type { GgufFileOptions } from "./gguf/gguf-options.ts";
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
export type {
  EndpointModelSettings,
  LocalModelSettings,
  ModelPrice,
  ScriptedModelSettings,
  SettingsByAdapter,
} from "./model-settings.ts";
export { checkModelSettings, priceOf, readModelSettings } from "./model-settings.ts";
export type { AdapterName, ModelSpec } from "./model-spec.ts";
export { parseModelSpec } from "./model-spec.ts";
export type { OnnxCrossEncoderOptions } from "./onnx/onnx-cross-encoder.ts";
export { openOnnxCrossEncoder } from "./onnx/onnx-cross-encoder.ts";
export type { LongTexts, OnnxEmbeddingModelOptions, Pooling } from "./onnx/onnx-embedding-model.ts";
export { openOnnxEmbeddingModel } from "./onnx/onnx-embedding-model.ts";
export type { OnnxReading, OpenEmbeddingModelOptions } from "./open-embedding-model.ts";
export { onnxFileAt, openEmbeddingModel, tokenizerBeside } from "./open-embedding-model.ts";
export type { OpenModelOptions } from "./open-model.ts";
export { openLanguageModel } from "./open-model.ts";
export { createOpenAiEmbeddingModel } from "./openai/openai-embedding-model.ts";
export { createOpenAiModel } from "./openai/openai-model.ts";
export type {
  OpenAiEmbeddingModelOptions,
  OpenAiModelOptions,
  OpenAiModelSettings,
} from "./openai/openai-settings.ts";
export { openAiModelSettingsSchema } from "./openai/openai-settings.ts";
export type {
  ConversionProgress,
  OpenWordVectorsOptions,
} from "./word-vectors/open-word-vectors.ts";
export {
  DEFAULT_VECTORS,
  hasWordVectors,
  openWordVectors,
} from "./word-vectors/open-word-vectors.ts";
export type { WordVectorFile } from "./word-vectors/vector-file.ts";
export type { WordVectors, WordVectorsIdentity } from "./word-vectors/word-vectors.ts";
