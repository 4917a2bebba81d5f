/** A model that turns texts into vectors. */
export interface EmbeddingModel {
  /** What is known of the model. */
  readonly description: EmbeddingModelDescription;
  /**
   * Embeds texts. The vector of a text does not depend on the other texts of the call.
   *
   * @param texts - Any number of texts; an empty one is allowed.
   * @param options - Abort signal.
   * @returns One vector per text, in order, each of `description.dimensions` numbers.
   * @throws ModelCallError with the reason.
   */
  embed(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<Float32Array[]>;
  /** Frees memory, processes and connections. */
  close(): Promise<void>;
}

/** What is known of an embedding model. Part of the signature of whatever uses its vectors. */
export interface EmbeddingModelDescription {
  /** Name of the adapter: `gguf`, `openai`, `fake`. */
  readonly adapter: string;
  /** Name of the model at its backend. */
  readonly model: string;
  /** Revision, if known. */
  readonly revision?: string;
  /** Numbers per vector; absent until the first reply of a remote backend. */
  readonly dimensions?: number;
  /** `true` if texts leave this machine. */
  readonly remote: boolean;
}
