import type { CandidatePassage, RetrievalCalls } from "../../records/index.ts";

/** What a judge is asked. */
export interface JudgeRequest {
  /** What is looked for. */
  readonly query: string;
  /** The first passages of the stage before, in its order. */
  readonly passages: readonly CandidatePassage[];
  /** Ends the work. */
  readonly signal?: AbortSignal;
}

/** What a judge says. */
export interface Verdict {
  /** Indexes of the passages in their new order, each once. */
  readonly order: readonly number[];
  /** What was said of each passage, in the order they were handed in. */
  readonly judgements: readonly string[];
  /** Judgements without a usable answer. */
  readonly failed: number;
  /** The first of them, in words. */
  readonly failure?: string;
  /** Calls to a language model; absent where none are made. */
  readonly calls?: RetrievalCalls;
}

/** Puts passages in a new order. */
export interface Judge {
  /** Every setting that may change an order; begins with a word of its own. */
  readonly signature: string;
  /**
   * Orders passages.
   *
   * @param request - Query and passages, one or more.
   * @returns The order. Whatever could not be judged keeps its place.
   * @throws LonghandError `cancelled`; what a model throws that no other passage could mend.
   */
  order(request: JudgeRequest): Promise<Verdict>;
  /** Frees the model. */
  close(): Promise<void>;
}
