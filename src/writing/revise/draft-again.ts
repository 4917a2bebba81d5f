import type { PlanNode } from "../../records/index.ts";
import { type DraftedLeaf, draftLeaf } from "../draft/draft-leaf.ts";
import type { LeafWork } from "../draft/drafting.ts";
import type { Asker } from "../run/ask-model.ts";
import type { Writer } from "../run/writer.ts";

/**
 * The leaves whose texts a wave must not see: those that it writes itself, as they were before it, and
 * those that are still to be written anew.
 *
 * @param writer - The run.
 * @param wave - Ids of the leaves of the wave.
 * @returns Ids.
 */
export function unseenBy({ journal }: Writer, wave: readonly PlanNode[]): ReadonlySet<string> {
  const { accepted, revision } = journal.state;
  const { batch, dirty } = revision;
  // In a wave of a changed document the leaves that nobody chose are as they were: they may be seen.
  const isChanged = wave.some(({ id }) => batch.has(id));
  const own = wave.filter(({ id }) => !isChanged || batch.has(id) || !accepted.has(id));
  return new Set([...own.map(({ id }) => id), ...dirty.keys()]);
}

/**
 * Drafts a leaf; one that is dirty gets other draws than before, so that it does not come out the same.
 *
 * @param node - The leaf.
 * @param targetWords - Its target.
 * @param work - What it works with.
 * @returns The text, or why there is none.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if the model cannot be reached.
 */
export async function draftOnceMore(
  node: PlanNode,
  targetWords: number,
  work: LeafWork,
): Promise<DraftedLeaf> {
  const { revision, versions } = work.writer.journal.state;
  if (!revision.dirty.has(node.id)) return draftLeaf(node, targetWords, work);
  const version = (versions.get(node.id) ?? 0) + 1;
  const writer = { ...work.writer, asker: namedAsker(`v${version}`, work.writer.asker) };
  const drafted = await draftLeaf(node, targetWords, { ...work, writer });
  if (drafted.accepted === undefined) return drafted;
  return { ...drafted, accepted: { ...drafted.accepted, version } };
}

/**
 * An asker whose calls have names, and so seeds, of their own.
 *
 * @param name - What sets them apart.
 * @param asker - The asker.
 * @returns One that does the same under other names.
 */
export function namedAsker(name: string, { ask }: Asker): Asker {
  return { ask: (wanted) => ask({ ...wanted, variant: `${name}.${wanted.variant}` }) };
}
