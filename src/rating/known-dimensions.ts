import { BASIC_DIMENSIONS, type RatingDimension } from "../records/index.ts";

/** Dimensions that shared tasks have asked for beside the four, in words of our own. */
const MORE_DIMENSIONS: readonly RatingDimension[] = [
  {
    id: "physical-objects",
    label: "Physical objects",
    question: "Do things keep their place, shape and state as a reader would expect?",
    anchors: [
      "Things appear, change and vanish at random.",
      "Several things change without a cause.",
      "A few slips with things are hard to overlook.",
      "One or two small slips.",
      "Every thing stays what and where it was left.",
    ],
  },
  {
    id: "abstract-concepts",
    label: "Abstract concepts",
    question: "Are ideas, feelings and relations used in the same sense throughout?",
    anchors: [
      "Ideas and relations contradict each other all the time.",
      "Several ideas change their sense without a reason.",
      "A few shifts of sense are hard to overlook.",
      "One or two small shifts.",
      "Every idea keeps its sense, or changes for a reason.",
    ],
  },
  {
    id: "causality",
    label: "Causality",
    question: "Do events have causes, and causes the effects that one expects?",
    anchors: [
      "Nothing seems to cause anything.",
      "Most events come without a cause.",
      "Some causes or effects are missing.",
      "A cause or an effect is missing once or twice.",
      "Every event of weight has a cause and an effect.",
    ],
  },
  {
    id: "order-of-events",
    label: "Order of events",
    question: "Can the order of events in time be followed, without contradictions?",
    anchors: [
      "The order of events cannot be made out.",
      "Several events contradict the order in time.",
      "Some events are hard to place in time.",
      "One or two small slips in time.",
      "The order in time is clear throughout.",
    ],
  },
  {
    id: "repeated-plots",
    label: "Repeated plots",
    question: "Is the text free of scenes and turns that merely repeat earlier ones?",
    anchors: [
      "It goes round in circles.",
      "Much of it repeats earlier scenes.",
      "Several scenes are repeated with small changes.",
      "One or two scenes remind one of earlier ones.",
      "No scene repeats another without a purpose.",
    ],
  },
];

/**
 * The dimensions of a list of ids that need words of their own in a study file: all but the four.
 *
 * @param ids - Ids, for instance from a challenge file.
 * @param own - Dimensions that somebody has put into words.
 * @returns Those with words, in the order of the ids, and the ids without any.
 */
export function wordedDimensions(
  ids: readonly string[],
  own: readonly RatingDimension[],
): { readonly dimensions: readonly RatingDimension[]; readonly missing: readonly string[] } {
  const basic = new Set(BASIC_DIMENSIONS.map(({ id }) => id));
  const known = new Map([...MORE_DIMENSIONS, ...own].map((one) => [one.id, one]));
  const wanted = [...new Set([...ids.filter((id) => !basic.has(id)), ...own.map(({ id }) => id)])];
  return {
    dimensions: wanted.flatMap((id) => known.get(id) ?? []),
    missing: wanted.filter((id) => !known.has(id)),
  };
}
