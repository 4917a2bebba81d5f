import { randomStream, shuffled } from "../../foundation/index.ts";
import { drawValue } from "./draw-value.ts";
import type {
  GivenFact,
  InventedFact,
  PlantedFact,
  PlantedGiven,
  PlantedInvented,
  PlantedPattern,
  PlantedSource,
} from "./planted-fact.ts";

type Slot = "plain" | "changed" | "invented";

/**
 * Which facts get which pattern, ten groups of four: two that are called back once, one at three places,
 * one in every tenth. Any first groups keep the mixture of all.
 */
const ONCE: readonly Slot[] = ["plain", "plain", "plain", "invented"];
const RANGE: readonly Slot[] = ["changed", "plain", "changed", "plain", "invented"];
const EVERY: readonly Slot[] = [
  "changed",
  "invented",
  "changed",
  "plain",
  "invented",
  "changed",
  "plain",
  "changed",
  "invented",
  "plain",
];
/** Groups of four facts. */
export const FACT_GROUPS = 10;

/** Where values change: borders of tenths, so that each call-back has one value that holds. */
const CHANGES: readonly number[] = [0.4, 0.5, 0.6];
/** A call-back stands this much of the document after the introduction, at least. */
const LATER = 0.3;

/**
 * Draws values and places of the facts that a brief plants.
 *
 * @param source - The brief's `planted`, checked.
 * @param groups - How many groups of four facts to plant, 1–10. @defaultValue all ten
 * @returns The facts; the same source gives the same ones, and fewer groups the first of them.
 * @throws LonghandError `invalid-brief` if a range holds too few values.
 */
export function drawPlantedFacts(
  source: PlantedSource,
  groups: number = FACT_GROUPS,
): PlantedFact[] {
  const taken = new Set<string>();
  const queues = {
    plain: source.given.filter(({ changes }) => changes !== true),
    changed: source.given.filter(({ changes }) => changes === true),
    invented: source.invented,
  };
  const next = {
    plain: shuffled(queues.plain, randomStream(source.seed, "planted", "plain")),
    changed: shuffled(queues.changed, randomStream(source.seed, "planted", "changed")),
    invented: shuffled(queues.invented, randomStream(source.seed, "planted", "invented")),
  };
  const facts: PlantedFact[] = [];
  for (let group = 0; group < FACT_GROUPS; group++) {
    for (const { pattern, slot } of slotsOf(group)) {
      const place = { number: facts.length + 1, group, pattern, slot, seed: source.seed };
      const drawn = next[slot].shift();
      if (drawn === undefined) continue;
      facts.push("frame" in drawn ? inventedFact(drawn, place) : givenFact(drawn, place, taken));
    }
  }
  return facts.slice(0, groups * 4);
}

interface FactPlace {
  readonly number: number;
  readonly group: number;
  readonly pattern: PlantedPattern;
  readonly slot: Slot;
  readonly seed: number;
}

function slotsOf(group: number): { pattern: PlantedPattern; slot: Slot }[] {
  const at = (slots: readonly Slot[], place: number): Slot => slots[place % slots.length] as Slot;
  return [
    { pattern: "once", slot: at(ONCE, 2 * group) },
    { pattern: "once", slot: at(ONCE, 2 * group + 1) },
    { pattern: "range", slot: at(RANGE, group) },
    { pattern: "every", slot: at(EVERY, group) },
  ];
}

function givenFact(wanted: PlantedGiven, place: FactPlace, taken: Set<string>): GivenFact {
  const random = randomStream(place.seed, "planted-value", wanted.subject, wanted.attribute);
  const { value, forms } = drawValue(wanted, random, taken);
  const later = wanted.changes === true ? drawValue(wanted, random, taken) : undefined;
  const distractors = [drawValue(wanted, random, taken), drawValue(wanted, random, taken)];
  return {
    kind: "given",
    ...common(wanted, place),
    value,
    forms,
    ...(later === undefined
      ? {}
      : { later: { ...later, at: CHANGES[random.nextBelow(CHANGES.length)] as number } }),
    distractors: distractors.map((drawn) => drawn.value),
  };
}

function inventedFact(wanted: PlantedInvented, place: FactPlace): InventedFact {
  return {
    kind: "invented",
    ...common({ ...wanted, attribute: "name" }, place),
    frame: wanted.frame,
  };
}

function common(
  { subject, attribute, alias = [] }: Pick<PlantedGiven, "subject" | "attribute" | "alias">,
  place: FactPlace,
): Pick<
  GivenFact,
  "id" | "subject" | "subjectForms" | "attribute" | "pattern" | "introducedAt" | "places"
> {
  return {
    id: `p${String(place.number).padStart(2, "0")}`,
    subject,
    subjectForms: [subject.replace(/^(?:the|an?)\s+/i, ""), ...alias],
    attribute,
    pattern: place.pattern,
    ...placesOf(place),
  };
}

function placesOf({ pattern, group, number, slot, seed }: FactPlace): {
  readonly introducedAt?: number;
  readonly places: readonly number[];
} {
  const random = randomStream(seed, "planted-place", number);
  const within = (low: number, high: number): number => rounded(low + (high - low) * random.next());
  // An invented name is given in the first fifth, whatever else happens there.
  const early = slot === "invented" ? 0.2 : 0.55;
  switch (pattern) {
    case "once": {
      const introducedAt = within(0.02, early);
      return { introducedAt, places: [within(introducedAt + LATER, 0.95)] };
    }
    case "range": {
      const first = within(0.22, 0.3);
      const last = within(0.75, 0.93);
      const places = [first, rounded((first + last) / 2), last];
      return slot === "invented" ? { introducedAt: within(0.02, 0.15), places } : { places };
    }
    case "every":
      // Side by side over each tenth, so that no part has to hold all of them.
      return {
        places: Array.from({ length: 10 }, (_, tenth) =>
          rounded((tenth + (group + 0.5) / 10) / 10),
        ),
      };
  }
}

function rounded(place: number): number {
  return Math.round(place * 1000) / 1000;
}
