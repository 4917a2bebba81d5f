import { type BenchmarkTask, withoutTarget } from "../../dataset/index.ts";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type {
  CandidatePassage,
  DatasetExample,
  PromptFamily,
  RetrievalCalls,
  RetrievalWarning,
  RetrievedPassage,
} from "../../records/index.ts";
import type { RetrievalProfile, RetrievalRequest, Retriever } from "../../retrieval/index.ts";

/** What one retriever found for one example: one line of `retrieval.jsonl`. */
export interface RetrievalLine {
  /** Format version. */
  readonly v: 1;
  /** Name of the dataset; absent if there is only one. */
  readonly dataset?: string;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Name of the retriever. */
  readonly retriever: string;
  /** Template family whose query was asked. */
  readonly family: string;
  /** Best first: as many as the largest k of the grid asks for. */
  readonly passages: readonly RetrievedPassage[];
  /** `true` if nothing had anything to do with the query. */
  readonly noSignal: boolean;
  /** Profile items that were the target and could not be retrieved; absent for none. */
  readonly targetsRemoved?: number;
  /** What went wrong without ending the retrieval, such as judgements that could not be read; absent for nothing. */
  readonly warnings?: readonly RetrievalWarning[];
  /** Calls to a language model that it took; absent for none. */
  readonly calls?: RetrievalCalls;
  /** Why retrieval failed for this example; absent if it did not. */
  readonly failed?: string;
  /** `budget` if it failed only because a re-ranker's calls did not fit into the budget. */
  readonly reason?: "budget";
}

/** What a retriever may choose from. */
export interface Candidates {
  /** The profile without the target, in stored order. */
  readonly passages: readonly CandidatePassage[];
  /** Items that were the target. */
  readonly removedCount: number;
}

/**
 * The passages of an example's own user, the target taken out.
 *
 * @param example - The example.
 * @param task - Puts the text of an item together.
 * @returns The candidates.
 */
export function candidatesOf(example: DatasetExample, task: BenchmarkTask): Candidates {
  const { profile, removed } = withoutTarget(example, task);
  const passages = profile.map((item) => ({
    id: item.id,
    text: task.passageText(item),
    ...(item.date === undefined ? {} : { date: item.date }),
  }));
  return { passages, removedCount: removed.length };
}

/** Which retriever is asked, by which rules. */
export interface Question {
  /** The retriever. */
  readonly retriever: Retriever;
  /** Passages wanted. */
  readonly k: number;
  /** Task of the dataset. */
  readonly task: BenchmarkTask;
  /** Rules of the query. */
  readonly profile: RetrievalProfile;
  /** Template family of the query. */
  readonly family: PromptFamily;
  /** Name of the dataset; absent if there is only one. */
  readonly dataset?: string;
  /** The wish to stop. */
  readonly signal?: AbortSignal;
}

/**
 * The request that a retriever gets for an example.
 *
 * @param example - The example.
 * @param candidates - What it may choose from.
 * @param question - Rules and k.
 * @returns The request.
 * @throws LonghandError if the query cannot be built.
 */
export function requestFor(
  example: DatasetExample,
  { passages }: Candidates,
  { k, task, profile, family, signal }: Question,
): RetrievalRequest {
  return {
    exampleId: example.id,
    userId: example.userId,
    query: task.query(example, { profile, family }),
    k,
    candidates: passages,
    ...(signal === undefined ? {} : { signal }),
  };
}

/**
 * Asks a retriever for one example.
 *
 * @param example - The example.
 * @param candidates - What it may choose from.
 * @param question - Retriever, rules and k.
 * @returns A line of `retrieval.jsonl`; of a retrieval that failed it says why.
 * @throws LonghandError `cancelled`; anything that is no fault of the example.
 */
export async function askRetriever(
  example: DatasetExample,
  candidates: Candidates,
  question: Question,
): Promise<RetrievalLine> {
  const { retriever, family, dataset } = question;
  const line = {
    v: 1,
    ...(dataset === undefined ? {} : { dataset }),
    exampleId: example.id,
    retriever: retriever.name,
    family,
  } as const;
  const { removedCount } = candidates;
  const removed = removedCount === 0 ? {} : { targetsRemoved: removedCount };
  try {
    const found = await retriever.retrieve(requestFor(example, candidates, question));
    return { ...line, ...found, ...removed };
  } catch (error) {
    if (!(error instanceof LonghandError) || ENDS_ALL.has(error.code)) throw error;
    const unpaid = error.code === "budget" ? ({ reason: "budget" } as const) : {};
    const failed = messageOf(error);
    return { ...line, passages: [], noSignal: true, ...removed, failed, ...unpaid };
  }
}

/** No fault of the example: every further one would fail alike. */
const ENDS_ALL: ReadonlySet<string> = new Set([
  "cancelled",
  "model-refused",
  "model-closed",
  "disk-full",
  "file-error",
]);
