import type { LlamaEmbeddingContext, Token } from "node-llama-cpp";
import { cancelledCall } from "../cancelled-call.ts";
import { ModelCallError } from "../model-call-error.ts";
import { type Engine, type EngineSurroundings, wrongCall } from "./engine.ts";
import type { EngineFacts, EngineLoad } from "./engine-protocol.ts";
import { isEncoderOnly, loadModel, notEnoughMemory } from "./load-model.ts";

/** Longest text that is embedded unasked, in tokens: longer contexts take memory. */
const MAX_DEFAULT_CONTEXT_TOKENS = 4096;
/** Tokens of a text read at once by models that read from left to right. */
const CHUNK_TOKENS = 512;

/**
 * Loads a model and opens a context for embedding.
 *
 * @param load - File and settings.
 * @param surroundings - Who is told about vectors.
 * @returns The engine.
 * @throws LonghandError as `loadModel` does.
 */
export async function openEmbeddingEngine(
  load: EngineLoad,
  { listener }: EngineSurroundings,
): Promise<Engine> {
  const { model, runtime, version } = await loadModel(load);
  const contextTokens = Math.min(
    load.contextTokens ?? MAX_DEFAULT_CONTEXT_TOKENS,
    model.trainContextSize,
  );
  let context: LlamaEmbeddingContext;
  try {
    // Where every token sees every other one, the whole text must fit into one batch.
    context = await model.createEmbeddingContext({
      contextSize: contextTokens,
      batchSize: isEncoderOnly(model) ? contextTokens : CHUNK_TOKENS,
      threads: load.threads,
    });
  } catch (cause) {
    if (cause instanceof runtime.InsufficientMemoryError) throw notEnoughMemory(cause);
    throw cause;
  }
  const facts: EngineFacts = {
    engine: version,
    device: model.llama.gpu || "cpu",
    contextTokens,
    sequences: 1,
    deterministic: true,
    batching: { rows: 1 },
    dimensions: model.embeddingVectorSize,
  };
  const cancelled = new Set<number>();
  const embed = async (id: number, texts: readonly string[]): Promise<void> => {
    listener.started(id);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (cancelled.delete(id)) throw cancelledCall();
      vectors.push(await embedText(text, context, contextTokens));
    }
    listener.done(id, vectors);
  };
  let previous: Promise<void> = Promise.resolve();
  return {
    facts,
    answer(id, call) {
      if (call.type !== "embed") throw wrongCall(call.type);
      // One text at a time, so that no vector depends on what shares a batch with it.
      previous = previous
        .then(() => embed(id, call.texts))
        .catch((thrown: unknown) => listener.failed(id, thrown));
    },
    cancel: (id) => cancelled.add(id),
  };
}

async function embedText(
  text: string,
  context: LlamaEmbeddingContext,
  contextTokens: number,
): Promise<Float32Array> {
  const tokens = context.calculateInputLength(text);
  if (tokens >= contextTokens) {
    throw new ModelCallError(
      `A text has ${tokens} tokens, but the embedding context holds ${contextTokens - 1}.`,
      {
        reason: "context-overflow",
        retryable: false,
        hint: "Cut the text into passages, or open the model with a larger contextTokens.",
      },
    );
  }
  const { vector } = await context.getEmbeddingFor(text);
  if (vector.length > 0) return Float32Array.from(vector);
  // A text without tokens: what is left of it is its beginning.
  const { bos, eos } = context.model.tokens;
  const blank = await context.getEmbeddingFor([(bos ?? eos ?? 0) as Token]);
  return Float32Array.from(blank.vector);
}
