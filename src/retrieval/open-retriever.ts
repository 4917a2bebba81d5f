import { join, resolve } from "node:path";
import { type Clock, LonghandError } from "../foundation/index.ts";
import {
  createFakeEmbeddingModel,
  type EmbeddingModel,
  type LanguageModel,
  onnxFileAt,
  openEmbeddingModel,
  openLanguageModel,
  openOnnxCrossEncoder,
  tokenizerBeside,
} from "../models/index.ts";
import { createRetriever } from "./create-retriever.ts";
import type { RetrieverDefinition } from "./define-retriever.ts";
import { denseRetriever, embeddedTexts, type VectorSource } from "./dense/dense-retriever.ts";
import { readEmbeddings } from "./dense/precomputed-embeddings.ts";
import { cachedEmbedder } from "./dense/text-embedder.ts";
import { hybridRetriever } from "./hybrid-retriever.ts";
import type { RetrieverOptions } from "./plain-retrievers.ts";
import { crossEncoderJudge } from "./rerank/cross-encoder-judge.ts";
import type { Judge } from "./rerank/judge.ts";
import type { JudgeCaller } from "./rerank/judge-calls.ts";
import { llmJudge } from "./rerank/llm-judge.ts";
import { rerankedRetriever } from "./rerank/reranked-retriever.ts";
import type { Retriever } from "./retriever.ts";
import {
  type DenseSettings,
  denseSettings,
  type RerankSettings,
  type RetrieverSettings,
  rerankSettings,
} from "./retriever-settings.ts";
import { parseRetrieverSpec, type RetrieverSpec } from "./retriever-spec.ts";

/** Contriever as its authors use it: mean of all token vectors, dot product, 512 tokens. */
const CONTRIEVER = { windowTokens: 512, longTexts: "cut", normalised: false } as const;
/** Numbers per vector of `dense:hash`. */
const HASH_DIMENSIONS = 256;

/** What {@link openRetriever} needs. */
export interface OpenRetrieverOptions extends RetrieverOptions {
  /** Longhand's home folder: models, and vectors that were made before. */
  readonly home: string;
  /** Settings by the names of retrievers. @defaultValue none */
  readonly settings?: RetrieverSettings;
  /** Retrievers of your own. @defaultValue none */
  readonly own?: readonly RetrieverDefinition[];
  /** Time, for the waits between calls of a re-ranking language model. */
  readonly clock: Clock;
  /**
   * Opens a language model for re-ranking; it is closed with the retriever.
   * @defaultValue `openLanguageModel` without settings and keys
   */
  readonly openModel?: (spec: string) => Promise<LanguageModel>;
  /**
   * Makes the calls of re-ranking language models.
   * @defaultValue they are made here, through the reply cache in the home folder
   */
  readonly callModel?: JudgeCaller;
  /** Processor threads of encoders. @defaultValue as many as there are cores */
  readonly threads?: number;
  /** Gets what went wrong without ending the work. */
  readonly onWarning?: (text: string) => void;
  /** Told while texts are embedded. */
  readonly onEmbedded?: (done: number, total: number) => void;
}

/**
 * Opens any retriever by its name: those of `createRetriever`, `dense`, `contriever`, `hybrid`,
 * re-ranked ones, and your own. Vectors are kept in the home folder, in `cache/embeddings`.
 *
 * @param options - Name, profile, seed, home, settings.
 * @returns The retriever; close it after use (`retriever.close?.()`).
 * @throws LonghandError `invalid-option` for an unknown name, with what was probably meant, or wrong
 *   settings; `model-missing`, `missing-dependency` and what else opening a model throws.
 *
 * @example
 * ```ts
 * import type { Clock } from "longhand";
 * import { openRetriever } from "longhand/retrieval";
 *
 * export async function nearest(home: string, clock: Clock): Promise<string | undefined> {
 *   const retriever = await openRetriever({ name: "hybrid", profile: "longhand", seed: 7, home, clock });
 *   const { passages } = await retriever.retrieve({
 *     exampleId: "e1",
 *     userId: "ann",
 *     query: "a shelter in the rain",
 *     k: 1,
 *     candidates: [{ id: "a1", text: "The tent kept us dry." }, { id: "a2", text: "Green chairs." }],
 *   });
 *   await retriever.close?.();
 *   return passages[0]?.id;
 * }
 * ```
 */
export async function openRetriever(options: OpenRetrieverOptions): Promise<Retriever> {
  const { name, own = [] } = options;
  const names = own.map((definition) => definition.name);
  return openSpec(parseRetrieverSpec(name, names), options);
}

async function openSpec(spec: RetrieverSpec, options: OpenRetrieverOptions): Promise<Retriever> {
  switch (spec.kind) {
    case "plain":
      return openPlain(spec.name, options);
    case "dense":
    case "contriever":
      return openDense(spec, options);
    case "hybrid":
      return hybridRetriever({
        name: spec.name,
        profile: options.profile,
        parts: await openAll(spec.parts, options),
      });
    case "rerank":
      return openReranked(spec, options);
  }
}

async function openPlain(name: string, options: OpenRetrieverOptions): Promise<Retriever> {
  const { own = [], settings = {}, profile, seed } = options;
  const definition = own.find((one) => one.name === name);
  if (definition === undefined) return createRetriever({ ...options, name });
  const made = await definition.create({ profile, seed, settings: settings[name] ?? {} });
  // A grid finds what was retrieved by the name that it uses.
  return {
    name,
    signature: made.signature,
    retrieve: (request) => made.retrieve(request),
    ...(made.explain === undefined
      ? {}
      : { explain: (request) => (made.explain as NonNullable<typeof made.explain>)(request) }),
    close: async () => made.close?.(),
  };
}

