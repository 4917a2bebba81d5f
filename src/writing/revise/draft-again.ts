import type { PlanNode } from "../../records/index.ts";
import { type DraftedLeaf, draftLeaf } from "../draft/draft-leaf.ts";
import type { LeafMethod, LeafWork } from "../draft/drafting.ts";
import { leafContext } from "../draft/leaf-context.ts";
import { summaryOf } from "../draft/summarise-leaf.ts";
import { fill } from "../prompts/fill.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import type { Asker } from "../run/ask-model.ts";
import type { DirtyLeaf } from "../run/revision-state.ts";
import type { Writer } from "../run/writer.ts";
import { draftAround } from "./draft-around.ts";

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
 * Drafts a leaf. One that is dirty gets other draws than before, so that it does not come out the same; a
 * model that is not tiny is shown the text as it is and what is wrong with it; and locked words of it stay.
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
  const dirty = revision.dirty.get(node.id);
  if (dirty === undefined) return draftLeaf(node, targetWords, work);
  const version = (versions.get(node.id) ?? 0) + 1;
  const writer = { ...work.writer, asker: namedAsker(`v${version}`, work.writer.asker) };
  const text = await writer.store.readBlob(dirty.textHash);
  const spans = revision.spans.get(node.id);
  const again: LeafWork = { ...work, writer };
  if (spans !== undefined) return draftAround(node, { text, spans, wrong: wrongIn(dirty) }, again);
  // Nothing is wrong with a text that only another model or other templates are to write.
  const isRedone = dirty.choice === "redo";
  if (isRedone || writer.scale === "tiny" || work.method !== undefined)
    return draftLeaf(node, targetWords, again);
  return draftLeaf(node, targetWords, { ...again, method: revising(text, dirty) });
}

/** An asker whose calls have names, and so seeds, of their own. */
function namedAsker(name: string, { ask }: Asker): Asker {
  return { ask: (wanted) => ask({ ...wanted, variant: `${name}.${wanted.variant}` }) };
}

/** What is wrong with a leaf, for a model. */
function wrongIn({ reasons }: DirtyLeaf): string {
  return reasons.map(({ message }) => `it ${message}`).join("; ");
}

/** The prompt of a leaf, with its text as it is and what is wrong with it. */
function revising(text: string, dirty: DirtyLeaf): LeafMethod {
  const ask = fill(TEMPLATES.again.ask, { text, wrong: wrongIn(dirty) });
  return {
    contextOf: async (request, writer) => {
      const context = await leafContext(request, writer);
      const messages = context.messages.map((message, index) =>
        index === context.messages.length - 1
          ? { ...message, content: `${message.content}\n\n${ask}` }
          : message,
      );
      const { contextTokens } = writer.writerModel.description;
      if (contextTokens === undefined) return { ...context, messages };
      const { tokens } = await writer.writerModel.countTokens(messages);
      // Where the old text has no room, the leaf is written from its plan, as it was at first.
      return tokens + request.maxOutputTokens > contextTokens ? context : { ...context, messages };
    },
    closingOf: async (drafted, drafting) => ({ summary: await summaryOf(drafted, drafting) }),
    asksForMentions: true,
  };
}
