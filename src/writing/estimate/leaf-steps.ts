import { START_TOKENS_PER_WORD } from "../brief/brief-words.ts";
import { checksOf } from "../check/check-switches.ts";
import { PLACE_ROOM, SAID_FACTS_SHARE } from "../draft/place-room.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { sizesOf } from "../run/writer.ts";
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
/** Tokens of a leaf's line in the plan, as another leaf is shown it. */
const PLANNED_LINE_TOKENS = 16;
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
/** Checks of a leaf by the model once all are drafted, at most. */
const MOST_CHECKS = 2;
/** Tokens of what a check is shown beside the text: what is asked, and a line for each fact, up to so many. */
const CHECK_TOKENS = 190;
const FACT_LINE_TOKENS = 15;
const MOST_FACT_LINES = 15;
const CHECK_OUT = 74;
/** Rounds of drafts beyond the first, tries to mend a leaf and continuations of it, at most. */
const MOST_MORE_ROUNDS = 1;
const MOST_REPAIRS = 2;
const LEAST_CONTINUES = 2;
const WORDS_PER_CONTINUE = 100;
const MOST_CARRY = 1.12;
/** Leaves that need a second round of drafts: none by the default model, one in ten to be safe. */
const MORE_ROUNDS_SHARE = 0.1;
/**
 * Among many leaves not every one takes the most: what is beyond the usual falls with the root of their number, from
 * this many leaves on.
 */
const FEW_LEAVES = 6.25;
/** What is left of a draft of a model with replies of its own length, and what such a draft lacks at least. */
const KEPT_SHARE = 0.93;
const LEAST_CONTINUED = 0.35;
/** Leaves that `bfs` drafts side by side: none of them sees another's text. */
const SIDE_BY_SIDE = 8;

/** What leaves take, by kind of call. */
export interface LeafSteps {
  /** Drafts. */
  readonly drafts: StepEstimate;
  /** Continuations of what came out too short. */
  readonly continuations: StepEstimate;
  /** Mentions that are asked for, and sentences that are begun with them. */
  readonly mentions: StepEstimate;
  /** Summaries and instructions. */
  readonly summaries: StepEstimate;
  /** Checks by the model, once every leaf is drafted. */
  readonly checks: StepEstimate;
  /** Repairs, once every leaf is drafted. */
  readonly repairs: StepEstimate;
}

