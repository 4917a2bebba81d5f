import type { ChatMessage, PlanNode } from "../../records/index.ts";
import { holdsIn } from "../brief/story-time.ts";
import { cutToTokens, linesWithin } from "../prompts/cut-text.ts";
import { fill } from "../prompts/fill.ts";
import { factLine, kindName, mustLine, nodeLine, plannerSystem } from "../prompts/phrases.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { ablationsOf } from "../techniques/ablations.ts";
import { SIZE_LIMITS } from "./model-size.ts";
import type { Planning } from "./planning.ts";
import type { SkeletonSlot } from "./skeletons.ts";
import { expandAsk, stagedWords } from "./staged-summary.ts";

/** Fewest words that a line of a staged plan is asked for. */
const LEAST_STAGED_WORDS = 8;

/** What a child list is asked for. */
export interface ChildListRequest {
  /** The node that is divided. */
  readonly node: PlanNode;
  /** Slots of the skeleton, one per child. */
  readonly slots: readonly SkeletonSlot[];
  /** Places that are still open, from 0. */
  readonly missing: readonly number[];
  /** Brief and tree. */
  readonly planning: Omit<Planning, "asker">;
}

/**
 * The prompt for a child list. It holds the goal, the way down to the node and its neighbours, each
 * within its budget, so that it does not grow with the document.
 *
 * @param request - Node and slots.
 * @returns The conversation.
 */
export function planPrompt(request: ChildListRequest): ChatMessage[] {
  const parts = [
    ...wholeLines(request),
    ...placeLines(request),
    ...mustLines(request),
    askLine(request),
  ];
  return [
    { role: "system", content: plannerSystem(request.planning.brief) },
    { role: "user", content: parts.join("\n\n") },
  ];
}

function wholeLines({ node, planning }: ChildListRequest): string[] {
  const { brief, scale } = planning;
  const { partTokens } = SIZE_LIMITS[scale];
  const kind = kindName(brief);
  const parts = [
    fill(TEMPLATES.plan.whole, { kind, goal: cutToTokens(brief.goal, goalTokens(planning)) }),
  ];
  if (scale === "tiny") return parts;
  if (brief.audience !== undefined) {
    parts.push(fill(TEMPLATES.plan.audience, { audience: brief.audience }));
  }
  if (brief.topics.length > 0) {
    parts.push(fill(TEMPLATES.plan.topics, { topics: brief.topics.join(", ") }));
  }
  if (ablationsOf(brief).includes("bible")) return parts;
  const facts = brief.facts.filter((fact) => holdsIn(fact, node)).map(factLine);
  const lines = linesWithin(facts, partTokens.facts);
  if (lines.length > 0) parts.push(fill(TEMPLATES.plan.facts, { lines: lines.join("\n") }));
  return parts;
}

/** The goal is what a plan is made from: it gets the room that exemplars have in a draft. */
function goalTokens({ scale }: Pick<Planning, "scale">): number {
  const { partTokens } = SIZE_LIMITS[scale];
  return scale === "tiny" ? partTokens.document : partTokens.document + partTokens.exemplars;
}

function placeLines({ node, planning }: ChildListRequest): string[] {
  const { tree, scale } = planning;
  const { partTokens } = SIZE_LIMITS[scale];
  if (node.parent === undefined) return [];
  const above = [node, ...tree.ancestorsOf(node).filter(({ parent }) => parent !== undefined)];
  const lines = linesWithin(above.map(nodeLine), partTokens.ancestors).toReversed();
  const own = lines.length > 0 ? lines : [cutToTokens(nodeLine(node), partTokens.ancestors)];
  const siblings = tree.childrenOf(node.parent);
  const before = siblings[node.order - 1];
  const after = siblings[node.order + 1];
  const neighbour = (template: string, other: PlanNode | undefined): string[] =>
    other === undefined || other.lock !== undefined || scale === "tiny"
      ? []
      : [fill(template, { text: cutToTokens(nodeLine(other), partTokens.next) })];
  return [
    fill(TEMPLATES.plan.path, { lines: own.join("\n") }),
    ...neighbour(TEMPLATES.plan.before, before),
    ...neighbour(TEMPLATES.plan.after, after),
  ];
}

function mustLines({ node, planning }: ChildListRequest): string[] {
  const hits = node.must.flatMap((id) => planning.hits.get(id) ?? []);
  const { partTokens } = SIZE_LIMITS[planning.scale];
  const items = linesWithin(
    hits.map((hit) => mustLine([hit])),
    partTokens.must,
  );
  return items.length === 0
    ? []
    : [fill(TEMPLATES.plan.must, { items: [...new Set(items)].join("; ") })];
}

function askLine({ node, slots, missing, planning }: ChildListRequest): string {
  const kind = kindName(planning.brief);
  const { root } = planning.tree;
  if (planning.brief.staged && root !== undefined) {
    const words = Math.max(LEAST_STAGED_WORDS, stagedWords(node, slots.length, root));
    const isTiny = planning.scale === "tiny";
    const ask = expandAsk(node, slots.length, { words, isTiny });
    return missing.length === slots.length ? ask : `${ask}\n\n${missingLine(missing)}`;
  }
  if (planning.scale === "tiny") {
    const lines = slots.map(({ heading, brief }, place) => `${place + 1}. ${heading}: ${brief}`);
    return fill(TEMPLATES.plan.slots, { count: slots.length, slots: lines.join("\n") });
  }
  const ask = fill(TEMPLATES.plan.children, {
    what: node.parent === undefined ? `the ${kind}` : "this part",
    count: slots.length,
    words: node.targetWords,
    slots: slots.map(({ heading, brief }) => `${heading} (${brief})`).join("; "),
  });
  if (missing.length === slots.length) return ask;
  return `${ask}\n\n${missingLine(missing)}`;
}

function missingLine(missing: readonly number[]): string {
  const numbers = missing.map((place) => place + 1).join(", ");
  return fill(TEMPLATES.plan.missing, { numbers });
}
