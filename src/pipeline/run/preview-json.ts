/** An amount that is not known yet. */
export interface PreviewRange {
  /** At least. */
  readonly least: number;
  /** At most. */
  readonly most: number;
}

/** What a run would do, in one cell. */
export interface PreviewedCell {
  /** Cell id. */
  readonly cell: string;
  /** Texts to make: calls, if none is in the cache and none must be repeated. */
  readonly calls: number;
  /** Tokens of one prompt, over the sampled examples; absent if none could be built. */
  readonly promptTokens?: PreviewRange;
  /** Sampled examples whose prompt cannot be built. */
  readonly sampledFailures: number;
}

/** What a run would do with one of its datasets. */
export interface PreviewedDataset {
  /** Name, as the card gives it. */
  readonly name: string;
  /** Which part. */
  readonly split: string;
  /** Examples taken. */
  readonly examples: number;
  /** Content hash. */
  readonly hash: string;
  /** Contrasts of each metric's family. */
  readonly contrastsPerMetric: number;
}

/** What a run would do, as data. */
export interface PreviewJson {
  /** The dataset; of several, the first. */
  readonly dataset: PreviewedDataset;
  /** Every dataset. */
  readonly datasets: readonly PreviewedDataset[];
  /** Every cell. */
  readonly cells: readonly PreviewedCell[];
  /** Texts per example and cell. */
  readonly repeat: number;
  /** Texts to make. */
  readonly calls: number;
  /** Calls for summaries and styles: estimated from the sampled examples, and at most. */
  readonly sideCalls: { readonly about: number; readonly most: number };
  /** Calls of re-ranking models: estimated from the sampled examples, and at most. */
  readonly rerankCalls: { readonly about: number; readonly most: number };
  /** What stands in the way of the run, for instance a budget that re-ranking alone uses up. */
  readonly warnings: readonly string[];
  /** Tokens read, those of summaries, styles and re-ranking included; absent if no prompt could be built. */
  readonly promptTokens?: PreviewRange;
  /** Tokens written, those of summaries, styles and re-ranking included. */
  readonly outputTokens: PreviewRange;
  /** In US dollars; absent if a price is unknown. */
  readonly costUsd?: PreviewRange;
  /** Models without a price. */
  readonly unpriced: readonly string[];
  /** The test families: one per metric and dataset. */
  readonly tests: {
    /** Metric ids. */
    readonly metrics: readonly string[];
    /** Contrasts of the largest family. */
    readonly contrastsPerMetric: number;
    /** Draws of the permutation test. */
    readonly permutations: number;
    /** Draws needed for any claim. */
    readonly neededPermutations: number;
  };
}
