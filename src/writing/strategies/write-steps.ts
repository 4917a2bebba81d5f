import type { PlanNode } from "../../records/index.ts";
import { commitLeaf } from "../draft/commit-leaf.ts";
import { acceptLocked, beginWave, type DraftingEnd, isOpen } from "../draft/draft-document.ts";
import { draftLeaf } from "../draft/draft-leaf.ts";
import { openDraftMemory } from "../draft/draft-memory.ts";
import type { LeafMethod } from "../draft/drafting.ts";
import { fitDocument } from "../draft/fit-document.ts";
import { targetsWithout, workFor } from "../draft/leaf-work.ts";
import { cutToWords } from "../prompts/cut-text.ts";
import { spentShare } from "../run/spending.ts";
import type { Writer } from "../run/writer.ts";
import { planSteps } from "./plan-steps.ts";
import { memoryBefore, rollingClosing } from "./rolling-memory.ts";
import { stepContext } from "./step-context.ts";
import { type StepStrategy, stepStrategyOf } from "./step-strategy.ts";

/** Words of what is kept of a step that nobody is told of. */
const NOTE_WORDS = 30;

/**
 * Plans and writes a document with one of the baselines, one step after the other, or goes on where it was
 * stopped. Candidates, filters, scores, length control, journal and budget are the tree's.
 *
 * @param writer - The open run; its brief names a baseline.
 * @returns `partial` if the budget ended it before the last step.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function writeSteps(writer: Writer): Promise<DraftingEnd> {
  await planSteps(writer);
  await acceptLocked(writer);
  const method = METHODS[stepStrategyOf(writer.brief) ?? "outline"];
  const leaves = writer.journal.state.tree.leaves();
  const drafter = { writer, memory: openDraftMemory(writer, leaves) };
  for (const node of leaves.filter(({ id }) => isOpen(id, writer))) {
    if (spentShare(writer) >= 1) return "partial";
    const wave = [node];
    await beginWave(wave, wave, writer);
    const unseen = new Set([node.id]);
    const work = { ...workFor(unseen, writer, drafter.memory), method };
    const target = targetsWithout(unseen, writer)(node);
    await commitLeaf(node, await draftLeaf(instructed(node, writer), target, work), drafter);
  }
  await fitDocument(writer);
  return "complete";
}

/** How each baseline puts a prompt together, and what it keeps of a finished step. */
const METHODS: Readonly<Record<StepStrategy, LeafMethod>> = {
  chapters: methodOf("chapters"),
  rolling: { ...methodOf("rolling"), closingOf: rollingClosing },
  outline: methodOf("outline"),
};

function methodOf(strategy: StepStrategy): LeafMethod {
  return {
    contextOf: (request, writer) => stepContext(strategy, request, writer),
    closingOf: async (text) => ({ summary: cutToWords(text, NOTE_WORDS) }),
    asksForMentions: false,
  };
}

/** A rolling step does what the step before it decided. */
function instructed(node: PlanNode, writer: Writer): PlanNode {
  if (writer.brief.strategy !== "rolling") return node;
  const { instruction } = memoryBefore(node, writer);
  return instruction === undefined ? node : { ...node, brief: instruction };
}
