import { CALL_BACK_TOLERANCE, type GivenFact } from "./planted-fact.ts";

/** Forms of a fact that are right, and forms that are wrong, at one place. */
export interface FormsAt {
  /** Forms of the value that holds; around a change, of both. */
  readonly accepted: readonly string[];
  /** Distractors, and forms of a value that does not hold any more or does not hold yet. */
  readonly wrong: readonly string[];
}

/**
 * What is right and what is wrong to say of a fact at a place. Within 5 % of a change both values are
 * right: where in the text it happens is the writer's choice.
 *
 * @param fact - A fact with its value in the brief.
 * @param place - Where in the document, 0–1.
 * @returns The forms; the likeliest comes first.
 */
export function formsAt(fact: GivenFact, place: number): FormsAt {
  const { forms, later, distractors } = fact;
  if (later === undefined) return { accepted: forms, wrong: distractors };
  const isAfter = place >= later.at;
  const current = isAfter ? later.forms : forms;
  const other = isAfter ? forms : later.forms;
  if (Math.abs(place - later.at) <= CALL_BACK_TOLERANCE) {
    return { accepted: [...current, ...other], wrong: distractors };
  }
  return { accepted: current, wrong: [...other, ...distractors] };
}
