import { LonghandError } from "../../foundation/index.ts";
import type { EmbeddingModel } from "../../models/index.ts";
import { type EmbeddingCache, openEmbeddingCache } from "./embedding-cache.ts";

/** Texts that a model is handed at a time. */
const BATCH_TEXTS = 32;

/** Turns texts into vectors. */
export interface TextEmbedder {
  /** Everything that decides a vector beside its text. */
  readonly signature: string;
  /**
   * Embeds texts; equal texts are embedded once.
   *
   * @param texts - Any number of texts.
   * @param signal - Ends the work between two batches.
   * @returns One vector per text, in order, all of one length and of finite numbers.
   * @throws LonghandError `cancelled`, `invalid-vectors`; what the model throws.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Frees model and files. */
  close(): Promise<void>;
}

/** How vectors are kept, and who is told. */
export interface CachedEmbedderOptions {
  /** Folder of the vectors on disk; absent to keep none. */
  readonly cacheFolder?: string;
  /** Longest file of one model, in bytes. @defaultValue 1 GiB */
  readonly maxCacheBytes?: number;
  /** Gets what went wrong with the files. */
  readonly onWarning?: (text: string) => void;
  /** Told after each batch how many texts of a call are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Puts a cache on disk before an embedding model. A text is embedded once for all runs that share the
 * folder, as long as model, revision and settings are the same. Batches hold texts of like length,
 * longest last, and each is on disk before the next begins: a kill loses one batch.
 *
 * @param model - The model; closed with the embedder.
 * @param options - Folder, size, warnings, progress.
 * @returns The embedder.
 *
 * @example
 * ```ts
 * import { createFakeEmbeddingModel } from "longhand/models";
 * import { cachedEmbedder } from "longhand/retrieval";
 *
 * const embedder = cachedEmbedder(createFakeEmbeddingModel(), { cacheFolder: "cache/embeddings" });
 * const [vector] = await embedder.embed(["The tent kept us dry."]);
 * console.log(vector?.length); // 64
 * await embedder.close();
 * ```
 */
export function cachedEmbedder(
  model: EmbeddingModel,
  options: CachedEmbedderOptions = {},
): TextEmbedder {
  const signature = embeddingSignature(model);
  let cache: Promise<EmbeddingCache> | undefined;
  const cacheFor = (dimensions: number): Promise<EmbeddingCache> | undefined => {
    if (options.cacheFolder === undefined) return undefined;
    cache ??= openEmbeddingCache({
      folder: options.cacheFolder,
      signature,
      dimensions,
      ...(options.maxCacheBytes === undefined ? {} : { maxBytes: options.maxCacheBytes }),
      ...(options.onWarning === undefined ? {} : { onWarning: options.onWarning }),
    });
    return cache;
  };
  return {
    signature,
    embed: async (texts, signal) => {
      const { dimensions } = model.description;
      const known = await knownVectors(
        texts,
        dimensions === undefined ? cache : cacheFor(dimensions),
      );
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      missing.sort((left, right) => left.length - right.length);
      for (let from = 0; from < missing.length; from += BATCH_TEXTS) {
        throwIfCancelled(signal);
        const batch = missing.slice(from, from + BATCH_TEXTS);
        const vectors = await model.embed(batch, signal === undefined ? {} : { signal });
        const made = batch.map((text, at) => [text, checked(vectors[at], signature)] as const);
        await (await cacheFor(made[0]?.[1].length ?? 0))?.add(made);
        for (const [text, vector] of made) known.set(text, vector);
        options.onProgress?.(from + batch.length, missing.length);
      }
      return texts.map((text) => known.get(text) as Float32Array);
    },
    close: async () => {
      await model.close();
      await (await cache)?.close();
    },
  };
}

/**
 * What decides the vectors of a model: adapter, name, revision and settings, pooling and format of the
 * weights among them.
 *
 * @param model - The model.
 * @returns The signature.
 */
function embeddingSignature({ description }: EmbeddingModel): string {
  const { adapter, model, revision, settings = {} } = description;
  const version = revision === undefined ? "" : `@${revision.slice(0, 12)}`;
  const all = Object.entries(settings)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
  // Of a path only the file counts: where it lies changes no vector.
  const name = model.split(/[\\/]/).at(-1) ?? model;
  return `${adapter}/${name}${version}${all === "" ? "" : `(${all})`}`;
}

/** A remote model tells its dimensions with the first reply: until then nothing can be looked up. */
async function knownVectors(
  texts: readonly string[],
  cache: Promise<EmbeddingCache> | undefined,
): Promise<Map<string, Float32Array>> {
  const known = new Map<string, Float32Array>();
  const open = await cache;
  if (open === undefined || open.vectorCount === 0) return known;
  for (const text of new Set(texts)) {
    const vector = await open.find(text);
    if (vector !== undefined) known.set(text, vector);
  }
  return known;
}

function checked(vector: Float32Array | undefined, signature: string): Float32Array {
  if (vector !== undefined && vector.length > 0 && vector.every(Number.isFinite)) return vector;
  throw new LonghandError(`${signature} gave a vector that is empty or not finite.`, {
    code: "invalid-vectors",
    hint: "Check the model's files.",
  });
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new LonghandError("Embedding was cancelled.", { code: "cancelled", cause: signal.reason });
}
