import type { NltkVersion, PunktTables } from "../text/index.ts";
import type { MeteorWeights } from "./meteor/meteor.ts";
import type { PanelOptions } from "./panel/panel-options.ts";
import type { RougeTokens } from "./rouge/rouge.ts";
import type { BleuOptions } from "./sacrebleu/bleu.ts";
import type { ChrfOptions } from "./sacrebleu/chrf.ts";

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
  /** Whose rules cut words and sentences for METEOR. @defaultValue `"3.10.3"` */
  readonly nltk?: NltkVersion;
  /** What the sentence splitter was taught; never looked for. @defaultValue empty tables */
  readonly punkt?: PunktTables;
  /** What ROUGE-Lsum takes for sentences: lines, or the sentences of Punkt. @defaultValue `"newline"` */
  readonly sentences?: "newline" | "punkt";
  /** Weights of METEOR. */
  readonly meteor?: MeteorWeights;
  /** Settings of BLEU. */
  readonly bleu?: BleuOptions;
  /** Settings of chrF and chrF++, which differ in the order of words. */
  readonly chrf?: Omit<ChrfOptions, "wordOrder">;
  /** Lengths of the windows and parts of the quality panel. */
  readonly panel?: PanelOptions;
  /**
   * How many references each text has; BLEU and chrF depend on it, name it in their signatures and
   * refuse texts with another number. `var` for texts with different numbers, as in sacreBLEU.
   *
   * @defaultValue `1`
   */
  readonly referencesPerText?: number | "var";
}
