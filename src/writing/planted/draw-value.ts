import { LonghandError, type Random } from "../../foundation/index.ts";
import { unicodeWords } from "../../text/index.ts";
import type { PlantedGiven, PlantedValue } from "./planted-fact.ts";
import {
  DRAWN_DAYS,
  FAMILY_NAMES,
  FIRST_NAMES,
  MONTHS,
  numberInWords,
  ordinalOf,
  PLACE_BEGINNINGS,
  PLACE_ENDS,
  THING_ADJECTIVES,
  THING_NOUNS,
} from "./word-pools.ts";

/** Draws for one value before the kind counts as used up. */
const TRIES = 400;

/**
 * Draws a value that nothing drawn before can be mistaken for.
 *
 * @param wanted - Kind and range of the value.
 * @param random - Chance.
 * @param taken - Forms that are taken, as words; the new ones are added.
 * @returns The value and its forms.
 * @throws LonghandError `invalid-brief` if the range holds too few values.
 */
export function drawValue(wanted: PlantedGiven, random: Random, taken: Set<string>): PlantedValue {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const drawn = drawOnce(wanted, random);
    const keys = drawn.forms.map((form) => unicodeWords(form).join(" "));
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    return drawn;
  }
  throw new LonghandError(
    `planted: there are too few different values for "${wanted.subject}, ${wanted.attribute}".`,
    {
      code: "invalid-brief",
      hint: "Widen from and to, or give more values in of: four without a change, five with one.",
      details: { subject: wanted.subject, attribute: wanted.attribute },
    },
  );
}

function drawOnce(wanted: PlantedGiven, random: Random): PlantedValue {
  switch (wanted.is) {
    case "person": {
      const family = pick(FAMILY_NAMES, random);
      const value = `${pick(FIRST_NAMES, random)} ${family}`;
      return { value, forms: [value, family] };
    }
    case "place":
      return plain(`${pick(PLACE_BEGINNINGS, random)}${pick(PLACE_ENDS, random)}`);
    case "thing":
      return plain(`${pick(THING_ADJECTIVES, random)} ${pick(THING_NOUNS, random)}`);
    case "date":
      return dateOf(1 + random.nextBelow(DRAWN_DAYS), pick(wanted.of ?? MONTHS, random));
    case "amount":
      return amountOf(between(wanted, [12, 98], random), wanted.unit ?? "");
    case "year":
      return plain(String(between(wanted, [1890, 1985], random)));
    case "choice":
      return plain(pick(wanted.of ?? [], random));
  }
}

function plain(value: string): PlantedValue {
  return { value, forms: [value] };
}

function dateOf(day: number, month: string): PlantedValue {
  const inWords = `${ordinalOf(day)} of ${month}`;
  return { value: `the ${inWords}`, forms: [inWords, `${day} ${month}`, `${month} ${day}`] };
}

function amountOf(number: number, unit: string): PlantedValue {
  const words = numberInWords(number);
  const value = `${number.toLocaleString("en")} ${unit}`;
  if (words !== undefined) return { value, forms: [value, `${words} ${unit}`] };
  return number < 1000 ? plain(value) : { value, forms: [value, `${number} ${unit}`] };
}

function between(
  { from, to }: Pick<PlantedGiven, "from" | "to">,
  [least, most]: readonly [number, number],
  random: Random,
): number {
  const low = from ?? least;
  return low + random.nextBelow(Math.max(1, (to ?? most) - low + 1));
}

function pick(values: readonly string[], random: Random): string {
  return values[random.nextBelow(Math.max(1, values.length))] ?? "";
}
