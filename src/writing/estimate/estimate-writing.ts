import type { Brief, WritingStrategy } from "../brief/brief.ts";
import { START_TOKENS_PER_WORD, targetWordsOf } from "../brief/brief-words.ts";
import { candidatesOf } from "../draft/drafting.ts";
import { fanOutFor } from "../plan/tree-shape.ts";
import { LINES_PER_CALL } from "../strategies/step-list.ts";
import { type Ablation, ablationsOf } from "../techniques/ablations.ts";
import { type EstimateGround, estimateGround } from "./estimate-ground.ts";
import { type LeafEffort, type LeafSteps, leafSteps } from "./leaf-steps.ts";
import { NO_STEP, rounded, type StepEstimate, stepOf, sumOf } from "./step-estimate.ts";

/** Kinds of calls, in the order in which a document takes them. */
const ESTIMATE_PARTS = [
  "plan",
  "drafts",
  "continuations",
  "mentions",
  "summaries",
  "checks",
  "repairs",
] as const;

/** What one kind of call takes. */
export interface EstimatePart {
  /**
   * `plan`; `drafts` of leaves; `continuations` of what came out too short; `mentions` that are asked for; `summaries`
   * of leaves, with a rolling writer's instructions; `checks` by the model; `repairs`.
   */
  readonly name: (typeof ESTIMATE_PARTS)[number];
  /** What is likely. */
  readonly expected: StepEstimate;
  /** What it takes at most. */
  readonly high: StepEstimate;
}

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
  /** Checks by the model and repairs, once every leaf is drafted; of a baseline none. */
  readonly finish: StepEstimate;
  /** One draft of each leaf and nothing that has to be done again, by a model whose tokens are words. */
  readonly low: StepEstimate;
  /** Everything as it is set. */
  readonly expected: StepEstimate;
  /**
   * More than any measured run took: of a short document a second round of drafts, all continuations and two repairs
   * of every leaf, of a long one as many as may come together; all mentions asked for, all lists asked for again.
   */
  readonly high: StepEstimate;
  /** The same by kind of call. */
  readonly parts: readonly EstimatePart[];
}

/** What may be known before an estimate. */
export interface EstimateOptions {
  /** The writer's window, in tokens. @defaultValue what the brief's settings say, else unknown */
  readonly contextTokens?: number;
  /**
   * Whether the model counts as any of its size, whatever is known of it: what arms of a comparison may spend does
   * not follow from the habits of a model for tests. @defaultValue "known"
   */
  readonly habits?: "known" | "assumed";
}

/** Tokens of a line of a child list, and of what a planner is told. */
const TOKENS_PER_CHILD = 60;
const TOKENS_PER_SLOT_LINE = 25;
const PLAN_ASK_TOKENS = { tiny: 80, small: 150, hosted: 150 } as const;
/** A summary of the whole has at most so many words, and this share of them; the leaves' own have this one. */
const STAGED_WORDS = 800;
const STAGED_SHARE = 0.05;
const STAGED_LEAF_SHARE = 0.15;
const STAGED_ASK_TOKENS = 110;
/** Calls for one list of a plan, at most: a tiny planner is asked once. */
const MOST_ASKS = { tiny: 1, small: 3, hosted: 3 } as const;
/** A lower bound: words below the target, calls of a plan, and replies that are as short as may be. */
const LEAST_WORDS_SHARE = 0.9;
const LEAST_PLAN_SHARE = 0.75;
const SHORT_REPLY = 0.5;

/**
 * Estimates what a brief takes, by the strategy that it names. Nothing is called.
 *
 * @param brief - The brief.
 * @param options - What is known of the model.
 * @returns Calls and tokens by step, and in all as low, expected and high.
 */
