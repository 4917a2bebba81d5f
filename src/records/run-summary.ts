import type { FailureReason } from "./failure-reason.ts";
import type { OutputFlag } from "./generated-text.ts";
import type { PairedOutcome } from "./paired-outcome.ts";
import type { UnscoredReason } from "./score-record.ts";

/** One setting of the grid. */
export interface Cell {
  /** Stable and readable, for instance `bm25-k4--plain--fake`. */
  readonly id: string;
  /** Name of the dataset in the experiment; absent if there is only one. */
  readonly dataset?: string;
  /** Name of the retriever; `none` for no personalisation. */
  readonly retriever: string;
  /** Passages retrieved; 0 for `none`. */
  readonly k: number;
  /** Prompt mode. */
  readonly mode: string;
  /** Model as the experiment names it. */
  readonly model: string;
}

/** One metric over one cell. */
export interface MetricSummary {
  /** Metric id. */
  readonly metric: string;
  /** Everything that must agree before two numbers may be compared. */
  readonly signature: string;
  /** Texts with a score. */
  readonly scored: number;
  /** Texts without one, by reason. */
  readonly unscored: Readonly<Record<UnscoredReason, number>>;
  /** Present where less is better, such as for repetition. */
  readonly lowerIsBetter?: true;
  /** Mean over the scored texts (repeats of an example averaged first); absent if there are none. */
  readonly mean?: number;
  /** Mean with each failed example as the metric's lowest value; absent where that is not 0. */
  readonly meanWithFailures?: number;
  /** Standard deviation over examples; absent below two. */
  readonly sd?: number;
  /** Lower end of the 95 % interval; absent below five examples. */
  readonly ciLow?: number;
  /** Upper end of the 95 % interval. */
  readonly ciHigh?: number;
  /** Why a number above is absent. */
  readonly reason?: string;
}

/** A cell with everything counted: planned = scored + unscored + failed + pending. */
export interface CellSummary extends Cell {
  /** Examples planned, repeats included. */
  readonly planned: number;
  /** Texts that every metric could score. */
  readonly scored: number;
  /** Texts that some metric could not score. */
  readonly unscored: number;
  /** Examples without a usable text. */
  readonly failed: number;
  /** Examples not done yet. */
  readonly pending: number;
  /** The failed ones by reason. */
  readonly failures: Partial<Readonly<Record<FailureReason, number>>>;
  /** Odd outputs, by flag. */
  readonly flags: Partial<Readonly<Record<OutputFlag, number>>>;
  /** Examples for which the retriever found nothing to do with the query. */
  readonly noSignal: number;
  /** Prompts that had passages dropped or cut to fit. */
  readonly overflowed: number;
  /** Tokens read by the model. */
  readonly promptTokens: number;
  /** Tokens written by the model. */
  readonly outputTokens: number;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, MetricSummary>>;
}

/** A cell against the baseline, over the examples both have. */
export interface Contrast extends PairedOutcome {
  /** Metric id. */
  readonly metric: string;
  /** Signature of both sides. */
  readonly signature: string;
  /** The cell. */
  readonly cell: string;
  /** What it is compared with. */
  readonly baseline: string;
}

/** How the intervals and tests of a run were made. */
export interface StatisticsSettings {
  /** Bootstrap resamples. */
  readonly resamples: number;
  /** Draws of the permutation test, where it is not exact. */
  readonly permutations: number;
  /** Correction for several contrasts of one family. */
  readonly correction: "holm" | "benjamini-hochberg";
  /** What is resampled and flipped as a whole. */
  readonly clusterBy: "user" | "example";
  /** Seed of all draws. */
  readonly seed: number;
  /** Name of the generator. */
  readonly generator: string;
}

/** What texts were written for. */
export interface DatasetSummary {
  /** Name, as the card gives it. */
  readonly name: string;
  /** Task. */
  readonly task: string;
  /** Setting, or `unknown`. */
  readonly setting: string;
  /** Split. */
  readonly split: string;
  /** Content hash. */
  readonly hash: string;
  /** Examples used. */
  readonly examples: number;
  /** Users among them. */
  readonly users: number;
}

/** One of several datasets of a run. */
export interface NamedDatasetSummary extends DatasetSummary {
  /** Name in the experiment: the `dataset` of its cells. */
  readonly dataset: string;
}

/** What a run came to: `summary.json`. Can be rebuilt from the other files of its folder. */
export interface RunSummary {
  /** Format version. */
  readonly v: 1;
  /** Name of the experiment. */
  readonly name: string;
  /** `longhand` or `longlamp-paper`. */
  readonly profile: string;
  /** `true` if only part of the dataset was asked for. */
  readonly partial: boolean;
  /** What the texts were written for; of several datasets, their names and sums. */
  readonly dataset: DatasetSummary;
  /** Each of several datasets; absent if there is only one. */
  readonly datasets?: readonly NamedDatasetSummary[];
  /** In grid order. */
  readonly cells: readonly CellSummary[];
  /** Each metric's family, each cell against the baseline. */
  readonly contrasts: readonly Contrast[];
  /** How the intervals and tests were made. */
  readonly statistics: StatisticsSettings;
  /** What the reader must know: limits, conflicts, too few permutations. */
  readonly notes: readonly string[];
}

/** One example with everything that led to its texts, for the browsable part of a report. */
export interface ExampleView {
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Whose text it is. */
  readonly userId: string;
  /** What the model was asked. */
  readonly input: string;
  /** What the person wrote. */
  readonly reference: string;
  /** One per cell, in grid order. */
  readonly outputs: readonly OutputView[];
}

/** What a model wrote about the passages before the prompt was built. */
export interface SideView {
  /** A summary per passage, or a description of the style of all. */
  readonly stage: "summary" | "style";
  /** The passages it is about. */
  readonly passageIds: readonly string[];
  /** What the model was asked. */
  readonly prompt: string;
  /** What it wrote; absent if there is nothing. */
  readonly text?: string;
}

/** What one cell made of one example. */
export interface OutputView {
  /** Cell id. */
  readonly cell: string;
  /** Exact prompt. */
  readonly prompt: string;
  /** What was retrieved, best first. */
  readonly passages: readonly {
    readonly id: string;
    readonly relevance: number;
    readonly text: string;
  }[];
  /** Summaries and style that the prompt was built with; absent for none. */
  readonly side?: readonly SideView[];
  /** The text; absent if there is none. */
  readonly text?: string;
  /** Why there is none. */
  readonly failure?: string;
  /** Odd traits. */
  readonly flags: readonly OutputFlag[];
  /** Value per metric; absent metrics could not be scored. */
  readonly scores: Readonly<Record<string, number>>;
}
