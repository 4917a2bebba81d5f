import type { JournalEntry } from "../run/journal.ts";
import type { Writer } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";

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
 * Accepts a text for a leaf: the one way in which a text enters a document. The text is safe on disk
 * before the journal names it.
 *
 * @param writer - The run.
 * @param acceptance - The text, and what is recorded of it.
 */
export async function acceptLeaf(
  { journal, store, texts }: Pick<Writer, "journal" | "store" | "texts">,
  { text, accepted, entries = [] }: Acceptance,
): Promise<void> {
  await store.writeBlob(text);
  await journal.record([...entries, { type: "accept", body: { ...accepted } }]);
  texts.set(accepted.node, text);
}
