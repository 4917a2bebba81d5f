import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel, Token } from "node-llama-cpp";
import type { ModelRequest } from "../language-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { BatchLoop, type LoneLong } from "./batch-loop.ts";
import { createPromptReader, type PromptReader } from "./chat-prompt.ts";
import { type Engine, type EngineSurroundings, wrongCall } from "./engine.ts";
import type { EngineFacts, EngineLoad } from "./engine-protocol.ts";
import { type LoadedModel, loadModel, notEnoughMemory } from "./load-model.ts";
import { createPacer, type Pacer } from "./pacer.ts";
import { openPromptStates } from "./prompt-states.ts";
import type { ReplyTask } from "./reply-writer.ts";
import { orderRows } from "./row-order.ts";
import { probeRows } from "./row-probe.ts";

/** Longest context that is opened unasked: longer ones take memory that few prompts use. */
const MAX_DEFAULT_CONTEXT_TOKENS = 8192;
/** Sequences opened unasked on the processor, as long as their memory stays below the limit. */
const DEFAULT_SEQUENCES = 8;
const MAX_DEFAULT_CONTEXT_BYTES = 2 ** 30;
/** Tokens of a prompt read at once. */
const CHUNK_TOKENS = 512;
/** Prompts that are answered several times are asked about together, so a few suffice. */
const MAX_KEPT_PROMPTS = 8;
/** Few enough to cost little where the machine is idle. */
const WARM_UP_TOKENS = 32;
/** Up to so many threads, one of them writes a token about as fast as all do with an idle row. */
const MAX_LONE_THREADS = 2;

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
  const batching = batchingFor(model, { sequences: sequences.length, threads: load.threads });
  const { llama } = model;
  const pacer = createPacer({ llama, maxThreads: load.threads, ...batching, usage });
  const fewestRows = batching.isProvable ? await probeRows({ model, sequences }) : undefined;
  await warmUp(sequences, { model, pacer });
  // Where rows influence each other anyway, idle ones would only cost time.
  const minRows = fewestRows ?? 1;
  const promptStates = openPromptStates({
    prompts: MAX_KEPT_PROMPTS,
    gpu: llama.gpu,
    platform: process.platform,
  });
  const loop = new BatchLoop({
    model,
    sequences,
    minRows,
    ...batching,
    pacer,
    promptStates,
    listener,
  });
  return {
    facts: {
      engine: loaded.version,
      device: model.llama.gpu || "cpu",
      contextTokens,
      sequences: sequences.length,
      deterministic: fewestRows !== undefined,
      batching: batching.facts(fewestRows ?? sequences.length),
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

/** A short evaluation, after which it is known whether the machine is too busy for all threads. */
async function warmUp(
  [sequence]: readonly LlamaContextSequence[],
  { model, pacer }: { readonly model: LlamaModel; readonly pacer: Pacer },
): Promise<void> {
  const token = (model.tokens.bos ?? model.tokens.eos ?? 0) as Token;
  const tokens = Array.from({ length: WARM_UP_TOKENS }, () => token);
  await pacer.run("chunk", async () => sequence?.evaluateWithoutGeneratingNewTokens(tokens));
  await sequence?.clearHistory();
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
  const sequences = load.sequences ?? (await defaultSequences(model, contextTokens));
  try {
    return await model.createContext({
      contextSize: contextTokens,
      sequences,
      // A row of every sequence must fit.
      batchSize: Math.max(CHUNK_TOKENS, sequences),
      threads: load.threads,
      batching: { itemPrioritizationStrategy: orderRows },
    });
  } catch (cause) {
    if (cause instanceof runtime.InsufficientMemoryError) throw notEnoughMemory(cause);
    throw cause;
  }
}

/** How batches have to be formed. */
interface Batching {
  /** Whether a probe can show that rows do not influence each other. */
  readonly isProvable: boolean;
  /** What to do about a long reply that is alone. */
  readonly loneLong: LoneLong;
  /** Threads of such a reply. */
  readonly loneThreads: number;
  /** Tokens of a prompt read at once. */
  readonly chunkTokens: number;
  /** What of this changes replies. */
  facts(minRows: number): EngineFacts["batching"];
}

/**
 * On the processor, attention over more than 256 tokens is split by threads if a batch has one row,
 * and adds up in another order then. With several sequences a reply must not show whether it was
 * alone: it keeps to one thread, which adds up as several rows do, or takes an idle row along where
 * more threads make up for it. A single sequence is always alone and keeps to its threads.
 */
function batchingFor(
  { llama }: LlamaModel,
  { sequences, threads }: { readonly sequences: number; readonly threads: number },
): Batching {
  const chunkTokens = CHUNK_TOKENS;
  if (sequences === 1) {
    const depends = llama.gpu === false && threads > 1;
    return {
      isProvable: true,
      loneLong: "lone-step",
      loneThreads: threads,
      chunkTokens,
      facts: () => ({ rows: 1, ...(depends ? { threads } : {}) }),
    };
  }
  return {
    // Nothing shows that on a GPU: its kernels also differ by the lengths of other sequences.
    isProvable: llama.gpu === false,
    loneLong: loneLongFor(llama, threads),
    loneThreads: 1,
    chunkTokens,
    facts: (minRows) => ({ rows: Math.max(2, minRows) }),
  };
}

function loneLongFor(llama: Llama, threads: number): LoneLong {
  if (llama.gpu !== false) return "as-it-is";
  return threads > MAX_LONE_THREADS ? "pair" : "lone-step";
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
