import type { WritingThread } from "../../records/index.ts";
import { splitSentences } from "../../text/index.ts";
import type { AuthorFact } from "../brief/brief.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { authorFactId } from "../revise/fact-touches.ts";
import type { ReadRun } from "../run/writer.ts";

/** Attributes by which an author names a promise that the document has to keep. */
const THREAD = /^(?:thread|promise|question|secret|foreshadowing|mystery|claim)$/i;
/** Share of a resolution's words that one sentence has to hold. */
const LEAST_RESOLVED = 0.6;

/**
 * The promises, questions and secrets of a document: facts with the attribute `thread`, `promise`,
 * `question`, `secret`, `mystery` or `claim`; the value says what closes them, `to` by when.
 *
 * @param run - The run.
 * @returns The threads, in the order of the brief, as far as the texts have come with them.
 */
export function threadsOf({ brief, journal, texts }: ReadRun): WritingThread[] {
  const promised = brief.facts.filter(({ attribute }) => THREAD.test(attribute));
  if (promised.length === 0) return [];
  const leaves = journal.state.tree.leaves().flatMap(({ id }) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ id, text }];
  });
  return promised.map((fact) => threadOf(fact, leaves));
}

interface LeafText {
  readonly id: string;
  readonly text: string;
}

function threadOf(fact: AuthorFact, leaves: readonly LeafText[]): WritingThread {
  const named = leaves.filter(({ text }) => mentions(stemsOf(text), [fact.subject]));
  const [planted, ...later] = named;
  const closing = named.find(({ text }) => resolves(text, fact));
  const thread = {
    id: authorFactId(fact),
    subject: fact.subject,
    resolution: String(fact.value),
    dueBy: fact.to ?? 1,
    mentions: later.map(({ id }) => id),
  };
  if (planted === undefined) return { ...thread, state: "planned" };
  if (closing !== undefined) {
    return { ...thread, planted: planted.id, closedIn: closing.id, state: "closed" };
  }
  return { ...thread, planted: planted.id, state: later.length > 0 ? "progressing" : "planted" };
}

/** One sentence names what it is about and holds most words of what closes it. */
function resolves(text: string, { subject, value }: AuthorFact): boolean {
  const wanted = [...new Set(stemsOf(String(value)))].filter((stem) => stem.length > 2);
  return splitSentences(text).some((sentence) => {
    const stems = stemsOf(sentence);
    const own = new Set(stems);
    const held = wanted.filter((stem) => own.has(stem)).length;
    return held >= LEAST_RESOLVED * wanted.length && mentions(stems, [subject]);
  });
}
