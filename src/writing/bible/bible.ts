import type { Brief } from "../brief/brief.ts";
import { type EntityIndex, openEntities } from "../check/entities.ts";
import { readsLanguage } from "../check/language.ts";
import { subjectOf } from "../check/subjects.ts";
import type { ReadRun } from "../run/writer.ts";
import type { WritingState } from "../run/writing-state.ts";
import { techniquesOf } from "../techniques/techniques.ts";
import { authorFacts } from "./author-facts.ts";
import type { FactBook } from "./fact-book.ts";
import { type RuleFact, ruleFacts } from "./rule-facts.ts";

/** What holds in a document. */
export interface Bible {
  /** What the author laid down, ready for rules. */
  readonly rules: readonly RuleFact[];
  /** What accepted texts say. */
  readonly book: FactBook;
  /** Whom and what the document is about. */
  readonly entities: EntityIndex;
  /** Words of names that texts use for persons, or for things with a name of their own. */
  readonly persons: ReadonlySet<string>;
  /**
   * Whether the facts of a leaf count; those of leaves that are being written do not.
   *
   * @param node - Id of the leaf.
   * @returns Whether they do.
   */
  counts(node: string): boolean;
}

interface Opened {
  readonly brief: Pick<Brief, "facts" | "checks">;
  readonly bible: Bible & { readonly persons: Set<string> };
  /** Entries of the book that are taken over. */
  taken: number;
}

// One run has one book: what is known by name grows with it.
const opened = new WeakMap<FactBook, Opened>();

/**
 * The bible of a run, as its journal tells it so far. It grows with the book and is never built twice.
 *
 * @param brief - The brief as it is now.
 * @param book - Facts of accepted texts.
 * @returns The bible; all leaves count.
 */
export function bibleOf(brief: Pick<Brief, "facts" | "checks">, book: FactBook): Bible {
  const known = opened.get(book);
  const open = known?.brief === brief ? known : { brief, bible: beginBible(brief, book), taken: 0 };
  opened.set(book, open);
  return grown(open);
}

/** Takes over what the book has learnt since, of the leaves that count. */
function grown(open: Opened): Bible {
  const { bible } = open;
  const { learnt } = bible.book;
  for (; open.taken < learnt.length; open.taken++) {
    const entry = learnt[open.taken];
    if (entry !== undefined && bible.counts(entry.node)) learn(bible, entry);
  }
  return bible;
}

/** Which leaves of a book do not count, as far as the book was looked at. */
interface Absent {
  readonly forgotten: number;
  readonly nodes: Set<string>;
  /** Entries of the book that were looked at. */
  looked: number;
  /** The bible without them. */
  partial?: Opened;
}

const absences = new WeakMap<ReadonlyMap<string, unknown>, Absent>();

/**
 * The bible of a run, if rules can read its language and it is not switched off. Leaves that are gone, or that are
 * being written anew, do not count.
 *
 * @param run - The run.
 * @returns The bible; `undefined` for a language that rules cannot read, and without a bible.
 */
export function bibleFor({
  brief,
  journal,
}: Pick<ReadRun, "brief" | "journal">): Bible | undefined {
  if (!readsLanguage(brief) || !techniquesOf(brief).bible) return undefined;
  const { book, accepted } = journal.state;
  const absent = absentFrom(journal.state);
  if (absent.nodes.size === 0) return bibleOf(brief, book);
  if (absent.partial?.brief !== brief) {
    const bible = beginBible(brief, book, (node) => accepted.has(node));
    absent.partial = { brief, bible, taken: 0 };
  }
  return grown(absent.partial);
}

function absentFrom({
  book,
  accepted,
  revision,
}: Pick<WritingState, "book" | "accepted" | "revision">): Absent {
  const before = absences.get(accepted);
  const { forgotten } = revision;
  // One that was gone may be there again: it counts from its first words on.
  const isCurrent =
    before?.forgotten === forgotten && ![...before.nodes].some((node) => accepted.has(node));
  const absent = isCurrent ? before : { forgotten, nodes: new Set<string>(), looked: 0 };
  absences.set(accepted, absent);
  for (; absent.looked < book.learnt.length; absent.looked++) {
    const node = book.learnt[absent.looked]?.node ?? "";
    if (!accepted.has(node)) absent.nodes.add(node);
  }
  return absent;
}

function learn(bible: Opened["bible"], entry: FactBook["learnt"][number]): void {
  const { entities, book, persons } = bible;
  for (const [name] of entry.names) entities.add(name, "text");
  for (const word of entry.persons) persons.add(word);
  for (const { subject, attribute, typed } of book.ofNode(entry.node)) {
    if (attribute === "name" && typed?.kind === "name") entities.alias(typed.name, subject);
  }
  for (const [name, gender] of Object.entries(entry.genders)) {
    entities.gender(subjectOf(name), gender);
  }
}

function beginBible(
  brief: Pick<Brief, "facts" | "checks">,
  book: FactBook,
  counts: (node: string) => boolean = () => true,
): Opened["bible"] {
  const entities = openEntities();
  const rules = ruleFacts(authorFacts(brief)).map((rule, index) => {
    const knownBy = brief.facts[index]?.knownBy;
    const isChecked = knownBy !== undefined && brief.checks?.knowledge !== false;
    return isChecked ? { ...rule, knownBy } : rule;
  });
  for (const { knownBy = [] } of rules) for (const { who } of knownBy) entities.add(who, "author");
  for (const { fact, subject } of rules) {
    entities.add(fact.subject, "author");
    if (subject.text !== fact.subject) entities.add(subject.text, "author");
  }
  for (const { fact, attributes, values } of rules) {
    const [value] = values;
    if (value?.kind !== "name") continue;
    if (attributes?.includes("name") === true) entities.alias(fact.subject, value.name);
    else entities.add(value.name, "author");
  }
  return { rules, book, entities, persons: new Set(), counts };
}