async function openAll(
  specs: readonly RetrieverSpec[],
  options: OpenRetrieverOptions,
): Promise<Retriever[]> {
  const parts: Retriever[] = [];
  try {
    for (const spec of specs) parts.push(await openSpec(spec, options));
    return parts;
  } catch (error) {
    await Promise.all(parts.map((part) => part.close?.()));
    throw error;
  }
}

type DenseSpec = Extract<RetrieverSpec, { kind: "dense" | "contriever" }>;

async function openDense(spec: DenseSpec, options: OpenRetrieverOptions): Promise<Retriever> {
  const settings = denseSettings(spec, options.settings ?? {});
  const { similarity } = settings;
  return denseRetriever({
    name: spec.name,
    profile: options.profile,
    vectors: await openVectors(spec, { settings, options }),
    ...(similarity === undefined ? {} : { similarity }),
  });
}

interface Opening<Settings> {
  readonly settings: Settings;
  readonly options: OpenRetrieverOptions;
}

async function openVectors(
  spec: DenseSpec,
  { settings, options }: Opening<DenseSettings>,
): Promise<VectorSource> {
  const { path } = settings;
  const embeddings = path?.endsWith(".jsonl") ? path : after("embeddings:", spec.model);
  if (embeddings !== undefined) return readEmbeddings(resolve(embeddings));
  const model = await openEncoder(spec, { settings, options });
  const embedder = cachedEmbedder(model, {
    cacheFolder: join(options.home, "cache", "embeddings"),
    ...(options.onWarning === undefined ? {} : { onWarning: options.onWarning }),
    ...(options.onEmbedded === undefined ? {} : { onProgress: options.onEmbedded }),
  });
  return embeddedTexts(embedder);
}

async function openEncoder(
  spec: DenseSpec,
  { settings, options }: Opening<DenseSettings>,
): Promise<EmbeddingModel> {
  if (spec.model === "hash" && settings.path === undefined) {
    return createFakeEmbeddingModel({ name: "hash", dimensions: HASH_DIMENSIONS });
  }
  const { path, similarity: _, ...written } = settings;
  const reading = spec.kind === "contriever" ? { ...CONTRIEVER, ...written } : written;
  const gguf = spec.model.startsWith("gguf:");
  const opening = openEmbeddingModel({
    spec: path === undefined ? spec.model : `${gguf ? "gguf" : "onnx"}:${resolve(path)}`,
    home: options.home,
    ...(gguf ? {} : { reading: { ...reading, showPrecision: true } }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
  });
  return opening.catch((cause: unknown) => {
    const isUnknown = cause instanceof LonghandError && cause.code === "unknown-model";
    throw isUnknown && spec.model === "onnx:contriever" ? withoutContriever(cause) : cause;
  });
}

function withoutContriever(cause: unknown): LonghandError {
  return new LonghandError("Contriever's weights are not on this machine.", {
    code: "model-missing",
    hint: "Export facebook/contriever to ONNX (last_hidden_state) and name its folder: contriever:/path/to/folder, or retrievers.contriever.path in the experiment.",
    cause,
  });
}

function after(prefix: string, text: string): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

async function openReranked(
  spec: Extract<RetrieverSpec, { kind: "rerank" }>,
  options: OpenRetrieverOptions,
): Promise<Retriever> {
  const settings = rerankSettings(spec, options.settings ?? {});
  const first = await openSpec(spec.first, options);
  try {
    const judge = await openJudge(spec.judge, { settings, options });
    const { depth } = settings;
    return rerankedRetriever({
      name: spec.name,
      first,
      judge,
      ...(depth === undefined ? {} : { depth }),
    });
  } catch (error) {
    await first.close?.();
    throw error;
  }
}

async function openJudge(
  judge: Extract<RetrieverSpec, { kind: "rerank" }>["judge"],
  { settings, options }: Opening<RerankSettings>,
): Promise<Judge> {
  const { home, clock, threads, onWarning } = options;
  const { maxTokens, judging, maxPassageWords } = settings;
  if (judge.kind === "cross-encoder") {
    const path = await onnxFileAt(resolve(judge.model));
    return crossEncoderJudge(
      await openOnnxCrossEncoder({
        path,
        tokenizerPath: await tokenizerBeside(path),
        name: judge.model,
        ...(maxTokens === undefined ? {} : { maxTokens }),
        ...(threads === undefined ? {} : { threads }),
      }),
    );
  }
  const { openModel = plainModel(options), callModel } = options;
  const { model } = judge;
  return llmJudge({
    model: await openModel(model),
    clock,
    cacheFolder: join(home, "cache", "calls"),
    ...(callModel === undefined ? {} : { call: (asked) => callModel({ ...asked, model }) }),
    ...(judging === undefined ? {} : { judging }),
    ...(maxPassageWords === undefined ? {} : { maxPassageWords }),
    ...(onWarning === undefined ? {} : { onWarning }),
  });
}

function plainModel({ home, clock }: OpenRetrieverOptions) {
  return (spec: string): Promise<LanguageModel> =>
    openLanguageModel({ spec, home, clock, credential: () => undefined });
}
