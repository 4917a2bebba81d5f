import type { PlanNode } from "../../records/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { cutToWords } from "../prompts/cut-text.ts";
import type { CallOutcome } from "../run/ask-model.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { ChildSpec } from "./grow-plan.ts";
import { nearDuplicates, type ProposedChild, readChildLines, readSlotLines } from "./plan-lines.ts";
import { planPrompt } from "./plan-prompt.ts";
import type { Planning } from "./planning.ts";
import { chosenSlots, SKELETONS, type SkeletonSlot } from "./skeletons.ts";
import { slicesOf, stagedText, stagedWords } from "./staged-summary.ts";

/** Calls for one child list, at most. */
const MAX_ASKS = 3;
/** Tokens of one line of a child list. */
const TOKENS_PER_LINE = 90;
const TOKENS_PER_SLOT_LINE = 32;
/** Leaf briefs have at most this share of the words that they are to become. */
const LEAF_BRIEF_SHARE = 0.1;
const LEAST_BRIEF_WORDS = 12;
/** Longest brief of a node that is no leaf, in words. */
const MOST_BRIEF_WORDS = 60;

/** Children proposed for a node, and the calls that it took. */
export interface Expansion {
  /** The children, in reading order. */
  readonly specs: readonly ChildSpec[];
  /** What to record about the calls. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Asks the planner for the children of a node. Lines that are missing or repeat a sibling are asked for
 * again, three calls at most; what is open then takes the skeleton's slot. A tiny planner fills the
 * skeleton's slots with one sentence each.
 *
 * @param node - The node.
 * @param wanted - How many children.
 * @param planning - Brief, tree and asker.
 * @returns As many children as wanted, whatever the planner wrote.
 */
export async function expandNode(
  node: PlanNode,
  wanted: number,
  planning: Planning,
): Promise<Expansion> {
  const skeleton = SKELETONS[planning.brief.kind];
  const slots = chosenSlots(node.level === "doc" ? skeleton.whole : skeleton.inner, wanted);
  const entries: JournalEntry[] = [];
  // One part needs no division.
  const found =
    wanted === 1
      ? new Map<number, ProposedChild>()
      : await askForChildren({ node, slots, planning, entries });
  const { root } = planning.tree;
  const isStaged = planning.brief.staged && root !== undefined;
  const mostWords = isStaged
    ? Math.max(1, stagedWords(node, wanted, root))
    : mostBriefWords(node, wanted);
  const slices = isStaged ? slicesOf(node, wanted) : [];
  const specs = slots.map((each, place) =>
    childSpec(slotWith(each, slices[place]), found.get(place), mostWords),
  );
  return {
    specs:
      wanted === 1
        ? [{ heading: "", brief: isStaged ? stagedText(node) : node.brief, weight: 1 }]
        : specs,
    entries,
  };
}

/** What the parent's own text says there stands for what a planner left out. */
function slotWith(slot: SkeletonSlot, slice: string | undefined): SkeletonSlot {
  return slice === undefined || slice === "" ? slot : { ...slot, brief: slice };
}

interface Asking {
  readonly node: PlanNode;
  readonly slots: readonly SkeletonSlot[];
  readonly planning: Planning;
  readonly entries: JournalEntry[];
}

async function askForChildren(asking: Asking): Promise<Map<number, ProposedChild>> {
  const { slots, planning, entries } = asking;
  const found = new Map<number, ProposedChild>();
  const asks = planning.scale === "tiny" ? 1 : MAX_ASKS;
  for (let ask = 0; ask < asks && found.size < slots.length; ask++) {
    const missing = [...slots.keys()].filter((place) => !found.has(place));
    const outcome = await askOnce(asking, ask, missing);
    entries.push(outcome.entry);
    for (const [place, child] of readReply(asking, outcome)) {
      if (!found.has(place)) found.set(place, child);
    }
    for (const place of nearDuplicates(found)) found.delete(place);
  }
  return found;
}

function askOnce(
  { node, slots, planning }: Asking,
  ask: number,
  missing: readonly number[],
): Promise<CallOutcome> {
  const { root } = planning.tree;
  const least = planning.scale === "tiny" ? TOKENS_PER_SLOT_LINE : TOKENS_PER_LINE;
  const stagedTokens =
    planning.brief.staged && root !== undefined ? 2 * stagedWords(node, slots.length, root) : 0;
  const perLine = Math.max(least, stagedTokens);
  return planning.asker.ask({
    stage: "plan",
    node: node.id,
    variant: String(ask),
    messages: planPrompt({ node, slots, missing, planning }),
    maxOutputTokens: perLine * missing.length + 20,
  });
}

function readReply({ slots, planning }: Asking, { call }: CallOutcome): Map<number, ProposedChild> {
  if (call === undefined) return new Map();
  if (planning.scale !== "tiny") return readChildLines(call.text, slots.length);
  const lines = readSlotLines(
    call.text,
    slots.map(({ heading }) => heading),
  );
  return new Map(
    [...lines].map(([place, brief]) => [
      place,
      { heading: slots[place]?.heading ?? "", brief, weight: slots[place]?.weight ?? 1 },
    ]),
  );
}

function childSpec(
  slot: SkeletonSlot,
  proposed: ProposedChild | undefined,
  mostWords: number,
): ChildSpec {
  if (proposed === undefined) {
    return { heading: slot.heading, brief: cutToWords(slot.brief, mostWords), weight: slot.weight };
  }
  return {
    heading: proposed.heading === "" ? slot.heading : proposed.heading,
    brief: cutToWords(proposed.brief, mostWords),
    weight: proposed.weight,
  };
}

function mostBriefWords(node: PlanNode, wanted: number): number {
  const leafWords = node.targetWords / node.leaves;
  const forLeaves = Math.round(LEAF_BRIEF_SHARE * leafWords);
  const childWords = node.leaves > wanted ? MOST_BRIEF_WORDS : forLeaves;
  // A child list is at most ten times as long as what it was made from.
  const fromParent = Math.floor((10 * Math.max(8, countWords(node.brief))) / wanted);
  return Math.max(LEAST_BRIEF_WORDS, Math.min(childWords, fromParent));
}
