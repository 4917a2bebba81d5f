import type { TypedValue, WritingFact } from "../../records/index.ts";
import type { KnownBy } from "../brief/brief.ts";
import { comparableWord, FUNCTION_WORDS, verbOf } from "../check/lexicon.ts";
import { numberAt } from "../check/numbers.ts";
import { contraryOf, RELATIONS, stateOf } from "../check/states.ts";
import { type Subject, subjectOf } from "../check/subjects.ts";
import { type Token, tokensOf } from "../check/tokens.ts";
import { typedSpans } from "../check/typed-spans.ts";

/** A fact of the author's, made ready for rules. */
export interface RuleFact {
  /** The fact. */
  readonly fact: WritingFact;
  /** Who or what it is about. */
  readonly subject: Subject;
  /** Properties by which claims say the same; absent where the words of the attribute decide. */
  readonly attributes?: readonly string[];
  /** Words of the attribute that have to stand beside a value. */
  readonly stems: ReadonlySet<string>;
  /** Verbs among them, in their basic form. */
  readonly events: ReadonlySet<string>;
  /** Who comes to know it, and where. @defaultValue nobody is held back */
  readonly knownBy?: readonly KnownBy[];
  /** Whether it is the only fact of its subject with a value of its dimension. @defaultValue false */
  readonly alone?: boolean;
  /** Words of attribute, value and subject. */
  readonly words: ReadonlySet<string>;
  /** Values that rules can compare; none for a text. */
  readonly values: readonly TypedValue[];
}

/** Words of an attribute that say nothing about which one it is. */
const GENERIC: ReadonlySet<string> = new Set(
  "day date year time number count amount total name place when".split(" ").map(comparableWord),
);
const YEAR_ATTRIBUTE =
  /\b(?:year|built|building|born|birth|died|death|founded|founding|opened|opening|since|launched|established|date|when|completed|bought|sold|married|wedding|published|retired|sunk|wrecked)\b/;

function ruleFact(fact: WritingFact): RuleFact {
  const attribute = fact.attribute.toLowerCase();
  const stems = contentWords(attribute).filter((word) => !GENERIC.has(word));
  const base = {
    fact,
    subject: subjectOf(fact.subject),
    stems: new Set(stems),
    events: new Set(tokensOf(attribute).flatMap(({ lower }) => verbOf(lower) ?? [])),
    words: new Set([
      ...contentWords(attribute),
      ...contentWords(fact.value),
      ...contentWords(fact.subject),
    ]),
  };
  return { ...base, ...special(attribute, fact, base.subject) };
}

/**
 * Makes facts ready for rules.
 *
 * @param facts - Facts that the author laid down.
 * @returns What rules look for, in the same order.
 */
export function ruleFacts(facts: readonly WritingFact[]): RuleFact[] {
  const rules = facts.map(ruleFact);
  return rules.map((rule) => {
    const same = rules.filter(
      (other) =>
        other.fact.subject === rule.fact.subject && dimensionOf(other) === dimensionOf(rule),
    );
    return { ...rule, alone: dimensionOf(rule) !== undefined && same.length === 1 };
  });
}

function dimensionOf({ values: [value] }: RuleFact): string | undefined {
  return value?.kind === "quantity" && value.dimension !== "" ? value.dimension : undefined;
}

function contentWords(text: string): string[] {
  return tokensOf(text)
    .filter(({ kind, lower }) => kind === "word" && !FUNCTION_WORDS.has(lower))
    .map(({ lower }) => comparableWord(lower));
}

type Reading = Pick<RuleFact, "values"> & Partial<Pick<RuleFact, "attributes" | "subject">>;

function special(attribute: string, fact: WritingFact, subject: Subject): Reading {
  return (
    relation(attribute, fact, subject) ??
    named(attribute, fact) ??
    state(fact) ??
    amounts(attribute, fact)
  );
}

