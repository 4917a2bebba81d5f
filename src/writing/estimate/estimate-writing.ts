import type { Brief, WritingStrategy } from "../brief/brief.ts";
import { START_TOKENS_PER_WORD, targetWordsOf } from "../brief/brief-words.ts";
import { candidatesOf } from "../draft/drafting.ts";
import { fanOutFor } from "../plan/tree-shape.ts";
import { LINES_PER_CALL } from "../strategies/step-list.ts";
import { type Ablation, ablationsOf } from "../techniques/ablations.ts";
import { type EstimateGround, estimateGround } from "./estimate-ground.ts";
import { type LeafEffort, leafSteps } from "./leaf-steps.ts";
import { NO_STEP, rounded, type StepEstimate, stepOf, sumOf } from "./step-estimate.ts";

/** What a document will probably take, before anything is spent. */
export interface WritingEstimate {
  /** How it is written. */
  readonly strategy: WritingStrategy;
  /** Words of the document. */
  readonly targetWords: number;
  /** Leaves, or steps of a baseline. */
  readonly leaves: number;
  /** Levels below the document. */
  readonly depth: number;
  /** Drafts of each leaf. */
  readonly candidates: number;
  /** Parts of the tree that it goes without. @defaultValue none */
  readonly without?: readonly Ablation[];
  /** Size of the writer. */
  readonly scale: "tiny" | "small" | "hosted";
  /** Making the plan: the planner's tokens, all others are the writer's. */
  readonly plan: StepEstimate;
  /** Drafting, mentions and lengths included. */
  readonly draft: StepEstimate;
  /** Summaries of leaves; of a baseline its rolling summary and its instructions. */
  readonly summaries: StepEstimate;
  /** Everything with one draft of each leaf. */
  readonly low: StepEstimate;
  /** Everything as it is set. */
  readonly expected: StepEstimate;
  /** Everything as it is set, with two repairs or continuations of every leaf. */
  readonly high: StepEstimate;
}

/** What may be known before an estimate. */
export interface EstimateOptions {
  /** The writer's window, in tokens. @defaultValue what the brief's settings say, else unknown */
  readonly contextTokens?: number;
}

/** Tokens of a line of a child list, and of what a planner is told. */
const TOKENS_PER_CHILD = 60;
const TOKENS_PER_SLOT_LINE = 25;
const PLAN_ASK_TOKENS = 260;
/** A summary of the whole has at most so many words, and this share of them; the leaves' own have this one. */
const STAGED_WORDS = 800;
const STAGED_SHARE = 0.05;
const STAGED_LEAF_SHARE = 0.15;
const STAGED_ASK_TOKENS = 110;
/** What the second half of an effort adds to each leaf at most. */
const HIGH_TRIES = 2;

/**
 * Estimates what a brief takes, by the strategy that it names. Nothing is called.
 *
 * @param brief - The brief.
 * @param options - What is known of the model.
 * @returns Calls and tokens by step, and in all as low, expected and high.
 */
export function estimateWriting(brief: Brief, options: EstimateOptions = {}): WritingEstimate {
  const ground = estimateGround(brief, options.contextTokens ?? settingsWindow(brief));
  const { scale, written, leaves, strategy } = ground;
  const candidates = candidatesOf({ brief, scale });
  const without = ablationsOf(brief);
  const plan = planStep(ground);
  const expected = leavesThrough(written, { candidates }, ground);
  const all = (effort: LeafEffort): StepEstimate => {
    const { draft, summaries } = leavesThrough(written, effort, ground);
    return rounded(sumOf([plan, draft, summaries]));
  };
  return {
    strategy: strategy ?? "tree",
    targetWords: targetWordsOf(brief),
    leaves,
    depth: strategy === undefined ? ground.depth : 1,
    candidates,
    ...(without.length === 0 ? {} : { without }),
    scale,
    plan: rounded(plan),
    draft: rounded(expected.draft),
    summaries: rounded(expected.summaries),
    low: all({ candidates: 1, continues: 0 }),
    expected: all({ candidates }),
    high:
      strategy === undefined
        ? all({ candidates, repairs: HIGH_TRIES })
        : all({ candidates, continues: HIGH_TRIES }),
  };
}

function settingsWindow({ model, modelSettings, models }: Brief): number | undefined {
  const { settings } = models.writer ?? { model, settings: modelSettings };
  const { contextTokens } = settings;
  return typeof contextTokens === "number" ? contextTokens : undefined;
}

/**
 * What the first leaves take.
 *
 * @param count - How many.
 * @param effort - How much is tried for each.
 * @param ground - What the brief puts into every prompt.
 * @returns Drafts and summaries, not rounded.
 */
export function leavesThrough(
  count: number,
  effort: LeafEffort,
  ground: EstimateGround,
): { readonly draft: StepEstimate; readonly summaries: StepEstimate } {
  const leaves = Array.from({ length: count }, (_, place) => leafSteps(place, effort, ground));
  return {
    draft: sumOf(leaves.map(({ draft }) => draft)),
    summaries: sumOf(leaves.map(({ summaries }) => summaries)),
  };
}

function planStep(ground: EstimateGround): StepEstimate {
  const { strategy, written, leaves, depth, plannerScale, commonTokens, brief } = ground;
  if (written <= 1 || strategy === "rolling") return NO_STEP;
  const perLine = plannerScale === "tiny" ? TOKENS_PER_SLOT_LINE : TOKENS_PER_CHILD;
  const readTokens = commonTokens + PLAN_ASK_TOKENS;
  if (strategy === undefined) {
    const fanOut = Math.max(2, fanOutFor(leaves, depth));
    const inner = Math.ceil((leaves - 1) / (fanOut - 1));
    if (brief.staged) return stagedStep(ground, { inner, fanOut });
    return stepOf({ calls: inner, in: readTokens, out: fanOut * perLine });
  }
  if (brief.outline !== undefined) return NO_STEP;
  const calls = Math.ceil(written / LINES_PER_CALL[plannerScale]);
  const shown = plannerScale === "tiny" ? 0 : ((written - written / calls) / 2) * perLine;
  return stepOf({ calls, in: readTokens + shown, out: (written / calls) * perLine });
}

/**
 * A staged plan: a summary of the whole, asked for once more where mentions are due, then levels that tell
 * it again, each longer than the one above it.
 */
function stagedStep(
  { brief, commonTokens, mentions }: EstimateGround,
  { inner, fanOut }: { readonly inner: number; readonly fanOut: number },
): StepEstimate {
  const words = targetWordsOf(brief);
  const summary = START_TOKENS_PER_WORD * Math.min(STAGED_WORDS, STAGED_SHARE * words);
  const lists = START_TOKENS_PER_WORD * STAGED_LEAF_SHARE * words;
  const asks = mentions === 0 ? 1 : 2;
  // Each level is shown the text that it tells again.
  const shown = (summary + lists / fanOut) / inner;
  return sumOf([
    stepOf({ calls: asks, in: commonTokens + STAGED_ASK_TOKENS, out: summary }),
    stepOf({ calls: inner, in: commonTokens + STAGED_ASK_TOKENS + shown, out: lists / inner }),
  ]);
}
