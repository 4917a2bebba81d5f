import { unicodeWords } from "../../text/index.ts";
import type { Brief } from "../brief/brief.ts";
import { drawPlantedFacts } from "./draw-facts.ts";
import {
  CHANGED_FACTS,
  GIVEN_FACTS,
  INVENTED_FACTS,
  type PlantedGiven,
  type PlantedSource,
} from "./planted-fact.ts";

type Report = (path: readonly PropertyKey[], message: string) => void;

/** Values that a choice needs: one or two that hold, and two distractors. */
const LEAST_CHOICES = 4;

/**
 * Checks what a brief plants: the numbers of facts, that each can be drawn, and that nothing contradicts the
 * facts and the forbidden words of the brief.
 *
 * @param brief - The brief.
 * @param report - Is told of each fault with its place.
 */
export function checkPlanted(brief: Brief, report: Report): void {
  const { planted } = brief;
  if (planted === undefined) return;
  checkCounts(planted, report);
  const faultless = [
    ...planted.given.map((given, index) => checkGiven(given, index, report)),
    checkNames(brief, planted, report),
  ];
  if (faultless.every(Boolean)) checkDrawn(brief, planted, report);
}

function checkCounts({ given, invented }: PlantedSource, report: Report): void {
  const changed = given.filter(({ changes }) => changes === true).length;
  const wanted: readonly (readonly [string, number, number])[] = [
    ["given", given.length, GIVEN_FACTS],
    ["invented", invented.length, INVENTED_FACTS],
    ["given with changes: true", changed, CHANGED_FACTS],
  ];
  for (const [name, count, needed] of wanted) {
    if (count === needed) continue;
    report(["planted"], `planted: has ${count} facts ${name}; it needs ${needed}.`);
  }
}

function checkGiven(given: PlantedGiven, index: number, report: Report): boolean {
  const at = `planted.given.${index}`;
  const faults = [
    ...(given.is === "choice" && (given.of ?? []).length < leastChoices(given)
      ? [`${at}.of: a choice needs ${leastChoices(given)} values or more.`]
      : []),
    ...(given.is === "amount" && given.unit === undefined
      ? [`${at}.unit: an amount needs a unit, for instance crowns.`]
      : []),
    ...(given.from !== undefined && given.to !== undefined && given.from >= given.to
      ? [`${at}: from must be below to.`]
      : []),
  ];
  for (const fault of faults) report(["planted", "given", index], fault);
  return faults.length === 0;
}

function leastChoices({ changes }: PlantedGiven): number {
  return changes === true ? LEAST_CHOICES + 1 : LEAST_CHOICES;
}

/** No two facts may be about the same thing: their values would contradict each other. */
function checkNames(brief: Brief, planted: PlantedSource, report: Report): boolean {
  const seen = new Map<string, string>(
    brief.facts.map(({ subject, attribute }, index) => [
      keyOf(subject, attribute),
      `facts.${index}`,
    ]),
  );
  let isSound = true;
  const see = (key: string, path: readonly [string, number]): void => {
    const name = `planted.${path.join(".")}`;
    const first = seen.get(key);
    if (first !== undefined) {
      report(["planted", ...path], `${name}: ${first} is about the same.`);
      isSound = false;
    }
    seen.set(key, first ?? name);
  };
  for (const [index, { subject, attribute }] of planted.given.entries()) {
    see(keyOf(subject, attribute), ["given", index]);
  }
  for (const [index, { subject, frame }] of planted.invented.entries()) {
    see(keyOf(subject, "name"), ["invented", index]);
    see(keyOf("frame", frame), ["invented", index]);
  }
  return isSound;
}

function keyOf(subject: string, attribute: string): string {
  const bare = subject.replace(/^(?:the|an?)\s+/i, "");
  return `${bare}|${attribute}`.toLowerCase();
}

function checkDrawn(brief: Brief, planted: PlantedSource, report: Report): void {
  const words = brief.avoid.filter(({ how }) => how === "word");
  for (const fact of drawPlantedFacts(planted)) {
    const forms = fact.kind === "given" ? [...fact.forms, ...(fact.later?.forms ?? [])] : [];
    for (const { text } of words) {
      const form = forms.find((each) => holds(each, text));
      if (form === undefined) continue;
      report(
        ["planted"],
        `planted: "${form}" was drawn for "${fact.subject}, ${fact.attribute}", and avoid forbids "${text}"; change planted.seed.`,
      );
    }
  }
}

function holds(text: string, phrase: string): boolean {
  return ` ${unicodeWords(text).join(" ")} `.includes(` ${unicodeWords(phrase).join(" ")} `);
}
