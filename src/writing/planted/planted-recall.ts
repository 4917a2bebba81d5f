import { formsAt } from "./forms-at.ts";
import { CALL_BACK_TOLERANCE, type PlantedFact } from "./planted-fact.ts";
import { formPlaces, framedNames, type PlacedText } from "./planted-text.ts";

/** One call-back that a document had to hold. */
export interface CallBack {
  /** Id of the fact. */
  readonly fact: string;
  /** Where it had to stand, 0–1. */
  readonly at: number;
  /** Whether an accepted form stands within 5 % of the document from there. */
  readonly hit: boolean;
}

/** How a document keeps what was planted in it. */
export interface PlantedRecall {
  /** Call-backs found. */
  readonly hit: number;
  /** Call-backs required. */
  readonly required: number;
  /** Every call-back, fact by fact. */
  readonly callBacks: readonly CallBack[];
  /** Names that the text invented, by the id of the fact; facts whose frame never came are absent. */
  readonly invented: Readonly<Record<string, string>>;
}

/** An invented name counts only if the text gives it in the first part of the document. */
const LATEST_FRAME = 0.25;

/**
 * Counts the call-backs of planted facts that stand in their place, by exact words. A fact that the text had
 * to invent and did not loses all its call-backs.
 *
 * @param facts - What was planted.
 * @param text - The document.
 * @returns Hits over required; a document without words hits nothing.
 *
 * @example
 * ```ts
 * import { type Brief, placeText, plantedRecall } from "longhand/writing";
 *
 * export function recallOf(brief: Brief, text: string): number {
 *   const { hit, required } = plantedRecall(brief.plantedFacts ?? [], placeText(text));
 *   return hit / required;
 * }
 * ```
 */
export function plantedRecall(facts: readonly PlantedFact[], text: PlacedText): PlantedRecall {
  const invented: Record<string, string> = {};
  const callBacks = facts.flatMap((fact): CallBack[] => {
    const name = fact.kind === "invented" ? inventedName(fact.frame, text) : undefined;
    if (name !== undefined) invented[fact.id] = name;
    return fact.places.map((at) => {
      const forms = fact.kind === "given" ? formsAt(fact, at).accepted : namesOf(name);
      return { fact: fact.id, at, hit: standsAt(text, forms, at) };
    });
  });
  return {
    hit: callBacks.filter(({ hit }) => hit).length,
    required: callBacks.length,
    callBacks,
    invented,
  };
}

/**
 * The name that a text gave in a frame: its first one, if that comes early enough.
 *
 * @param frame - The words right before the name.
 * @param text - The document.
 * @returns The name.
 */
export function inventedName(frame: string, text: PlacedText): string | undefined {
  const [first] = framedNames(text.text, frame);
  if (first === undefined || first.word > LATEST_FRAME * text.wholeWords) return undefined;
  return first.name;
}

function namesOf(name: string | undefined): string[] {
  return name === undefined ? [] : [name];
}

function standsAt(
  { words, wholeWords }: PlacedText,
  forms: readonly string[],
  at: number,
): boolean {
  return forms.some((form) =>
    formPlaces(words, form).some(
      (place) => Math.abs((place + 0.5) / wholeWords - at) <= CALL_BACK_TOLERANCE,
    ),
  );
}