/** "relation: Marit's daughter", "daughter: Signe", "mother of: Signe". */
function relation(
  attribute: string,
  { value }: WritingFact,
  subject: Subject,
): Reading | undefined {
  const tokens = tokensOf(value);
  const at = tokens.findIndex(({ lower }) => RELATIONS.has(lower));
  if (at >= 0) {
    const possessive = tokens.findIndex(({ lower }) => lower === "'s");
    const link = tokens.findIndex(({ lower }) => lower === "of" || lower === "to");
    const other =
      possessive > 0 && possessive < at ? textOf(tokens, 0, possessive) : textOf(tokens, link + 1);
    if (possessive < 0 && link < 0) return undefined;
    return related(other, tokens[at]?.lower ?? "");
  }
  const word = attribute.split(/\W+/).find((each) => RELATIONS.has(each));
  if (word === undefined || !/^\p{Lu}/u.test(value)) return undefined;
  if (/\bof\b/.test(attribute)) return related(value, word);
  return { ...related(subject.text, word), subject: subjectOf(value) };
}

function related(other: string, word: string): Reading {
  const { words } = subjectOf(other);
  return { attributes: [`relation: ${words.join(" ")}`], values: [{ kind: "word", word }] };
}

function textOf(tokens: readonly Token[], from: number, to = tokens.length): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}

const PLACES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:birthplace|born in|place of birth|born)$/, ["place: bear"]],
  [/^(?:home|lives in|residence|lives|living in|home town|hometown)$/, ["place: live"]],
  [/^(?:location|place|lies in|situated|stands in|where|site|town)$/, ["place: lie"]],
  [/^(?:comes from|from|origin|native of)$/, ["place: from"]],
  [/^(?:buried in|grave|burial place)$/, ["place: bury"]],
  [/^(?:died in|place of death)$/, ["place: die"]],
  [/^(?:works in|place of work|workplace)$/, ["place: work"]],
  [/^(?:grew up in|raised in|childhood)$/, ["place: grow", "place: rais"]],
  [/^(?:studied in|studied at|school|university)$/, ["place: study", "place: educ"]],
];

function named(attribute: string, { value }: WritingFact): Reading | undefined {
  const isName = /^(?:the )?\p{Lu}/u.test(value);
  const values = [{ kind: "name", name: value } as const];
  if (/^(?:name|called|full name|name of .*)$/.test(attribute))
    return { attributes: ["name"], values };
  if (/^(?:owner|owned by|belongs to|ownership)$/.test(attribute)) {
    return { attributes: ["owner"], values };
  }
  const place = PLACES.find(([pattern]) => pattern.test(attribute));
  return place !== undefined && isName ? { attributes: place[1], values } : undefined;
}

function state({ value }: WritingFact): Reading | undefined {
  const tokens = tokensOf(value);
  const at = tokens.findIndex(({ lower }) => stateOf(lower) !== undefined);
  const found = stateOf(tokens[at]?.lower ?? "");
  if (found === undefined || at > 3) return undefined;
  const isDenied = tokens.slice(0, at).some(({ lower }) => /^(?:not|never|no)$/.test(lower));
  const meant = isDenied ? contraryOf(found) : found;
  if (meant === undefined) return undefined;
  return {
    attributes: [`state: ${meant.group}`],
    values: [{ kind: "word", word: meant.state }],
  };
}

function amounts(attribute: string, { value }: WritingFact): Reading {
  const tokens = tokensOf(value);
  const number = numberAt(tokens, 0);
  const isBare = number !== undefined && number.to === tokens.length && !number.ordinal;
  if (!isBare) return { values: typedSpans(tokens).map((span) => span.value) };
  const { value: amount } = number;
  if (/\bage\b|\byears old\b/.test(attribute)) {
    const values = [{ kind: "quantity", amount, unit: "year", dimension: "age" } as const];
    return { attributes: ["age"], values };
  }
  const isYear = /^\d{4}$/.test(value.trim()) && YEAR_ATTRIBUTE.test(attribute);
  return isYear
    ? { values: [{ kind: "date", year: amount }] }
    : { values: [{ kind: "quantity", amount, unit: "", dimension: "" }] };
}
