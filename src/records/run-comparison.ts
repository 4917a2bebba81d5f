import { z } from "zod";
import { type PairedOutcome, pairedOutcomeSchema } from "./paired-outcome.ts";
import type { StatisticsSettings } from "./run-summary.ts";

/** One metric of one side against the baseline, over the texts that both have. */
export interface RunComparisonRow extends PairedOutcome {
  /** Metric id. */
  readonly metric: string;
  /** Signature of both; absent if nobody says. */
  readonly signature?: string;
  /** What is compared. */
  readonly side: string;
  /** What it is compared with. */
  readonly baseline: string;
  /** Present where less is better. */
  readonly lowerIsBetter?: true;
  /** Mean of the side over the pairs; absent without pairs. */
  readonly mean?: number;
  /** Mean of the baseline over the pairs. */
  readonly baselineMean?: number;
}

/** Two runs, or cells of runs, against each other. */
export interface RunComparison {
  /** The baseline, as `RUN` or `RUN#CELL`. */
  readonly a: string;
  /** What is compared with it. */
  readonly b: string;
  /** Metric by metric and pair by pair. */
  readonly comparisons: readonly RunComparisonRow[];
  /** How intervals and tests were made. */
  readonly statistics: Omit<StatisticsSettings, "generator">;
  /** Users of the texts, where they are known. */
  readonly users?: number;
  /** What the reader must know. */
  readonly notes: readonly string[];
}

const count = z.int().nonnegative();
const number = z.exactOptional(z.number());

const rowSchema: z.ZodType<RunComparisonRow> = z.intersection(
  pairedOutcomeSchema,
  z.object({
    metric: z.string(),
    signature: z.exactOptional(z.string()),
    side: z.string(),
    baseline: z.string(),
    lowerIsBetter: z.exactOptional(z.literal(true)),
    mean: number,
    baselineMean: number,
  }),
);

/** Schema of {@link RunComparison}. */
export const runComparisonSchema: z.ZodType<RunComparison> = z.object({
  a: z.string(),
  b: z.string(),
  comparisons: z.array(rowSchema),
  statistics: z.object({
    resamples: count,
    permutations: count,
    correction: z.enum(["holm", "benjamini-hochberg"]),
    clusterBy: z.enum(["user", "example"]),
    seed: z.number(),
  }),
  users: z.exactOptional(count),
  notes: z.array(z.string()),
});
