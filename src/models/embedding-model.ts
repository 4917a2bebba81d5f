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
  /** Name of the adapter: `onnx`, `gguf`, `openai`, `fake`. */
  readonly adapter: string;
  /** Name of the model at its backend. */
  readonly model: string;
  /** Revision, if known. */
  readonly revision?: string;
  /** Numbers per vector; absent until the first reply of a remote backend. */
  readonly dimensions?: number;
  /** `true` if texts leave this machine. */
  readonly remote: boolean;
  /** Further settings that change vectors, such as how tokens are joined to one vector. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/** A text as vectors of its tokens. */
export interface EmbeddedTokens {
  /** The tokens as the model spells them, the special ones at both ends included. */
  readonly tokens: readonly string[];
  /** One vector per token, as the model gives it. */
  readonly vectors: readonly Float32Array[];
  /** One weight per token: 0 for the special ones, 1 for the others. */
  readonly weights: readonly number[];
}

/** An embedding model that also tells the vector of each token, for matching token by token. */
export interface TokenEmbeddingModel extends EmbeddingModel {
  /**
   * Embeds the tokens of texts. The vectors of a text do not depend on the other texts of the call.
   *
   * @param texts - Any number of texts; an empty one has its special tokens only.
   * @param options - Abort signal.
   * @returns One list of tokens per text, in order.
   * @throws ModelCallError with the reason.
   */
  embedTokens(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<EmbeddedTokens[]>;
}
