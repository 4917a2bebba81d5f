import type { TypedValue } from "../../records/index.ts";
import type { RuleFact } from "../bible/rule-facts.ts";
import type { Claim } from "./claim.ts";
import { type Comparison, compareValues } from "./compare-values.ts";
import type { EntityIndex } from "./entities.ts";
import { comparableWord } from "./lexicon.ts";
import { goTogether } from "./states.ts";
import { type Subject, sameSubject } from "./subjects.ts";

/** What a fact of the author's says about a claim. */
export interface Judgement {
  /** Whether they agree. */
  readonly verdict: Comparison;
  /** How much of the fact's attribute stands beside the value, 0–1. */
  readonly support: number;
}

const UNLIKE: Judgement = { verdict: "unlike", support: 0 };
/** Share of an attribute's words that have to stand beside a value. */
const LEAST_SUPPORT = 0.5;

/**
 * Compares a claim with a fact of the author's.
 *
 * @param claim - The claim.
 * @param rule - The fact.
 * @param entities - What is known by name.
 * @returns `unlike` where the claim is about something else.
 */
export function judgeClaim(claim: Claim, rule: RuleFact, entities: EntityIndex): Judgement {
  const values = rule.values.map((value) => compareWith(value, claim, rule));
  if (values.every((verdict) => verdict === "unlike")) return UNLIKE;
  const verdict = values.includes("same") ? "same" : "different";
  if (!scopeFits(claim, rule)) return UNLIKE;
  const support = supportOf(claim, rule, entities);
  return support >= LEAST_SUPPORT ? { verdict, support } : UNLIKE;
}

function compareWith(value: TypedValue, claim: Claim, rule: RuleFact): Comparison {
  const { typed } = claim;
  if (value.kind === "quantity" && value.unit === "" && typed.kind === "quantity") {
    const isUnit = rule.stems.has(typed.unit) || rule.words.has(comparableWord(typed.dimension));
    if (!isUnit && !rule.words.has(comparableWord(typed.unit))) return "unlike";
    const { amount, ...measure } = typed;
    return compareValues({ ...measure, amount: value.amount }, { ...measure, amount });
  }
  if (value.kind === "word" && typed.kind === "word") {
    const isRelation = claim.attribute.startsWith("relation");
    return isRelation && goTogether(value.word, typed.word) ? "same" : compareValues(value, typed);
  }
  return compareValues(value, typed);
}

/** What the claim holds for only must be a part of what the fact is about. */
function scopeFits({ scope }: Claim, { words }: RuleFact): boolean {
  return scope.every(
    (part) =>
      /^[~+]/.test(part) ||
      (isPeriod(part) && SEASONS.some((season) => words.has(season))) ||
      part.split(" ").some((word) => words.has(comparableWord(word))),
  );
}

const SEASONS: readonly string[] = ["winter", "summer", "spring", "autumn", "season", "year"];

/** A month without a day, as in "between November and March". */
function isPeriod(part: string): boolean {
  return part.startsWith("@") && part.includes('"month"') && !part.includes('"day"');
}

function supportOf(claim: Claim, rule: RuleFact, entities: EntityIndex): number {
  if (rule.attributes !== undefined) {
    const isSame = claim.subject !== undefined && means(claim.subject, rule.subject, entities);
    return isSame && rule.attributes.some((each) => sameAttribute(each, claim)) ? 1 : 0;
  }
  return isAbout(claim, rule, entities) ? wordSupport(claim, rule) : 0;
}

/** Share of an attribute's words that stand beside a value. */
function wordSupport(claim: Claim, rule: RuleFact): number {
  if (rule.stems.size === 0) return claim.attribute.endsWith(": happen") ? 1 : 0;
  const what = claim.attribute.split(": ").at(-1) ?? "";
  const isEvent = claim.typed.kind === "date" || claim.typed.kind === "time";
  // "was built in 1958 and bought in 1972": the verb of the value decides.
  if (isEvent && what !== "happen" && rule.events.size > 0 && !rule.events.has(what)) return 0;
  const beside = [...rule.stems].filter(
    (stem) => claim.frame.has(stem) || what === stem || what.startsWith(stem),
  );
  const { typed } = claim;
  const isMeasure = typed.kind === "quantity" && /^(?:length|weight|area)$/.test(typed.dimension);
  const isOnly = rule.alone === true && isMeasure;
  return Math.max(beside.length / rule.stems.size, isOnly ? LEAST_SUPPORT : 0);
}

/** A relation to Marit is one to Marit Solberg. */
function sameAttribute(attribute: string, claim: Claim): boolean {
  if (attribute === claim.attribute) return true;
  const [kind, one = ""] = attribute.split(": ");
  const [other, two = ""] = claim.attribute.split(": ");
  if (kind !== "relation" || other !== "relation") return false;
  const [left, right] = [one.split(" "), two.split(" ")];
  return left.every((word) => right.includes(word)) || right.every((word) => left.includes(word));
}

function isAbout(claim: Claim, rule: RuleFact, entities: EntityIndex): boolean {
  const { subject, named } = claim;
  if (subject !== undefined && means(subject, rule.subject, entities)) return true;
  const isNamed = named.some((other) => means(other, rule.subject, entities));
  if (!isNamed) return false;
  // "In the storm the bridge was closed for nineteen hours" is about the storm's closing of the bridge.
  return subject === undefined || rule.stems.has(subject.head);
}

/**
 * Tells whether two subjects are one.
 *
 * @param left - One subject.
 * @param right - The other one.
 * @param entities - What is known by name.
 * @returns Whether they are, second names included.
 */
export function means(left: Subject, right: Subject, entities: EntityIndex): boolean {
  const [one, other] = [entities.find(left), entities.find(right)];
  if (one !== undefined && other !== undefined) return one === other;
  return sameSubject(one?.subject ?? left, other?.subject ?? right);
}
