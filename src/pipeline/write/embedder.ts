import { LonghandError } from "../../foundation/index.ts";
import {
  DEFAULT_EMBEDDING_MODEL,
  type EmbeddingModel,
  openEmbeddingModel,
} from "../../models/index.ts";
import type { RunContext } from "../run-context.ts";

/** Choices in place of a model: vectors without a model, and no vectors at all. */
export const NO_EMBEDDER = "none";

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

/** Texts that are embedded at once. */
const BATCH = 64;

/**
 * Embeds texts in batches, and tells how far it is.
 *
 * @param texts - The texts.
 * @param model - The model.
 * @param context - Is told of the progress; its signals end it.
 * @returns One vector per text, in order.
 * @throws ModelCallError with the reason.
 */
export async function embedAll(
  texts: readonly string[],
  model: EmbeddingModel,
  { onProgress, stopNow }: Pick<RunContext, "onProgress" | "stopNow">,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    vectors.push(...(await model.embed(texts.slice(at, at + BATCH), { signal: stopNow })));
    const [done, total] = [vectors.length, texts.length];
    if (total > BATCH) onProgress({ kind: "step", step: "Embedding", done, total, unit: "texts" });
  }
  return vectors;
}
