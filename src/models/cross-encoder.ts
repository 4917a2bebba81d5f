import type { EmbeddingModelDescription } from "./embedding-model.ts";

/** A model that reads a query and a passage together and says how well they fit. */
export interface CrossEncoder {
  /** What is known of the model. */
  readonly description: Omit<EmbeddingModelDescription, "dimensions">;
  /**
   * Scores passages for a query. The score of a passage does not depend on the others of the call.
   *
   * @param query - What is looked for.
   * @param passages - Any number of passages.
   * @param options - Abort signal.
   * @returns One finite score per passage, in order; higher fits better. The scale is the model's own.
   * @throws ModelCallError with the reason.
   */
  score(
    query: string,
    passages: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<Float64Array>;
  /** Frees its memory. Calls after it reject. */
  close(): Promise<void>;
}
