import { formsAt } from "./forms-at.ts";
import type { GivenFact, InventedFact, PlantedFact } from "./planted-fact.ts";
import { inventedName } from "./planted-recall.ts";
import { framedNames, holdsForm, type PlacedSentence, type PlacedText } from "./planted-text.ts";

/** A sentence that says something else than what was planted. */
export interface PlantedViolation {
  /** Id of the fact. */
  readonly fact: string;
  /** The sentence. */
  readonly sentence: string;
  /** The wrong form in it. */
  readonly found: string;
  /** What would have been right there. */
  readonly expected: string;
  /** Where it stands, 0–1. */
  readonly at: number;
}

/** How often a document contradicts what was planted in it. */
export interface PlantedViolations {
  /** Sentences that name the subject and the attribute of a planted fact. */
  readonly statements: number;
  /** Those among them with a wrong or outdated value. */
  readonly violations: readonly PlantedViolation[];
}

/**
 * Counts the sentences that contradict planted facts, by exact words. A sentence counts for a fact if it
 * names the subject, and the attribute or one of the fact's values, right or wrong. It is a violation if it
 * holds a wrong value (one of the distractors, or a value that does not hold there) and no right one. The
 * rate is violations over statements; without statements there is none.
 *
 * @param facts - What was planted.
 * @param text - The document.
 * @returns The statements and the violations, in the order of facts and text.
 */
export function plantedViolations(
  facts: readonly PlantedFact[],
  text: PlacedText,
): PlantedViolations {
  let statements = 0;
  const violations: PlantedViolation[] = [];
  for (const fact of facts) {
    const judged = fact.kind === "given" ? givenStatements(fact, text) : framed(fact, text);
    statements += judged.statements;
    violations.push(...judged.violations);
  }
  return { statements, violations };
}

function givenStatements(fact: GivenFact, text: PlacedText): PlantedViolations {
  let statements = 0;
  const violations: PlantedViolation[] = [];
  for (const sentence of text.sentences()) {
    if (!holdsForm(sentence.words, fact.subjectForms)) continue;
    const { accepted, wrong } = formsAt(fact, sentence.at);
    const isRight = holdsForm(sentence.words, accepted);
    const found = wrong.find((form) => holdsForm(sentence.words, [form]));
    if (!isRight && found === undefined && !holdsForm(sentence.words, [fact.attribute])) continue;
    statements += 1;
    if (isRight || found === undefined) continue;
    violations.push(violationOf(fact, sentence, { found, expected: accepted[0] ?? "" }));
  }
  return { statements, violations };
}

/** An invented name is contradicted where its frame comes again with another name. */
function framed(fact: InventedFact, text: PlacedText): PlantedViolations {
  const name = inventedName(fact.frame, text);
  if (name === undefined) return { statements: 0, violations: [] };
  let statements = 0;
  const violations: PlantedViolation[] = [];
  for (const sentence of text.sentences()) {
    const isNamed = holdsForm(sentence.words, fact.subjectForms);
    const holdsName = holdsForm(sentence.words, [name]);
    const [other] = framedNames(sentence.text, fact.frame).filter(
      (framedName) => !sameName(framedName.name, name),
    );
    if (!(isNamed && holdsName) && other === undefined) continue;
    statements += 1;
    if (holdsName || other === undefined) continue;
    violations.push(violationOf(fact, sentence, { found: other.name, expected: name }));
  }
  return { statements, violations };
}

function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function violationOf(
  { id }: PlantedFact,
  { text, at }: PlacedSentence,
  { found, expected }: Pick<PlantedViolation, "found" | "expected">,
): PlantedViolation {
  return { fact: id, sentence: text, found, expected, at };
}
