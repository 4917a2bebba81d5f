import type { WritingFact } from "../../records/index.ts";
import { playsDuring, sameTimes } from "../brief/story-time.ts";
import { compareValues } from "../check/compare-values.ts";
import { isAmount } from "../check/definite-amounts.ts";
import { sameSubject, subjectOf } from "../check/subjects.ts";
import type { ReadRun } from "../run/writer.ts";
import { authorFacts } from "./author-facts.ts";

/**
 * All facts of a run: what the author laid down, then what accepted texts say.
 *
 * @param run - The run.
 * @returns Accepted facts in the order in which they came in.
 */
export function factsOf({ brief, journal }: ReadRun): WritingFact[] {
  const said = journal.state.book.all.filter(
    (fact) => fact.state === "accepted" && !isAmount(fact),
  );
  return [...authorFacts(brief), ...said];
}

/** Who wins where facts disagree. */
const RANK: Readonly<Record<WritingFact["origin"], number>> = {
  author: 0,
  data: 1,
  plan: 2,
  text: 3,
};

/**
 * Which facts hold at a place: of those with the same subject and attribute the one that ranks highest
 * (author, data, plan, text), and of equals the one that begins last.
 *
 * @param facts - Facts.
 * @param at - The place, 0–1.
 * @param storyTime - When it plays, as an ISO date; facts with a time of their own go by that. @defaultValue unknown
 * @returns Those that hold, one for each subject and attribute.
 */
export function factsAt(
  facts: readonly WritingFact[],
  at: number,
  storyTime?: string,
): WritingFact[] {
  const held = new Map<string, WritingFact>();
  for (const fact of facts) {
    if (fact.state !== "accepted" || !holdsAt(fact, at, storyTime)) continue;
    const key = `${fact.subject}|${fact.attribute}`.toLowerCase();
    const other = held.get(key);
    if (other === undefined || outranks(fact, other)) held.set(key, fact);
  }
  return [...held.values()];
}

function holdsAt({ span, storyTime }: WritingFact, at: number, when: string | undefined): boolean {
  if (storyTime !== undefined && when !== undefined) {
    return playsDuring(storyTime, when);
  }
  return span[0] <= at && (at < span[1] || span[1] >= 1);
}

function outranks(fact: WritingFact, other: WritingFact): boolean {
  const ahead = RANK[fact.origin] - RANK[other.origin];
  return ahead < 0 || (ahead === 0 && fact.span[0] >= other.span[0]);
}

/** Two facts that cannot both hold. */
export interface FactPair {
  /** The one that ranks higher. */
  readonly fact: WritingFact;
  /** The one that contradicts it. */
  readonly other: WritingFact;
}

/**
 * Accepted facts about the same that overlap and have different values.
 *
 * @param facts - Facts.
 * @returns The pairs.
 */
export function contradictingFacts(facts: readonly WritingFact[]): FactPair[] {
  const groups = new Map<string, WritingFact[]>();
  for (const fact of facts) {
    if (fact.state !== "accepted" || fact.waiver !== undefined) continue;
    groups.set(fact.attribute, [...(groups.get(fact.attribute) ?? []), fact]);
  }
  return [...groups.values()].flatMap((same) =>
    same.flatMap((fact, place) =>
      same
        .slice(place + 1)
        .filter((other) => contradict(fact, other))
        .map((other) => (outranks(other, fact) ? { fact: other, other: fact } : { fact, other })),
    ),
  );
}

function contradict(left: WritingFact, right: WritingFact): boolean {
  if (left.storyTime !== undefined && right.storyTime !== undefined) {
    if (!sameTimes(left.storyTime, right.storyTime)) return false;
  }
  const [from, to] = [Math.max(left.span[0], right.span[0]), Math.min(left.span[1], right.span[1])];
  if (from >= to || (left.scope ?? []).join("|") !== (right.scope ?? []).join("|")) return false;
  if (!sameSubject(subjectOf(left.subject), subjectOf(right.subject))) return false;
  if (left.typed !== undefined && right.typed !== undefined) {
    return compareValues(left.typed, right.typed) === "different";
  }
  return left.origin === "author" && right.origin === "author" && left.value !== right.value;
}

/** An order that comes back to its beginning. */
export type EventCycle = readonly string[];

const BEFORE = /^(?:before|precedes|causes|leads to)$/i;
const AFTER = /^(?:after|follows|caused by)$/i;

/**
 * Circles in the order of events that facts lay down: the sale before the storm, the storm before the sale.
 *
 * @param facts - Facts; those with the attribute `before`, `after`, `causes` and the like count.
 * @returns One circle for each event that comes before itself, without repeats; none if the order is sound.
 */
export function eventCycles(facts: readonly WritingFact[]): EventCycle[] {
  const next = new Map<string, Set<string>>();
  for (const { subject, attribute, value } of facts) {
    const [one, other] = [subject, value].map((text) => subjectOf(text).words.join(" "));
    const edge = BEFORE.test(attribute) ? [one, other] : [other, one];
    if (!BEFORE.test(attribute) && !AFTER.test(attribute)) continue;
    const [from = "", to = ""] = edge;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const cycles: string[][] = [];
  const done = new Set<string>();
  const walk = (event: string, path: readonly string[]): void => {
    const at = path.indexOf(event);
    if (at !== -1) cycles.push(path.slice(at));
    if (at !== -1 || done.has(event)) return;
    for (const later of next.get(event) ?? []) walk(later, [...path, event]);
    done.add(event);
  };
  for (const event of next.keys()) walk(event, []);
  return cycles;
}
