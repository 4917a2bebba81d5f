import { LonghandError } from "../foundation/index.ts";
import type { CandidatePassage, RetrievalResult } from "../records/index.ts";
import { pythonWords, unicodeWords } from "../text/index.ts";
import { bestFirst, laterFirst } from "./best-first.ts";
import type { Bm25Index } from "./bm25/bm25-index.ts";
import { countTexts } from "./bm25/text-terms.ts";
import { bm25NonNegative, bm25Okapi } from "./bm25/variants.ts";
import { checkRequest } from "./check-request.ts";
import { newestFirst } from "./newest-first.ts";
import { rememberRecent } from "./recent-indexes.ts";
import type { RetrievalProfile, RetrievalRequest, Retriever } from "./retriever.ts";

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
    const tieRanks = new Int32Array(candidates.length);
    for (const [rank, index] of newestFirst(candidates).entries()) tieRanks[index] = rank;
    const texts = candidates.map(({ text }) => text);
    return { index: bm25NonNegative(countTexts(texts, "unicode-words")), tieRanks };
  });
  return {
    name: "bm25",
    signature:
      "bm25|idf:non-negative|k1:1.5|b:0.75|tok:unicode-words|case:lower|query:distinct|ties:newest,id|profile:longhand|v:1",
    retrieve: async (request) => {
      checkRequest("bm25", request);
      if (request.k === 0) return NOTHING;
      const { index, tieRanks } = indexOf(request.candidates);
      const query = [...new Set(unicodeWords(request.query))];
      const relevances = index?.scores(query) ?? new Float64Array(request.candidates.length);
      const passages = best(request, relevances, tieRanks);
      return { passages, noSignal: !relevances.some((relevance) => relevance > 0) };
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
  return {
    name: "bm25",
    signature:
      "bm25-okapi|impl:rank_bm25-0.2.2|k1:1.5|b:0.75|eps:0.25|tok:split|ties:reverse|profile:longlamp-paper|v:1",
    retrieve: async (request) => {
      checkRequest("bm25", request);
      if (request.k === 0) return NOTHING;
      const { index, tieRanks } = indexOf(request.candidates);
      if (index === undefined) throw undefinedFor(request);
      const relevances = index.scores(pythonWords(request.query));
      // The published code fills up with unrelated passages and does not notice.
      return { passages: best(request, relevances, tieRanks), noSignal: false };
    },
  };
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
