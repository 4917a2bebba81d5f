import type { AuthorFact, Brief, MustItem } from "../brief/brief.ts";
import { countWords, mentionsOf, targetWordsOf } from "../brief/brief-words.ts";
import { drawPlantedFacts, FACT_GROUPS } from "./draw-facts.ts";
import { formsAt } from "./forms-at.ts";
import type { InventedFact, PlantedFact } from "./planted-fact.ts";

/** Words that a mention takes at least. */
const WORDS_PER_MENTION = 20;
/** Share of the document that mentions may take. */
const MENTION_SHARE = 0.6;
/** Words of a section, for counting the brief's own mentions. */
const WORDS_PER_SECTION = 1200;

/** How many of a brief's facts are planted. */
export interface PlantOptions {
  /**
   * `fit`: as many groups of four as the length has room for, at 20 words a mention and 60 % of the
   * words; `all`: all forty, however short the document is. @defaultValue "fit"
   */
  readonly facts?: "fit" | "all";
}

/**
 * Plants facts into a brief: values become its facts, call-backs its mentions, for whatever way of
 * writing. A brief without `planted`, or one that was planted before, is given back as it is.
 *
 * @param brief - The brief, with its final length.
 * @param options - How many facts.
 * @returns The brief; `plantedFacts` names what was planted.
 * @throws LonghandError `invalid-brief` if a range holds too few values.
 */
export function plantFacts(brief: Brief, { facts = "fit" }: PlantOptions = {}): Brief {
  const { planted } = brief;
  if (planted === undefined || brief.plantedFacts !== undefined) return brief;
  const all = drawPlantedFacts(planted);
  const drawn = facts === "all" ? all : all.slice(0, 4 * fittingGroups(brief, all));
  return {
    ...brief,
    facts: [...brief.facts, ...drawn.flatMap(authorFacts)],
    must: [...brief.must, ...drawn.flatMap(mentionsFor)],
    plantedFacts: drawn,
  };
}

/** Groups of four facts whose mentions have room beside the brief's own ones. */
function fittingGroups(brief: Brief, all: readonly PlantedFact[]): number {
  const target = targetWordsOf(brief);
  const sections = Math.max(1, Math.round(target / WORDS_PER_SECTION));
  const own = brief.must.reduce((sum, item) => {
    const words = Math.min(...item.accept.map(countWords));
    return sum + mentionsOf(item, sections) * Math.max(WORDS_PER_MENTION, words);
  }, 0);
  let room = MENTION_SHARE * target - own;
  for (let group = 0; group < FACT_GROUPS; group++) {
    const facts = all.slice(4 * group, 4 * group + 4);
    room -= WORDS_PER_MENTION * facts.flatMap(mentionsFor).length;
    if (room < 0) return group;
  }
  return FACT_GROUPS;
}

function authorFacts(fact: PlantedFact): AuthorFact[] {
  if (fact.kind === "invented") return [];
  const { subject, attribute, value, later } = fact;
  if (later === undefined) return [{ subject, attribute, value }];
  return [
    { subject, attribute, value, to: later.at },
    { subject, attribute, value: later.value, from: later.at },
  ];
}

/** What has to be mentioned: the introduction, then each call-back at its place. */
function mentionsFor(fact: PlantedFact): MustItem[] {
  const { id, introducedAt, places } = fact;
  const introduction = introducedAt === undefined ? [] : [introductionOf(fact, introducedAt)];
  const callBacks = places.map((place, index): MustItem => {
    if (index === 0 && introducedAt === undefined && fact.kind === "invented") {
      return { ...frameItem(fact, place), id: `${id}.1` };
    }
    return { id: `${id}.${index + 1}`, ...callBackOf(fact, place), when: "once", where: place };
  });
  return [...introduction, ...callBacks];
}

function introductionOf(fact: PlantedFact, place: number): MustItem {
  const item =
    fact.kind === "invented"
      ? frameItem(fact, place)
      : { ...callBackOf(fact, place), when: "once" as const, where: place };
  return { ...item, id: `${fact.id}.0` };
}

function frameItem({ id, frame }: InventedFact, where: number): MustItem {
  return {
    id,
    text: `${frame} «Name» (invent the name, write it in these marks and keep to it)`,
    accept: [frame],
    when: "once",
    where,
  };
}

function callBackOf(fact: PlantedFact, place: number): Pick<MustItem, "text" | "accept"> {
  if (fact.kind === "invented") {
    return {
      text: `${fact.subject} by the name that was invented for it earlier`,
      accept: fact.subjectForms,
    };
  }
  return {
    text: `${fact.attribute} of ${fact.subject}`,
    accept: formsAt(fact, place).accepted,
  };
}
