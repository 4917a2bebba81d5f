import { z } from "zod";
import type { Verdict } from "./run-summary.ts";

/** One metric of one side against the baseline, over the texts that both have. */
export interface RunComparisonRow {
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
  /** Pairs of texts. */
  readonly pairs: number;
  /** Users, or texts, that were resampled as a whole. */
  readonly clusters: number;
  /** Mean of the side over the pairs; absent without pairs. */
  readonly mean?: number;
  /** Mean of the baseline over the pairs. */
  readonly baselineMean?: number;
  /** Mean of side minus baseline; absent without pairs. */
  readonly difference?: number;
  /** Lower end of the 95 % interval of the difference. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Two-sided p of the sign-flip permutation test. */
  readonly p?: number;
  /** p after correction for the family. */
  readonly adjustedP?: number;
  /** Mean over standard deviation of the differences. */
  readonly effect?: number;
  /** Pairs in which the side is higher. */
  readonly wins: number;
  /** Pairs without a difference. */
  readonly ties: number;
  /** Pairs in which the side is lower. */
  readonly losses: number;
  /** What may be said. */
  readonly verdict: Verdict;
  /** Why, in words. */
  readonly reason?: string;
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
  readonly statistics: {
    readonly resamples: number;
    readonly permutations: number;
    readonly correction: "holm" | "benjamini-hochberg";
    readonly clusterBy: "user" | "example";
    readonly seed: number;
  };
  /** Users of the texts, where they are known. */
  readonly users?: number;
  /** What the reader must know. */
  readonly notes: readonly string[];
}

const count = z.int().nonnegative();
const number = z.exactOptional(z.number());

/** Schema of {@link RunComparison}. */
export const runComparisonSchema: z.ZodType<RunComparison> = z.object({
  a: z.string(),
  b: z.string(),
  comparisons: z.array(
    z.object({
      metric: z.string(),
      signature: z.exactOptional(z.string()),
      side: z.string(),
      baseline: z.string(),
      lowerIsBetter: z.exactOptional(z.literal(true)),
      pairs: count,
      clusters: count,
      mean: number,
      baselineMean: number,
      difference: number,
      ciLow: number,
      ciHigh: number,
      p: number,
      adjustedP: number,
      effect: number,
      wins: count,
      ties: count,
      losses: count,
      verdict: z.enum(["better", "worse", "not-separated", "n-too-small", "not-compared"]),
      reason: z.exactOptional(z.string()),
    }),
  ),
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
