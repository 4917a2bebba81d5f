import { canonicalJson } from "../../storage/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import { factLine, factSpan } from "../prompts/phrases.ts";
import type { FactChange } from "./fact-touches.ts";

/** One thing that differs between two briefs. */
export interface BriefChange {
  /** Field of the brief, for instance `facts` or `must.lamp`. */
  readonly field: string;
  /** The difference in one line. */
  readonly message: string;
}

/** Fields whose change touches no text: they count for what is written from now on. */
const FROM_NOW_ON: ReadonlySet<string> = new Set([
  "model",
  "modelSettings",
  "models",
  "budget",
  "order",
  "candidates",
  "generation",
  "seed",
  "keywords",
  "repair",
  "autoEditLimit",
  "staged",
  "strategy",
  "profile",
  "techniques",
  "scoreWeights",
  "checks",
  "sources",
  "author",
  "date",
]);

/**
 * Tells whether a field counts only for what is written from now on.
 *
 * @param field - Name of a field of a brief.
 * @returns Whether no text is touched by it.
 */
export function isFromNowOn(field: string): boolean {
  return FROM_NOW_ON.has(field);
}

/**
 * Names of the fields in which two briefs differ.
 *
 * @param before - One brief.
 * @param after - The other one.
 * @returns Names, in alphabetical order.
 */
export function changedFields(before: Brief, after: Brief): string[] {
  const [left, right] = [before, after] as unknown as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.filter((name) => textOf(left?.[name]) !== textOf(right?.[name]));
}

function textOf(value: unknown): string {
  return value === undefined ? "" : canonicalJson(value);
}

/**
 * What differs between two briefs, in words.
 *
 * @param before - The brief that holds.
 * @param after - The brief that is to hold.
 * @returns The differences, field by field.
 */
export function briefChanges(before: Brief, after: Brief): BriefChange[] {
  return changedFields(before, after).flatMap((field) => {
    if (field === "facts") return factChanges(before, after).map(factChangeLine);
    if (field === "must") return mustChanges(before, after);
    const [left, right] = [before, after] as unknown as Record<string, unknown>[];
    const message = `${shown(left?.[field])} → ${shown(right?.[field])}`;
    return [{ field, message: `${field}: ${message}` }];
  });
}

const SHOWN_CHARACTERS = 80;

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? value : canonicalJson(value);
  const short = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
  return `“${short.replace(/\s+/g, " ")}”`;
}

function factChangeLine({ before, after }: FactChange): BriefChange {
  return { field: "facts", message: `fact: ${placed(before)} → ${placed(after)}` };
}

function placed(fact: AuthorFact | undefined): string {
  if (fact === undefined) return "nothing";
  const [from, to] = factSpan(fact);
  const where = from === 0 && to === 1 ? "" : ` (${from}–${to})`;
  return `“${factLine(fact)}”${where}`;
}

function mustChanges(before: Brief, after: Brief): BriefChange[] {
  const ids = [...new Set([...before.must, ...after.must].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const left = before.must.find((item) => item.id === id);
    const right = after.must.find((item) => item.id === id);
    if (textOf(left) === textOf(right)) return [];
    const field = `must.${id}`;
    const message = `${field}: ${shown(left?.text)} → ${shown(right?.text)}`;
    return [{ field, message }];
  });
}

/**
 * The facts in which two briefs differ: those about the same subject, attribute and stretch are the same
 * fact with another value.
 *
 * @param before - The brief that holds.
 * @param after - The brief that is to hold.
 * @returns Changed, gone and new facts.
 */
export function factChanges(
  before: Pick<Brief, "facts">,
  after: Pick<Brief, "facts">,
): FactChange[] {
  const gone = without(before.facts, after.facts);
  const fresh = without(after.facts, before.facts);
  const changes: FactChange[] = [];
  for (const fact of gone) {
    const same = fresh.filter((other) => about(other) === about(fact));
    const next =
      same.find((other) => spanOf(other) === spanOf(fact)) ??
      // Of a fact that was divided the part with the new value is the one that touches texts.
      same.find(({ value }) => String(value) !== String(fact.value)) ??
      same[0];
    if (next !== undefined) fresh.splice(fresh.indexOf(next), 1);
    changes.push({ before: fact, ...(next === undefined ? {} : { after: next }) });
  }
  return [...changes, ...fresh.map((after) => ({ after }))];
}

function about({ subject, attribute }: AuthorFact): string {
  return `${subject}|${attribute}`.toLowerCase();
}

function spanOf(fact: AuthorFact): string {
  return factSpan(fact).join();
}

function without(facts: readonly AuthorFact[], others: readonly AuthorFact[]): AuthorFact[] {
  const known = new Set(others.map((fact) => canonicalJson(fact)));
  return facts.filter((fact) => !known.has(canonicalJson(fact)));
}
