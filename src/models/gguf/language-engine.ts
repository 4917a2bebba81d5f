import type { LlamaContext, LlamaModel } from "node-llama-cpp";
import type { ModelRequest } from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { BatchLoop } from "./batch-loop.ts";
import { createPromptReader, type PromptReader } from "./chat-prompt.ts";
import { type Engine, type EngineSurroundings, wrongCall } from "./engine.ts";
import type { EngineLoad } from "./engine-protocol.ts";
import { type LoadedModel, loadModel, notEnoughMemory } from "./load-model.ts";
import { createPacer } from "./pacer.ts";
import type { ReplyTask } from "./reply-writer.ts";
import { probeRows } from "./row-probe.ts";

/** Longest context that is opened unasked: longer ones take memory that few prompts use. */
const MAX_DEFAULT_CONTEXT_TOKENS = 8192;
/** Sequences opened unasked on the processor, as long as their memory stays below the limit. */
const DEFAULT_SEQUENCES = 4;
const MAX_DEFAULT_CONTEXT_BYTES = 2 ** 30;
/** Tokens of a prompt read at once. */
const CHUNK_TOKENS = 512;

/**
 * Loads a language model and opens its context.
 *
 * @param load - File and settings.
 * @param surroundings - Who is told about replies, and what this process uses.
 * @returns The engine.
 * @throws LonghandError as {@link loadModel} does.
 */
export async function openLanguageEngine(
  load: EngineLoad,
  { listener, usage }: EngineSurroundings,
): Promise<Engine> {
  const loaded = await loadModel(load);
  const { model } = loaded;
  const readPrompt = createPromptReader(loaded, load);
  const contextTokens = Math.min(
    load.contextTokens ?? MAX_DEFAULT_CONTEXT_TOKENS,
    model.trainContextSize,
  );
  const context = await openContext(loaded, load, contextTokens);
  const sequences = Array.from({ length: context.totalSequences }, () => context.getSequence());
  const onProcessor = model.llama.gpu === false;
  const pacer = createPacer({ llama: model.llama, maxThreads: load.threads, usage });
  const rows =
    onProcessor || sequences.length === 1 ? await probeRows(model, sequences, pacer) : "dependent";
  const padded = rows === "padded";
  const loop = new BatchLoop({
    model,
    sequences,
    padded,
    chunkTokens: CHUNK_TOKENS,
    pacer,
    listener,
  });
  return {
    facts: {
      engine: loaded.version,
      device: model.llama.gpu || "cpu",
      contextTokens,
      sequences: sequences.length,
      rows,
      dimensions: model.embeddingVectorSize,
    },
    answer(id, call) {
      switch (call.type) {
        case "generate":
          return loop.add({
            ...taskFor(call.request, readPrompt, contextTokens),
            id,
            stream: call.stream,
          });
        case "count":
          return listener.done(id, {
            tokens: readPrompt(call.messages).tokens.length,
            exact: true,
          });
        case "embed":
          throw wrongCall(call.type);
      }
    },
    cancel: (id) => loop.cancel(id),
  };
}

function taskFor(
  request: ModelRequest,
  readPrompt: PromptReader,
  contextTokens: number,
): ReplyTask {
  const prompt = readPrompt(request.messages);
  const room = contextTokens - prompt.tokens.length;
  if (room < 1) throw overflow(prompt.tokens.length, contextTokens);
  return { request, prompt, maxTokens: Math.min(request.maxOutputTokens, room) };
}

async function openContext(
  { model, runtime }: LoadedModel,
  load: EngineLoad,
  contextTokens: number,
): Promise<LlamaContext> {
  const onProcessor = model.llama.gpu === false;
  const sequences = load.sequences ?? (await defaultSequences(model, contextTokens));
  try {
    return await model.createContext({
      contextSize: contextTokens,
      sequences,
      batchSize: CHUNK_TOKENS,
      threads: load.threads,
      // On the processor flash attention splits its sums by threads and by length, so that the
      // number of rows in a batch would change results.
      ...(onProcessor ? { flashAttention: false } : {}),
    });
  } catch (cause) {
    if (cause instanceof runtime.InsufficientMemoryError) throw notEnoughMemory(cause);
    throw cause;
  }
}

/** On a GPU one, since nothing shows there that rows of a batch do not influence each other. */
async function defaultSequences(model: LlamaModel, contextTokens: number): Promise<number> {
  if (model.llama.gpu !== false) return 1;
  for (let sequences = DEFAULT_SEQUENCES; sequences > 1; sequences /= 2) {
    const { cpuRam } = await model.fileInsights.estimateContextResourceRequirementsV2({
      contextSize: contextTokens,
      sequences,
      batchSize: CHUNK_TOKENS,
      modelGpuLayers: 0,
    });
    if (cpuRam <= MAX_DEFAULT_CONTEXT_BYTES) return sequences;
  }
  return 1;
}

function overflow(promptTokens: number, contextTokens: number): ModelCallError {
  return new ModelCallError(
    `The prompt has ${promptTokens} tokens and leaves no room for a reply in a context of ${contextTokens}.`,
    {
      reason: "context-overflow",
      retryable: false,
      hint: "Shorten the prompt, or open the model with a larger contextTokens.",
    },
  );
}
