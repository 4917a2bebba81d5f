import type { Llama, LlamaModel } from "node-llama-cpp";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { EngineLoad, GpuChoice } from "./engine-protocol.ts";
import { loadRuntime, type Runtime } from "./load-runtime.ts";

/** A model in memory, before any context is made. */
export interface LoadedModel {
  /** The engine's module. */
  readonly runtime: Runtime;
  /** Version of the engine. */
  readonly version: string;
  /** The model. */
  readonly model: LlamaModel;
}

/**
 * Loads a model file, and refuses what could not work or would bring the process down later.
 *
 * @param load - File, threads, processor or GPU, and what the model is for.
 * @returns The model.
 * @throws LonghandError `missing-dependency`, `gpu-unavailable`, `model-damaged`,
 *   `insufficient-memory` or `unsupported-model`.
 */
export async function loadModel(load: EngineLoad): Promise<LoadedModel> {
  const runtime = await loadRuntime();
  const llama = await startLlama(runtime, load);
  const model = await readModel(llama, load.path, runtime);
  refuseUnsupported(model, load);
  return { runtime, version: await runtime.getModuleVersion(), model };
}

async function startLlama(runtime: Runtime, { threads, gpu }: EngineLoad): Promise<Llama> {
  try {
    return await runtime.getLlama({
      gpu,
      build: "never",
      skipDownload: true,
      progressLogs: false,
      logLevel: runtime.LlamaLogLevel.error,
      // More threads than cores make each wait for the others, and slow the engine down 100 times.
      maxThreads: threads,
    });
  } catch (cause) {
    throw notStarted(gpu, cause);
  }
}

function notStarted(gpu: GpuChoice, cause: unknown): LonghandError {
  const place = gpu === false || gpu === "auto" ? "" : ` for ${gpu}`;
  return new LonghandError(`The engine has no binary${place} that runs here: ${messageOf(cause)}`, {
    code: "gpu-unavailable",
    hint: "Bring the GPU binaries with `npm run gpu`, or set gpu to false to use the processor.",
    cause,
  });
}

async function readModel(llama: Llama, path: string, runtime: Runtime): Promise<LlamaModel> {
  try {
    return await llama.loadModel({ modelPath: path });
  } catch (cause) {
    if (cause instanceof runtime.InsufficientMemoryError) throw notEnoughMemory(cause);
    throw new LonghandError(`${path} cannot be loaded as a model: ${messageOf(cause)}`, {
      code: "model-damaged",
      hint: "The file may be damaged or cut short, or of a kind that the engine does not know. Get it again.",
      details: { file: path },
      cause,
    });
  }
}

/**
 * The error for a model that does not fit.
 *
 * @param cause - What the engine said.
 * @returns An error with the code `insufficient-memory`.
 */
export function notEnoughMemory(cause: unknown): LonghandError {
  return new LonghandError(`The model does not fit into memory: ${messageOf(cause)}`, {
    code: "insufficient-memory",
    hint: "Set a smaller contextTokens, fewer sequences, or take a smaller model.",
    cause,
  });
}

function refuseUnsupported(model: LlamaModel, { kind, path }: EngineLoad): void {
  const { architecture } = model;
  // Evaluating one of these aborts the process, so it must not come to that.
  if (model.fileInsights.hasEncoder && model.fileInsights.hasDecoder) {
    throw new LonghandError(
      `${path} holds an encoder–decoder model (${architecture}), which the engine cannot run.`,
      {
        code: "unsupported-model",
        hint: "Choose a decoder-only model, or serve this one behind an OpenAI-compatible endpoint.",
        details: { file: path, architecture },
      },
    );
  }
  if (kind === "language" && (model.fileInsights.hasEncoder || isEncoderOnly(model))) {
    throw new LonghandError(
      `${path} turns texts into vectors (${architecture}); it cannot write.`,
      {
        code: "unsupported-model",
        hint: "Open it with openGgufEmbeddingModel, or choose a language model.",
        details: { file: path, architecture },
      },
    );
  }
}

/**
 * Tells whether every token of a text sees every other one, so that the model cannot write the next.
 *
 * @param model - A loaded model.
 * @returns `true` for models such as BERT.
 */
export function isEncoderOnly(model: LlamaModel): boolean {
  const metadata = model.fileInfo.architectureMetadata as {
    readonly attention?: { readonly causal?: boolean };
  };
  return metadata.attention?.causal === false;
}
