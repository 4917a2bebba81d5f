import type { CachedReply, ModelRequest } from "../../models/index.ts";
import type { RetrieverSettings } from "../retriever-settings.ts";
import { rerankSettings } from "../retriever-settings.ts";
import type { RetrieverSpec } from "../retriever-spec.ts";
import { DEFAULT_DEPTH } from "./reranked-retriever.ts";

/** One call that a re-ranker wants a language model to answer. */
export interface JudgeCall {
  /** The model, as the retriever's name writes it, for instance `openai:some-model`. */
  readonly model: string;
  /** The whole request. */
  readonly request: ModelRequest;
  /** Ends the work. */
  readonly signal?: AbortSignal;
}

/**
 * Makes a re-ranker's calls in its place: the way to budgets, logs and caches of one's own.
 *
 * @param call - Model and request.
 * @returns The reply, and whether it was cached.
 * @throws ModelCallError for a judgement that failed; with the reason `budget` or `cancelled`, and any
 *   other error, the retrieval itself ends.
 */
export type JudgeCaller = (call: JudgeCall) => Promise<Pick<CachedReply, "reply" | "cached">>;

/**
 * The language models that a retriever calls to re-rank.
 *
 * @param spec - The retriever.
 * @returns Their names, the stage that comes first before the others; none for most retrievers.
 */
export function judgeModels(spec: RetrieverSpec): string[] {
  switch (spec.kind) {
    case "rerank":
      return [...judgeModels(spec.first), ...(spec.judge.kind === "llm" ? [spec.judge.model] : [])];
    case "hybrid":
      return spec.parts.flatMap(judgeModels);
    default:
      return [];
  }
}

/**
 * How many calls to language models a retriever makes for one query, at most.
 *
 * @param spec - The retriever.
 * @param settings - Settings by the names of retrievers.
 * @returns Calls; 0 for retrievers that make none.
 * @throws LonghandError `invalid-option` for wrong settings.
 */
export function mostJudgeCalls(spec: RetrieverSpec, settings: RetrieverSettings): number {
  switch (spec.kind) {
    case "rerank": {
      const before = mostJudgeCalls(spec.first, settings);
      if (spec.judge.kind !== "llm") return before;
      const { depth = DEFAULT_DEPTH, judging } = rerankSettings(spec, settings);
      return before + (judging === "listwise" ? 1 : depth);
    }
    case "hybrid":
      return spec.parts.reduce((sum, part) => sum + mostJudgeCalls(part, settings), 0);
    default:
      return 0;
  }
}
