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
  /** Ends the work; the promise then rejects with code `cancelled`. */
  readonly signal?: AbortSignal;
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
   * method is undefined for the profile; `cancelled`.
   */
  retrieve(request: RetrievalRequest): Promise<RetrievalResult>;
  /**
   * Chooses as `retrieve` does and says why; absent where there is nothing to say.
   *
   * @param request - Query, candidates and k.
   * @returns The choice, and what led to each passage of it, in the same order.
   * @throws LonghandError as `retrieve`.
   */
  explain?(request: RetrievalRequest): Promise<ExplainedRetrieval>;
  /** Frees models and files; absent where there are none. Requests after it reject. */
  close?(): Promise<void>;
}

/** A choice, and what led to it. */
export interface ExplainedRetrieval {
  /** The choice. */
  readonly result: RetrievalResult;
  /** One per passage of the choice, in the same order. */
  readonly reasons: readonly PassageReason[];
}

/** What led to one passage. Fields that its retriever cannot fill are absent. */
export interface PassageReason {
  /** Words of the query that the passage holds, with what each adds to its relevance; most first. */
  readonly terms?: readonly { readonly term: string; readonly weight: number }[];
  /** Where the parts of a hybrid, or the stage before a re-ranker, put the passage. */
  readonly parts?: readonly PartPlace[];
  /** What a re-ranker said of it: a score, `yes`, `no`, a place, or that it gave no usable answer. */
  readonly judgement?: string;
}

/** The place of a passage in a part of a retriever. */
export interface PartPlace {
  /** Name of the part. */
  readonly retriever: string;
  /** Its place there, from 1; absent where the part did not find it. */
  readonly rank?: number;
  /** Its relevance there; absent where the part did not find it. */
  readonly relevance?: number;
}

/** Which rules apply where the published benchmark and good practice differ. */
export type RetrievalProfile = "longhand" | "longlamp-paper";
