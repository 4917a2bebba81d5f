import { START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import { checksOf } from "../check/check-switches.ts";
import { PLACE_ROOM, SAID_FACTS_SHARE } from "../draft/place-room.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { INSTRUCTION_TOKENS, SUMMARY_WORDS } from "../strategies/rolling-memory.ts";
import { LEAST_TEXT_WORDS, promptLimit } from "../strategies/step-limits.ts";
import { ablationsOf } from "../techniques/ablations.ts";
import type { EstimateGround } from "./estimate-ground.ts";
import { NO_STEP, type StepEstimate, stepOf, sumOf } from "./step-estimate.ts";

/** Tokens of a leaf's summary as it is shown, and as it is written beside that. */
const TOLD_TOKENS = { tiny: 22, small: 42, hosted: 84 } as const;
const SUMMARY_SLACK = 1.4;
/** Tokens of the instruction for the next step. */
const INSTRUCTION_OUT = 60;
/** Tokens of what the texts say of a leaf's persons, for each leaf before it. */
const FACT_GROWTH = 11;
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
/** Checks of a leaf by the model, once it is drafted and once the document is whole, and what one takes. */
const CHECKS_PER_LEAF = 2;
const CHECK_TOKENS = 420;
const CHECK_OUT = 74;

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

/** Parts of a leaf's prompt that tell where it stands; what was told before fills up their room. */
function placeTokens(place: number, { scale, depth, askTokens, brief }: EstimateGround): number {
  const { ancestors, said, previous, next } = SIZE_LIMITS[scale].partTokens;
  const isTiny = scale === "tiny";
  const off = ablationsOf(brief);
  const nextTokens = isTiny ? 0 : Math.min(next, NEXT_TOKENS);
  const nextShown = off.includes("next-brief") ? 0 : nextTokens;
  if (place === 0) return nextShown;
  const { tokens, least } = PLACE_ROOM[scale];
  const saidTokens = Math.min(said, SAID_GROWTH * place);
  const shown =
    Math.min(previous, TAIL_TOKENS) +
    Math.min(ancestors, (isTiny ? TOLD_TOKENS.tiny : NEXT_TOKENS) * (depth - 1));
  const facts =
    isTiny || off.includes("bible") ? 0 : Math.min(SAID_FACTS_SHARE * tokens, FACT_GROWTH * place);
  const room = Math.max(least, tokens - shown - saidTokens - nextTokens - facts - askTokens);
  const earlier = Math.min(room, place * TOLD_TOKENS[scale]);
  return shown + (off.includes("already-said") ? 0 : saidTokens) + nextShown + facts + earlier;
}

function summaryTokens(place: number, { scale }: EstimateGround): number {
  const most = START_TOKENS_PER_WORD * SUMMARY_WORDS[scale];
  return scale === "tiny"
    ? Math.min(most, place * TOLD_TOKENS.tiny)
    : Math.min(FILLED_SUMMARY * most, place * INSTRUCTION_OUT);
}

/** The model's look for contradictions. */
function checkAt({ brief, scale, leafTokens }: EstimateGround): StepEstimate {
  if (!checksOf(brief, scale).model) return NO_STEP;
  if (ablationsOf(brief).includes("bible")) return NO_STEP;
  return stepOf({ calls: CHECKS_PER_LEAF, in: leafTokens + CHECK_TOKENS, out: CHECK_OUT });
}

function summariesAt(place: number, ground: EstimateGround): StepEstimate {
  const { scale, strategy, leafTokens, commonTokens, written } = ground;
  if (scale === "tiny") return NO_STEP;
  if (strategy === undefined) {
    const out = SUMMARY_SLACK * TOLD_TOKENS[scale];
    const summary = stepOf({ calls: 1, in: leafTokens + 80, out });
    return sumOf([summary, checkAt(ground)]);
  }
  if (strategy !== "rolling") return NO_STEP;
  const before = summaryTokens(place, ground);
  const after = summaryTokens(place + 1, ground);
  const instructs = place < written - 1 ? 1 : 0;
  return sumOf([
    stepOf({ calls: 1, in: before + leafTokens + 100, out: after }),
    stepOf({
      calls: instructs,
      in: commonTokens + after + INSTRUCTION_IN,
      out: Math.min(INSTRUCTION_TOKENS, INSTRUCTION_OUT),
    }),
  ]);
}
