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
/** Tries to mend a leaf of the tree, its drafts at most, and what one of them writes, as a share of the leaf. */
const REPAIRED_SHARE = 0.1;
const REPAIR_DRAFTS = 4;
const REPAIR_OUT = 0.5;
/** Leaves that are gone on with: 16 of 100 by the default model. */
const CONTINUED_SHARE = 0.2;
/** Tokens of what a continuation is shown beside the parts that all prompts have. */
const CONTINUED_TOKENS = 220;
/**
 * Leaves with mentions in which some have to be asked for, and mentions for which a sentence is begun, as
 * shares. Those of a tiny model are measured (30,000 words, 196 mentions), those of the others assumed.
 */
const ASKED_SHARE = { tiny: 0.97, small: 0.5, hosted: 0.3 } as const;
const BEGUN_SHARE = { tiny: 0.85, small: 0.2, hosted: 0.1 } as const;
/** Tokens that a call for mentions writes, and one that finishes a sentence. */
const ASKED_OUT = 74;
const BEGUN_OUT = 43;
/** Longest reply for each mention, and mentions of a leaf that are begun or that lengthen a reply. */
const MOST_MENTION_OUT = 70;
const MOST_MENTIONS = 3;
/** What a rolling summary comes to in the end, as a share of what it may be. */
const FILLED_SUMMARY = 0.7;
/** Tokens of an instruction for the next step, and of what it is made from beside the brief. */
const INSTRUCTION_IN = 260;
/** Checks of a leaf by the model once all are drafted; one whose reply keeps no form is made twice. */
const CHECKS_PER_LEAF = 1.2;
const MOST_CHECKS = 2;
const CHECK_TOKENS = 420;
const CHECK_OUT = 74;
/** Most rounds of drafts, tries to mend a leaf and continuations that an upper bound counts. */
const MOST_ROUNDS = 2;
const MOST_REPAIRS = 2;
const LEAST_CONTINUES = 2;
const WORDS_PER_CONTINUE = 100;
const MOST_CARRY = 1.12;

/** What a leaf takes. */
export interface LeafSteps {
  /** Drafts, continuations, mentions. */
  readonly draft: StepEstimate;
  /** Summaries and instructions. */
  readonly summaries: StepEstimate;
  /** Checks by the model and repairs, once every leaf is drafted. */
  readonly finish: StepEstimate;
}

/** How much is tried for each leaf. */
export interface LeafEffort {
  /** Drafts. */
  readonly candidates: number;
  /**
   * `least`: one draft and nothing more; `usual`: what is likely; `most`: a second round of drafts, every
   * mention asked for, all continuations and two repairs. @defaultValue `usual`
   */
  readonly tries?: "least" | "usual" | "most";
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
  const { tries = "usual" } = effort;
  const drafts = draftsAt(place, effort, ground);
  const summaries = summariesAt(place, ground);
  if (tries === "least") return { draft: drafts, summaries, finish: NO_STEP };
  return {
    draft: sumOf([drafts, continuesAt(tries, ground), mentionsAt(place, effort, ground)]),
    summaries,
    finish: sumOf([checkAt(tries, ground), repairsAt(effort, ground)]),
  };
}

function draftsAt(
  place: number,
  { candidates, tries }: LeafEffort,
  ground: EstimateGround,
): StepEstimate {
  const { leafTokens: out } = ground;
  const { tokens, repeated } = promptAt(place, ground);
  const rounds = tries === "most" ? MOST_ROUNDS : 1;
  return sumOf([
    stepOf({ calls: Math.min(1, candidates), in: tokens, out, cached: repeated }),
    // The candidates of one leaf have the same prompt.
    stepOf({
      calls: rounds * candidates - Math.min(1, candidates),
      in: tokens,
      out,
      cached: tokens,
    }),
  ]);
}

function continuesAt(tries: "usual" | "most", ground: EstimateGround): StepEstimate {
  const { leafTokens, commonTokens } = ground;
  const prompt = { in: commonTokens + CONTINUED_TOKENS, cached: commonTokens };
  if (tries === "usual") return stepOf({ calls: CONTINUED_SHARE, ...prompt, out: leafTokens / 3 });
  const words = (MOST_CARRY * leafTokens) / START_TOKENS_PER_WORD;
  // One more may follow where the whole document is too short.
  const calls = 1 + Math.max(LEAST_CONTINUES, Math.ceil(words / WORDS_PER_CONTINUE));
  return stepOf({ calls, ...prompt, out: leafTokens / LEAST_CONTINUES });
}

/** Calls for mentions that a draft lacks; a baseline makes none. */
function mentionsAt(
  place: number,
  { candidates, tries }: LeafEffort,
  { strategy, scale, commonTokens, hitsAt }: EstimateGround,
): StepEstimate {
  const hits = hitsAt[place] ?? 0;
  if (strategy !== undefined || hits === 0) return NO_STEP;
  const isMost = tries === "most";
  const begun = Math.min(MOST_MENTIONS, hits);
  const read = commonTokens + CONTINUED_TOKENS;
  return sumOf([
    stepOf({
      calls: candidates * (isMost ? 1 : ASKED_SHARE[scale]),
      in: read,
      out: isMost ? MOST_MENTION_OUT * begun : ASKED_OUT,
    }),
    stepOf({
      calls: candidates * begun * (isMost ? 1 : BEGUN_SHARE[scale]),
      in: read,
      out: isMost ? MOST_MENTION_OUT : BEGUN_OUT,
    }),
  ]);
}

function repairsAt(
  { candidates, tries }: LeafEffort,
  { strategy, brief, commonTokens, leafTokens }: EstimateGround,
): StepEstimate {
  if (strategy !== undefined || !brief.repair) return NO_STEP;
  const share = tries === "most" ? MOST_REPAIRS : REPAIRED_SHARE;
  return stepOf({
    calls: share * Math.min(REPAIR_DRAFTS, candidates),
    in: commonTokens + CONTINUED_TOKENS,
    out: REPAIR_OUT * leafTokens,
  });
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
function checkAt(
  tries: "usual" | "most",
  { brief, scale, strategy, leafTokens }: EstimateGround,
): StepEstimate {
  if (strategy !== undefined || !checksOf(brief, scale).model) return NO_STEP;
  if (ablationsOf(brief).includes("bible")) return NO_STEP;
  const calls = tries === "most" ? MOST_CHECKS : CHECKS_PER_LEAF;
  return stepOf({ calls, in: leafTokens + CHECK_TOKENS, out: CHECK_OUT });
}

function summariesAt(place: number, ground: EstimateGround): StepEstimate {
  const { scale, strategy, leafTokens, commonTokens, written } = ground;
  if (scale === "tiny") return NO_STEP;
  if (strategy === undefined) {
    const out = SUMMARY_SLACK * TOLD_TOKENS[scale];
    return stepOf({ calls: 1, in: leafTokens + 80, out });
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
