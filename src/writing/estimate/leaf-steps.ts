import { START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { INSTRUCTION_TOKENS, SUMMARY_WORDS } from "../strategies/rolling-memory.ts";
import { LEAST_TEXT_WORDS, promptLimit } from "../strategies/step-limits.ts";
import type { EstimateGround } from "./estimate-ground.ts";
import { NO_STEP, type StepEstimate, stepOf, sumOf } from "./step-estimate.ts";

/** Tokens of a leaf's summary as it is written, as it is shown, and of one by code. */
const SUMMARY_OUT = 60;
const TOLD_TOKENS = 42;
const NOTE_TOKENS = 22;
/** Words of the previous leaf's end that are shown. */
const TAIL_TOKENS = 118;
/** Tokens by which the list of sentences said already grows with each leaf, up to its budget. */
const SAID_GROWTH = 12;
/** Tokens of another node's line. */
const NEXT_TOKENS = 60;
/** Leaves that the tree mends, each by a third of its words. */
const REPAIRED_SHARE = 0.1;
/** Leaves that are gone on with. */
const CONTINUED_SHARE = 0.4;
/** Tokens of what a continuation is shown beside the parts that all prompts have. */
const CONTINUED_TOKENS = 220;
/** Mentions that have to be asked for again, and what a call for one of them writes. */
const ASKED_SHARE = 0.4;
const MENTION_TOKENS = 60;
/** What a rolling summary comes to in the end, as a share of what it may be. */
const FILLED_SUMMARY = 0.7;
/** Tokens of an instruction for the next step, and of what it is made from beside the brief. */
const INSTRUCTION_IN = 260;

/** What a leaf takes. */
export interface LeafSteps {
  /** Drafts, continuations, mentions. */
  readonly draft: StepEstimate;
  /** Summaries and instructions. */
  readonly summaries: StepEstimate;
}

/** How much is tried for each leaf. */
export interface LeafEffort {
  /** Drafts. */
  readonly candidates: number;
  /** Continuations of each leaf. @defaultValue the usual share */
  readonly continues?: number;
  /** Repairs of each leaf, each as long as the leaf. @defaultValue 0 */
  readonly repairs?: number;
}

/**
 * What one leaf takes.
 *
 * @param place - The leaf's place among those that are written, from 0.
 * @param effort - How much is tried.
 * @param ground - What the brief puts into every prompt.
 * @returns Calls and tokens, not rounded.
 */
export function leafSteps(place: number, effort: LeafEffort, ground: EstimateGround): LeafSteps {
  const { leafTokens, commonTokens, strategy, mentions, written } = ground;
  const { candidates, continues = CONTINUED_SHARE, repairs = 0 } = effort;
  const { tokens, repeated } = promptAt(place, ground);
  const shortPrompt = commonTokens + CONTINUED_TOKENS;
  const asked = strategy === undefined ? (ASKED_SHARE * mentions) / written : 0;
  return {
    draft: sumOf([
      stepOf({ calls: Math.min(1, candidates), in: tokens, out: leafTokens, cached: repeated }),
      // The candidates of one leaf have the same prompt.
      stepOf({ calls: Math.max(0, candidates - 1), in: tokens, out: leafTokens, cached: tokens }),
      stepOf({ calls: continues, in: shortPrompt, out: leafTokens / 3, cached: commonTokens }),
      stepOf({ calls: asked * candidates, in: shortPrompt, out: MENTION_TOKENS }),
      stepOf({
        calls: strategy === undefined ? REPAIRED_SHARE : 0,
        in: shortPrompt,
        out: leafTokens / 3,
      }),
      stepOf({ calls: repairs, in: tokens, out: leafTokens, cached: commonTokens }),
    ]),
    summaries: summariesAt(place, ground),
  };
}

interface PromptTokens {
  /** Tokens of the prompt. */
  readonly tokens: number;
  /** Of these, those that the prompt before it began with, too. */
  readonly repeated: number;
}

function promptAt(place: number, ground: EstimateGround): PromptTokens {
  const { commonTokens, exemplarTokens, askTokens, strategy } = ground;
  const fixed = commonTokens + exemplarTokens + askTokens;
  if (strategy === "outline") return outlinePrompt(place, fixed, ground);
  if (strategy === "chapters") return { tokens: fixed, repeated: commonTokens };
  const tokens =
    strategy === "rolling"
      ? rollingTokens(place, fixed, ground)
      : fixed + placeTokens(place, ground);
  return { tokens, repeated: commonTokens };
}

function rollingTokens(place: number, fixed: number, ground: EstimateGround): number {
  const told = fixed + summaryTokens(place, ground);
  const least = told + START_TOKENS_PER_WORD * LEAST_TEXT_WORDS;
  const whole = told + place * ground.leafTokens;
  return Math.min(whole, Math.max(least, promptLimit(ground.scale)));
}

function outlinePrompt(place: number, fixed: number, ground: EstimateGround): PromptTokens {
  const { leaves, lineTokens, leafTokens, contextTokens, commonTokens } = ground;
  const plan = leaves * lineTokens;
  const whole = fixed + plan + place * leafTokens;
  const room = contextTokens - 1.3 * leafTokens;
  if (whole > room) return { tokens: room, repeated: commonTokens + plan };
  const before = Math.max(0, place - 1) * leafTokens;
  return { tokens: whole, repeated: commonTokens + plan + before };
}

/** Parts of a leaf's prompt that tell where it stands; what was told before fills up their budget. */
function placeTokens(place: number, { scale, depth, askTokens }: EstimateGround): number {
  const { partTokens } = SIZE_LIMITS[scale];
  const { ancestors, siblings, said, previous, next, must, leaf } = partTokens;
  const isTiny = scale === "tiny";
  const nextTokens = isTiny ? 0 : Math.min(next, NEXT_TOKENS);
  if (place === 0) return nextTokens;
  const budget = ancestors + siblings + said + previous + next + must + leaf;
  const taken =
    Math.min(previous, TAIL_TOKENS) +
    Math.min(said, SAID_GROWTH * place) +
    Math.min(ancestors, (isTiny ? NOTE_TOKENS : NEXT_TOKENS) * (depth - 1)) +
    nextTokens;
  const room = Math.max(siblings, budget - taken - askTokens);
  return taken + Math.min(room, place * (isTiny ? NOTE_TOKENS : TOLD_TOKENS));
}

function summaryTokens(place: number, { scale }: EstimateGround): number {
  const most = START_TOKENS_PER_WORD * SUMMARY_WORDS[scale];
  return scale === "tiny"
    ? Math.min(most, place * NOTE_TOKENS)
    : Math.min(FILLED_SUMMARY * most, place * SUMMARY_OUT);
}

function summariesAt(place: number, ground: EstimateGround): StepEstimate {
  const { scale, strategy, leafTokens, commonTokens, written } = ground;
  if (scale === "tiny") return NO_STEP;
  if (strategy === undefined) return stepOf({ calls: 1, in: leafTokens + 80, out: SUMMARY_OUT });
  if (strategy !== "rolling") return NO_STEP;
  const before = summaryTokens(place, ground);
  const after = summaryTokens(place + 1, ground);
  const instructs = place < written - 1 ? 1 : 0;
  return sumOf([
    stepOf({ calls: 1, in: before + leafTokens + 100, out: after }),
    stepOf({
      calls: instructs,
      in: commonTokens + after + INSTRUCTION_IN,
      out: Math.min(INSTRUCTION_TOKENS, SUMMARY_OUT),
    }),
  ]);
}
