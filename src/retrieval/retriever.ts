import type { CandidatePassage, RetrievalResult } from "../records/index.ts";

/** What a retriever is asked for one example. */
export interface RetrievalRequest {
  /** Id of the example; random retrievers draw from a stream of its own. */
  readonly exampleId: string;
  /** Whose text is to be written. */
  readonly userId: string;
  /** What is looked for; may be empty. */
  readonly query: string;
  /** Passages wanted: a whole number of 0 or more. */
  readonly k: number;
  /**
   * The user's earlier texts in stored order, the target taken out. May be empty. Requests that hand
   * in the same array share its index, so do not change it between them.
   */
  readonly candidates: readonly CandidatePassage[];
}

/**
 * Chooses passages for an example: at most k, best first. The choice depends on the request and the
 * retriever's settings alone; for a smaller k it is the beginning of the choice for a larger one. It
 * exists for every k, profile and query, however empty or long, unless the retriever's method is
 * undefined for the profile: then the promise rejects with code `retrieval-failed`.
 */
export interface Retriever {
  /** Name in experiments, for instance `bm25`. */
  readonly name: string;
  /** Every setting that may change a choice: equal signatures choose alike. */
  readonly signature: string;
  /**
   * Chooses passages for one example.
   *
   * @param request - Query, candidates and k.
   * @returns The choice.
   * @throws LonghandError `invalid-option` for a k that is no count; `retrieval-failed` where the
   * method is undefined for the profile.
   */
  retrieve(request: RetrievalRequest): Promise<RetrievalResult>;
}

/** Which rules apply where the published benchmark and good practice differ. */
export type RetrievalProfile = "longhand" | "longlamp-paper";
