import type { PlanNode } from "../../records/index.ts";
import { acceptLeaf } from "../bible/accept-leaf.ts";
import { countWords } from "../brief/brief-words.ts";
import { wavesOf } from "../order/waves.ts";
import { draftOnceMore, unseenBy } from "../revise/draft-again.ts";
import { settleAll } from "../run/ask-model.ts";
import { spentShare } from "../run/spending.ts";
import type { Writer } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { backtrack } from "./backtrack.ts";
import { commitLeaf, type Drafter } from "./commit-leaf.ts";
import type { DraftedLeaf } from "./draft-leaf.ts";
import { openDraftMemory } from "./draft-memory.ts";
import { targetsWithout, workFor } from "./leaf-work.ts";

/** Share of the budget from which one candidate must do. */
const SAVING_SHARE = 0.9;

/** How drafting ended. */
export type DraftingEnd = "complete" | "partial";

/**
 * Writes every leaf of a planned run that is still open or dirty, in the order of the brief.
 *
 * @param writer - The open run; its plan is complete.
 * @returns `partial` if the budget ended it before the last leaf.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function draftDocument(writer: Writer): Promise<DraftingEnd> {
  const { journal, brief } = writer;
  await acceptLocked(writer);
  const waves = wavesOf(journal.state.tree, brief.order);
  const drafter = { writer, memory: openDraftMemory(writer, waves.flat()) };
  for (const wave of waves) {
    const due = wave.filter(({ id }) => isOpen(id, writer));
    if (due.length > 0) {
      if (spentShare(writer) >= 1) return "partial";
      await beginWave(due, wave, writer);
      await draftWave(due, wave, drafter);
    }
    for (const leaf of wave) await backtrack(leaf, drafter);
  }
  return "complete";
}

/**
 * Tells whether a leaf still has to be written, or to be written anew.
 *
 * @param id - The leaf.
 * @param writer - The run.
 * @returns Whether it is due.
 */
export function isOpen(id: string, { journal }: Writer): boolean {
  const { accepted, failed, revision } = journal.state;
  return revision.dirty.has(id) || !(accepted.has(id) || failed.has(id));
}

/**
 * Decides what holds for a whole wave; a wave that a kill cut short goes on as it began.
 *
 * @param due - Leaves of the wave that are open.
 * @param wave - All leaves of the wave.
 * @param writer - The run.
 */
export async function beginWave(
  due: readonly PlanNode[],
  wave: readonly PlanNode[],
  writer: Writer,
): Promise<void> {
  const { journal } = writer;
  if (journal.state.phase !== "draft") {
    await journal.record([{ type: "phase", body: { name: "draft" } }]);
  }
  const isBegun = due.length < wave.filter(({ lock }) => lock === undefined).length;
  // A budget that was raised lets a saving run draft as before.
  const saving = spentShare(writer) >= SAVING_SHARE;
  if (isBegun || saving === journal.state.saving) return;
  await journal.record([{ type: "spend", body: { saving } }]);
}

async function draftWave(
  due: readonly PlanNode[],
  wave: readonly PlanNode[],
  drafter: Drafter,
): Promise<void> {
  const { writer, memory } = drafter;
  const unseen = unseenBy(writer, wave);
  const work = workFor(unseen, writer, memory);
  const targetOf = targetsWithout(unseen, writer);
  const drafted = await settleAll(due.map((node) => draftOnceMore(node, targetOf(node), work)));
  for (const [index, node] of due.entries()) {
    await commitLeaf(node, drafted[index] as DraftedLeaf, drafter);
  }
}

/**
 * Takes over what the author has written; it is never sent for rewriting.
 *
 * @param writer - The run; its plan is complete.
 */
export async function acceptLocked(writer: Writer): Promise<void> {
  const { journal, store } = writer;
  for (const { id, textHash } of journal.state.tree.leaves()) {
    if (textHash === undefined || journal.state.accepted.has(id)) continue;
    const text = await store.readBlob(textHash);
    const words = countWords(text);
    const accepted: AcceptedLeaf = {
      node: id,
      version: 1,
      textHash,
      words,
      targetWords: words,
      summary: text.slice(0, 200),
      measured: { words: 0, tokens: 0 },
      issues: [],
      reads: [],
      attempts: 0,
    };
    await acceptLeaf(writer, { text, accepted });
  }
}
