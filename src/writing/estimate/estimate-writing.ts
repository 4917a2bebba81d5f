import type { Brief } from "./brief/brief.ts";
import { START_TOKENS_PER_WORD, targetWordsOf } from "./brief/brief-words.ts";
import { candidatesOf } from "./draft/drafting.ts";
import { planSize } from "./plan/begin-plan.ts";
import { SIZE_LIMITS } from "./plan/model-size.ts";
import { fanOutFor } from "./plan/tree-shape.ts";
import { sizesOf } from "./run/writer.ts";

/** Calls and tokens of one step. */
export interface StepEstimate {
  /** Calls. */
  readonly calls: number;
  /** Tokens read. */
  readonly in: number;
  /** Tokens written. */
  readonly out: number;
}

/** What a document will probably take, before anything is spent. */
export interface WritingEstimate {
  /** Words of the document. */
  readonly targetWords: number;
  /** Leaves. */
  readonly leaves: number;
  /** Levels below the document. */
  readonly depth: number;
  /** Drafts of each leaf. */
  readonly candidates: number;
  /** Size of the writer. */
  readonly scale: "tiny" | "small" | "hosted";
  /** Making the plan. */
  readonly plan: StepEstimate;
  /** Drafting, mentions and lengths included. */
  readonly draft: StepEstimate;
  /** Summaries of leaves. */
  readonly summaries: StepEstimate;
  /** Everything with one draft of each leaf. */
  readonly low: StepEstimate;
  /** Everything as it is set. */
  readonly expected: StepEstimate;
  /** Everything, with two continuations of every leaf. */
  readonly high: StepEstimate;
}

/** Share of a prompt's budget that prompts take on average. */
const FILLED = 0.7;
const TOKENS_PER_CHILD = 60;
const SUMMARY_OUT = 60;
/** Leaves that are gone on with. */
const CONTINUED_SHARE = 0.4;

/**
 * Estimates what a brief takes. Nothing is called.
 *
 * @param brief - The brief.
 * @returns Calls and tokens by step, and in all as low, expected and high.
 */
export function estimateWriting(brief: Brief): WritingEstimate {
  const { writer: scale, planner } = sizesOf(brief);
  const { writtenLeaves, leaves, depth } = planSize(brief, scale);
  const candidates = candidatesOf({ brief, scale });
  const fanOut = Math.max(2, fanOutFor(leaves, depth));
  const { partTokens } = SIZE_LIMITS[scale];
  const promptTokens = FILLED * Object.values(partTokens).reduce((sum, tokens) => sum + tokens, 0);
  const words = targetWordsOf(brief);
  const leafTokens = (START_TOKENS_PER_WORD * words) / leaves;
  const inner = leaves <= 1 ? 0 : Math.ceil((leaves - 1) / (fanOut - 1));
  const plan = step(
    inner,
    FILLED * 1000 * (planner === "tiny" ? 0.3 : 1),
    fanOut * TOKENS_PER_CHILD,
  );
  const drafts = (perLeaf: number, continues: number): StepEstimate =>
    sumOf([
      step(writtenLeaves * perLeaf, promptTokens, leafTokens),
      step(writtenLeaves * continues, promptTokens / 2, leafTokens / 3),
    ]);
  const summaries =
    scale === "tiny" ? step(0, 0, 0) : step(writtenLeaves, leafTokens + 80, SUMMARY_OUT);
  const draft = drafts(candidates, CONTINUED_SHARE);
  return {
    targetWords: words,
    leaves,
    depth,
    candidates,
    scale,
    plan,
    draft,
    summaries,
    low: sumOf([plan, drafts(1, 0), summaries]),
    expected: sumOf([plan, draft, summaries]),
    high: sumOf([plan, drafts(candidates, 2), summaries]),
  };
}

function step(calls: number, tokensIn: number, tokensOut: number): StepEstimate {
  return {
    calls: Math.round(calls),
    in: Math.round(calls * tokensIn),
    out: Math.round(calls * tokensOut),
  };
}

function sumOf(steps: readonly StepEstimate[]): StepEstimate {
  return steps.reduce((sum, each) => ({
    calls: sum.calls + each.calls,
    in: sum.in + each.in,
    out: sum.out + each.out,
  }));
}
