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
}