/** How much is tried for each leaf. */
export interface LeafEffort {
  /** Drafts. */
  readonly candidates: number;
  /**
   * `least`: one draft and nothing more; `usual`: what is likely; `most`: more rounds of drafts, continuations and
   * repairs than any run took, up to two, all and two of each leaf of a short document, and every mention asked for.
   * @defaultValue `usual`
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
  const least = tries === "least";
  const steps = {
    drafts: draftsAt(place, effort, ground),
    continuations: least ? NO_STEP : continuesAt(effort, tries, ground),
    mentions: least ? NO_STEP : mentionsAt(place, effort, ground),
    summaries: summariesAt(place, ground),
    checks: least ? NO_STEP : checkAt(tries, ground),
    repairs: least ? NO_STEP : repairsAt(effort, ground),
  };
  return least ? steps : inOwnTokens(steps, ground);
}

/** What a model reads and writes in tokens of its own. */
function inOwnTokens(steps: LeafSteps, { habits }: EstimateGround): LeafSteps {
  const own = ({ calls, in: read, out, cached = 0 }: StepEstimate): StepEstimate => ({
    calls,
    in: habits.tokenShare * read,
    out: habits.tokenShare * out,
    cached: habits.tokenShare * cached,
  });
  const entries = Object.entries(steps).map(([name, step]) => [name, own(step)] as const);
  return Object.fromEntries(entries) as unknown as LeafSteps;
}

/** How often something happens to a leaf, at most: to many leaves less often than to a few. */
function atMost(usual: number, most: number, { written }: EstimateGround): number {
  return usual + Math.max(0, most - usual) * Math.min(1, Math.sqrt(FEW_LEAVES / written));
}

/** Tokens of a reply: as many as were asked for, or those of a model with a length of its own. */
function replyTokens(asked: number, { habits }: EstimateGround, isMost = false): number {
  if (habits.replyWords === undefined) return asked;
  const [least, most] = habits.replyWords;
  return START_TOKENS_PER_WORD * (isMost ? most : (KEPT_SHARE * (least + most)) / 2);
}

function draftsAt(
  place: number,
  { candidates, tries }: LeafEffort,
  ground: EstimateGround,
): StepEstimate {
  const { tokens, repeated } = promptAt(place, ground);
  const isMost = tries === "most";
  const out =
    tries === "least" ? ground.leafTokens : replyTokens(ground.leafTokens, ground, isMost);
  const rounds = isMost ? 1 + atMost(MORE_ROUNDS_SHARE, MOST_MORE_ROUNDS, ground) : 1;
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

function continuesAt(
  { candidates }: LeafEffort,
  tries: "usual" | "most",
  ground: EstimateGround,
): StepEstimate {
  const { leafTokens, commonTokens, habits } = ground;
  const prompt = { in: commonTokens + CONTINUED_TOKENS, cached: commonTokens };
  const words = leafTokens / START_TOKENS_PER_WORD;
  // One more may follow where the whole document is too short.
  const most = 1 + Math.max(LEAST_CONTINUES, Math.ceil((MOST_CARRY * words) / WORDS_PER_CONTINUE));
  if (habits.replyWords !== undefined) {
    const usual = lackingReplies(words, candidates, habits.replyWords);
    const isMost = tries === "most";
    const calls = isMost ? most : Math.min(most, usual);
    return stepOf({ calls, ...prompt, out: replyTokens(0, ground, isMost) });
  }
  if (tries === "usual") return stepOf({ calls: CONTINUED_SHARE, ...prompt, out: leafTokens / 3 });
  const calls = atMost(CONTINUED_SHARE, most, ground);
  return stepOf({ calls, ...prompt, out: leafTokens / LEAST_CONTINUES });
}

/** Replies that the longest of some drafts lacks, of a model whose replies have a length of their own. */
function lackingReplies(
  words: number,
  candidates: number,
  [least, most]: readonly [number, number],
): number {
  const longest = KEPT_SHARE * (least + ((most - least) * candidates) / (candidates + 1));
  const usual = (KEPT_SHARE * (least + most)) / 2;
  return Math.max(LEAST_CONTINUED, (words - longest) / usual);
}

/** Calls for mentions that a draft lacks; a baseline makes none. */
function mentionsAt(
  place: number,
  { candidates, tries }: LeafEffort,
  ground: EstimateGround,
): StepEstimate {
  const { strategy, habits, commonTokens, hitsAt } = ground;
  const hits = hitsAt[place] ?? 0;
  if (strategy !== undefined || hits === 0) return NO_STEP;
  const isMost = tries === "most";
  const begun = Math.min(MOST_MENTIONS, hits);
  const read = commonTokens + CONTINUED_TOKENS;
  return sumOf([
    stepOf({
      calls: candidates * (isMost ? 1 : habits.askedShare),
      in: read,
      out: isMost ? MOST_MENTION_OUT * begun : ASKED_OUT,
    }),
    stepOf({
      calls: candidates * begun * (isMost ? 1 : habits.begunShare),
      in: read,
      out: isMost ? MOST_MENTION_OUT : BEGUN_OUT,
    }),
  ]);
}

function repairsAt({ candidates, tries }: LeafEffort, ground: EstimateGround): StepEstimate {
  const { strategy, brief, commonTokens, leafTokens } = ground;
  if (strategy !== undefined || !brief.repair) return NO_STEP;
  const isMost = tries === "most";
  const share = isMost ? atMost(REPAIRED_SHARE, MOST_REPAIRS, ground) : REPAIRED_SHARE;
  return stepOf({
    calls: share * Math.min(REPAIR_DRAFTS, candidates),
    in: commonTokens + CONTINUED_TOKENS,
    out: replyTokens(REPAIR_OUT * leafTokens, ground, isMost),
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
  // Side by side only the first of a wave stands behind a text, and none sees another's.
  const inWave = brief.order === "bfs" ? place % SIDE_BY_SIDE : 0;
  const seen = place - inWave;
  if (place === 0) return nextShown;
  const { tokens, least } = PLACE_ROOM[scale];
  const saidTokens = Math.min(said, SAID_GROWTH * seen);
  const shown =
    (inWave === 0 ? Math.min(previous, TAIL_TOKENS) : 0) +
    Math.min(ancestors, (isTiny ? TOLD_TOKENS.tiny : NEXT_TOKENS) * (depth - 1));
  const facts =
    isTiny || off.includes("bible") ? 0 : Math.min(SAID_FACTS_SHARE * tokens, FACT_GROWTH * seen);
  const room = Math.max(least, tokens - shown - saidTokens - nextTokens - facts - askTokens);
  // Of what is still being written the planned lines are shown.
  const lines = inWave * Math.min(TOLD_TOKENS[scale], PLANNED_LINE_TOKENS);
  const earlier = Math.min(room, seen * TOLD_TOKENS[scale] + lines);
  return shown + (off.includes("already-said") ? 0 : saidTokens) + nextShown + facts + earlier;
}

function summaryTokens(place: number, { scale }: EstimateGround): number {
  const most = START_TOKENS_PER_WORD * SUMMARY_WORDS[scale];
  return scale === "tiny"
    ? Math.min(most, place * TOLD_TOKENS.tiny)
    : Math.min(FILLED_SUMMARY * most, place * INSTRUCTION_OUT);
}

/** The model's look for contradictions. */
function checkAt(tries: "usual" | "most", ground: EstimateGround): StepEstimate {
  const { brief, strategy, leafTokens, habits } = ground;
  if (strategy !== undefined || !checksOf(brief, sizesOf(brief).checker).model) return NO_STEP;
  if (ablationsOf(brief).includes("bible")) return NO_STEP;
  const isMost = tries === "most";
  const usual = habits.checksPerLeaf;
  return stepOf({
    calls: isMost ? atMost(usual, MOST_CHECKS, ground) : usual,
    in:
      leafTokens + CHECK_TOKENS + FACT_LINE_TOKENS * Math.min(MOST_FACT_LINES, brief.facts.length),
    out: replyTokens(CHECK_OUT, ground, isMost),
  });
}

function summariesAt(place: number, ground: EstimateGround): StepEstimate {
  const { scale, strategy, leafTokens, commonTokens, written } = ground;
  if (scale === "tiny") return NO_STEP;
  if (strategy === undefined) {
    const out = replyTokens(SUMMARY_SLACK * TOLD_TOKENS[scale], ground);
    return stepOf({ calls: 1, in: leafTokens + 80, out });
  }
  if (strategy !== "rolling") return NO_STEP;
  const before = replyTokens(summaryTokens(place, ground), ground);
  const after = replyTokens(summaryTokens(place + 1, ground), ground);
  const instructs = place < written - 1 ? 1 : 0;
  return sumOf([
    stepOf({ calls: 1, in: before + leafTokens + 100, out: after }),
    stepOf({
      calls: instructs,
      in: commonTokens + after + INSTRUCTION_IN,
      out: replyTokens(Math.min(INSTRUCTION_TOKENS, INSTRUCTION_OUT), ground),
    }),
  ]);
}
