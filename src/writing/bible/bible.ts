import type { Brief } from "../brief/brief.ts";
import { type EntityIndex, openEntities } from "../check/entities.ts";
import { readsLanguage } from "../check/language.ts";
import { subjectOf } from "../check/subjects.ts";
import type { ReadRun } from "../run/writer.ts";
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
 * The bible of a run, as its journal tells it so far.
 *
 * @param brief - The brief as it is now.
 * @param book - Facts of accepted texts.
 * @param counts - Whether the facts of a leaf count. @defaultValue all do
 * @returns The bible.
 */
export function bibleOf(
  brief: Pick<Brief, "facts" | "checks">,
  book: FactBook,
  counts?: (node: string) => boolean,
): Bible {
  const isPartial = counts !== undefined && !book.learnt.every(({ node }) => counts(node));
  if (isPartial) {
    const partial = beginBible(brief, book, counts);
    for (const entry of book.learnt) if (counts(entry.node)) learn(partial, entry);
    return partial;
  }
  const known = opened.get(book);
  const open = known?.brief === brief ? known : { brief, bible: beginBible(brief, book), taken: 0 };
  opened.set(book, open);
  for (; open.taken < book.learnt.length; open.taken++) {
    const entry = book.learnt[open.taken];
    if (entry !== undefined) learn(open.bible, entry);
  }
  return open.bible;
}

/**
 * The bible of a run, if rules can read its language and it is not switched off.
 *
 * @param run - The run.
 * @returns The bible; `undefined` for a language that rules cannot read, and without a bible.
 */
export function bibleFor({
  brief,
  journal,
}: Pick<ReadRun, "brief" | "journal">): Bible | undefined {
  const { book, accepted } = journal.state;
  if (!readsLanguage(brief) || !techniquesOf(brief).bible) return undefined;
  return bibleOf(brief, book, (node) => accepted.has(node));
}

function learn(bible: Opened["bible"], entry: FactBook["learnt"][number]): void {
  const { entities, book, persons } = bible;
  for (const [name] of entry.names) entities.add(name, "text");
  for (const word of entry.persons) persons.add(word);
  for (const { subject, typed, evidence } of book.withAttribute("name")) {
    const isOwn = evidence?.node === entry.node;
    if (isOwn && typed?.kind === "name") entities.alias(typed.name, subject);
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
