import type { PlanNode } from "../../records/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { settleAll } from "../run/ask-model.ts";
import type { Writer } from "../run/writer.ts";
import { planSteps } from "../strategies/plan-steps.ts";
import { stepStrategyOf } from "../strategies/step-strategy.ts";
import { beginPlan, openingSpecs } from "./begin-plan.ts";
import { type Expansion, expandNode } from "./expand-node.ts";
import { growChildren, vagueness } from "./grow-plan.ts";
import { summariseWhole } from "./staged-summary.ts";
import { fanOutFor } from "./tree-shape.ts";

/** Nodes that are expanded side by side; fixed, so that parallel calls change nothing. */
const NODES_PER_WAVE = 4;

/**
 * Makes the plan of a run, or completes it: the vaguest nodes are expanded first, four at a time, until
 * only leaves are left.
 *
 * @param writer - The open run.
 * @throws LonghandError `interrupted`; ModelCallError if the planner cannot be reached.
 */
export async function makePlan(writer: Writer): Promise<void> {
  const { journal, store, brief } = writer;
  if (stepStrategyOf(brief) !== undefined) return planSteps(writer);
  const { tree } = journal.state;
  if (tree.root === undefined) {
    const { nodes, lockedTexts } = beginPlan(brief, writer.scale, writer.ground);
    for (const text of lockedTexts.values()) await store.writeBlob(text);
    await journal.record([{ type: "node", body: { nodes } }]);
  }
  if (brief.opening !== undefined) await store.writeBlob(brief.opening);
  if (brief.staged) await addSummary(writer);
  for (let open = tree.unexpanded(); open.length > 0; open = tree.unexpanded()) {
    await expandWave(writer, vaguestOf(open));
    writer.onPlan?.(tree.count);
  }
  if (!journal.state.planned) await journal.record([{ type: "planned", body: {} }]);
}

/** The first product of a staged plan: a summary of the whole, for every level to tell again. */
async function addSummary({ brief, asker, journal, hits, plannerScale }: Writer): Promise<void> {
  const { tree, planned } = journal.state;
  const { root } = tree;
  if (root === undefined || planned || root.summary !== undefined || root.leaves === 1) return;
  const planning = { brief, asker, hits, tree, scale: plannerScale };
  const { text, missed, entries } = await summariseWhole(root, planning);
  const nodes = [{ ...root, summary: text === "" ? root.brief : text }];
  await journal.record([...entries, { type: "node", body: { nodes, missed } }]);
}

function vaguestOf(open: readonly PlanNode[]): PlanNode[] {
  const byVagueness = [...open].sort(
    (left, right) =>
      vagueness(right, countWords(right.brief)) - vagueness(left, countWords(left.brief)) ||
      left.created - right.created,
  );
  return byVagueness.slice(0, NODES_PER_WAVE);
}

async function expandWave(writer: Writer, wave: readonly PlanNode[]): Promise<void> {
  const { brief, asker, journal, hits, plannerScale } = writer;
  const { tree } = journal.state;
  const planning = { brief, asker, hits, tree, scale: plannerScale };
  const expansions = await settleAll(
    wave.map((node) => expandNode(node, childrenWanted(node, writer), planning)),
  );
  for (const [index, node] of wave.entries()) {
    await commitChildren(writer, node, expansions[index] as Expansion);
  }
}

function childrenWanted(node: PlanNode, { brief }: Writer): number {
  const locked = node.parent === undefined ? openingSpecs(brief).length : 0;
  return fanOutFor(node.leaves - locked, node.levelsBelow);
}

async function commitChildren(
  { brief, journal, ground }: Writer,
  parent: PlanNode,
  { specs, entries }: Expansion,
): Promise<void> {
  const opening = parent.parent === undefined ? openingSpecs(brief) : [];
  const nodes = growChildren(
    [...opening, ...specs],
    {
      parent,
      words: parent.targetWords,
      leaves: parent.leaves,
      span: parent.span,
      firstOrder: 0,
      firstCreated: journal.state.tree.count,
    },
    ground,
  );
  await journal.record([...entries, { type: "node", body: { parent: parent.id, nodes } }]);
}
