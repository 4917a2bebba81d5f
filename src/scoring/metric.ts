import type { ScoreRecord } from "../records/index.ts";

/** How the scores of many texts become one number. */
export type Aggregate =
  /** Arithmetic mean. */
  | { readonly kind: "mean" }
  /** Median of bootstrap means, as rouge_score and evaluate print it. */
  | {
      readonly kind: "bootstrap-median";
      /** Bootstrap samples. */
      readonly resamples: number;
      /** Seed of NumPy's legacy generator. */
      readonly seed: number;
      /** Measures of the same length that draw from the stream before this one. */
      readonly typesBefore: number;
    };

/** What a metric is, and all that must agree before two of its numbers may be compared. */
export interface MetricInfo {
  /** Stable id, for instance `rouge-l`. */
  readonly id: string;
  /** Name for tables, for instance `ROUGE-L`. */
  readonly title: string;
  /** The settings behind a number, for instance `rouge-l|tok:ascii-alnum|case:lower|…|v:1`. */
  readonly signature: string;
  /** Lowest possible score. */
  readonly lowest: number;
  /** Highest possible score; `Number.MAX_SAFE_INTEGER` where there is no bound. */
  readonly highest: number;
  /** Whether more is better. */
  readonly higherIsBetter: boolean;
  /** How scores become one number. */
  readonly aggregate: Aggregate;
}

/** One text to score. */
export interface ScoredItem {
  /** Id of the dataset example, or of the line; copied into the records. */
  readonly exampleId: string;
  /** The text to judge. */
  readonly prediction: string;
  /** What it should have been: usually one text. */
  readonly references: readonly string[];
}

/** Metrics that share work on a text. */
export interface MetricGroup {
  /** The metrics, in the order of the records. */
  readonly metrics: readonly MetricInfo[];
  /**
   * Scores one text.
   *
   * @param item - The text and its references; lone surrogates are replaced already.
   * @returns One record per metric, in order.
   */
  score(item: ScoredItem): readonly ScoreRecord[];
}

/** Scores texts with the metrics that were asked for. Holds caches: use one per thread. */
export interface Scorer extends MetricGroup {
  /**
   * Scores one text. Equal items give equal records, whatever was scored before.
   *
   * @param item - The text and its references.
   * @returns One record per metric, in the order asked for.
   */
  score(item: ScoredItem): ScoreRecord[];
}
