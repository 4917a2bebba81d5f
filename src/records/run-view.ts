import { z } from "zod";
import { cellSummarySchema } from "./cell-summary-schema.ts";
import { pairedOutcomeSchema } from "./paired-outcome.ts";
import { type RunState, runStateSchema } from "./run-list.ts";
import type { CellSummary, Contrast, StatisticsSettings } from "./run-summary.ts";

/** A dataset as a run was planned with it. */
export interface RunViewDataset {
  /** Name, as its card gives it. */
  readonly name: string;
  /** Name in the experiment, where there are several. */
  readonly dataset?: string;
  /** Task. */
  readonly task: string;
  /** Setting, or `unknown`. */
  readonly setting: string;
  /** Split that was written. */
  readonly split: string;
  /** Content hash. */
  readonly hash: string;
  /** Examples that the run takes. */
  readonly examples: number;
}

/** What a run is and how far it is. */
export interface RunView {
  /** Name of its folder. */
  readonly id: string;
  /** Name of the experiment. */
  readonly name: string;
  /** How far it is. */
  readonly state: RunState;
  /** When it began, in milliseconds since 1970. */
  readonly startedAtMs: number;
  /** `longhand` or `longlamp-paper`. */
  readonly profile: string;
  /** Whether only part of the dataset was asked for. */
  readonly partial: boolean;
  /** What is written, in the order of the experiment. */
  readonly datasets: readonly RunViewDataset[];
  /** Models, as the grid names them. */
  readonly models: readonly string[];
  /** Metrics with their signatures, in the order of the experiment. */
  readonly metrics: readonly { readonly id: string; readonly signature: string }[];
  /** Texts per example and cell. */
  readonly repeat: number;
  /** Texts: planned = generated + failed + pending. */
  readonly texts: {
    readonly planned: number;
    readonly generated: number;
    readonly failed: number;
    readonly pending: number;
  };
  /** Failed texts by reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Version of Longhand that began it. */
  readonly longhand: string;
  /** Seed of the draws. */
  readonly seed: number;
}

/** The cells of a run, for a heat map. */
export interface RunGrid {
  /** Name of the run's folder. */
  readonly id: string;
  /** Whether the run was scored; if not, every text that was made counts as unscored and no cell has metrics. */
  readonly scored: boolean;
  /** Ids of the metrics, in the order of the experiment. */
  readonly metrics: readonly string[];
  /** In grid order, everything counted. */
  readonly cells: readonly CellSummary[];
  /** Each cell against its baseline, by metric. */
  readonly contrasts: readonly Contrast[];
  /** How intervals and tests were made; absent for a run that was not scored. */
  readonly statistics?: StatisticsSettings;
  /** What the reader must know. */
  readonly notes: readonly string[];
}

const count = z.int().nonnegative();

/** Schema of {@link RunView}. */
export const runViewSchema: z.ZodType<RunView> = z.object({
  id: z.string(),
  name: z.string(),
  state: runStateSchema,
  startedAtMs: z.number(),
  profile: z.string(),
  partial: z.boolean(),
  datasets: z.array(
    z.object({
      name: z.string(),
      dataset: z.exactOptional(z.string()),
      task: z.string(),
      setting: z.string(),
      split: z.string(),
      hash: z.string(),
      examples: count,
    }),
  ),
  models: z.array(z.string()),
  metrics: z.array(z.object({ id: z.string(), signature: z.string() })),
  repeat: count,
  texts: z.object({ planned: count, generated: count, failed: count, pending: count }),
  failures: z.record(z.string(), count),
  longhand: z.string(),
  seed: z.number(),
});

const contrastSchema: z.ZodType<Contrast> = z.intersection(
  pairedOutcomeSchema,
  z.object({ metric: z.string(), signature: z.string(), cell: z.string(), baseline: z.string() }),
);

/** Schema of {@link RunGrid}. */
export const runGridSchema: z.ZodType<RunGrid> = z.object({
  id: z.string(),
  scored: z.boolean(),
  metrics: z.array(z.string()),
  cells: z.array(cellSummarySchema),
  contrasts: z.array(contrastSchema),
  statistics: z.exactOptional(
    z.object({
      resamples: count,
      permutations: count,
      correction: z.enum(["holm", "benjamini-hochberg"]),
      clusterBy: z.enum(["user", "example"]),
      seed: z.number(),
      generator: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
