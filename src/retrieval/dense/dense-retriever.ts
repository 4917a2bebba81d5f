import { LonghandError } from "../../foundation/index.ts";
import type { CandidatePassage, RetrievalResult } from "../../records/index.ts";
import { bestFirst, laterFirst } from "../best-first.ts";
import { checkRequest } from "../check-request.ts";
import { newestRanks } from "../newest-first.ts";
import { rememberRecent } from "../recent-indexes.ts";
import type { RetrievalProfile, RetrievalRequest, Retriever } from "../retriever.ts";
import type { TextEmbedder } from "./text-embedder.ts";

/** How vectors are compared: by their dot product, or by the cosine of their angle. */
export type Similarity = "dot" | "cosine";

/** Where the vectors of a request come from. */
export interface VectorSource {
  /** Everything that decides the vectors. */
  readonly signature: string;
  /**
   * The vectors of a user's passages.
   *
   * @param request - The request.
   * @returns One vector per candidate, in order.
   */
  passages(request: RetrievalRequest): Promise<readonly Float32Array[]>;
  /**
   * The vector of the query.
   *
   * @param request - The request.
   */
  query(request: RetrievalRequest): Promise<Float32Array>;
  /** Frees models and files. */
  close(): Promise<void>;
}

/** Settings of {@link denseRetriever}. */
export interface DenseRetrieverOptions {
  /** Name in experiments, for instance `dense` or `contriever`. */
  readonly name: string;
  /** Where vectors come from: an embedder of texts, or vectors made before. */
  readonly vectors: VectorSource;
  /** Which rules apply to equal relevances. */
  readonly profile: RetrievalProfile;
  /** How vectors are compared. @defaultValue `"dot"` */
  readonly similarity?: Similarity;
}

/**
 * The retriever that ranks a user's passages by how near their vectors are to the query's. Equal
 * relevances: newest first, then by id (`longhand`); in reverse stored order (`longlamp-paper`). An
 * empty query tells nothing: the result is then marked `noSignal` in `longhand`.
 *
 * @param options - Name, vectors, profile, similarity.
 * @returns The retriever; closing it closes the source of its vectors.
 */
export function denseRetriever(options: DenseRetrieverOptions): Retriever {
  const { name, vectors, profile, similarity = "dot" } = options;
  const ties = profile === "longhand" ? "newest,id" : "reverse";
  const tieRanksOf = rememberRecent((candidates: readonly CandidatePassage[]) =>
    profile === "longhand" ? newestRanks(candidates) : laterFirst(candidates.length),
  );
  return {
    name,
    signature: `dense|vec:${vectors.signature}|sim:${similarity}|ties:${ties}|profile:${profile}|v:1`,
    retrieve: async (request) => {
      checkRequest(name, request);
      const { candidates, k, query } = request;
      if (k === 0) return { passages: [], noSignal: false };
      const noSignal =
        profile === "longhand" && (candidates.length === 0 || query.trim().length === 0);
      if (candidates.length === 0) return { passages: [], noSignal };
      const relevances = await relevancesOf(request, { vectors, similarity });
      return { passages: best(request, relevances, tieRanksOf(candidates)), noSignal };
    },
    close: () => vectors.close(),
  };
}

/**
 * Takes the vectors of texts from an embedder. Those of a candidate list are kept as long as somebody
 * holds the list.
 *
 * @param embedder - The embedder; closed with the source.
 * @returns The source.
 */
export function embeddedTexts(embedder: TextEmbedder): VectorSource {
  const known = new WeakMap<readonly CandidatePassage[], readonly Float32Array[]>();
  return {
    signature: embedder.signature,
    passages: async ({ candidates, signal }) => {
      const kept = known.get(candidates);
      if (kept !== undefined) return kept;
      const vectors = await embedder.embed(
        candidates.map(({ text }) => text),
        signal,
      );
      known.set(candidates, vectors);
      return vectors;
    },
    query: async ({ query, signal }) => (await embedder.embed([query], signal))[0] as Float32Array,
    close: () => embedder.close(),
  };
}

async function relevancesOf(
  request: RetrievalRequest,
  { vectors, similarity }: Required<Pick<DenseRetrieverOptions, "vectors" | "similarity">>,
): Promise<Float64Array> {
  const query = await vectors.query(request);
  const passages = await vectors.passages(request);
  const length = similarity === "cosine" ? lengthOf(query) : 1;
  return Float64Array.from(passages, (passage) => {
    if (passage.length !== query.length) throw unlike(request, query, passage);
    const product = dot(query, passage);
    if (similarity === "dot") return product;
    const both = length * lengthOf(passage);
    // A zero vector has no direction: it is as near to one text as to another.
    return both > 0 ? product / both : 0;
  });
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] as number) * (right[at] as number);
  return sum;
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}

function best(
  { candidates, k }: RetrievalRequest,
  relevances: Float64Array,
  tieRanks: Int32Array,
): RetrievalResult["passages"] {
  return Array.from(bestFirst(relevances, tieRanks, k), (index) => ({
    id: (candidates[index] as CandidatePassage).id,
    relevance: relevances[index] as number,
  }));
}

function unlike(
  { exampleId }: RetrievalRequest,
  query: Float32Array,
  passage: Float32Array,
): LonghandError {
  return new LonghandError(
    `The vector of the query has ${query.length} numbers, that of a passage ${passage.length}.`,
    {
      code: "retrieval-failed",
      hint: "Queries and passages must be embedded by one model.",
      details: { exampleId },
    },
  );
}
