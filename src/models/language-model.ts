import type { ChatMessage } from "../records/index.ts";

/** How the next token is drawn. Absent settings are the backend's own. */
export interface Sampling {
  /** 0 takes the likeliest token; above it, more chance. */
  readonly temperature?: number;
  /** Share of probability kept, 0–1. */
  readonly topP?: number;
  /** Number of likeliest tokens kept. */
  readonly topK?: number;
  /** Lowest probability kept, relative to the likeliest token, 0–1. */
  readonly minP?: number;
  /** Above 1 makes tokens already seen less likely. */
  readonly repeatPenalty?: number;
  /** Seed of the backend's generator. */
  readonly seed?: number;
}

/** Everything that can change a reply. All of it is part of the cache key. */
export interface ModelRequest {
  /** The conversation, exactly as sent. */
  readonly messages: readonly ChatMessage[];
  /** How tokens are drawn. */
  readonly sampling: Sampling;
  /** Longest reply, in the model's tokens. */
  readonly maxOutputTokens: number;
  /** Texts that end the reply; they are not part of it. */
  readonly stop?: readonly string[];
  /** How many alternatives to report for each token; absent for no log-probabilities. */
  readonly topLogProbabilities?: number;
}

/** What the caller may add to one call without changing the reply. */
export interface CallOptions {
  /** Ends the call; it then rejects with reason `cancelled`. */
  readonly signal?: AbortSignal;
  /** Gets the text piece by piece while it is written. */
  readonly onText?: (piece: string) => void;
}

/** Natural logarithm of the probability of a token that was written. */
export interface TokenLogProbability {
  /** The token's text. */
  readonly token: string;
  /** ln p, at most 0. */
  readonly logProbability: number;
  /** The likeliest tokens at this place, likeliest first. */
  readonly alternatives: readonly { readonly token: string; readonly logProbability: number }[];
}

/** A finished reply. */
export interface ModelReply {
  /** The text. */
  readonly text: string;
  /** `length` if the reply stopped at `maxOutputTokens` or at the context's end. */
  readonly finishReason: "stop" | "length";
  /** Tokens read, the template's own included. */
  readonly promptTokens: number;
  /** Tokens written. */
  readonly outputTokens: number;
  /** `true` if the backend named no token counts, and both are estimates from above. */
  readonly usageEstimated?: boolean;
  /** Of the tokens read, those the backend had already worked out. */
  readonly cachedPromptTokens?: number;
  /** One per token written; absent if not asked for or not to be had. */
  readonly logProbabilities?: readonly TokenLogProbability[];
  /** Revision as the backend reported it. */
  readonly revision?: string;
}

/** What is known of a model before it is called. Part of the cache key and of the manifest. */
export interface ModelDescription {
  /** Name of the adapter: `gguf`, `openai`, `fake`. */
  readonly adapter: string;
  /** Version of the adapter's behaviour; a change empties the cache. */
  readonly adapterVersion: number;
  /** Name of the model at its backend. */
  readonly model: string;
  /** Revision: a file's SHA-256, or what the experiment pinned. */
  readonly revision?: string;
  /** Address of a remote backend, without credentials. */
  readonly baseUrl?: string;
  /** Longest prompt and reply together, in tokens; absent if unknown. */
  readonly contextTokens?: number;
  /** `true` if texts leave this machine. */
  readonly remote: boolean;
  /** `true` if equal requests give equal replies, other calls notwithstanding. */
  readonly deterministic: boolean;
  /**
   * `true` if a conversation that ends with a message of the assistant is gone on with, word for word.
   * @defaultValue not known
   */
  readonly continuesReply?: boolean;
  /** Calls that it can work on at once. */
  readonly parallelCalls: number;
  /** Further settings that change replies. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * A model that writes text. One call is one attempt: adapters do not retry. A call that gives no
 * usable reply rejects with a {@link ModelCallError}; it never resolves to an empty or partial one.
 */
export interface LanguageModel {
  /** What is known of the model. */
  readonly description: ModelDescription;
  /**
   * Writes one reply.
   *
   * @param request - What to answer, and how.
   * @param options - Abort signal and stream.
   * @returns The finished reply.
   * @throws ModelCallError with the reason: `no-output`, `empty-output`, `refused`,
   *   `content-filter`, `context-overflow`, `invalid-output`, `timeout`, `rate-limited`,
   *   `server-error`, `network` or `cancelled`.
   */
  generate(request: ModelRequest, options?: CallOptions): Promise<ModelReply>;
  /**
   * Counts tokens as the model would, chat template included.
   *
   * @param messages - The conversation.
   * @returns The count, and whether it is exact or estimated.
   */
  countTokens(messages: readonly ChatMessage[]): Promise<TokenCount>;
  /** Frees memory, processes and connections. Calls after it reject. */
  close(): Promise<void>;
}

/** Length of a prompt in a model's tokens. */
export interface TokenCount {
  /** How many. */
  readonly tokens: number;
  /** `false` where the backend has no tokenizer to ask, and the count is an estimate from above. */
  readonly exact: boolean;
}
