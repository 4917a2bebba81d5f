import type { EmbeddingModel } from "../embedding-model.ts";
import { EngineClient } from "./engine-client.ts";
import { checkCount, type GgufFileOptions, prepareFile } from "./gguf-options.ts";

/** Options of {@link openGgufEmbeddingModel}. */
export interface GgufEmbeddingModelOptions extends GgufFileOptions {
  /**
   * Longest text, in tokens. @defaultValue what the model was trained for, at most 4096
   */
  readonly contextTokens?: number;
  /** Longest time to work on one call, in milliseconds. @defaultValue 180_000 */
  readonly replyTimeoutMs?: number;
}

/**
 * Opens a model file for embedding, in a process of its own that is started again when it ends.
 * Vectors are as the model gives them, not brought to length 1. A text without a token, such as an
 * empty one, gets the vector of the token with which texts begin.
 *
 * @param options - File, name and settings.
 * @returns The model; close it after use.
 * @throws LonghandError as `openGgufModel` does.
 */
export async function openGgufEmbeddingModel(
  options: GgufEmbeddingModelOptions,
): Promise<EmbeddingModel> {
  const { contextTokens, replyTimeoutMs = 180_000 } = options;
  checkCount("contextTokens", contextTokens);
  checkCount("replyTimeoutMs", replyTimeoutMs);
  const { load, revision } = await prepareFile(options);
  const client = await EngineClient.open(
    { kind: "embedding", ...load, ...(contextTokens === undefined ? {} : { contextTokens }) },
    replyTimeoutMs,
  );
  return {
    description: {
      adapter: "gguf",
      model: options.name,
      revision,
      dimensions: client.facts.dimensions,
      remote: false,
    },
    embed: async (texts, { signal } = {}) => [
      ...(await client.call({ type: "embed", texts }, { signal })),
    ],
    close: () => client.close(),
  };
}
