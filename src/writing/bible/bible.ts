import type { Brief } from "../brief/brief.ts";
import { type EntityIndex, openEntities } from "../check/entities.ts";
import { readsLanguage } from "../check/language.ts";
import { subjectOf } from "../check/subjects.ts";
import type { ReadRun } from "../run/writer.ts";
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
  /** Leaves whose facts do not count: they are being written. @defaultValue none */
  readonly except?: ReadonlySet<string>;
}

interface Opened {
  readonly brief: Pick<Brief, "facts">;
  readonly bible: Bible;
  names: number;
}

// One run has one book: what is known by name grows with it.
const opened = new WeakMap<FactBook, Opened>();

/**
 * The bible of a run, as its journal tells it so far.
 *
 * @param brief - The brief as it is now.
 * @param book - Facts of accepted texts.
 * @returns The bible.
 */
export function bibleOf(brief: Pick<Brief, "facts">, book: FactBook): Bible {
  const known = opened.get(book);
  const open = known?.brief === brief ? known : { brief, bible: beginBible(brief, book), names: 0 };
  opened.set(book, open);
  const { entities } = open.bible;
  for (; open.names < book.names.length; open.names++) {
    entities.add(book.names[open.names] as string, "text");
  }
  for (const { subject, typed } of book.withAttribute("name")) {
    if (typed?.kind === "name") entities.alias(typed.name, subject);
  }
  for (const [name, gender] of book.genders) entities.gender(subjectOf(name), gender);
  return open.bible;
}

/**
 * The bible of a run, if rules can read its language.
 *
 * @param run - The run.
 * @returns The bible; `undefined` for a language that rules cannot read.
 */
export function bibleFor({
  brief,
  journal,
}: Pick<ReadRun, "brief" | "journal">): Bible | undefined {
  return readsLanguage(brief) ? bibleOf(brief, journal.state.book) : undefined;
}

function beginBible(brief: Pick<Brief, "facts">, book: FactBook): Bible {
  const entities = openEntities();
  const rules = ruleFacts(authorFacts(brief));
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
  return { rules, book, entities };
}
