import type { CandidatePassage, RetrievalResult } from "../records/index.ts";
import { bestFirst, laterFirst } from "./best-first.ts";
import { checkRequest } from "./check-request.ts";
import { newestRanks } from "./newest-first.ts";
import type {
  ExplainedRetrieval,
  PartPlace,
  RetrievalProfile,
  RetrievalRequest,
  Retriever,
} from "./retriever.ts";

/** What is added to every rank (Cormack, Clarke and Büttcher, SIGIR 2009). */
const RANK_CONSTANT = 60;

/** Settings of {@link hybridRetriever}. */
export interface HybridRetrieverOptions {
  /** Name in experiments, for instance `hybrid:bm25+dense`. */
  readonly name: string;
  /** Two retrievers or more; closed with the hybrid. */
  readonly parts: readonly Retriever[];
  /** Which rules apply to equal relevances. */
  readonly profile: RetrievalProfile;
}

/**
 * The retriever that puts the rankings of others together by reciprocal rank fusion: a passage has the
 * sum of 1 / (60 + its rank) over the parts that found it. A part that gives relevances has not found
 * what it gives 0, nor anything where it has no signal. Equal sums: newest first, then by id
 * (`longhand`); in reverse stored order (`longlamp-paper`).
 *
 * @param options - Name, parts, profile.
 * @returns The retriever.
 */
export function hybridRetriever(options: HybridRetrieverOptions): Retriever {
  const { name, parts, profile } = options;
  const ties = profile === "longhand" ? "newest,id" : "reverse";
  const inner = parts.map(({ signature }) => `[${signature}]`).join("");
  return {
    name,
    signature: `hybrid|rrf:${RANK_CONSTANT}|of:${inner}|ties:${ties}|profile:${profile}|v:1`,
    retrieve: async (request) => (await fuse(request, options)).result,
    explain: (request) => fuse(request, options),
    close: async () => {
      await Promise.all(parts.map((part) => part.close?.()));
    },
  };
}

async function fuse(
  request: RetrievalRequest,
  { name, parts, profile }: HybridRetrieverOptions,
): Promise<ExplainedRetrieval> {
  checkRequest(name, request);
  const { candidates, k } = request;
  if (k === 0) return { result: { passages: [], noSignal: false }, reasons: [] };
  const answers: RetrievalResult[] = [];
  for (const part of parts) {
    answers.push(await part.retrieve({ ...request, k: Math.max(1, candidates.length) }));
  }
  const places = answers.map((answer, at) => placesIn(answer, parts[at]?.name ?? ""));
  const relevances = Float64Array.from(candidates, ({ id }) =>
    places.reduce((sum, found) => {
      const rank = found.get(id)?.rank;
      return rank === undefined ? sum : sum + 1 / (RANK_CONSTANT + rank);
    }, 0),
  );
  const tieRanks = profile === "longhand" ? newestRanks(candidates) : laterFirst(candidates.length);
  const order = bestFirst(relevances, tieRanks, k);
  const chosen = Array.from(order, (index) => candidates[index] as CandidatePassage);
  const passages = chosen.map(({ id }, at) => ({
    id,
    relevance: relevances[order[at] as number] as number,
  }));
  const warnings = answers.flatMap((answer) => answer.warnings ?? []);
  return {
    result: {
      passages,
      noSignal: answers.every(({ noSignal }) => noSignal),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
    reasons: chosen.map(({ id }) => ({
      parts: places.map(
        (found, at): PartPlace => found.get(id) ?? { retriever: parts[at]?.name ?? "" },
      ),
    })),
  };
}

/** Where a part put each passage that it found; by id, since ids are unique in a profile. */
function placesIn(
  { passages, noSignal }: RetrievalResult,
  retriever: string,
): Map<string, PartPlace> {
  if (noSignal) return new Map();
  const hasRelevances = passages.some(({ relevance }) => relevance !== 0);
  const found = passages.flatMap(({ id, relevance }, at): [string, PartPlace][] =>
    hasRelevances && relevance === 0 ? [] : [[id, { retriever, rank: at + 1, relevance }]],
  );
  // A draw with replacement may name a passage twice: its first place counts.
  return new Map(found.toReversed());
}