export function estimateWriting(brief: Brief, options: EstimateOptions = {}): WritingEstimate {
  const window = options.contextTokens ?? settingsWindow(brief);
  const ground = estimateGround(brief, window, options.habits);
  const { scale, written, leaves, strategy } = ground;
  const candidates = candidatesOf({ brief, scale });
  const without = ablationsOf(brief);
  const plan = planSteps(ground);
  const usual = { plan: plan.usual, ...leavesThrough(written, { candidates }, ground) };
  const effort = { candidates, tries: "most" } as const;
  const most = { plan: plan.most, ...leavesThrough(written, effort, ground) };
  const { drafts, continuations, mentions, checks, repairs } = usual;
  return {
    strategy: strategy ?? "tree",
    targetWords: targetWordsOf(brief),
    leaves,
    depth: strategy === undefined ? ground.depth : 1,
    candidates,
    ...(without.length === 0 ? {} : { without }),
    scale,
    plan: rounded(usual.plan),
    draft: rounded(sumOf([drafts, continuations, mentions])),
    summaries: rounded(usual.summaries),
    finish: rounded(sumOf([checks, repairs])),
    low: lowest(plan.once, ground),
    expected: rounded(sumOf(Object.values(usual))),
    high: rounded(sumOf(Object.values(most))),
    parts: ESTIMATE_PARTS.map((name) => ({
      name,
      expected: rounded(usual[name]),
      high: rounded(most[name]),
    })),
  };
}

/** A plan whose lists all keep their form, the one that is likely, and one whose lists are all asked for again. */
function planSteps(ground: EstimateGround): {
  readonly once: StepEstimate;
  readonly usual: StepEstimate;
  readonly most: StepEstimate;
} {
  const once = planStep(ground);
  const most = sumOf(Array.from({ length: MOST_ASKS[ground.plannerScale] }, () => once));
  return { once, usual: ground.habits.keepsForms ? once : most, most };
}

/** Less than this no complete document takes: a token is hardly ever longer than a word. */
function lowest(plan: StepEstimate, ground: EstimateGround): StepEstimate {
  const { written } = ground;
  const effort = { candidates: 1, tries: "least" } as const;
  const { drafts, summaries } = leavesThrough(written, effort, ground);
  const share = LEAST_WORDS_SHARE / START_TOKENS_PER_WORD;
  const short = (step: StepEstimate): number => SHORT_REPLY * step.out;
  return rounded({
    calls: Math.floor(LEAST_PLAN_SHARE * plan.calls) + drafts.calls + summaries.calls,
    in: share * (SHORT_REPLY * plan.in + drafts.in + SHORT_REPLY * summaries.in),
    out: share * (short(plan) + drafts.out + short(summaries)),
  });
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
 * @returns Drafts, summaries, and what follows once all are drafted; not rounded.
 */
export function leavesThrough(
  count: number,
  effort: LeafEffort,
  ground: EstimateGround,
): LeafSteps {
  const leaves = Array.from({ length: count }, (_, place) => leafSteps(place, effort, ground));
  return {
    drafts: sumOf(leaves.map(({ drafts }) => drafts)),
    continuations: sumOf(leaves.map(({ continuations }) => continuations)),
    mentions: sumOf(leaves.map(({ mentions }) => mentions)),
    summaries: sumOf(leaves.map(({ summaries }) => summaries)),
    checks: sumOf(leaves.map(({ checks }) => checks)),
    repairs: sumOf(leaves.map(({ repairs }) => repairs)),
  };
}

function planStep(ground: EstimateGround): StepEstimate {
  const { strategy, written, leaves, depth, plannerScale, commonTokens, brief } = ground;
  if (written <= 1 || strategy === "rolling") return NO_STEP;
  const perLine = plannerScale === "tiny" ? TOKENS_PER_SLOT_LINE : TOKENS_PER_CHILD;
  const readTokens = commonTokens + PLAN_ASK_TOKENS[plannerScale];
  if (strategy === undefined) {
    const inner = listsBelow(leaves, depth);
    const fanOut = fanOutFor(leaves, depth);
    if (brief.staged) return stagedStep(ground, { inner, fanOut });
    return stepOf({ calls: inner, in: readTokens, out: ((inner + leaves - 1) / inner) * perLine });
  }
  if (brief.outline !== undefined) return NO_STEP;
  const calls = Math.ceil(written / LINES_PER_CALL[plannerScale]);
  const shown = plannerScale === "tiny" ? 0 : ((written - written / calls) / 2) * perLine;
  return stepOf({ calls, in: readTokens + shown, out: (written / calls) * perLine });
}

/** Child lists of a plan: one for each node that has more than one leaf below it. */
function listsBelow(leaves: number, levels: number): number {
  if (leaves <= 1 || levels === 0) return 0;
  const fanOut = fanOutFor(leaves, levels);
  const larger = leaves % fanOut;
  const below = Math.floor(leaves / fanOut);
  const lists = (of: number, each: number): number =>
    of === 0 ? 0 : of * listsBelow(each, levels - 1);
  return 1 + lists(larger, below + 1) + lists(fanOut - larger, below);
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
