import type { ChallengeMetric, ChallengePreset, ResourceQuestion } from "../records/index.ts";

/** What a challenge has where its file says nothing. */
export interface ChallengeDefaults {
  /** Fewest words of a text. */
  readonly minWords: number;
  /** Most words of a text; absent without a bound. */
  readonly maxWords?: number;
  /** People who rate each text. */
  readonly ratersPerText: number;
  /** What is rated. */
  readonly dimensions: readonly string[];
  /** Months from the announcement to submissions, from there to rating, from there to the end. */
  readonly phaseMonths: readonly [number, number, number];
}

/** The four dimensions of every challenge. */
const RATING_DIMENSIONS: readonly string[] = ["relevance", "consistency", "fluency", "coherence"];

const PLAIN: ChallengeDefaults = {
  minWords: 0,
  ratersPerText: 5,
  dimensions: RATING_DIMENSIONS,
  phaseMonths: [3, 3, 4],
};

const PRESETS: Readonly<Record<ChallengePreset, ChallengeDefaults>> = {
  // The proposal asks for 40,000 tokens or more: about 30,000 English words.
  "ltg-2023": { ...PLAIN, minWords: 30_000 },
  // Announced in December 2023, open from February, rated from mid-July to August 2024.
  "lsgc-2024": {
    ...PLAIN,
    minWords: 30_000,
    ratersPerText: 3,
    dimensions: [
      ...RATING_DIMENSIONS,
      "physical-objects",
      "abstract-concepts",
      "causality",
      "order-of-events",
      "repeated-plots",
    ],
    phaseMonths: [2, 5, 1],
  },
};

/**
 * The settings that stand where a challenge file has none.
 *
 * @param preset - A shared task to start from; absent for Longhand's own defaults.
 * @returns The settings.
 */
export function challengeDefaults(preset?: ChallengePreset): ChallengeDefaults {
  return preset === undefined ? PLAIN : PRESETS[preset];
}

/** What is asked about resources where the file asks nothing. */
export const DEFAULT_QUESTIONS: readonly ResourceQuestion[] = [
  { id: "models", question: "Which models did the system use, in which versions?", required: true },
  {
    id: "data",
    question: "Which data did the system use beside those of the task?",
    required: true,
  },
  { id: "use", question: "How were they used?", required: true },
  { id: "code", question: "Where can the code be found, if it can?", required: false },
];

const REFERENCE_METRIC = /^(?:rouge-|meteor$|bleu$|chrf)/;

/**
 * Whether a metric compares with a reference, so that an open track cannot have it.
 *
 * @param metric - The metric.
 * @returns `true` for ROUGE, METEOR, BLEU and chrF.
 */
export function needsReference(metric: Pick<ChallengeMetric, "id">): boolean {
  return REFERENCE_METRIC.test(metric.id);
}
