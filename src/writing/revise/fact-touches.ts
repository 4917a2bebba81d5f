import type { PlanNode } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import { splitSentences } from "../../text/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import { holdsIn } from "../brief/story-time.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import { factLine, factSpan, nodeLine } from "../prompts/phrases.ts";
import type { TouchReason } from "../run/revision-state.ts";
import { isTelling, sentenceWith, subjectNames, valueForms } from "./value-forms.ts";

/** Digits of a fact's id. */
const ID_DIGITS = 8;

/**
 * The name of a fact of the author's: a hash of what it says and where it holds.
 *
 * @param fact - The fact.
 * @returns 8 hexadecimal digits.
 */
export function authorFactId(fact: AuthorFact): string {
  const { subject, attribute, value } = fact;
  return sha256(canonicalJson([subject, attribute, String(value), ...factSpan(fact)])).slice(
    0,
    ID_DIGITS,
  );
}

/** A fact before and after a change; one of both is absent for one that is new or gone. */
export interface FactChange {
  /** As it was. */
  readonly before?: AuthorFact;
  /** As it is to be. */
  readonly after?: AuthorFact;
}

/** A leaf as a change is held against it. */
export interface LeafText {
  /** The leaf. */
  readonly node: PlanNode;
  /** Its text; absent while it is not written. */
  readonly text?: string;
}

/**
 * Why a changed fact touches a leaf.
 *
 * @param change - The fact, before and after.
 * @param leaf - The leaf.
 * @param brief - The brief as it is to be.
 * @returns Reasons; none if the leaf has nothing to do with it.
 */
export function factTouches(change: FactChange, leaf: LeafText, brief: Brief): TouchReason[] {
  const { before, after } = change;
  const fact = before ?? after;
  if (fact === undefined || leaf.text === undefined) return [];
  const stale = before === undefined ? undefined : staleValue({ before, after }, leaf, brief);
  if (stale !== undefined) return [stale];
  return namedOnly(fact, leaf, brief);
}

interface Changed {
  readonly before: AuthorFact;
  readonly after: AuthorFact | undefined;
}

/** The text says the old value, and no fact says any longer that it holds there. */
function staleValue(
  { before, after }: Changed,
  { node, text = "" }: LeafText,
  brief: Brief,
): TouchReason | undefined {
  if (after === undefined || stillHolds(before, node, brief)) return undefined;
  const newForms = valueForms(after.value).map((form) => stemsOf(form).join(" "));
  const forms = valueForms(before.value).filter(
    (form) => !newForms.some((stems) => holdsWords(stems, stemsOf(form).join(" "))),
  );
  const names = subjectNames(before.subject, brief);
  const isNamed = mentions(stemsOf(`${nodeLine(node)} ${text}`), names);
  const looked = forms.filter((form) => isNamed || isTelling(form));
  const quote = sentenceWith(text, looked);
  if (quote === undefined) return undefined;
  const message = `says “${String(before.value)}”, which ${factLine(after)} makes wrong`;
  return { kind: "value", strength: "hard", message, quote, fact: before };
}

/** A new value may hold the old one: “the Osprey II” for “the Osprey”. Then every text is right. */
function holdsWords(whole: string, part: string): boolean {
  return ` ${whole} `.includes(` ${part} `);
}

function stillHolds(before: AuthorFact, node: PlanNode, { facts }: Brief): boolean {
  return facts.some(
    (fact) =>
      fact.subject === before.subject &&
      fact.attribute === before.attribute &&
      String(fact.value) === String(before.value) &&
      holdsIn(fact, node),
  );
}

/** The text names subject and attribute in one sentence, without the old value: only to be looked at. */
function namedOnly(
  { subject, attribute }: AuthorFact,
  { text = "" }: LeafText,
  brief: Brief,
): TouchReason[] {
  const names = subjectNames(subject, brief);
  const sentence = splitSentences(text.replace(/\s+/g, " ")).find(
    (each) => mentions(stemsOf(each), names) && mentions(stemsOf(each), [attribute]),
  );
  if (sentence === undefined) return [];
  const message = `names ${subject} and ${attribute}`;
  return [{ kind: "named", strength: "soft", message, quote: sentence.trim() }];
}

/**
 * A plan text with a fact's new value in place of its old one.
 *
 * @param text - A heading or a brief of the plan.
 * @param change - The fact, before and after.
 * @returns The text; as it was if it does not say the old value.
 */
export function withNewValue(text: string, { before, after }: FactChange): string {
  if (before === undefined || after === undefined) return text;
  const [form] = valueForms(before.value).filter(
    (each) => isTelling(each) && text.toLowerCase().includes(each.toLowerCase()),
  );
  if (form === undefined || text.includes(String(after.value))) return text;
  const place = text.toLowerCase().indexOf(form.toLowerCase());
  const edges = [text[place - 1], text[place + form.length]];
  if (edges.some((edge) => edge !== undefined && /[\p{L}\p{Nd}]/u.test(edge))) return text;
  return `${text.slice(0, place)}${String(after.value)}${text.slice(place + form.length)}`;
}
