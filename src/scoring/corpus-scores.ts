import { wellFormed } from "../text/index.ts";
import type { ScoredItem } from "./metric.ts";
import { resolveMetricNames } from "./metric-names.ts";
import {
  type CountedMetric,
  countedMetric,
  type SacrebleuName,
} from "./sacrebleu/sacrebleu-metrics.ts";
import type { ScorerOptions } from "./scorer-options.ts";

/** The score of a whole corpus, which is not the mean of its texts' scores. */
export interface CorpusScore {
  /** Metric id. */
  readonly metric: string;
  /** The settings behind the number. */
  readonly signature: string;
  /** Texts that were counted. */
  readonly texts: number;
  /** The score; absent without texts. */
  readonly value?: number;
}

/** Sums that corpus scores are made of, for saving and for adding up over threads. */
export interface CorpusSums {
  /** Texts that were counted. */
  readonly texts: number;
  /** Per metric that has a corpus score, in order, its counts. */
  readonly counts: readonly (readonly number[])[];
}

/** Collects what corpus scores rest on, in constant memory. */
export interface CorpusScores {
  /**
   * Counts one text; texts without words count as well, as in the reference.
   *
   * @param item - The text and its references.
   * @throws LonghandError `reference-count` for another number of references than announced.
   */
  add(item: ScoredItem): void;
  /** The sums so far. */
  sums(): CorpusSums;
  /**
   * Adds sums that were collected elsewhere with the same metrics and options.
   *
   * @param sums - Them.
   */
  merge(sums: CorpusSums): void;
  /** The scores so far, in order. */
  scores(): CorpusScore[];
}

/**
 * Opens the corpus scores of those metrics that have one: `bleu`, `chrf`, `chrf++`.
 *
 * @param metricIds - Any metrics; the others are passed over.
 * @param options - Their settings, as for `createScorer`.
 * @returns A collector.
 * @throws LonghandError `unknown-metric`, `invalid-option` as `createScorer` does.
 *
 * @example
 * ```ts
 * import { openCorpusScores } from "longhand/scoring";
 *
 * const corpus = openCorpusScores(["bleu", "chrf"]);
 * corpus.add({ exampleId: "1", prediction: "The cat sat.", references: ["The cat sat down."] });
 * for (const { signature, value } of corpus.scores()) console.log(signature, value);
 * ```
 */
export function openCorpusScores(
  metricIds: readonly string[],
  options: ScorerOptions = {},
): CorpusScores {
  const metrics = resolveMetricNames(metricIds)
    .filter((id): id is SacrebleuName => id === "bleu" || id === "chrf" || id === "chrf++")
    .map((id) => countedMetric(id, options));
  const counts: number[][] = metrics.map(() => []);
  let texts = 0;
  return {
    add(item) {
      const clean = {
        ...item,
        prediction: wellFormed(item.prediction),
        references: item.references.map(wellFormed),
      };
      for (const [index, metric] of metrics.entries()) addTo(counts[index], metric.count(clean));
      texts++;
    },
    sums: () => ({ texts, counts: counts.map((list) => [...list]) }),
    merge(sums) {
      for (const [index, list] of sums.counts.entries()) addTo(counts[index], list);
      texts += sums.texts;
    },
    scores: () => metrics.map((metric, index) => corpusScore(metric, counts[index] ?? [], texts)),
  };
}

function addTo(sums: number[] | undefined, counts: readonly number[]): void {
  if (sums === undefined) return;
  for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + count;
}

function corpusScore(metric: CountedMetric, counts: readonly number[], texts: number): CorpusScore {
  const of = { metric: metric.id, signature: `${metric.signature.corpus}|v:1`, texts };
  return texts === 0 ? of : { ...of, value: metric.score(counts, "corpus") };
}
