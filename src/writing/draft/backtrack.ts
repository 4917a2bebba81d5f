import type { PlanNode } from "../../records/index.ts";
import { acceptLeaf } from "../bible/accept-leaf.ts";
import type { Asker } from "../run/ask-model.ts";
import { mayRewrite } from "../run/revision-state.ts";
import type { Writer } from "../run/writer.ts";
import { nextVersion, type OpenIssue } from "../run/writing-state.ts";
import { commitLeaf, type Drafter } from "./commit-leaf.ts";
import { type DraftedLeaf, draftLeaf } from "./draft-leaf.ts";
import { targetsWithout, workFor } from "./leaf-work.ts";

/**
 * Gives a leaf that could not be written a second chance: its previous sibling is written anew, once, and
 * then the leaf itself, with new seeds. A sibling of the author's is never touched, and one whose new
 * text is worse keeps its old one.
 *
 * @param node - The leaf; nothing is done unless it has failed exactly once.
 * @param drafter - Run and memory.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function backtrack(node: PlanNode, drafter: Drafter): Promise<void> {
  const { writer } = drafter;
  const { failures, failed, reopened } = writer.journal.state;
  if (!failed.has(node.id) || failures.get(node.id) !== 1) return;
  const sibling = previousSibling(node, writer);
  if (!reopened.has(node.id)) {
    if (sibling === undefined || [...reopened.values()].includes(sibling.id)) return;
    await reopen(sibling, node, drafter);
  }
  await commitLeaf(node, await draftedAnew(node, drafter), drafter);
}

function previousSibling(node: PlanNode, { journal }: Writer): PlanNode | undefined {
  const { state } = journal;
  const { tree, accepted } = state;
  const siblings = tree.childrenOf(node.parent ?? "");
  const sibling = siblings[siblings.findIndex(({ id }) => id === node.id) - 1];
  const isFree =
    sibling?.level === "leaf" && accepted.has(sibling.id) && mayRewrite(state, sibling.id);
  return isFree ? sibling : undefined;
}

function draftedAnew(node: PlanNode, { writer, memory }: Drafter): Promise<DraftedLeaf> {
  const own = new Set([node.id]);
  const work = workFor(own, writer, memory);
  const again = { ...work.writer, asker: askerAgain(work.writer.asker) };
  const target = targetsWithout(own, writer)(node);
  return draftLeaf(node, target, { ...work, writer: again });
}

/** Calls of a second chance have names, and so seeds, of their own. */
function askerAgain({ ask }: Asker): Asker {
  return { ask: (wanted) => ask({ ...wanted, variant: `again.${wanted.variant}` }) };
}

async function reopen(sibling: PlanNode, failed: PlanNode, drafter: Drafter): Promise<void> {
  const { writer, memory } = drafter;
  const { journal } = writer;
  const before = journal.state.accepted.get(sibling.id)?.issues ?? [];
  const { entries, text, accepted } = await draftedAnew(sibling, drafter);
  const kept = accepted !== undefined && severityOf(accepted.issues) <= severityOf(before);
  const body = { node: sibling.id, reopenedFor: failed.id, kept };
  const recorded = [...entries, { type: "repair" as const, body }];
  if (text === undefined || accepted === undefined || !kept) {
    await journal.record(recorded);
    return;
  }
  const version = nextVersion(journal.state, sibling.id);
  await acceptLeaf(writer, { text, accepted: { ...accepted, version }, entries: recorded });
  memory.accepted(sibling);
}

function severityOf(issues: readonly OpenIssue[]): number {
  return issues.reduce((sum, { severity }) => sum + severity, 0);
}
