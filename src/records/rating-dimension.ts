import { z } from "zod";

/** One thing that raters judge, on a scale from 1 to 5. */
export interface RatingDimension {
  /** Its name in files, for instance `coherence`. */
  readonly id: string;
  /** Its name on pages. */
  readonly label: string;
  /** The question that raters answer. */
  readonly question: string;
  /** What 1, 2, 3, 4 and 5 mean, in this order. */
  readonly anchors: readonly [one: string, two: string, three: string, four: string, five: string];
}

/** Lowest answer. */
export const LOWEST_MARK = 1;

/** Highest answer. */
export const HIGHEST_MARK = 5;

const words = z.string().regex(/\S/, "must not be empty").max(500);

/** Schema of {@link RatingDimension}. */
export const ratingDimensionSchema: z.ZodType<RatingDimension> = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens"),
  label: words,
  question: words,
  anchors: z.tuple([words, words, words, words, words]),
});

/** The four dimensions that every study has. */
export const BASIC_DIMENSIONS: readonly RatingDimension[] = [
  {
    id: "relevance",
    label: "Relevance",
    question: "Does the text deal with what its prompt leads one to expect?",
    anchors: [
      "It deals with something else.",
      "It touches the prompt now and then.",
      "Half of it belongs to the prompt.",
      "It strays in a few places only.",
      "All of it belongs to the prompt.",
    ],
  },
  {
    id: "consistency",
    label: "Consistency",
    question: "Do the parts of the text agree with each other?",
    anchors: [
      "Parts contradict each other all the time.",
      "Several contradictions change the story.",
      "A few contradictions are hard to overlook.",
      "One or two slips change nothing.",
      "Nothing contradicts anything else.",
    ],
  },
  {
    id: "fluency",
    label: "Fluency",
    question: "Are the single sentences well formed and easy to read?",
    anchors: [
      "Most sentences are broken.",
      "Many sentences have to be read twice.",
      "Faults are frequent, but the sense is clear.",
      "A fault stands out here and there.",
      "Every sentence reads as if edited with care.",
    ],
  },
  {
    id: "coherence",
    label: "Coherence",
    question: "Does each sentence, and each part, follow from those before it?",
    anchors: [
      "The order seems to be left to chance.",
      "Only neighbouring sentences hang together.",
      "Some turns come from nowhere.",
      "The thread is lost once or twice.",
      "One thing leads to the next throughout.",
    ],
  },
];

/**
 * All dimensions of a study: the four, in the study's own words where it has any, then its others.
 *
 * @param study - The dimensions that the study file declares.
 * @returns Four dimensions or more, each id once.
 */
export function studyDimensions(study: {
  readonly dimensions: readonly RatingDimension[];
}): RatingDimension[] {
  const own = new Map(study.dimensions.map((dimension) => [dimension.id, dimension]));
  const basic = BASIC_DIMENSIONS.map((dimension) => own.get(dimension.id) ?? dimension);
  const basicIds = new Set(BASIC_DIMENSIONS.map((dimension) => dimension.id));
  return [...basic, ...study.dimensions.filter((dimension) => !basicIds.has(dimension.id))];
}
