import { z } from "zod";

/** What a paired comparison came to. */
export type Verdict = "better" | "worse" | "not-separated" | "n-too-small" | "not-compared";

/** What a comparison of two sides over the texts that both have came to, on one metric. */
export interface PairedOutcome {
  /** Pairs of texts; repeats of one example are one. */
  readonly pairs: number;
  /** Users, or texts, that were resampled as a whole. */
  readonly clusters: number;
  /** Mean of the side minus its baseline; absent without pairs. */
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
  /** Why, in words: `n too small to separate`, `missing data`. */
  readonly reason?: string;
}

const count = z.int().nonnegative();
const number = z.exactOptional(z.number());

/** Schema of {@link PairedOutcome}. */
export const pairedOutcomeSchema: z.ZodType<PairedOutcome> = z.object({
  pairs: count,
  clusters: count,
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
});
