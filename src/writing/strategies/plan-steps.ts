import type { PlanNode } from "../../records/index.ts";
import type { Brief, OutlineNode } from "../brief/brief.ts";
import { targetWordsOf } from "../brief/brief-words.ts";
import { openingSpecs, planSize } from "../plan/begin-plan.ts";
import { type ChildSpec, growChildren, nodeId } from "../plan/grow-plan.ts";
import { clampedWeights, splitByWeights } from "../plan/split-words.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import { askForSteps } from "./step-list.ts";
import { stepSlots } from "./step-slots.ts";
import { type StepStrategy, stepStrategyOf } from "./step-strategy.ts";

/**
 * Makes the flat plan of a baseline, or completes it: as many steps as the tree would have leaves, with
 * their words split by code in the same way. `chapters` and `outline` ask the planner for a list;
 * `rolling` plans nothing ahead.
 *
 * @param writer - The open run.
 * @throws LonghandError `interrupted`; ModelCallError if the planner cannot be reached.
 */
export async function planSteps(writer: Writer): Promise<void> {
  const { journal, store, brief } = writer;
  const strategy = stepStrategyOf(brief);
  if (strategy === undefined || journal.state.planned) return;
  const root = journal.state.tree.root ?? rootOf(writer);
  if (journal.state.tree.root === undefined) {
    await journal.record([{ type: "node", body: { nodes: [root] } }]);
  }
  if (journal.state.tree.childrenOf(root.id).length === 0) {
    const entries: JournalEntry[] = [];
    const specs = [...openingSpecs(brief), ...(await stepSpecs(strategy, writer, entries))];
    for (const { lockedText } of specs) {
      if (lockedText !== undefined) await store.writeBlob(lockedText);
    }
    const nodes = growSteps(specs, root, writer);
    await journal.record([...entries, { type: "node", body: { parent: root.id, nodes } }]);
    writer.onPlan?.(journal.state.tree.count);
  }
  await journal.record([{ type: "planned", body: {} }]);
}

function rootOf({ brief, ground, scale }: Writer): PlanNode {
  return {
    id: nodeId(ground.runHash, "", 0),
    created: 0,
    order: 0,
    level: "doc",
    task: "write",
    heading: brief.title ?? "",
    brief: brief.goal,
    must: ground.hits.map(({ id }) => id),
    avoid: ground.avoid,
    entities: ground.entities,
    targetWords: targetWordsOf(brief),
    leaves: planSize(brief, scale).leaves,
    levelsBelow: 1,
    span: [0, 1],
  };
}

function growSteps(specs: readonly ChildSpec[], root: PlanNode, { ground }: Writer): PlanNode[] {
  return growChildren(
    specs.map((spec) => ({ ...spec, ownDepth: true })),
    {
      parent: root,
      words: root.targetWords,
      leaves: specs.length,
      span: [0, 1],
      firstOrder: 0,
      firstCreated: 1,
    },
    ground,
  );
}

async function stepSpecs(
  strategy: StepStrategy,
  writer: Writer,
  entries: JournalEntry[],
): Promise<ChildSpec[]> {
  const { brief, scale } = writer;
  const { writtenLeaves } = planSize(brief, scale);
  if (brief.outline !== undefined) return outlineSteps(brief.outline, writtenLeaves);
  const slots = stepSlots(brief.kind, writtenLeaves);
  if (strategy !== "rolling" && writtenLeaves > 1) {
    return askForSteps(strategy, { writer, slots, entries });
  }
  const ownBrief = strategy === "rolling" && writtenLeaves > 1 ? undefined : brief.goal;
  return slots.map((slot) => ({ heading: "", brief: ownBrief ?? slot.brief, weight: 1 }));
}

/** The author's own headings, in order; a long one becomes several steps of the same heading. */
function outlineSteps(outline: Brief["outline"] & {}, wanted: number): ChildSpec[] {
  const headings = outline.flatMap((node) => endsOf(node));
  const open = headings.filter(({ text }) => text === undefined);
  const weights = clampedWeights(open.map(({ weight = 1 }) => weight));
  const counts = splitByWeights(
    wanted,
    weights,
    open.map(() => ({ least: 1, most: wanted })),
  );
  return headings.flatMap((heading) => {
    const { text } = heading;
    if (text !== undefined) return [{ ...specOf(heading), lockedText: text }];
    const count = counts[open.indexOf(heading)] ?? 1;
    const spec = specOf(heading);
    return Array.from({ length: count }, (_, index) => ({
      ...spec,
      heading: index === 0 ? spec.heading : "",
      brief: count === 1 ? spec.brief : `${spec.brief} (${index + 1} of ${count})`,
      weight: spec.weight / count,
    }));
  });
}

/** Headings without any below them; what has no time of its own plays when what is above it plays. */
function endsOf(node: OutlineNode, above?: string): OutlineNode[] {
  const { children = [], time = above } = node;
  if (children.length > 0) return children.flatMap((child) => endsOf(child, time));
  return [time === undefined ? node : { ...node, time }];
}

function specOf({ heading, brief, weight = 1, time }: OutlineNode): ChildSpec {
  return {
    heading: heading.trim(),
    brief: brief ?? heading.trim(),
    weight,
    ...(time === undefined ? {} : { storyTime: time }),
  };
}
