import { readsLanguage } from "../check/language.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import { bibleOf } from "./bible.ts";
import { proposedFacts } from "./propose-facts.ts";

/** A text that is to stand. */
export interface Acceptance {
  /** The text. */
  readonly text: string;
  /** What is recorded of it; its hash is the text's. */
  readonly accepted: AcceptedLeaf;
  /** What led to it, to be recorded before it. @defaultValue nothing */
  readonly entries?: readonly JournalEntry[];
}

/**
 * What a text says, to be recorded before the line that accepts it.
 *
 * @param id - Id of the leaf.
 * @param text - Its text.
 * @param run - The run.
 * @returns One entry, or none where the text says nothing that rules can keep.
 */
function factEntry(
  id: string,
  text: string,
  { journal, brief }: Pick<Writer, "journal" | "brief">,
): JournalEntry[] {
  const { tree, book } = journal.state;
  const node = tree.get(id);
  if (node === undefined || !readsLanguage(brief)) return [];
  const ground = {
    node: id,
    span: node.span,
    storyTime: node.storyTime,
    bible: bibleOf(brief, book),
  };
  const said = proposedFacts(text, ground, node.lock === "author" ? "author" : "text");
  const isEmpty = said.facts.length === 0 && said.names.length === 0;
  return isEmpty ? [] : [{ type: "fact", body: { node: id, ...said } }];
}

/**
 * Accepts a text for a leaf: the one way in which a text enters a document. The text is safe on disk
 * before the journal names it.
 *
 * @param writer - The run.
 * @param acceptance - The text, and what is recorded of it.
 */
export async function acceptLeaf(
  writer: Pick<Writer, "journal" | "store" | "texts" | "brief">,
  { text, accepted, entries = [] }: Acceptance,
): Promise<void> {
  const { journal, store, texts } = writer;
  await store.writeBlob(text);
  const fact = factEntry(accepted.node, text, writer);
  await journal.record([...entries, ...fact, { type: "accept", body: { ...accepted } }]);
  texts.set(accepted.node, text);
}
