import type { RougeTokens } from "./rouge/rouge.ts";

/**
 * A set of rules for scoring. `longhand` leaves texts without words unscored and takes arithmetic
 * means; `longlamp-paper` does as the original benchmark did, oddities included.
 */
export type ScoringProfile = "longhand" | "longlamp-paper";

/** Settings of the metrics. */
export interface ScorerOptions {
  /** Rules for texts without words, and for aggregation. @defaultValue `"longhand"` */
  readonly profile?: ScoringProfile;
  /** What ROUGE takes for words; `unicode-words` in `longhand` only. @defaultValue `"ascii-alnum"` */
  readonly tokens?: RougeTokens;
  /** Whether ROUGE compares stems. @defaultValue `false` */
  readonly stemmer?: boolean;
  /** Seed of the bootstrap of `longlamp-paper`, a whole number from 0 to 2^32 - 1. @defaultValue `42` */
  readonly seed?: number;
}
