import type { Brief, ModelSize } from "../brief/brief.ts";
import { estimateTokens, START_TOKENS_PER_WORD, targetWordsOf } from "../brief/brief-words.ts";
import { instructions } from "../draft/leaf-instructions.ts";
import { documentPart } from "../draft/leaf-parts.ts";
import { planGround, planSize } from "../plan/begin-plan.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { hitsWithin } from "../plan/must-hits.ts";
import { mustLine } from "../prompts/phrases.ts";
import { sizesOf } from "../run/writer.ts";
import { factsText } from "../strategies/step-facts.ts";
import { promptLimit, STEP_SHARES } from "../strategies/step-limits.ts";
import { type StepStrategy, stepStrategyOf } from "../strategies/step-strategy.ts";
import { ablationsOf } from "../techniques/ablations.ts";
import { habitsOf, type ModelHabits } from "./model-habits.ts";

/** Tokens of the sentence that asks for a leaf, without what it is about. */
const ASK_TOKENS = 45;
/** Tokens of a leaf's line in a plan: its brief is a tenth of its words, within limits. */
const LINE_SHARE = 0.1;
const LEAST_LINE_TOKENS = 18;
const MOST_LINE_TOKENS = 60;

/** What every estimate of a brief is reckoned with. */
export interface EstimateGround {
  /** The brief. */
  readonly brief: Brief;
  /** The baseline; absent for the tree. */
  readonly strategy?: StepStrategy;
  /** Size of the writer. */
  readonly scale: ModelSize;
  /** How the writer writes. */
  readonly habits: ModelHabits;
  /** Size of the planner. */
  readonly plannerScale: ModelSize;
  /** Leaves that are written. */
  readonly written: number;
  /** All leaves. */
  readonly leaves: number;
  /** Levels below the document. */
  readonly depth: number;
  /** Tokens of a leaf's text. */
  readonly leafTokens: number;
  /** The model's window in tokens; `Infinity` if unknown. */
  readonly contextTokens: number;
  /** Tokens of the parts that begin every prompt in the same way. */
  readonly commonTokens: number;
  /** Tokens of the author's own passages in a prompt. */
  readonly exemplarTokens: number;
  /** Tokens of what a leaf is asked for, mentions included. */
  readonly askTokens: number;
  /** Tokens of one leaf's line in a plan. */
  readonly lineTokens: number;
  /** Mentions that are required. */
  readonly mentions: number;
  /** Of these, those that are due at each leaf, by its place. */
  readonly hitsAt: readonly number[];
}

/**
 * Measures what a brief puts into every prompt.
 *
 * @param brief - The brief.
 * @param contextTokens - The model's window. @defaultValue unknown
 * @param source - Whether the model counts as any of its size. @defaultValue as far as it is known
 * @returns The measures.
 */
export function estimateGround(
  brief: Brief,
  contextTokens: number = Number.POSITIVE_INFINITY,
  source: "known" | "assumed" = "known",
): EstimateGround {
  const { writer: scale, planner: plannerScale } = sizesOf(brief);
  const habits = habitsOf(brief, scale, source);
  const { writtenLeaves: written, leaves, depth } = planSize(brief, scale);
  const strategy = stepStrategyOf(brief);
  const { partTokens } = SIZE_LIMITS[scale];
  const leafTokens = (START_TOKENS_PER_WORD * targetWordsOf(brief)) / leaves;
  const hits = planGround(brief, scale, "").hits;
  const line = LINE_SHARE * leafTokens;
  const lineTokens = Math.min(MOST_LINE_TOKENS, Math.max(LEAST_LINE_TOKENS, line));
  const mustTokens = hits.reduce((sum, hit) => sum + estimateTokens(mustLine([hit])), 0);
  return {
    brief,
    ...(strategy === undefined ? {} : { strategy }),
    scale,
    habits,
    plannerScale,
    written,
    leaves,
    depth,
    leafTokens,
    contextTokens,
    commonTokens: habits.templateTokens + commonTokens(brief, scale, strategy),
    exemplarTokens:
      brief.profile === undefined
        ? 0
        : Math.min(partTokens.exemplars, STEP_SHARES.exemplars * promptLimit(scale)),
    askTokens: ASK_TOKENS + lineTokens + mustTokens / leaves,
    lineTokens,
    mentions: hits.length,
    hitsAt: Array.from(
      { length: leaves },
      (_, place) => hitsWithin(hits, [place / leaves, (place + 1) / leaves]).length,
    ),
  };
}

function commonTokens(brief: Brief, scale: ModelSize, strategy: StepStrategy | undefined): number {
  const { partTokens } = SIZE_LIMITS[scale];
  const goalTokens =
    strategy === undefined ? partTokens.document : STEP_SHARES.goal * promptLimit(scale);
  const facts = ablationsOf(brief).includes("bible") ? 0 : estimateTokens(factsText(brief));
  return (
    estimateTokens(instructions({ brief })) +
    estimateTokens(documentPart({ brief }, goalTokens)) +
    (strategy === undefined ? Math.min(partTokens.facts, facts) : facts)
  );
}
