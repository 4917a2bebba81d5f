import { LonghandError } from "../../foundation/index.ts";
import type {
  CandidatePassage,
  RetrievalCalls,
  RetrievalWarning,
  RetrievedPassage,
} from "../../records/index.ts";
import { checkRequest } from "../check-request.ts";
import type {
  ExplainedRetrieval,
  PassageReason,
  RetrievalRequest,
  Retriever,
} from "../retriever.ts";
import type { Judge, Verdict } from "./judge.ts";

/** Passages of the stage before that are judged where nothing else is asked for. */
export const DEFAULT_DEPTH = 20;

/** Settings of {@link rerankedRetriever}. */
export interface RerankedRetrieverOptions {
  /** Name in experiments, for instance `bm25+rerank:llm`. */
  readonly name: string;
  /** Finds the passages; closed with the re-ranker. */
  readonly first: Retriever;
  /** Puts them in a new order; closed with the re-ranker. */
  readonly judge: Judge;
  /** How many of the first stage's passages are judged, 2 or more. @defaultValue 20 */
  readonly depth?: number;
}

/**
 * The retriever that takes the first passages of another and puts them in a new order. Passages beyond
 * the depth follow as the first stage has them. The relevance of a passage is 1 / its place. What
 * could not be judged keeps its place of the first stage, and the result says how many that were
 * (`judgement-failed`).
 *
 * @param options - First stage, judge, depth.
 * @returns The retriever.
 * @throws LonghandError `invalid-option` for a depth below 2.
 */
export function rerankedRetriever(options: RerankedRetrieverOptions): Retriever {
  const { name, first, judge, depth = DEFAULT_DEPTH } = options;
  if (!Number.isSafeInteger(depth) || depth < 2) {
    throw new LonghandError(`${name}: depth must be a whole number of 2 or more, got ${depth}.`, {
      code: "invalid-option",
      hint: "Twenty is usual.",
    });
  }
  const work = (request: RetrievalRequest) => rerank(request, { name, first, judge, depth });
  return {
    name,
    signature: `rerank|by:[${judge.signature}]|depth:${depth}|first:[${first.signature}]|v:1`,
    retrieve: async (request) => (await work(request)).result,
    explain: work,
    close: async () => {
      await Promise.all([first.close?.(), judge.close()]);
    },
  };
}

async function rerank(
  request: RetrievalRequest,
  { name, first, judge, depth }: Required<RerankedRetrieverOptions>,
): Promise<ExplainedRetrieval> {
  checkRequest(name, request);
  const { k, query, signal } = request;
  if (k === 0) return { result: { passages: [], noSignal: false }, reasons: [] };
  const before = await first.retrieve({ ...request, k: Math.max(k, depth) });
  const head = before.passages.slice(0, depth);
  const verdict =
    head.length < 2
      ? untouched(head.length)
      : await judge.order({
          query,
          passages: textsOf(head, request),
          ...(signal === undefined ? {} : { signal }),
        });
  const tail = before.passages.slice(depth).map((_, at) => depth + at);
  const order = [...verdict.order, ...tail].slice(0, k);
  const warnings = [...(before.warnings ?? []), ...failuresOf(verdict)];
  return {
    result: {
      passages: order.map((from, place) => ({
        ...(before.passages[from] as RetrievedPassage),
        relevance: 1 / (place + 1),
      })),
      noSignal: before.noSignal,
      ...(warnings.length === 0 ? {} : { warnings }),
      ...sumOf([before.calls, verdict.calls]),
    },
    reasons: order.map((from): PassageReason => {
      const judgement = verdict.judgements[from];
      const relevance = before.passages[from]?.relevance ?? 0;
      return {
        parts: [{ retriever: first.name, rank: from + 1, relevance }],
        ...(judgement === undefined ? {} : { judgement }),
      };
    }),
  };
}

function untouched(count: number): Verdict {
  return { order: Array.from({ length: count }, (_, at) => at), judgements: [], failed: 0 };
}

/** Passages of other users have no text here: the draw over all users cannot be re-ranked. */
function textsOf(
  passages: readonly RetrievedPassage[],
  { candidates, exampleId }: RetrievalRequest,
): CandidatePassage[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return passages.map(({ id, userId }) => {
    const found = userId === undefined ? byId.get(id) : undefined;
    if (found !== undefined) return found;
    throw new LonghandError("A re-ranker reads passages of the example's own user only.", {
      code: "retrieval-failed",
      hint: "random-all cannot be re-ranked.",
      details: { exampleId, id },
    });
  });
}

/** A re-ranker may stand behind another one. */
function sumOf(calls: readonly (RetrievalCalls | undefined)[]): { calls?: RetrievalCalls } {
  const made = calls.filter((one) => one !== undefined);
  if (made.length === 0) return {};
  const sum = (field: keyof RetrievalCalls) => made.reduce((total, one) => total + one[field], 0);
  return {
    calls: {
      made: sum("made"),
      cached: sum("cached"),
      failed: sum("failed"),
      promptTokens: sum("promptTokens"),
      outputTokens: sum("outputTokens"),
    },
  };
}

function failuresOf({ failed, failure }: Verdict): RetrievalWarning[] {
  if (failed === 0) return [];
  return [{ kind: "judgement-failed", count: failed, example: failure ?? "" }];
}
