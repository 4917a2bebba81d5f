/** Share of each part in the score of a draft, 0 and up; they count in proportion to their sum. */
export type ScoreWeights = Readonly<
  Record<"length" | "must" | "facts" | "novelty" | "relevance" | "style" | "keywords", number>
>;

/** Weights where a brief names none. */
export const SCORE_WEIGHTS: ScoreWeights = {
  length: 0.2,
  must: 0.25,
  facts: 0.2,
  novelty: 0.15,
  relevance: 0.1,
  style: 0.1,
  keywords: 0.05,
};
