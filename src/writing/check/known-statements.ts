import type { PlanNode } from "../../records/index.ts";
import { bibleFor } from "../bible/bible.ts";
import { estimateTokens } from "../brief/brief-words.ts";
import { holdsIn } from "../brief/story-time.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { factLine } from "../prompts/phrases.ts";
import type { Writer } from "../run/writer.ts";
import type { TextQuote } from "../run/writing-state.ts";
import { subjectOf } from "./subjects.ts";

/** A statement that a text is compared with. */
export interface KnownStatement {
  /** Its words. */
  readonly text: string;
  /** Name of the author's fact that it is. @defaultValue it stands in another text */
  readonly fact?: string;
  /** Where it stands. @defaultValue it is the author's */
  readonly quote?: TextQuote;
}

/** Statements that one call looks at, at most, and their tokens. */
const MOST_STATEMENTS = 12;
const MOST_TOKENS = { small: 700, hosted: 2000 } as const;
/** Shortest word that says something. */
const LEAST_LETTERS = 4;

/**
 * What a text has to agree with and shares a subject with: facts of the author's that hold there, and
 * sentences of other texts. Those that share most words with the text come first.
 *
 * @param node - The leaf.
 * @param text - Its text.
 * @param writer - The run.
 * @returns At most twelve statements; none where there is nothing to compare.
 */
export function knownStatements(node: PlanNode, text: string, writer: Writer): KnownStatement[] {
  const stems = stemsOf(text);
  const own = new Set(stems.filter((stem) => stem.length >= LEAST_LETTERS));
  const shared = (statement: KnownStatement): number =>
    [...new Set(stemsOf(statement.text))].filter((stem) => own.has(stem)).length;
  const budget = MOST_TOKENS[writer.scale === "hosted" ? "hosted" : "small"];
  const all = [...authorStatements(node, stems, writer), ...textStatements(node, stems, writer)];
  const ordered = all
    .map((statement) => ({ statement, worth: shared(statement) }))
    .toSorted((left, right) => right.worth - left.worth);
  const kept: KnownStatement[] = [];
  let tokens = 0;
  for (const { statement } of ordered) {
    const size = estimateTokens(statement.text);
    if (kept.length >= MOST_STATEMENTS) break;
    if (tokens + size > budget) continue;
    kept.push(statement);
    tokens += size;
  }
  return kept;
}

function authorStatements(
  node: PlanNode,
  stems: readonly string[],
  { brief }: Pick<Writer, "brief">,
): KnownStatement[] {
  return brief.facts
    .filter((fact) => holdsIn(fact, node) && isNamed(fact.subject, stems))
    .map((fact) => ({ text: factLine(fact), fact: `${fact.subject}/${fact.attribute}` }));
}

/** Sentences of other texts that say something about whom this text names. */
function textStatements(
  node: PlanNode,
  stems: readonly string[],
  writer: Pick<Writer, "brief" | "journal">,
): KnownStatement[] {
  const bible = bibleFor(writer);
  if (bible === undefined) return [];
  const quotes = new Map<string, KnownStatement>();
  for (const { subject, evidence, attribute, state, waiver } of bible.book.all) {
    if (evidence === undefined || evidence.node === node.id || state !== "accepted") continue;
    if (attribute.startsWith("change: ") || waiver !== undefined || quotes.has(evidence.quote)) {
      continue;
    }
    if (!bible.counts(evidence.node) || !isNamed(subject, stems)) continue;
    const { node: other, quote, start } = evidence;
    quotes.set(quote, {
      text: quote.replace(/\s+/g, " "),
      quote: { node: other, text: quote, start, end: start + quote.length },
    });
  }
  return [...quotes.values()];
}

/** A name by any of its longer words, a thing by its noun. */
function isNamed(subject: string, stems: readonly string[]): boolean {
  const { kind, words, head } = subjectOf(subject);
  if (mentions(stems, [subject])) return true;
  const forms = kind === "name" ? words.filter((word) => word.length >= LEAST_LETTERS) : [head];
  return forms.some((form) => form !== "" && mentions(stems, [form]));
}
