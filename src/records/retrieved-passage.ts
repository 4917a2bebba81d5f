/** A profile item as a retriever sees it. */
export interface CandidatePassage {
  /** Id of the profile item. */
  readonly id: string;
  /** The item's text, put together by its task. */
  readonly text: string;
  /** When it was written; absent if unknown. */
  readonly date?: string;
}

/** A passage that a retriever chose. */
export interface RetrievedPassage {
  /** Id of the profile item. */
  readonly id: string;
  /** How well it fits the query, by the retriever's own measure; 0 where it has none. */
  readonly relevance: number;
  /** Whose profile holds it, where it is not the example's own user. */
  readonly userId?: string;
}

/** What a retriever returns for one example. */
export interface RetrievalResult {
  /** Best first, at most k. */
  readonly passages: readonly RetrievedPassage[];
  /** `true` if no passage had anything to do with the query and the places were filled all the same. */
  readonly noSignal: boolean;
  /** What went wrong without ending the retrieval, such as judgements that could not be read; absent for nothing. */
  readonly warnings?: readonly RetrievalWarning[];
  /** Calls to a language model that it took; absent for none. */
  readonly calls?: RetrievalCalls;
}

/** Something that went wrong while passages were chosen, and how often. */
export interface RetrievalWarning {
  /** What it was, for instance `judgement-failed`. */
  readonly kind: string;
  /** How often, 1 or more. */
  readonly count: number;
  /** One of the cases, in words. */
  readonly example: string;
}

/** What a re-ranker's calls to a language model came to. */
export interface RetrievalCalls {
  /** Calls that the model answered. */
  readonly made: number;
  /** Calls answered by the reply cache. */
  readonly cached: number;
  /** Calls without a usable reply, after all attempts. */
  readonly failed: number;
  /** Tokens read by the calls that were made. */
  readonly promptTokens: number;
  /** Tokens written by the calls that were made. */
  readonly outputTokens: number;
}
