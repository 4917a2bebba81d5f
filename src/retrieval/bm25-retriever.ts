import { LonghandError } from "../foundation/index.ts";
import type { CandidatePassage, RetrievalResult } from "../records/index.ts";
import { pythonWords, unicodeWords } from "../text/index.ts";
import { bestFirst, laterFirst } from "./best-first.ts";
import type { Bm25Index } from "./bm25/bm25-index.ts";
import { countTexts } from "./bm25/text-terms.ts";
import { bm25NonNegative, bm25Okapi } from "./bm25/variants.ts";
import { checkRequest } from "./check-request.ts";
import { newestRanks } from "./newest-first.ts";
import { rememberRecent } from "./recent-indexes.ts";
import type { PassageReason, RetrievalProfile, RetrievalRequest, Retriever } from "./retriever.ts";

/**
 * The retriever that ranks a user's passages by the words they share with the query.
 *
 * `longhand`: an idf that cannot be negative, lower-cased Unicode words, distinct query terms; equal
 * relevances by newest date, then by id. Where nothing matches, the result is marked `noSignal`.
 * `longlamp-paper`: `BM25Okapi` of rank_bm25 on raw words, each repetition of a query term counted,
 * equal relevances in reverse stored order. It is undefined for a profile without words.
 *
 * @param profile - Which rules apply.
 * @returns The retriever.
 */
export function bm25Retriever(profile: RetrievalProfile): Retriever {
  return profile === "longhand" ? ownBm25() : paperBm25();
}

interface Indexed {
  /** Absent where no passage holds a word. */
  readonly index: Bm25Index | undefined;
  /** Order among equal relevances: the lower rank first. */
  readonly tieRanks: Int32Array;
}

function ownBm25(): Retriever {
  const indexOf = rememberRecent((candidates: readonly CandidatePassage[]): Indexed => {
    const tieRanks = newestRanks(candidates);
    const texts = candidates.map(({ text }) => text);
    return { index: bm25NonNegative(countTexts(texts, "unicode-words")), tieRanks };
  });
  const queryOf = ({ query }: RetrievalRequest) => [...new Set(unicodeWords(query))];
  const retrieve = async (request: RetrievalRequest): Promise<RetrievalResult> => {
    checkRequest("bm25", request);
    if (request.k === 0) return NOTHING;
    const { index, tieRanks } = indexOf(request.candidates);
    const relevances =
      index?.scores(queryOf(request)) ?? new Float64Array(request.candidates.length);
    const passages = best(request, relevances, tieRanks);
    return { passages, noSignal: !relevances.some((relevance) => relevance > 0) };
  };
  return {
    name: "bm25",
    signature:
      "bm25|idf:non-negative|k1:1.5|b:0.75|tok:unicode-words|case:lower|query:distinct|ties:newest,id|profile:longhand|v:1",
    retrieve,
    explain: async (request) => {
      const result = await retrieve(request);
      const { index } = indexOf(request.candidates);
      return { result, reasons: termsOf(result, { request, index, query: queryOf(request) }) };
    },
  };
}

function paperBm25(): Retriever {
  const indexOf = rememberRecent(
    (candidates: readonly CandidatePassage[]): Indexed => ({
      index: bm25Okapi(candidates.map(({ text }) => text)),
      tieRanks: laterFirst(candidates.length),
    }),
  );
  const retrieve = async (request: RetrievalRequest): Promise<RetrievalResult> => {
    checkRequest("bm25", request);
    if (request.k === 0) return NOTHING;
    const { index, tieRanks } = indexOf(request.candidates);
    if (index === undefined) throw undefinedFor(request);
    const relevances = index.scores(pythonWords(request.query));
    // The published code fills up with unrelated passages and does not notice.
    return { passages: best(request, relevances, tieRanks), noSignal: false };
  };
  return {
    name: "bm25",
    signature:
      "bm25-okapi|impl:rank_bm25-0.2.2|k1:1.5|b:0.75|eps:0.25|tok:split|ties:reverse|profile:longlamp-paper|v:1",
    retrieve,
    explain: async (request) => {
      const result = await retrieve(request);
      const { index } = indexOf(request.candidates);
      const query = pythonWords(request.query);
      return { result, reasons: termsOf(result, { request, index, query }) };
    },
  };
}

interface Explaining {
  readonly request: RetrievalRequest;
  readonly index: Bm25Index | undefined;
  readonly query: readonly string[];
}

/** What each word of the query adds to each passage: the scores of queries of one word. */
function termsOf(
  { passages }: RetrievalResult,
  { request, index, query }: Explaining,
): PassageReason[] {
  const places = new Map(request.candidates.map(({ id }, place) => [id, place]));
  const found = passages.map(({ id }) => ({
    place: places.get(id) ?? 0,
    terms: [] as { term: string; weight: number }[],
  }));
  if (index === undefined) return found.map(() => ({ terms: [] }));
  for (const term of new Set(query)) {
    if (index.idf(term) === undefined) continue;
    const weights = index.scores(query.filter((word) => word === term));
    for (const { place, terms } of found) {
      const weight = weights[place] ?? 0;
      if (weight !== 0) terms.push({ term, weight });
    }
  }
  return found.map(({ terms }) => ({
    terms: terms.sort((left, right) => right.weight - left.weight),
  }));
}

const NOTHING: RetrievalResult = { passages: [], noSignal: false };

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

function undefinedFor({ exampleId, candidates }: RetrievalRequest): LonghandError {
  return new LonghandError("bm25 is undefined for this profile", {
    code: "retrieval-failed",
    hint: "A profile without any word has no BM25 in longlamp-paper; the longhand profile ranks it by date.",
    details: { exampleId, passages: candidates.length },
  });
}
