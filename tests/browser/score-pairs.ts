import {
  aggregateScores,
  type CorpusScore,
  createScorer,
  openCorpusScores,
  type Scorer,
  type ScorerOptions,
} from "longhand/scoring";

/** A text and what it should have been. */
export interface Pair {
  readonly id: string;
  readonly hyp: string;
  readonly refs: readonly string[];
}

const METRICS = [
  "rouge-1",
  "rouge-2",
  "rouge-l",
  "rouge-lsum",
  "meteor",
  "bleu",
  "chrf",
  "chrf++",
] as const;

/** What scoring says of pairs. */
export interface ScoredPairs {
  readonly signatures: readonly string[];
  readonly records: readonly ReturnType<Scorer["score"]>[];
  readonly means: readonly (number | undefined)[];
  readonly corpus: readonly CorpusScore[];
}

/** Everything that scoring says of pairs: the same in Node and in a browser. */
export async function scorePairs(
  pairs: readonly Pair[],
  options: ScorerOptions = {},
): Promise<ScoredPairs> {
  const settings = { ...options, referencesPerText: "var" } as const;
  const scorer = await createScorer(METRICS, settings);
  const corpus = openCorpusScores(METRICS, settings);
  const records = pairs.map(({ id, hyp, refs }) => {
    const item = { exampleId: id, prediction: hyp, references: refs };
    corpus.add(item);
    return scorer.score(item);
  });
  return {
    signatures: scorer.metrics.map(({ signature }) => signature),
    records,
    means: scorer.metrics.map((metric, at) =>
      aggregateScores(
        metric,
        records.flatMap((scores) => {
          const record = scores[at];
          return record?.status === "scored" ? [record.value] : [];
        }),
      ),
    ),
    corpus: corpus.scores(),
  };
}
