import { LonghandError } from "../../foundation/index.ts";
import type { LanguageModel } from "../../models/index.ts";
import type { ChatMessage, PlanNode } from "../../records/index.ts";
import type { Brief, ModelSize } from "../brief/brief.ts";
import { START_TOKENS_PER_WORD, targetWordsOf } from "../brief/brief-words.ts";
import { beginPlan, planGround, planSize } from "../plan/begin-plan.ts";
import { SIZE_LIMITS } from "../plan/model-size.ts";
import { planPrompt } from "../plan/plan-prompt.ts";
import { PlanTree } from "../plan/plan-tree.ts";
import { chosenSlots, SKELETONS } from "../plan/skeletons.ts";
import { fanOutFor } from "../plan/tree-shape.ts";
import { sizesOf } from "../run/writer.ts";
import { stepStrategyOf } from "../strategies/step-strategy.ts";

/** Tokens of one line of a child list, as it is asked for. */
const LINE_TOKENS = { tiny: 32, small: 90, hosted: 90 } as const;
/** Tokens of a request beside its lines. */
const REPLY_SLACK = 20;
/** A summary of the whole has at most this share of the words, and so many; tokens of one of its words. */
const SUMMARY_SHARE = 0.05;
const SUMMARY_WORDS = 800;
const SUMMARY_TOKENS_PER_WORD = 1.8;

/**
 * Refuses a planner whose window is too small for the longest prompt of a plan, before any call.
 *
 * @param brief - The brief.
 * @param planner - The planner's model; it counts tokens, and is not called.
 * @throws LonghandError `context-too-small` with the tokens needed and available.
 */
export async function requirePlannerContext(
  brief: Brief,
  planner: Pick<LanguageModel, "description" | "countTokens">,
): Promise<void> {
  const { contextTokens } = planner.description;
  // The baselines ask for their lists in pieces that are shorter than their drafts.
  if (contextTokens === undefined || stepStrategyOf(brief) !== undefined) return;
  const { writer, planner: scale } = sizesOf(brief);
  const { leaves, depth } = planSize(brief, writer);
  if (leaves <= 1) return;
  const children = fanOutFor(leaves, depth);
  const { tokens } = await planner.countTokens(rootPrompt(brief, scale, children));
  const needed = Math.ceil(tokens + deeperTokens(brief, scale, depth));
  const available = contextTokens - replyTokens(brief, scale, children);
  if (needed <= available) return;
  throw new LonghandError(
    `The longest prompt of the plan takes ${needed} tokens, but the planner's context leaves ${available} for it.`,
    {
      code: "context-too-small",
      hint: "Name a planner with a longer context in models.planner, shorten the goal or its facts, or set models.size to a smaller size.",
      details: { neededTokens: needed, availableTokens: available, largestPart: "plan" },
    },
  );
}

function rootPrompt(brief: Brief, scale: ModelSize, children: number): ChatMessage[] {
  const { writer } = sizesOf(brief);
  const ground = planGround(brief, writer, "");
  const tree = new PlanTree();
  const { nodes } = beginPlan(brief, writer, ground);
  for (const node of nodes) tree.put(node);
  const root = nodes[0] as PlanNode;
  const slots = chosenSlots(SKELETONS[brief.kind].whole, children);
  const hits = new Map(ground.hits.map((hit) => [hit.id, hit]));
  const planning = { brief, tree, scale, hits };
  // Asked again, the prompt is longest: all lines but one are named as missing.
  return planPrompt({ node: root, slots, missing: [...slots.keys()].slice(1), planning });
}

/** What the prompt of a part has beside that of the whole: the way down to it, and its neighbours. */
function deeperTokens(brief: Brief, scale: ModelSize, depth: number): number {
  const { ancestors, next } = SIZE_LIMITS[scale].partTokens;
  const summary = brief.staged ? START_TOKENS_PER_WORD * summaryWords(brief) : 0;
  if (depth <= 1) return summary;
  return ancestors + (scale === "tiny" ? 0 : 2 * next) + summary;
}

function summaryWords(brief: Brief): number {
  return Math.min(SUMMARY_WORDS, Math.floor(SUMMARY_SHARE * targetWordsOf(brief)));
}

function replyTokens(brief: Brief, scale: ModelSize, children: number): number {
  const list = LINE_TOKENS[scale] * children + REPLY_SLACK;
  if (!brief.staged) return list;
  return Math.max(list, Math.ceil(SUMMARY_TOKENS_PER_WORD * summaryWords(brief)));
}
