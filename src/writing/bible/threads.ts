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
 * @param within - Stretch of the document, 0–1, in which a thread must be due, its beginning left out.
 *   @defaultValue the whole document
 * @returns The threads, in the order of the brief, as far as the texts have come with them.
 */
export function threadsOf(
  { brief, journal, texts }: ReadRun,
  within: readonly [from: number, to: number] = [-1, 1],
): WritingThread[] {
  const [from, to] = within;
  const promised = brief.facts.filter(
    (fact) => THREAD.test(fact.attribute) && dueBy(fact) > from && dueBy(fact) <= to,
  );
  if (promised.length === 0) return [];
  const known = readings.get(texts) ?? new Map<string, LeafText>();
  readings.set(texts, known);
  const leaves = journal.state.tree.leaves().flatMap(({ id }) => {
    const text = texts.get(id);
    return text === undefined ? [] : [leafText(id, text, known)];
  });
  return promised.map((fact) => threadOf(fact, leaves));
}

function dueBy({ to = 1 }: AuthorFact): number {
  return to;
}

/** A text of a leaf, and what it is known to say. */
interface LeafText {
  readonly id: string;
  readonly text: string;
  readonly stems: readonly string[];
  /** Whether it names a thread, and whether it closes one, by the thread. */
  readonly names: Map<string, boolean>;
  readonly closes: Map<string, boolean>;
}

/** A run's texts are read for threads once each, and again where one has changed. */
const readings = new WeakMap<ReadonlyMap<string, string>, Map<string, LeafText>>();

function leafText(id: string, text: string, known: Map<string, LeafText>): LeafText {
  const before = known.get(id);
  if (before?.text === text) return before;
  const read = { id, text, stems: stemsOf(text), names: new Map(), closes: new Map() };
  known.set(id, read);
  return read;
}

function remembered(answers: Map<string, boolean>, key: string, ask: () => boolean): boolean {
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return answer;
}

function threadOf(fact: AuthorFact, leaves: readonly LeafText[]): WritingThread {
  const { subject, value } = fact;
  const key = `${subject}|${value}`;
  const named = leaves.filter(({ names, stems }) =>
    remembered(names, subject, () => mentions(stems, [subject])),
  );
  const [planted, ...later] = named;
  const closing = named.find(({ closes, text }) =>
    remembered(closes, key, () => resolves(text, fact)),
  );
  const thread = {
    id: authorFactId(fact),
    subject,
    resolution: String(value),
    dueBy: dueBy(fact),
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
