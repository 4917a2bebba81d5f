import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import {
  DEFAULT_EMBEDDING_MODEL,
  type EmbeddingModel,
  openEmbeddingModel,
} from "../../models/index.ts";
import { cachedEmbedder, type TextEmbedder } from "../../retrieval/index.ts";
import { vectorSignature } from "../../scoring/index.ts";
import type { RunContext } from "../run-context.ts";
import type { DriftVectors } from "./voice-drift.ts";

/** Choices in place of a model: vectors without a model, and no vectors at all. */
const NO_EMBEDDER = "none";

/** A model that turns texts into vectors, or why there is none. */
export type Embedder =
  | { readonly status: "open"; readonly model: EmbeddingModel }
  | {
      readonly status: "closed";
      /** A stable word, for instance `model-missing`. */
      readonly reason: string;
      /** What is missing, and what to do about it; absent where it was not asked for. */
      readonly message?: string;
    };

/** Faults that only say that the default model is not here. */
const NOT_HERE: ReadonlySet<string> = new Set([
  "model-missing",
  "model-damaged",
  "missing-dependency",
]);

/**
 * Opens the model that measures of meaning rest on.
 *
 * @param spec - A model as `openEmbeddingModel` names it, or `none`. @defaultValue MiniLM, if it is here
 * @param context - Longhand's home folder.
 * @returns The model, to be closed after use; or why there is none.
 * @throws LonghandError what `openEmbeddingModel` throws for a model that was named.
 */
export async function openEmbedder(
  spec: string | undefined,
  { home }: Pick<RunContext, "home">,
): Promise<Embedder> {
  if (spec === NO_EMBEDDER) return { status: "closed", reason: "no-vectors" };
  try {
    const wanted = spec ?? `onnx:${DEFAULT_EMBEDDING_MODEL}`;
    return { status: "open", model: await openEmbeddingModel({ spec: wanted, home }) };
  } catch (error) {
    const isAbsent = error instanceof LonghandError && NOT_HERE.has(error.code);
    if (spec !== undefined || !isAbsent) throw error;
    const { code, message, hint } = error;
    return {
      status: "closed",
      reason: code,
      message: hint === undefined ? message : `${message} ${hint}`,
    };
  }
}

/**
 * Puts a cache on disk before a model: the vectors of a text are made once.
 *
 * @param model - The model; closed with what is given back.
 * @param context - Longhand's home folder; is told of the progress.
 * @returns The model with its cache.
 */
export function cachedVectors(
  model: EmbeddingModel,
  { home, onProgress }: Pick<RunContext, "home" | "onProgress">,
): TextEmbedder {
  return cachedEmbedder(model, {
    cacheFolder: join(home, "cache", "embeddings"),
    onWarning: (text) => onProgress({ kind: "warning", text }),
    onProgress: (done, total) =>
      onProgress({ kind: "step", step: "Embedding", done, total, unit: "texts" }),
  });
}

/**
 * Vectors of a model that is open only while it works, so that nobody has to close it.
 *
 * @param spec - The model as `openEmbeddingModel` names it.
 * @param context - Longhand's home folder; its signal ends the work.
 * @returns The vectors.
 */
export function modelVectors(spec: string, context: RunContext): DriftVectors {
  let signature = spec;
  return {
    get signature() {
      return signature;
    },
    vectorsOf: async (texts) => {
      const model = await openEmbeddingModel({ spec, home: context.home });
      signature = vectorSignature(model.description);
      const embedder = cachedVectors(model, context);
      try {
        return await embedder.embed(texts, context.stopNow);
      } finally {
        await embedder.close();
      }
    },
  };
}
