import type { PlanNode } from "../../records/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import { threadsOf } from "../bible/threads.ts";
import { neighboursOf } from "../draft/leaf-place.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { measureLeaf, type RepairGround } from "./measure-leaf.ts";

/** Of what contradicts the brief. */
const BRIEF_SEVERITY = 5;

/**
 * Looks at every leaf again, as the whole document stands now.
 *
 * @param ground - Run and index.
 * @returns What to record: the issues of each leaf that has others than it was accepted with.
 */
export function checkAll(ground: RepairGround): JournalEntry[] {
  const leaves = ground.writer.journal.state.tree.leaves();
  return leaves.flatMap((node) => checkEntry(node, ground));
}

/**
 * Looks once more at the leaves where a thread is due: it may have been closed, or opened again, by a
 * change of any other leaf.
 *
 * @param ground - Run and index.
 * @returns What to record.
 */
export function threadChecks(ground: RepairGround): JournalEntry[] {
  const { writer } = ground;
  const due = threadsOf(writer).map(({ dueBy }) => dueBy);
  const leaves = writer.journal.state.tree.leaves();
  return leaves
    .filter(({ span: [from, to] }) => due.some((place) => place > from && place <= to))
    .flatMap((node) => checkEntry(node, ground));
}

/**
 * Looks again at what depends on the leaves that were changed last: themselves, those beside them, and
 * those whose issues quote them.
 *
 * @param ground - Run and index.
 */
export async function recheckChanged(ground: RepairGround): Promise<void> {
  const { journal } = ground.writer;
  for (const id of [...journal.state.recheck]) {
    const entries = dependingOn(id, ground.writer).flatMap((node) => checkEntry(node, ground));
    await journal.record([...entries, { type: "check", body: { node: id } }]);
  }
}

function checkEntry(node: PlanNode, ground: RepairGround): JournalEntry[] {
  const { writer } = ground;
  const before = writer.journal.state.accepted.get(node.id);
  const text = writer.texts.get(node.id);
  if (before === undefined || text === undefined) return [];
  const measured = measureLeaf(node, text, ground).issues;
  // The author's own text has no faults, but other texts and the brief may disagree with it.
  const issues = before.attempts > 0 ? measured : measured.filter(isDisagreement);
  if (canonicalJson(issues) === canonicalJson(before.issues)) return [];
  return [{ type: "check", body: { node: node.id, issues } }];
}

/** Another text says otherwise, or the brief does. */
function isDisagreement({ severity, quotes = [] }: OpenIssue): boolean {
  const places = new Set(quotes.map(({ node }) => node)).size;
  return places > 1 || (places === 1 && severity >= BRIEF_SEVERITY);
}

function dependingOn(id: string, writer: Writer): PlanNode[] {
  const { tree, accepted } = writer.journal.state;
  const node = tree.get(id);
  if (node === undefined) return [];
  const { previous, after } = neighboursOf(node, writer);
  const ids = new Set([id, previous?.id, after?.id]);
  for (const { node: other, issues } of accepted.values()) {
    const quotes = issues.flatMap((issue) => issue.quotes ?? []);
    if (quotes.some((quote) => quote.node === id)) ids.add(other);
  }
  const last = tree.leaves().at(-1);
  ids.add(last?.id);
  return tree.leaves().filter((leaf) => ids.has(leaf.id));
}
